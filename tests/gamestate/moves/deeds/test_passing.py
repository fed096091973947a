"""Passing something on: to the next player, or the next row, and past whoever is idle."""

from dataclasses import replace

import pytest

from gamestate.moves.reading import read_move
from gamestate.values.state import Cell
from tests.gamestate.moves.test_doing import after, made, sentences, state_of
from tests.gamestate.values.a_game import variable


def with_turn(now: int | None, *, idle: tuple[int, ...] = ()):
    state = state_of()
    turn = variable("9", "turn", scope="game", kind="player", blank=True)
    people = {key: replace(one, plays=key not in idle, idle=key in idle) for key, one in state.people.items()}
    cells = {**state.cells, ("9", "game"): Cell(now, 9)}
    return replace(state, variables={**state.variables, "9": turn}, cells=cells, people=people)


@pytest.mark.parametrize(
    ("now", "idle", "does", "then"),
    [
        (1, (), "next turn", 2),
        (3, (), "next turn", 1),
        (2, (), "next turn; next turn; next turn", None),  # once around
        (1, (2,), "next turn", 3),
        (2, (2,), "next turn", 3),  # whose turn it was keeps their place
        (None, (), "next turn", 1),
        (1, (), "next turn in [players[2], players[0], players[1]]", 2),
        (2, (), "next turn in [players[2], players[0]]", 3),  # who is not in the list goes before it
        (
            2,
            (),
            "next turn in players.filter(p, p.gold != 20)",
            3,
        ),  # but has their place where it is in order
        (3, (), "next turn in players.filter(p, p.gold != 30)", 1),
        (1, (), "next turn in players.filter(p, p.gold != 20)", 3),
        (2, (3,), "next turn in everyone.filter(p, p.gold != 20)", 1),
    ],
)
def test_the_turn_goes_to_the_next_who_is_active(now, idle, does, then):
    expected = {} if then is None else {("turn", "game"): then}
    assert after(made(with_turn(now, idle=idle), player=1, does=does)) == expected


def test_what_a_move_passes_on_is_known():
    move = read_move({"does": "if gold > 1: next turn\nfor p in players: next p.place"})
    assert move.passes == {"turn"}


def test_a_row_comes_after_a_row():
    plan = made(state_of(), does="next place in places")
    assert after(plan) == {("place", "player:2"): 8}


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("next turn in []", "Nobody and nothing is next."),
        ("next purse", "Formulas here do not know “purse”."),
    ],
)
def test_what_cannot_be_passed_on(does, sentence):
    assert sentences(made(with_turn(1), does=does)) == [sentence]
