"""What else a matter's changes lead to: titles that two rules have, numbers that lead elsewhere, and a law that goes on
to carry out what its rule no longer says. Said until somebody settles it."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.html import strip_tags

from ruleset.models import Confirmation
from ruleset.queries import law_at, revision_at
from ruleset.queries.agreement import doubts
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.blognomic.api.programs import ask, token_of
from tests.blognomic.shown import page_shown
from votables.models import Draft, Post

from ..table import BEGINNING, noon, propose, seat
from .browsing import FIVE, add, at_time, browser, enact, sound, standing, supported, who

pytestmark = pytest.mark.django_db
LIMIT = "A player may have at most 2 Proposals pending."
BEHIND = "It changes 1.1 Proposals, but not the law that applies it."
DIFFER = "“Proposals” has changed, but the law that applies it has not"
WAITS = "1 rule no longer matches the law"
CITED = "The rule has changed, but the site still applies the old law"


def words(response) -> str:
    return " ".join(unescape(strip_tags(sound(response))).split())


@pytest.fixture
def rules(db) -> dict[str, str]:
    """Five players, and a ruleset with the rule on proposals; the key of each rule by its title."""
    seat(*FIVE)
    tree = Tree(
        (
            Node("c", "Core Rules", "", (Node("p", "Proposals", LIMIT), Node("q", "Quorum", "Half, and one."))),
            Node("d", "Dynastic Rules", "", (
                Node("a", "Cats", "Cats purr."), Node("b", "Dogs", "They chase what rule 2.1 speaks of."),
            )),
        )
    )  # fmt: skip
    last = revision_at(noon(0))
    seen = last.pk if last else None
    revise(tree=tree, seen=seen, kind="import", at=BEGINNING, by=None, why="A test")
    return {node.title: node.key for node in standing(noon(0)).walk()}


def amended(rules, text: str = "A player may have at most 3 Proposals pending.") -> dict[str, object]:
    return {"op": "edit", "rule": rules["Proposals"], "base": LIMIT, "text": text}


def added(rules, title: str, text: str = "Words.", after: str = "") -> dict[str, object]:
    return {"op": "add", "parent": rules["Dynastic Rules"], "after": after, "title": title, "text": text}


def draft_of(*changes: dict[str, object]) -> str:
    """A draft with these changes; answers the address of its changes."""
    made = Draft.objects.create(
        author=who("Bobby"),
        title="More",
        body="Words.",
        category="proposal",
        saved_at=noon(1),
        changes=list(changes),
    )
    return reverse("votables:draft_changes", args=[made.pk])


def test_whoever_amends_a_rule_is_offered_the_change_of_its_law(rules):
    client, address = browser("Bobby"), draft_of(amended(rules))
    with at_time(noon(1)):
        answer = client.get(address)
        assert BEHIND in words(answer)
        (offer,) = re.findall(r'href="([^"]*op=law[^"]*)">Change the law too', sound(answer))
        form = client.get(offer).context["figure"]
        (chosen,) = re.findall(r"<option[^>]* selected>([^<]*pending[^<]*)</option>", str(form["number"]))
        assert chosen.endswith(": 2")
        sent = {field.name: field.value() for field in form if field.value() not in (None, False)}
        assert client.post(offer.split("?")[0], {**sent, "value": "3"}).status_code == 302
        assert BEHIND not in words(client.get(address))


def test_a_change_of_another_rules_law_does_not_settle_it(rules):
    client, address = browser("Bobby"), draft_of(amended(rules))
    with at_time(noon(1)):
        add(client, address, "law", number="quorum.formula", value="n / 3 + 1")
        assert BEHIND in words(client.get(address))


def test_rule_and_law_differ_everywhere_until_a_player_settles_it(rules):
    post = supported(propose(who("Bobby"), noon(1), "More", changes=[amended(rules)]))
    admin, carol = browser("Alice"), browser("Carol")
    carried_out = reverse("votables:resolve", args=[post.pk, "enacted"])
    new = {"title": "Third", "body": "Words.", "category": "proposal"}
    for title in ("One", "Two"):
        propose(who("Carol"), noon(1), title)
    with at_time(noon(2)):
        assert BEHIND in words(admin.get(post.get_absolute_url()))
        assert BEHIND in words(admin.get(carried_out))
        assert WAITS not in words(admin.get("/dashboard/"))
        assert CITED not in words(carol.post(reverse("votables:new"), new))
    enact(post, noon(2))
    told_at = {post.get_absolute_url(): DIFFER, "/dashboard/": WAITS}
    with at_time(noon(2, hours=1)):
        for address, sentence in told_at.items():
            assert sentence in words(admin.get(address)), address
        refused = carol.post(reverse("votables:new"), new)
        assert (refused.status_code, CITED in words(refused)) == (403, True)
        program = {"title": "Third", "body": "Words.", "category": "proposal"}
        answer = ask("POST", "/posts", program, token=token_of(who("Carol"), at=noon(2)))
        assert (answer.status_code, answer.json()["rule_and_law_differ"]) == (403, True)
        other = Post.objects.get(title="One")
        assert DIFFER in words(admin.get(reverse("votables:resolve", args=[other.pk, "failed"])))
        assert DIFFER not in words(admin.get(other.get_absolute_url()))
    (doubt,) = {one.name: one for one in doubts(law_at(noon(3))).values()}.values()
    in_force, last = law_at(noon(3)), revision_at(noon(3))
    with at_time(noon(3)):
        body = {"law": in_force.version.pk, "seen": last.pk}
        assert admin.post(reverse("votables:still_holds", args=[doubt.rule]), body).status_code == 302
        assert Confirmation.objects.count() == 1
        for address, sentence in told_at.items():
            assert sentence not in words(admin.get(address)), address
        assert CITED not in words(carol.post(reverse("votables:new"), new))


def test_two_rules_with_one_title_are_told_where_it_is_proposed_and_on_the_rules_page(rules):
    sentence = "2 rules are called “Cats”. A link by that title leads to 2.1. 2.1, 2.3"
    client, address = browser("Bobby"), draft_of(added(rules, "CATS"))
    with at_time(noon(1)):
        assert sentence in words(client.get(address))
        assert sentence not in words(client.get("/rules/"))
    post = supported(propose(who("Bobby"), noon(1), "Cats again", changes=[added(rules, "CATS")]))
    with at_time(noon(1)):
        assert sentence in words(client.get(post.get_absolute_url()))
    enact(post, noon(2))
    with at_time(noon(2)):
        for page in ("/rules/", f"/rules/{rules['Cats']}/"):
            assert sentence in words(client.get(page)), page
        assert sentence not in words(client.get(f"/rules/{rules['Dogs']}/"))
        preview = client.post(reverse("votables:preview"), {"text": "See [[Cats]]."})
        assert sentence in " ".join(unescape(strip_tags(page_shown(preview))).split())
        preview = client.post(reverse("votables:preview"), {"text": "See [[Dogs]]."})
        assert "rules are called" not in page_shown(preview)
        written = {"title": "On cats", "body": "See [[Cats]].", "category": ""}
        assert sentence in words(client.post(reverse("votables:new"), written, follow=True))
        open_to_all = propose(who("Carol"), noon(2), "Something else")
        comment, order = reverse("votables:comment", args=[open_to_all.pk]), reverse("players:orders")
        assert sentence in words(client.post(comment, {"text": "See [[Cats]]."}, follow=True))
        assert "rules are called" not in page_shown(
            client.post(comment, {"text": "See [[Dogs]]."}, follow=True)
        )
        assert sentence in words(client.post(order, {"text": "See [[Cats]].", "seen": 1}, follow=True))
        linking = draft_of(added(rules, "Birds", "As [[Cats]] says."))
        assert sentence in words(client.get(linking))


def test_a_number_that_would_name_another_rule_is_told_with_the_link_to_write_instead(rules):
    sentence = "2.3 Dogs names “2.1”, meaning “Cats”. That number is now “Birds”. Write [[Cats]] instead"
    client, address = browser("Bobby"), draft_of(added(rules, "Birds", after="first"))
    with at_time(noon(1)):
        answer = client.get(address)
        assert sentence in words(answer)
        assert f'add/?op=edit&rule={rules["Dogs"]}">Amend 2.3 Dogs too' in sound(answer)
    post = supported(propose(who("Bobby"), noon(1), "Birds", changes=[added(rules, "Birds", after="first")]))
    with at_time(noon(1)):
        assert sentence in words(client.get(post.get_absolute_url()))
        assert "meaning" not in words(client.get(f"/rules/{rules['Dogs']}/"))
    enact(post, noon(2))
    with at_time(noon(2)):
        assert sentence in words(client.get(f"/rules/{rules['Dogs']}/"))


def test_every_page_that_cites_the_rule_of_a_refusal_says_where_it_differs_from_the_law():
    cites = re.compile(r"<cite\s*>\{\{ [\w.]*rule\|cited \}\}</cite>")
    hint = re.compile(cites.pattern + r'\{% include "parts/_in_doubt.html" with rule=')
    pages = [path.read_text() for path in (Path(settings.BASE_DIR) / "templates").rglob("*.html")]
    assert (
        sum(len(cites.findall(page)) for page in pages) == sum(len(hint.findall(page)) for page in pages) > 10
    )
