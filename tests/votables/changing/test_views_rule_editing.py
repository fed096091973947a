"""The words of a rule, edited on the page on which the text of a matter is written: without scripts, and with all that
was typed kept whatever comes of it."""

import re

import pytest
from django.urls import reverse

from gamestate.models import Variable
from ruleset.queries import revision_at
from ruleset.services import revise
from ruleset.text.amending import Amendment, apply
from tests.blognomic.shown import page_shown
from votables.models import Draft, Post

from ..table import noon, propose
from .browsing import CATS, at_time, browser, enact, sound, standing, supported, who

pytestmark = pytest.mark.django_db
SAYS = "In the text of the rule “Cats”, replace the words “purr” with “sleep”."
SLEEP = "Cats sleep. Dogs bark."


def send(body: str, button: str, address: str = "/posts/new/", **fields: object):
    written = {"title": "Quieter", "body": body, "category": "proposal", "commentary": "Hush."}
    with at_time(noon(1)):
        return browser("Bobby").post(address, {**written, button: "1", **fields})


def opened(keys, body: str = "", **fields: object):
    return send(body, "open_rule", rule_key=keys["Cats"], **fields)


def put(keys, body: str, words: str, *, seen: str = CATS, **fields: object):
    return send(body, "put_rule", rule_key=keys["Cats"], rule_seen=seen, rule_text=words, **fields)


def body_of(answer) -> str:
    return answer.context["form"]["body"].value()


def test_a_rule_is_opened_with_all_that_was_typed_kept(keys):
    answer = opened(keys, "I like cats.")
    page = sound(answer)
    assert (answer.status_code, body_of(answer)) == (200, "I like cats.")
    assert answer.context["form"]["commentary"].value() == "Hush."
    assert answer.context["editing"].words == CATS
    assert "Change 2.1 Cats" in page and f'<div class="prose"><p>{CATS}</p></div>' in page
    assert (Post.objects.count(), Draft.objects.count()) == (0, 0)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_was_changed_becomes_sentences_of_the_text(keys, newline):
    assert body_of(put(keys, "I like cats.", f"{SLEEP}{newline}", seen=CATS)) == f"I like cats.\n\n{SAYS}"


def test_what_was_changed_once_more_takes_the_place_of_what_said_it_before(keys):
    rest = "Rename the rule “Quorum” to “Quorums”."
    body = f"{SAYS}\n\n{rest}"
    answer = opened(keys, body)
    assert answer.context["editing"].words == SLEEP
    napping = body_of(put(keys, body, "Cats nap. Dogs bark.", seen=SLEEP))
    assert napping == body.replace("sleep", "nap")
    assert body_of(put(keys, napping, CATS, seen="Cats nap. Dogs bark.")).strip() == rest


def test_much_that_is_changed_is_said_whole(keys):
    words = "Owls hoot.\n\n* All night.\n* Most days."
    body = body_of(put(keys, "", words))
    assert body.startswith("Change the text of the rule “Cats” to read:\n\n> Owls hoot.\n>")
    with at_time(noon(1)):
        browser("Bobby").post("/posts/new/", {"title": "Owls", "body": body, "category": "proposal"})
    assert [one["text"] for one in Post.objects.get().changes] == [words]


def test_a_rule_that_was_changed_meanwhile_is_merged_or_said(keys):
    tree = standing(noon(1))
    step = Amendment("replace", rule=keys["Cats"], find="bark", text="growl")
    revise(
        tree=apply(tree, [step]).tree,
        seen=revision_at(noon(1)).pk,
        kind="import",
        at=noon(1),
        by=None,
        why="x",
    )
    assert body_of(put(keys, "", SLEEP)) == SAYS
    answer = put(keys, "I like cats.", "Cats purr. Dogs sing.")
    page = sound(answer)
    assert "Somebody changed the same words of this rule since you opened it." in page
    assert (body_of(answer), answer.context["editing"].words) == ("I like cats.", "Cats purr. Dogs sing.")


def test_words_that_are_not_in_the_text_yet_are_asked_about_once(keys):
    sent = {"rule_key": keys["Cats"], "rule_seen": CATS, "rule_text": SLEEP}
    answer = send("I like cats.", "publish", **sent)
    assert "your text does not say so yet" in page_shown(answer)
    assert (Post.objects.count(), answer.context["editing"].words) == (0, SLEEP)
    send("I like cats.", "publish", **sent, warned="on")
    assert Post.objects.get().changes == []


