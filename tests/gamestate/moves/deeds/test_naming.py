"""Names that a move gives to values."""

import pytest

from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.deeds.naming import NAMING
from gamestate.moves.lines import LineReader
from gamestate.moves.reading import read_move
from gamestate.values.errors import ValueRefused
from tests.gamestate.moves.test_doing import after, made, state_of
from tests.gamestate.values.a_game import BEN


def test_a_line_gives_a_name_that_the_reader_knows_from_then_on():
    reader = LineReader(KINDS)
    deed = NAMING.read(reader, "let half = floor(gold / 2)")

    assert (deed.name, reader.given, "gold" in reader.names) == ("half", {"half"}, True)


@pytest.mark.parametrize("text", ["let", "let half", "let half == 2", "letter = 2", "gold = 2"])
def test_what_names_nothing_is_another_line(text):
    assert NAMING.read(LineReader(KINDS), text) is None


def test_a_name_stands_for_the_value_at_that_time():
    does = "let before = gold\ngold += 5\npot = before"
    assert after(made(state_of(), does=does)) == {("gold", BEN): 25, ("pot", "game"): 20}


def test_a_throw_that_has_a_name_is_thrown_once():
    does = "let d = DICE6\ngold = d\npot = d"
    assert after(made(state_of(), does=does, dice=[4])) == {("gold", BEN): 4, ("pot", "game"): 4}


def test_a_name_is_given_again():
    assert after(made(state_of(), does="let n = 1\nlet n = n + 1\ngold = n")) == {("gold", BEN): 2}


@pytest.mark.parametrize("name", ["me", "game", "true", "floor", "else", "_half", "1st"])
def test_a_name_that_means_something_else_or_is_none_is_not_given(name):
    with pytest.raises(ValueRefused, match="cannot be the name of something in a move."):
        read_move({"does": f"let {name} = 2"})
