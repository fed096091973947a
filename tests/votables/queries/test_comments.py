"""What stands beneath a post: icons to vote with, comments, and how a matter came out."""

import pytest
from django.test import Client

from blognomic.frame import PageFrame
from tests.votables.table import noon, person, propose, say, seat
from votables.models import Post
from votables.queries.comments import VoteButton, comment_rows, settled, vote_buttons
from votables.queries.vote_icons import Mark
from votables.services import resolving

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def case_of(post: Post, at):
    return PageFrame(at, None).case(post)


def test_buttons_are_the_laws_icons_as_one_may_use_them():
    alice, bobby, *_ = seat(*FIVE)
    case = case_of(propose(bobby, noon(1)), noon(1))
    labels = [
        ("for", "FOR", ":for:"),
        ("against", "AGAINST", ":against:"),
        ("deferential", "DEFERENTIAL", ":def:"),
    ]
    for player, may in ((alice, True), (bobby, False)):
        rule = "" if may else "Special Proposal Voting"
        reason = "" if may else "Only the emperor may use VETO."
        assert vote_buttons(case, player, at=noon(1)) == [
            *(
                VoteButton(icon, label, code, True, "", "", Mark(label, icon, "", icon))
                for icon, label, code in labels
            ),
            VoteButton("veto", "VETO", ":veto:", may, reason, rule, Mark("VETO", "veto", "", "veto")),
        ]
    guest = vote_buttons(case, person("Gregory"), at=noon(1))
    assert (guest[0].allowed, guest[0].reason) == (True, "It counts only once you are in the roster.")


def test_a_resolved_matters_comments_show_whose_vote_decided():
    alice, bobby, carol, david, ellen = seat(*FIVE)
    post = propose(bobby, noon(1))
    guest = person("Gregory")
    comments = [
        say(post, carol, noon(1), ":against:"),
        say(post, carol, noon(1), "On reflection :for:"),
        say(post, carol, noon(1), "And a word."),
        say(post, guest, noon(1), ":for:"),
        say(post, david, noon(1), ":for:"),
    ]
    live = comment_rows(comments, case_of(post, noon(2)), [])
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    post.refresh_from_db()
    how = settled(post)
    rows = comment_rows(post.comments.order_by("pk"), None, how.ballots)
    marks = ["superseded", "effective", "", "uncounted", "effective"]
    assert [row.mark for row in live] == [row.mark for row in rows] == marks
    assert [row.note for row in rows] == [
        "superseded by a later vote", "", "", "not a player when it was resolved", "",
    ]  # fmt: skip
    assert [(ballot.player, ballot.cast, ballot.counts_as) for ballot in how.ballots] == [
        (bobby, "", "for"),
        (carol, "for", "for"),
        (david, "for", "for"),
    ]
    assert (how.last.tally, how.marked) == ("3–0", [])


def test_a_corrected_matter_shows_every_status_it_was_given():
    alice, bobby, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    first = resolving.resolve_against_verdict(post=post, to="enacted", by=alice, at=noon(1), reason="One")
    second = resolving.overturn(post=post, to="failed", seen=first.pk, by=alice, at=noon(2), reason="Two")
    post.refresh_from_db()
    how = settled(post)
    assert (how.last, [(one, one.reason) for one in how.marked]) == (
        second,
        [(first, "One"), (second, "Two")],
    )
    assert [ballot.player for ballot in how.ballots] == [bobby]


@pytest.mark.parametrize(
    ("text", "is_named"),
    [
        (":for: Good.", False),
        ("Good. :for:", True),
        (":for: or rather :against:", True),
    ],
)
def test_a_vote_that_its_icon_shows_is_not_named_beside_it(text, is_named):
    alice, bobby, *_ = seat(*FIVE)
    post = propose(alice, noon(1))
    say(post, bobby, noon(1), text)
    page = Client().get(post.get_absolute_url()).content.decode()
    assert ("mark-effective" in page) is is_named
