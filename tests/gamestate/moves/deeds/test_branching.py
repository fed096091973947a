"""One thing where a condition holds, another where it does not."""

import pytest

from gamestate.moves.reading import read_move
from gamestate.values.errors import ValueRefused
from tests.gamestate.moves.test_doing import after, made, sentences, state_of
from tests.gamestate.values.a_game import BEN


@pytest.mark.parametrize(
    ("condition", "gold"),
    [("gold == 20", 1), ("gold > 20", 2), ("gold > 7 && pot > 7", 1), ("me == emperor", 2)],
)
def test_what_holds_decides_which_is_done(condition, gold):
    does = f"if {condition}: gold = 1\notherwise: gold = 2"
    assert after(made(state_of(), does=does)) == {("gold", BEN): gold}


def test_without_otherwise_nothing_is_done_where_it_does_not_hold():
    assert after(made(state_of(), does="if gold > 20:\n  gold = 1\n  pot = 0\npot += 1")) == {
        ("pot", "game"): 101
    }


def test_blocks_stand_within_each_other():
    does = "if gold > 7:\n  if gold > 20: gold = 1\n  otherwise: gold = 2\notherwise: gold = 3"
    assert after(made(state_of(), does=does)) == {("gold", BEN): 2}


def test_a_condition_is_looked_at_when_its_turn_comes():
    assert after(made(state_of(), does="gold = 0\nif gold == 0: pot = 1")) == {
        ("gold", BEN): 0,
        ("pot", "game"): 1,
    }


def test_a_throw_decides():
    does = "if DICE6 > 3: gold = 1\notherwise: gold = 2"
    assert after(made(state_of(), does=does, dice=[4])) == {("gold", BEN): 1}
    assert after(made(state_of(), does=does, dice=[3])) == {("gold", BEN): 2}


def test_a_condition_is_true_or_false():
    assert sentences(made(state_of(), does="if gold: pot = 1")) != []


@pytest.mark.parametrize(
    "does",
    [
        "otherwise: gold = 1",
        "gold = 2\notherwise: gold = 1",
        "if gold > 1: gold = 2\notherwise: gold = 3\notherwise: gold = 4",
        "if gold > 1: gold = 2\notherwise gold > 3: gold = 3",
    ],
)
def test_otherwise_belongs_to_one_if(does):
    with pytest.raises(ValueRefused, match="There must be an “if” before “otherwise”."):
        read_move({"does": does})
