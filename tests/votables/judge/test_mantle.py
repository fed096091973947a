"""Whether the mantle may be passed by a post: who, when, to whom, and what special cases make of it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from votables.judge.mantle import may_pass_mantle

from .world import LAWS, POSTED, law

RULE, LIMITED = "Victory and Ascension", "Mantle Limitations"
BETWEEN = "The mantle can be passed only in an interregnum: after a victory, before the Ascension Address."
BY_CFJ = "While this special case is active, only an enacted Call for Judgement can pass the mantle."
# Bobby has won Alice's dynasty, in which Carol plays and Ellen idles; no special case is active.
WON = {
    "special_cases": {"Mantle Limitations": False, "Alliances": False, "Malign Emperors": False},
    "standstill": ("interregnum",),
    "at": POSTED,
    "by": "Bobby",
    "emperor": "Bobby",
    "to": "Carol",
    "roster": ("Alice", "Bobby", "Carol"),
    "last_emperor": "Alice",
}


def leave(name: str = "ruleset-211", **more: object):
    return may_pass_mantle(law=law(name), **{**WON, **more})


@pytest.mark.parametrize("name", LAWS)
def test_who_has_won_passes_it_to_a_player_in_every_law(name):
    assert leave(name).allowed
    assert leave(name, to=None).allowed


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize("stops", [(), ("dov",), ("dormant",), ("dov", "seasonal")], ids=" ".join)
def test_it_is_passed_in_an_interregnum_whatever_else_the_game_stands_still_for(name, stops):
    permission = leave(name, standstill=stops)
    assert (permission.allowed, permission.reason, permission.rule) == (False, BETWEEN, RULE)


@pytest.mark.parametrize("name", LAWS)
def test_it_waits_for_the_end_of_a_season_in_which_nobody_ascends(name):
    permission = leave(
        name, standstill=("interregnum", "seasonal"), at=datetime(2026, 12, 25, 12, tzinfo=UTC)
    )
    stands = name == "ruleset-37"  # which knows no season
    assert (permission.allowed, permission.when) == (
        stands,
        None if stands else datetime(2026, 12, 27, tzinfo=UTC),
    )
    assert leave(name, standstill=("interregnum", "dormant")).allowed


@pytest.mark.parametrize(
    ("to", "name", "reason"),
    [
        ("Ellen", "ruleset-211", "The mantle can go only to a player who is not idle."),
        ("Bobby", "ruleset-211", "Choose another player to pass the mantle to."),
        ("Alice", "ruleset-211", "Alice was the emperor of the dynasty that has just ended."),
        ("Alice", "ruleset-86", ""),
    ],
)
def test_to_whom_it_is_passed(to, name, reason):
    assert (leave(name, to=to).allowed, leave(name, to=to).reason) == (not reason, reason)


def test_only_the_emperor_passes_it():
    assert leave(by="Carol").reason == leave(emperor=None).reason == "Only the emperor can pass the mantle."


@pytest.mark.parametrize(
    ("active", "allies", "to", "reason"),
    [
        ((LIMITED,), (), "Carol", BY_CFJ),
        ((LIMITED,), ("Carol",), "Carol", BY_CFJ),
        ((LIMITED, "Alliances"), ("Carol",), "Carol", ""),
        ((LIMITED, "Alliances"), ("Alice",), "Carol", BY_CFJ),
        ((LIMITED, "Alliances"), ("Carol",), None, ""),
        ((LIMITED, "Alliances"), (), None, BY_CFJ),
        (("Malign Emperors",), (), "Alice", ""),
    ],
)
def test_special_cases_limit_and_loosen_it(active, allies, to, reason):
    cases = {name: name in active for name in WON["special_cases"]}
    permission = leave(special_cases=cases, allies=allies, to=to)
    rule = LIMITED if reason else ""
    assert (permission.allowed, permission.reason, permission.rule) == (not reason, reason, rule)


@pytest.mark.parametrize("name", LAWS)
def test_where_the_law_lets_no_post_pass_it_nobody_does(name):
    house = law(name)
    by_matter = replace(house, mantle=replace(house.mantle, by="matter"))
    permission = may_pass_mantle(law=by_matter, **WON)
    sentence = "The law does not let a post pass the mantle."
    assert (permission.allowed, permission.reason, permission.rule) == (False, sentence, RULE)
