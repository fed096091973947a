"""Stopping a move with a sentence."""

import pytest

from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.deeds.refusing import REFUSING, SENTENCE_LENGTH
from gamestate.moves.lines import LineReader
from tests.gamestate.moves.test_doing import after, made, sentences, state_of
from tests.gamestate.values.a_game import BEN


@pytest.mark.parametrize("text", ["refuse 'No luck.'", 'REFUSE "No luck."', "refuse “No luck.”"])
def test_the_sentence_stands_in_quotes(text):
    assert REFUSING.read(LineReader(KINDS), text).sentence == "No luck."


@pytest.mark.parametrize("text", ["refuse", "refuse No luck.", "refuse ''", "gold = 1"])
def test_what_has_no_sentence_refuses_nothing(text):
    assert REFUSING.read(LineReader(KINDS), text) is None


def test_a_long_sentence_is_cut():
    assert len(REFUSING.read(LineReader(KINDS), f"refuse '{'x' * 400}'").sentence) == SENTENCE_LENGTH == 300


def test_a_move_goes_no_further_than_to_where_it_is_stopped():
    plan = made(state_of(), does="refuse 'No luck.'\nrefuse 'Nor bread.'\npot = 0")

    assert (sentences(plan), plan.alterations) == (["No luck."], ())


def test_it_is_stopped_only_where_the_line_is_reached():
    does = "if gold > 20: refuse 'Too rich.'\ngold += 1"
    assert after(made(state_of(), does=does)) == {("gold", BEN): 21}
    assert sentences(made(state_of(), 3, does=does)) == ["Too rich."]
