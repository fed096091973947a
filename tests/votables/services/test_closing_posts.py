"""Ending official posts, saying how their ending actions were carried out, and which comments count as responses."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Update
from players.models import AdminAct
from tests.votables.table import declare, make_admin, noon, say, seat
from tests.votables.typed_posts import WORDS, defined, refused, story, switch
from votables.post_types.models import OfficialAct, OfficialPost
from votables.post_types.presets import BOUNTY, REQUEST, SEARCH
from votables.services import closing_posts

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db):
    return seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")


def test_a_type_is_used_while_its_special_case_is_active(people):
    alice, bobby, *_ = people
    defined(BOUNTY, alice)
    notice = {"by": alice, "at": noon(1), "title": "[Bounty] Shops"}
    assert refused(story, **notice) == (
        "The special case Bounties is not active, so there are no Bounty Notices now.",
        "Bounties",
    )
    switch("Bounties", True)
    post = story(**notice)
    assert say(post, bobby, noon(1), "I will.").response.reason == "comments on it are never responses"
    assert refused(closing_posts.end, post=post, by=bobby, at=noon(2)) == (
        "Only the emperor can end a Bounty Notice.",
        "Bounties",
    )
    assert (
        refused(closing_posts.end, post=post, by=alice, at=noon(2), ending="Closed")[0]
        == "Choose how it ends."
    )
    made = closing_posts.end(post=post, by=alice, at=noon(2), ending="Failed", outcome="Nobody did.")
    assert (made.ending, made.outcome, made.ended_with.text) == (
        "Failed", "Nobody did.", "This Bounty Notice is Failed.\n\nNobody did.",
    )  # fmt: skip


def test_a_post_is_ended_once_by_whom_its_type_says_and_not_too_early(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    assert refused(closing_posts.end, post=post, by=carol, at=noon(2)) == (
        "Only its author or the emperor can end a Search.",
        "Event Types",
    )
    with pytest.raises(RuleBroken) as early:
        closing_posts.end(post=post, by=bobby, at=noon(1, hours=23, minutes=59))
    assert (early.value.sentence, early.value.rule, early.value.when) == (
        "A Search can be ended once it has been open for 24 hours.", "Event Types", noon(2),
    )  # fmt: skip
    made = closing_posts.end(post=post, by=alice, at=noon(2), outcome="Carol found it.", done=[2, 0])
    assert (made.ended_at, made.ended_by, made.ending, made.done) == (noon(2), alice, "Ended", [0, 2])
    assert (made.ended_with.text, made.ended_with.author) == (
        "This Search is Ended.\n\nCarol found it.",
        alice,
    )
    assert not made.responses.exists()
    assert refused(closing_posts.end, post=post, by=bobby, at=noon(3)) == (
        "This Search is already ended.",
        "Event Types",
    )
    assert list(made.acts.values_list("kind", "words")) == [("ended", "Ended")]


def test_comments_on_an_ended_post_are_never_responses(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    closing_posts.end(post=post, by=bobby, at=noon(2))
    assert not hasattr(say(post, carol, noon(2), WORDS), "response")


def test_a_request_closes_by_itself_and_is_settled_after(people):
    alice, bobby, *_ = people
    defined(REQUEST, alice)
    post = story(alice, noon(1), "Open Request: Red")
    made = OfficialPost.objects.get()
    assert (made.closes_at, made.is_open(noon(2)), made.is_open(noon(3))) == (noon(3), True, False)
    assert say(post, alice, noon(2)).response.reason == "the emperor cannot respond"
    assert say(post, bobby, noon(2), "A red house").response.valid
    assert not hasattr(say(post, people[2], noon(3), "A red car"), "response")
    with pytest.raises(RuleBroken) as early:
        closing_posts.end(post=post, by=alice, at=noon(2))
    assert early.value.when == noon(3)
    assert closing_posts.end(post=post, by=alice, at=noon(4), outcome="Bobby.").ending == "Settled"


def test_no_event_is_posted_or_ended_in_hiatus(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    declare(carol, noon(2))
    assert refused(closing_posts.end, post=post, by=bobby, at=noon(2, hours=1))[1] == "Victory and Ascension"
    assert refused(story, by=people[3], at=noon(2, hours=1))[1] == "Victory and Ascension"


def test_whether_a_comment_counts_is_decided_anew_with_a_reason(people):
    alice, bobby, carol, david, *_ = people
    make_admin(david)
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    response = say(post, carol, noon(1), "Me too!").response
    arguments = {"answer": response, "valid": True, "at": noon(1), "reason": "Clear enough."}
    assert refused(closing_posts.count, by=carol, **arguments)[0] == (
        "Only its author, the emperor or an admin can say which comments count."
    )
    assert (
        refused(closing_posts.count, by=bobby, **{**arguments, "reason": " "})[0]
        == "Say why, in at most 300 characters."
    )
    counted = closing_posts.count(by=bobby, **arguments)
    assert (counted.valid, counted.reason) == (True, "Clear enough.")
    with pytest.raises(Stale):
        closing_posts.count(by=david, **arguments)
    closing_posts.count(by=david, **{**arguments, "valid": False, "reason": "It is not."})
    assert list(OfficialAct.objects.values_list("kind", "by__name", "words", "response")) == [
        ("counted", "Bobby", "Clear enough.", response.pk),
        ("discounted", "David", "It is not.", response.pk),
    ]
    assert AdminAct.objects.latest("pk").sentence == (
        "did not count a comment by Carol as a response to “[Search] The attic”"
    )


def test_who_ended_it_reports_on_the_ending_action(people):
    alice, bobby, carol, *_ = people
    defined(SEARCH, alice)
    post = story(bobby, noon(1))
    made = OfficialPost.objects.get()
    arguments = {"post": made.post, "at": noon(3), "done": [0, 1]}
    assert refused(closing_posts.report, by=bobby, **arguments)[0] == "It has not been ended yet."
    closing_posts.end(post=post, by=bobby, at=noon(2))
    old, own, other = (
        Update.objects.create(by=by, at=at)
        for by, at in ((bobby, noon(1)), (bobby, noon(2)), (carol, noon(2)))
    )
    assert refused(closing_posts.report, by=carol, **arguments)[0] == (
        "Only the one who ended it, the emperor or an admin can report on its ending action."
    )
    for update in (old, other):
        assert refused(closing_posts.report, by=bobby, update=update.pk, **arguments)[0] == (
            "Choose an update that you made when it ended, or later."
        )
    assert (
        refused(closing_posts.report, by=bobby, **{**arguments, "done": [4]})[0]
        == "The ending action does not have this step."
    )
    made = closing_posts.report(by=bobby, update=own.pk, **arguments)
    assert (made.done, made.update) == ([0, 1], own)
    assert made.acts.last().words == f"2 of 4 steps, Update {own.pk}"
