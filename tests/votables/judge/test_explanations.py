"""What a verdict says for people: reasons, clauses, needs, what blocks it, what became of each comment; and
leave.
"""

from dataclasses import replace
from datetime import timedelta

import pytest

from votables.judge import Blocker, CommentState, Leave, lasting_effects, may_use, would_self_kill, would_veto

from .world import (
    BIT,
    HOUR,
    LAWS,
    POSTED,
    START,
    game,
    instant,
    judged,
    law,
    matter,
    only,
    player,
    players,
    says,
    votes,
)

NEW = ("ruleset-2019-09", "ruleset-211")
AT = POSTED + 2 * HOUR
FOUR = "A:for B:for C:for D:for"


def needs(name, words, after, *, kind="proposal", n=7, **more):
    found = only(name, game(matter(kind, *votes(words, timedelta(0)), **more), n=n), POSTED + after)
    return found.needs["enact"], found.needs["fail"]


# -- what is needed


def test_needs_name_votes_and_time_from_the_laws_own_conditions():
    assert needs("ruleset-211", "A:for B:for", 11 * HOUR) == (
        ("2 more FOR and 1 h 0 min", "37 h 0 min"),
        ("4 more AGAINST", "2 more AGAINST and 37 h 0 min", "157 h 1 min"),
    )
    assert needs("ruleset-211", "A:for B:for", 20 * HOUR)[0] == ("2 more FOR", "28 h 0 min")
    assert needs("ruleset-37", "A:for B:for", 20 * HOUR) == (
        ("2 more FOR", "28 h 0 min"),
        ("4 more AGAINST", "2 more AGAINST and 28 h 0 min"),
    )
    assert needs("ruleset-211", "A:for", 20 * HOUR)[0] == ("3 more FOR", "1 more FOR and 28 h 0 min")


def test_nothing_is_needed_of_what_may_be_done():
    assert needs("ruleset-98", FOUR, 12 * HOUR)[0] == ()
    assert needs("ruleset-98", "B:against", 48 * HOUR)[1] == ()


def test_a_vetoed_proposal_needs_what_nobody_can_give():
    assert needs("ruleset-98", f"{FOUR} E:veto", 12 * HOUR)[0] == (
        "neither votes nor time can bring it about",
    )


def test_votes_are_turned_when_nobody_else_is_left():
    found = needs(
        "ruleset-211", "A:for B:against C:against D:against E:against F:against G:against", 20 * HOUR
    )
    assert found[0] == ("3 more FOR",)
    found = needs("ruleset-211", "A:for B:for C:for D:for E:for F:against G:against", 20 * HOUR, kind="dov")
    assert found == ((), ("2 more AGAINST", "1 more AGAINST and 28 h 1 min"))


def test_minutes_are_rounded_up_so_that_they_are_enough():
    assert needs("ruleset-98", FOUR, 11 * HOUR + BIT)[0] == ("1 h 0 min",)
    assert needs("ruleset-98", FOUR, 11 * HOUR - BIT)[0] == ("1 h 1 min",)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_what_is_needed_at_once_is_enough(name, kind):
    """As many votes more as are said to be needed now do bring it about, and one fewer does not."""
    for words in ("A:for", "A:for B:against", "A:for B:for C:against", ""):
        enact, _ = needs(name, words, 47 * HOUR, kind=kind)
        if not enact or "and" in enact[0] or "more" not in enact[0]:
            continue
        more = int(enact[0].split()[0])
        silent = [letter for letter in "DFGBCA" if f"{letter}:" not in words]
        for extra, expected in ((more, True), (more - 1, False)):
            given = " ".join([words, *(f"{letter}:for" for letter in silent[:extra])]).strip()
            found = only(name, game(matter(kind, *votes(given, timedelta(0)))), POSTED + 47 * HOUR)
            assert found.enactable is expected


# -- why, clauses, blockers


