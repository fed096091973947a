"""Whoever proposes another law reads first which quorum results, and whether anything could change the law again."""

import pytest
from django.urls import reverse

from ruleset.law.numbers import with_figure
from ruleset.law.shipped import document
from ruleset.queries import law_at
from tests.blognomic.api.programs import ask, token_of
from votables.changes.apply import Settlement
from votables.models import Draft, Post
from votables.services import posting, resolving

from ..table import noon, propose
from .browsing import add, at_time, browser, sound, who

pytestmark = pytest.mark.django_db

AT = noon(1)
LINE = (
    "Quorum with the 5 players of today: 1, instead of 3. With 1 to 10 players: 1, 2, 2, 3, 1, 4, 4, 5, 5, 6."
)
FALLS_BACK = "With 5 players the formula gives nothing: the quorum is then 1."
LOCKED = "Under this law nothing could ever change the law again, even with every player of today FOR."


@pytest.fixture
def draft(keys) -> Draft:
    return posting.save_draft(
        by=who("Bobby"), at=AT, title="Another law", body="As below.", category="proposal"
    )


def locking() -> str:
    """The law in force with no way to enact anything."""
    return (
        document("ruleset-211")
        .replace('when = "f >= q"', 'when = "f >= q && n > 99"')
        .replace('when = "f > a"', 'when = "f > a && n > 99"')
    )


@pytest.mark.parametrize("written", ["0", "-5", "3 - 3"])
def test_a_quorum_that_is_written_out_below_one_is_refused(draft, written):
    address = reverse("votables:draft_changes", args=[draft.pk])
    with at_time(AT):
        answer = add(browser("Bobby"), address, "law", number="quorum.formula", value=written)
    assert answer.status_code == 400
    number = {"3 - 3": "0"}.get(written, written)
    sentence = f"A quorum of {number} is reached by a single vote, or by none. Write a number from 1 on."
    assert sentence in sound(answer)
    draft.refresh_from_db()
    assert draft.changes == []


def test_the_quorum_that_results_is_a_line_before_it_is_proposed_and_on_the_matters_page(draft):
    address, bobby = reverse("votables:draft_changes", args=[draft.pk]), browser("Bobby")
    with at_time(AT):
        answer = add(bobby, address, "law", number="quorum.formula", value="n / 2 + 1 + 0 / (n - 5)")
        assert answer.status_code == 302
        before = sound(bobby.get(address))
        draft.refresh_from_db()
        post = propose(who("Bobby"), AT, "Another law", changes=draft.changes, amends=[])
        pages = [sound(browser(name).get(post.get_absolute_url())) for name in ("Carol", None)]
    for page in (before, *pages):
        assert (LINE in page, FALLS_BACK in page, LOCKED in page) == (True, True, False)


def test_a_law_that_leaves_the_quorum_says_nothing_of_it(draft):
    address, bobby = reverse("votables:draft_changes", args=[draft.pk]), browser("Bobby")
    with at_time(AT):
        assert add(bobby, address, "law", number="hours.minimum.value", value="6").status_code == 302
        assert "Quorum with the" not in sound(bobby.get(address))


def test_a_law_that_nobody_could_change_again_is_proposed_only_past_a_warning(draft):
    address, bobby = reverse("votables:draft_changes", args=[draft.pk]), browser("Bobby")
    with at_time(AT):
        warned = add(bobby, address, "law", text=locking())
        assert (warned.status_code, f"{LOCKED} Send it again to do it anyway." in sound(warned)) == (
            409,
            True,
        )
        assert add(bobby, address, "law", text=locking(), warned="on").status_code == 302
        assert LOCKED in sound(bobby.get(address))
        sent = {"draft": draft.pk, "title": "Another law", "body": Draft.objects.get().body}
        sent["category"] = "proposal"
        new = reverse("votables:draft", args=[draft.pk])
        again = bobby.post(new, sent)
        assert (again.status_code, LOCKED in sound(again), Post.objects.count()) == (409, True, 0)
        assert bobby.post(new, {**sent, "warned": "on"}).status_code == 302
        assert LOCKED in sound(browser("Carol").get(Post.objects.get().get_absolute_url()))


def test_a_program_is_warned_too_and_confirms(keys):
    change = {"op": "law", "text": locking(), "seen": law_at(AT).law.text}
    sent = {"title": "Another law", "body": "As below.", "category": "proposal", "changes": [change]}
    token = token_of(who("Bobby"), at=AT)
    with at_time(AT):
        warned = ask("POST", "/posts", sent, token=token)
        assert (warned.status_code, warned.json()["confirm"]) == (409, "confirmed")
        assert warned.json()["detail"] == f"{LOCKED} Send it again to do it anyway."
        posted = ask("POST", "/posts", {**sent, "confirmed": True}, token=token)
        assert posted.status_code == 201
        broken = [{"op": "revert", "revision": 999999}, change]
        assert ask("POST", "/posts", {**sent, "changes": broken}, token=token).status_code == 422


def test_no_admin_corrects_a_quorum_to_what_could_not_be_proposed(keys):
    law = law_at(AT).law.text
    change = {"op": "law", "text": with_figure(law, "hours.minimum.value", "6"), "base": law}
    post = propose(who("Bobby"), AT, "Another law", changes=[change], amends=["core"])
    settlements = {0: Settlement(text=with_figure(law, "quorum.fallback", "0"), why="Better.")}
    with pytest.raises(resolving.RuleBroken, match="A quorum of 0 is reached by a single vote"):
        resolving.resolve_against_verdict(
            post=post, to="enacted", by=who("Alice"), at=noon(2), reason="Test.", settlements=settlements
        )
    assert law_at(noon(3)).law.text == law
