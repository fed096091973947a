"""What a matter still needs: votes and time, tried through the law's own conditions."""

from datetime import timedelta

import pytest

from .world import (
    BIT,
    FOUR,
    HOUR,
    LAWS,
    POSTED,
    game,
    matter,
    only,
    votes,
)


def needs(name, words, after, *, kind="proposal", n=7, **more):
    verdict = only(name, game(matter(kind, *votes(words, timedelta(0)), **more), n=n), POSTED + after)
    return verdict.needs["enact"], verdict.needs["fail"]


def test_needs_name_votes_and_time_from_the_laws_own_conditions():
    assert needs("ruleset-211", "A:for B:for", 11 * HOUR) == (
        ("with 2 more FOR in 1 h 0 min", "in 37 h 0 min"),
        ("with 4 more AGAINST", "with 2 more AGAINST in 37 h 0 min", "in 157 h 1 min"),
    )
    assert needs("ruleset-211", "A:for B:for", 20 * HOUR)[0] == ("with 2 more FOR", "in 28 h 0 min")
    assert needs("ruleset-37", "A:for B:for", 20 * HOUR) == (
        ("with 2 more FOR", "in 28 h 0 min"),
        ("with 4 more AGAINST", "with 2 more AGAINST in 28 h 0 min"),
    )
    assert needs("ruleset-211", "A:for", 20 * HOUR)[0] == ("with 3 more FOR", "with 1 more FOR in 28 h 0 min")


def test_nothing_is_needed_of_what_may_be_done():
    assert needs("ruleset-98", FOUR, 12 * HOUR)[0] == ()
    assert needs("ruleset-98", "B:against", 48 * HOUR)[1] == ()


def test_a_vetoed_proposal_needs_what_nobody_can_give():
    assert needs("ruleset-98", f"{FOUR} E:veto", 12 * HOUR)[0] == ("neither with more votes nor with time",)


def test_votes_are_turned_when_nobody_else_is_left():
    missing = needs(
        "ruleset-211", "A:for B:against C:against D:against E:against F:against G:against", 20 * HOUR
    )
    assert missing[0] == ("with 3 more FOR",)
    missing = needs("ruleset-211", "A:for B:for C:for D:for E:for F:against G:against", 20 * HOUR, kind="dov")
    assert missing == ((), ("with 2 more AGAINST", "with 1 more AGAINST in 28 h 1 min"))


def test_minutes_are_rounded_up_so_that_they_are_enough():
    assert needs("ruleset-98", FOUR, 11 * HOUR + BIT)[0] == ("in 1 h 0 min",)
    assert needs("ruleset-98", FOUR, 11 * HOUR - BIT)[0] == ("in 1 h 1 min",)


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("kind", ["proposal", "cfj", "dov"])
def test_what_is_needed_at_once_is_enough(name, kind):
    """As many votes more as are said to be needed now do bring it about, and one fewer does not."""
    for words in ("A:for", "A:for B:against", "A:for B:for C:against", ""):
        enact, _ = needs(name, words, 47 * HOUR, kind=kind)
        if not enact or " in " in enact[0] or "more" not in enact[0]:
            continue
        more = int(enact[0].split()[1])
        silent = [letter for letter in "DFGBCA" if f"{letter}:" not in words]
        for extra, expected in ((more, True), (more - 1, False)):
            given = " ".join([words, *(f"{letter}:for" for letter in silent[:extra])]).strip()
            verdict = only(name, game(matter(kind, *votes(given, timedelta(0)))), POSTED + 47 * HOUR)
            assert verdict.enactable is expected