def test_why_tells_what_is_lacking():
    assert only("ruleset-98", game(matter("proposal", *votes("A:for B:for")))).why == (
        "not so yet: the FOR votes reach quorum",
        "open for 1 h 0 min of 12 h",
    )
    assert only("ruleset-98", game(matter("cfj")), AT).why == ("not so yet: the FOR votes reach quorum",)
    stale = only("ruleset-98", game(matter("cfj", *votes("A:for B:for"))), POSTED + 48 * HOUR)
    assert stale.why == ("not so yet: the FOR votes reach quorum",)


def test_why_tells_what_allows_it():
    assert only("ruleset-211", game(matter("proposal", *votes(FOUR))), POSTED + 12 * HOUR).why == (
        "may be enacted: it is Popular",
    )
    assert only("ruleset-211", game(matter("proposal", *votes(f"{FOUR} E:veto A:against"))), AT).why == (
        "may be failed: it has been vetoed",
        "may be failed: it has been withdrawn",
    )


def test_older_matters_and_standstills_block():
    first, second = (
        matter(id="a", title="First"),
        matter("proposal", *votes(FOUR, 2 * HOUR), id="b", posted=POSTED + HOUR),
    )
    found = judged("ruleset-211", game(first, second), POSTED + 20 * HOUR).matter("b")
    assert found.blocked_by == (
        Blocker("older matters come first: First", "Resolution of Proposals", matters=("a",)),
    )
    assert found.why == ("older matters come first: First",)
    many = [matter(id=str(hour), title=f"No. {hour}", posted=POSTED + hour * HOUR) for hour in range(5)]
    blocked = [judged("ruleset-211", game(*many), POSTED + 20 * HOUR).matter(str(hour)) for hour in (2, 3, 4)]
    assert [one.blocked_by[0].reason for one in blocked] == [
        "older matters come first: No. 0, No. 1",
        "older matters come first: No. 0, No. 1 and 1 more",
        "older matters come first: No. 0, No. 1 and 2 more",
    ]
    assert blocked[2].blocked_by[0].matters == ("0", "1", "2", "3")
    at = instant("2024-12-24T00:00:00")
    winter = only("ruleset-211", game(matter("proposal", posted=at), n=4), at)
    assert winter.blocked_by == (
        Blocker(
            "it is seasonal downtime: proposals are not resolved",
            "Seasonal Downtime",
            standstill="seasonal",
            until=instant("2024-12-27T00:00:00"),
        ),
        Blocker(
            "the game is dormant: there are fewer than five players: proposals are not resolved",
            "Dormancy",
            standstill="dormant",
        ),
    )
    assert only("ruleset-211", game(matter("cfj", posted=at)), at).blocked_by == ()


def test_a_stale_proposal_is_blocked_from_enactment():
    found = only("ruleset-98", game(matter("proposal", *votes(FOUR))), POSTED + 200 * HOUR)
    assert [blocker.reason for blocker in found.blocked_by] == [
        "it has been pending for more than 7 days: it may only be failed"
    ]
    assert found.why == ("may be failed: it has been pending for more than 7 days",)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
@pytest.mark.parametrize("words", ["", FOUR, "A:against E:veto", "B:against C:against D:against F:against"])
@pytest.mark.parametrize("hours", [1, 12, 24, 48, 100, 200])
def test_clauses_agree_with_the_verdict(name, kind, words, hours):
    found = only(name, game(matter(kind, *votes(words, timedelta(0)))), POSTED + hours * HOUR)
    met = {
        outcome: any(clause.met for clause in found.clauses if clause.outcome == outcome)
        for outcome in ("enact", "fail")
    }
    assert met == {"enact": found.enactable, "fail": found.failable}
    for clause in found.clauses:
        assert clause.met == all(condition.met for condition in clause.conditions)
        assert clause.rule and all(condition.rule and condition.label for condition in clause.conditions)
    for word, holds in found.terms.items():
        assert any(clause.met for clause in found.clauses if clause.outcome == word) == holds


