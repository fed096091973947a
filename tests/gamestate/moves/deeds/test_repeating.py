"""Something done for each of several: one after the other, or for all at once."""

import pytest

from gamestate.moves.reading import read_move
from gamestate.values.errors import ValueRefused
from tests.gamestate.moves.test_doing import after, made, sentences, state_of
from tests.gamestate.values.a_game import ANN, BEN, CAT


def test_each_has_their_turn_in_the_order_of_the_list():
    does = "for p in [players[2], players[0]]: p.gold += game.pot; game.pot -= 50"
    assert after(made(state_of(), does=does)) == {
        ("gold", CAT): 130,
        ("gold", ANN): 60,
        ("pot", "game"): 0,
    }


def test_all_at_once_each_finds_what_stood_before():
    for_each = "in players: p.gold = after(p).gold"
    assert after(made(state_of(), does=f"for p {for_each}")) == {
        ("gold", ANN): 20,
        ("gold", BEN): 30,
        ("gold", CAT): 20,
    }
    assert after(made(state_of(), does=f"for all p {for_each}")) == {
        ("gold", ANN): 20,
        ("gold", BEN): 30,
        ("gold", CAT): 10,
    }


def test_within_all_at_once_one_after_the_other_finds_the_same_start():
    does = "for all p in players:\n  for q in players:\n    q.silver = q.gold + 1"
    assert after(made(state_of(), does=does)) == {
        ("silver", ANN): 11,
        ("silver", BEN): 21,
        ("silver", CAT): 31,
    }


def test_the_name_is_given_for_the_lines_below_alone():
    does = "let p = 7\nfor p in players: p.gold = 1\ngold = p"
    assert after(made(state_of(), does=does)) == {("gold", ANN): 1, ("gold", BEN): 7, ("gold", CAT): 1}


def test_for_nobody_nothing_is_done():
    assert after(made(state_of(), does="for p in players.filter(p, false): p.gold = 1")) == {}


@pytest.mark.parametrize("does", ["for players: gold = 1", "for p of players: p.gold = 1", "for : gold = 1"])
def test_what_is_done_for_each_names_each_and_of_what(does):
    with pytest.raises(ValueRefused, match="What is done for each is written “for p in players: p.gold"):
        read_move({"does": does})


def test_only_a_list_has_members():
    assert sentences(made(state_of(), does="for p in gold: p.gold = 1")) == ["20 is not a list."]
