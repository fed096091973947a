"""Before a comment is written: which icons its author may use, and what they would do for good."""

import pytest

from votables.judge import Leave, lasting_effects, may_use, would_self_kill, would_veto

from .world import BIT, HOUR, LAWS, POSTED, START, game, law, matter, player, players, votes

AT = POSTED + 2 * HOUR


def use(name, icon, author, facts, at=AT, subject=None):
    subject = subject or facts.matters[0]
    return may_use(icon, game=facts, law=law(name), at=at, matter=subject, author=author)


def test_leave_to_use_an_icon_names_the_rule():
    facts = game(matter())
    assert use("ruleset-211", "veto", "E", facts) == Leave(True)
    assert use("ruleset-211", "veto", "B", facts) == Leave(
        False, "Only the emperor may use VETO.", "Special Proposal Voting"
    )
    assert use("ruleset-37", "deferential", "E", facts) == Leave(
        False, "The emperor cannot vote DEFERENTIAL.", "Voting"
    )
    assert use("ruleset-37", "deferential", "B", game(matter("cfj"))) == Leave(
        False, "DEFERENTIAL is for proposals only.", "Voting"
    )
    assert use("ruleset-37", "revise", "B", facts) == Leave(False, "The law does not have this icon.")
    hiatus = game(matter(), matter("dov", id="d"))
    assert use("ruleset-37", "for", "B", hiatus).rule == "Victory and Ascension"
    assert use("ruleset-86", "for", "B", hiatus) == Leave(True)


def test_a_locked_author_may_use_nothing():
    facts = game(matter("proposal", *votes("A:against")))
    assert use("ruleset-86", "for", "A", facts) == Leave(
        False, "Your vote made it self-killed. You can no longer change it.", "Voting"
    )
    assert use("ruleset-98", "for", "A", facts) == Leave(True)


def test_a_resolved_matter_takes_no_votes():
    facts = game(matter(status="failed", resolved=AT))
    assert use("ruleset-98", "for", "B", facts, AT - BIT) == Leave(True)
    assert use("ruleset-98", "for", "B", facts) == Leave(
        False, "You can vote on it only while it is pending.", "Proposals"
    )


def test_those_out_of_the_roster_are_told_that_it_counts_later():
    facts = game(matter(), people=(*players(6), player("X", (START, None))))
    assert use("ruleset-98", "for", "X", facts) == Leave(
        True, "It counts only once you are in the roster.", "Votable Matters"
    )


@pytest.mark.parametrize("name", LAWS)
def test_casting_is_warned_of_what_it_does_for_good(name):
    people = (*players(7), player("X", (START, None)))
    facts = game(matter(), people=people)
    given = {"game": facts, "law": law(name), "at": AT, "matter": facts.matters[0]}
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
