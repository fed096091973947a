"""Whose values begin, stay or end when people come and dynasties go."""

from dataclasses import replace

import pytest

from gamestate.values.coming import joining, retiring, returning
from gamestate.values.planning import work_out
from gamestate.values.plans import Plan
from gamestate.values.state import Cell

from .a_game import BEN, LAW, game, variable


def told(plan: Plan) -> list[tuple[str, str, object, str]]:
    assert plan.troubles == ()
    return [(each.id, each.holder, each.new, str(each.note)) for each in plan.alterations]


def test_whoever_joins_gets_the_defaults_of_what_players_have():
    gold = variable("1", "gold", default="=pot/2")
    state = game()
    state = replace(
        state, variables={"1": gold, "4": state.variables["4"]}, cells={("4", "game"): Cell(100, 6)}
    )
    assert told(joining(state, 2, tracker=LAW)) == [("1", BEN, 50, "")]
    assert told(joining(replace(state, emperor_counts=False), 1, tracker=LAW)) == []


@pytest.mark.parametrize(
    ("on_return", "says", "same_dynasty", "expected"),
    [
        ("", "kept", False, []),
        ("", "same-dynasty", True, []),
        ("", "same-dynasty", False, [("1", BEN, 3, "set to the default: they went idle in an earlier dynasty")]),
        ("keep", "same-dynasty", False, []),
        ("default", "kept", True, [("1", BEN, 3, "set to the default on their return")]),
    ],
)  # fmt: skip
def test_what_becomes_of_the_values_of_who_is_back(on_return, says, same_dynasty, expected):
    gold = variable("1", "gold", default="3", **({"on_return": on_return} if on_return else {}))
    state = replace(game(), variables={"1": gold})
    assert told(returning(state, 2, says=says, same_dynasty=same_dynasty, tracker=LAW)) == expected


def test_a_value_that_is_not_allowed_any_more_is_not_kept():
    state = replace(game(), variables={"1": variable("1", "gold", ceiling="15")})
    ((_id, holder, new, note),) = told(
        returning(state, 2, says="kept-or-default", same_dynasty=True, tracker=LAW)
    )
    assert (holder, new) == (BEN, 0)
    assert note.startswith("set to the default: ")


def test_a_new_dynasty_keeps_what_it_wants_and_the_tables_that_this_refers_to():
    steps = retiring(game(), ["place"])
    assert [(step.do, step.path) for step in steps] == [
        ("retire", "gold"), ("retire", "heat"), ("retire", "loyalty"), ("retire", "pot"), ("retire-page", "map"),
    ]  # fmt: skip
    assert work_out(game(), retiring(game(), []), tracker=LAW).troubles == ()