def test_a_look_at_the_words_and_leaving_them_keep_the_text(keys):
    sent = {"rule_key": keys["Cats"], "rule_seen": CATS, "rule_text": "Cats *sleep*."}
    look = send("I like cats.", "look_rule", **sent)
    assert (body_of(look), look.context["editing"].words) == ("I like cats.", "Cats *sleep*.")
    assert "<p>Cats <em>sleep</em>.</p>" in sound(look)
    left = send("I like cats.", "leave_rule", **sent)
    assert (body_of(left), left.context["editing"].opened) == ("I like cats.", None)
    another = send("I like cats.", "preview", **sent)  # of the text: the words stay in their editor
    assert another.context["editing"].words == "Cats *sleep*."


@pytest.mark.parametrize("key", ["", "x", "999999", "9" * 40, "-1"])
@pytest.mark.parametrize("button", ["open_rule", "put_rule", "look_rule"])
def test_a_rule_that_is_not_there_is_not_opened(keys, key, button):
    answer = send("I like cats.", button, rule_key=key, rule_text="x", rule_seen="x")
    assert (answer.status_code, body_of(answer)) == (200, "I like cats.")
    assert answer.context["editing"].opened is None


def test_a_matter_is_edited_so_too(keys):
    post = propose(who("Bobby"), noon(1), "Quieter", body="I like cats.")
    address = reverse("votables:edit", args=[post.pk])
    with at_time(noon(1)):
        sent = {"title": "Quieter", "body": post.body, "seen": "1", "rule_key": keys["Cats"], "rule_seen": CATS,
                "rule_text": SLEEP, "put_rule": "1"}  # fmt: skip
        answer = browser("Bobby").post(address, sent)
        assert body_of(answer) == f"I like cats.\n\n{SAYS}"
        browser("Bobby").post(address, {"title": "Quieter", "body": body_of(answer), "seen": "1"})
    post.refresh_from_db()
    assert [(one["op"], one["find"]) for one in post.changes] == [("replace", "purr")]


def test_who_does_not_play_and_what_carries_no_changes_have_no_rules_to_edit(keys):
    with at_time(noon(1)):
        assert "rule_key" in page_shown(browser("Bobby").get("/posts/new/"))
        declared = browser("Bobby").post(
            "/posts/new/", {"title": "x", "body": "x", "category": "dov", "preview": "1"}
        )
        assert "rule_key" not in page_shown(declared)


FLOUR = "Each Player has a Flour, a non-negative integer that defaults to 3, publicly tracked."


def test_what_a_rule_that_stands_defines_is_tracked_at_the_press_of_a_button(keys):
    baking = [Amendment("add", parent=keys["Dynastic Rules"], title="Baking", text=FLOUR)]
    enact(supported(propose(who("Bobby"), noon(1), changes=[one.as_json() for one in baking])), noon(3))
    key = next(node.key for node in standing(noon(4)).walk() if node.title == "Baking")
    with at_time(noon(4)):
        bobby = browser("Bobby")
        page = page_shown(bobby.get(f"/posts/new/?category=proposal&rule={key}"))
        (offer,) = re.findall(r'name="offer_of_rule" value="(\w+)"', page)
        assert f'name="fold-{offer}-floor"' in page and f'name="fold-{offer}-audience"' in page  # folded
        sent = {"title": "Flour", "category": "proposal", "body": "", "rule_key": key}
        sent |= {"rule_text": FLOUR, "rule_seen": FLOUR}
        answer = bobby.post("/posts/new/", {**sent, "offer_of_rule": offer})
        body = answer.context["form"]["body"].value()
        assert body.startswith("Track “flour” for each player, defined so:")
        assert 'name="offer_of_rule"' not in page_shown(answer)
        again = bobby.post("/posts/new/", {**sent, "body": body, "offer_of_rule": offer})
        assert again.context["form"]["body"].value() == body
        assert bobby.post("/posts/new/", {**sent, "body": body}).status_code == 302
    post = Post.objects.get(title="Flour")
    enact(supported(post, noon(4, hours=1)), noon(6))
    assert Variable.objects.live().get().definition["name"] == "Flour"
    with at_time(noon(6)):
        assert 'name="offer_of_rule"' not in page_shown(
            browser("Bobby").get(f"/posts/new/?category=proposal&rule={key}")
        )
