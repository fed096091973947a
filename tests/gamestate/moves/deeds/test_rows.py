"""Rows that moves add and remove."""

import pytest

from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.deeds.rows import ADDING, NAME_LENGTH, REMOVING
from gamestate.moves.lines import LineReader
from gamestate.values.errors import ValueRefused
from tests.gamestate.moves.test_doing import made, sentences, state_of


def names(does: str) -> list[str]:
    plan = made(state_of(), does=does)
    assert plan.troubles == ()
    return [row.name for row in plan.state.rows_of("1")]


def test_a_line_names_the_table_and_the_row():
    reader = LineReader(KINDS)
    deed = ADDING.read(reader, "Add Places: 'The Inn'")

    assert (deed.table, reader.names) == ("places", {"places"})


@pytest.mark.parametrize("text", ["add", "add places", "add places 'The Inn'", "adding places: 'The Inn'"])
def test_what_names_no_row_adds_none(text):
    assert ADDING.read(LineReader(KINDS), text) is None


@pytest.mark.parametrize("text", ["remove", "removed where", "gold = 1"])
def test_what_names_nothing_removes_nothing(text):
    assert REMOVING.read(LineReader(KINDS), text) is None


def test_a_table_is_called_by_a_key():
    with pytest.raises(ValueRefused):
        ADDING.read(LineReader(KINDS), "add 7 places: 'The Inn'")


def test_a_row_is_added_last_and_its_name_has_no_more_spaces_than_it_needs():
    assert names("add places: '  The   Inn '") == [*names("gold = 1"), "The Inn"]


def test_a_long_name_is_cut():
    assert names(f"add places: '{'x' * 100}'")[-1] == "x" * NAME_LENGTH


def test_a_row_that_is_removed_is_gone_for_what_follows():
    assert names("remove places[0]\nremove places[0]\nadd places: 'Road'") == ["Road"]


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("add places: gold", "A row or page has a name."),
        ("add places: null", "A row or page has a name."),
        ("remove me", "Only a row of a table is removed."),
        ("remove gold", "Only a row of a table is removed."),
    ],
)
def test_what_is_no_name_and_no_row_is_refused(does, sentence):
    assert sentences(made(state_of(), does=does)) == [sentence]
