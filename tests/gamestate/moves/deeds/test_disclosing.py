"""Showing everybody what was kept of moves."""

import pytest

from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.deeds.disclosing import DISCLOSING
from gamestate.moves.lines import LineReader
from tests.gamestate.moves.test_doing import made, state_of


def test_a_line_names_the_action_and_the_reader_knows_that_it_shows_something():
    reader = LineReader(KINDS)

    assert (DISCLOSING.read(reader, "Show night_hunt").key, reader.shows) == ("night-hunt", True)


@pytest.mark.parametrize("text", ["show", "show the hunt", "shown = 1", "gold = 1"])
def test_what_names_no_action_shows_none(text):
    reader = LineReader(KINDS)

    assert (DISCLOSING.read(reader, text), reader.shows) == (None, False)


def test_what_shows_something_is_not_undone():
    plan = made(state_of(), does="show hunt\ngold += 1\nshow bite")

    assert (plan.shown, plan.cards) == (("hunt", "bite"), "shown")
