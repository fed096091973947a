"""What became of each comment: the vote it casts, whether it counts, and why not."""

from dataclasses import replace
from datetime import timedelta

from votables.judge import CommentState

from .world import (
    HOUR,
    POSTED,
    game,
    matter,
    only,
    player,
    players,
    says,
    votes,
)

AT = POSTED + 2 * HOUR


def states(name, *comments, at=AT, people=None, **more):
    facts = game(matter(more.pop("kind", "proposal"), *comments, **more), people=people)
    return [
        (state.comment.author, state.cast, state.effective, state.counts, state.reason, state.ignored)
        for state in only(name, facts, at).comments
    ]


def test_each_comment_is_told_what_became_of_it():
    comments = (
        says("B", "for", after=timedelta(minutes=1)),
        says("B", after=timedelta(minutes=2)),
        says("B", "against", "veto", after=timedelta(minutes=3)),
        says("E", "deferential", "for", after=timedelta(minutes=4)),
    )
    assert states("ruleset-211", *reversed(comments)) == [
        ("B", "for", False, False, "superseded by a later vote of the same player", ()),
        ("B", None, False, False, "", ()),
        (
            "B",
            "against",
            True,
            True,
            "",
            (("veto", "only the emperor may use VETO (Special Proposal Voting)"),),
        ),
        ("E", "for", True, True, "", (("deferential", "only the last icon of a comment counts"),)),
    ]


def test_a_comment_keeps_its_key():
    comment = replace(says("B", "for"), key=("comment", 17))
    (state,) = only("ruleset-98", game(matter("cfj", comment))).comments
    assert state == CommentState(comment, "for", (), effective=True, counts=True, reason="")


def test_votes_that_count_as_nothing_say_why():
    assert [entry[4] for entry in states("ruleset-211", *votes("B:deferential E:veto"))] == [
        "the emperor has no vote FOR or AGAINST to follow (Votes)",
        "VETO is neither FOR nor AGAINST",
    ]
    assert [entry[4] for entry in states("ruleset-98", *votes("B:deferential"), kind="cfj")] == [
        "a DEFERENTIAL is valid on proposals only, but it is a vote (Votable Matters)"
    ]
    assert [entry[3] for entry in states("ruleset-86", *votes("B:deferential E:deferential"))] == [True, True]


def test_votes_of_those_who_are_out_say_so():
    people = (*players(6), player("X", (AT, None)))
    comment = says("X", "for")
    assert states("ruleset-211", comment, people=people)[0][2:5] == (
        False,
        False,
        "not in the roster now",
    )


def test_icons_that_are_locked_or_unknown_say_so():
    assert states("ruleset-37", *votes("A:against A:for"))[1][5] == (
        ("for", "A’s vote can no longer be changed: it is self-killed (Voting)"),
    )
    assert states("ruleset-37", says("B", "revise"))[0][5] == (("revise", "the law does not have this icon"),)
    assert states("ruleset-37", says("B", "deferential"), kind="cfj")[0][5] == (
        ("deferential", "DEFERENTIAL is for proposals only (Voting)"),
    )