# -- comments


def states(name, *comments, at=AT, people=None, **more):
    found = game(matter(more.pop("kind", "proposal"), *comments, **more), people=people)
    return [
        (state.comment.author, state.cast, state.effective, state.counts, state.reason, state.ignored)
        for state in only(name, found, at).comments
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
        ("for", "A's vote may not be changed any more: it is self-killed (Voting)"),
    )
    assert states("ruleset-37", says("B", "revise"))[0][5] == (("revise", "this law has no such icon"),)
    assert states("ruleset-37", says("B", "deferential"), kind="cfj")[0][5] == (
        ("deferential", "DEFERENTIAL is for proposals only (Voting)"),
    )


# -- before a comment is written


def use(name, icon, author, found, at=AT, subject=None):
    subject = subject or found.matters[0]
    return may_use(icon, game=found, law=law(name), at=at, matter=subject, author=author)


def test_leave_to_use_an_icon_names_the_rule():
    found = game(matter())
    assert use("ruleset-211", "veto", "E", found) == Leave(True)
    assert use("ruleset-211", "veto", "B", found) == Leave(
        False, "Only the emperor may use VETO.", "Special Proposal Voting"
    )
    assert use("ruleset-37", "deferential", "E", found) == Leave(
        False, "The emperor cannot vote DEFERENTIAL.", "Voting"
    )
    assert use("ruleset-37", "deferential", "B", game(matter("cfj"))) == Leave(
        False, "DEFERENTIAL is for proposals only.", "Voting"
    )
    assert use("ruleset-37", "revise", "B", found) == Leave(False, "This law has no such icon.")
    hiatus = game(matter(), matter("dov", id="d"))
    assert use("ruleset-37", "for", "B", hiatus).rule == "Victory and Ascension"
    assert use("ruleset-86", "for", "B", hiatus) == Leave(True)


def test_a_locked_author_may_use_nothing():
    found = game(matter("proposal", *votes("A:against")))
    assert use("ruleset-86", "for", "A", found) == Leave(
        False, "Your vote made it self-killed, and may not be changed any more.", "Voting"
    )
    assert use("ruleset-98", "for", "A", found) == Leave(True)


def test_a_resolved_matter_takes_no_votes():
    found = game(matter(status="failed", resolved=AT))
    assert use("ruleset-98", "for", "B", found, AT - BIT) == Leave(True)
    assert use("ruleset-98", "for", "B", found) == Leave(
        False, "It is not pending, so no votes are cast on it.", "Proposals"
    )


def test_those_out_of_the_roster_are_told_that_it_counts_later():
    found = game(matter(), people=(*players(6), player("X", (START, None))))
    assert use("ruleset-98", "for", "X", found) == Leave(
        True, "It counts only once you are in the roster.", "Votable Matters"
    )


@pytest.mark.parametrize("name", LAWS)
def test_casting_is_warned_of_what_it_does_for_good(name):
    people = (*players(7), player("X", (START, None)))
    found = game(matter(), people=people)
    given = {"game": found, "law": law(name), "at": AT, "matter": found.matters[0]}
    assert [would_veto("veto", author=author, **given) for author in "EAX"] == [True, False, False]
    assert [would_self_kill("against", author=author, **given) for author in "AEX"] == [True, False, False]
    assert would_self_kill("for", author="A", **given) is False
    assert [effect.name for effect in lasting_effects("against", author="A", **given)] == ["self_killed"]
    cfj = game(matter("cfj"))
    given = {"game": cfj, "law": law(name), "at": AT, "matter": cfj.matters[0]}
    assert (would_veto("veto", author="E", **given), would_self_kill("against", author="A", **given)) == (
        False,
        False,
    )


def test_an_unknown_matter_is_a_key_error():
    with pytest.raises(KeyError):
        judged("ruleset-98", game()).matter("m")
