"""Where rows are, which are beside each other, and what formulas make of that."""

from dataclasses import replace

import pytest

from gamestate.values.definitions import TableDefinition, read_table
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from gamestate.values.facts import ROUNDS, StateFacts, sees_all
from gamestate.values.places import positions
from gamestate.values.state import Cell, Row, State, Table
from tests.gamestate.values.a_game import ANN, BEN, game, variable
from tests.gamestate.values.tabletop import refusal

NAMES = ("Inn", "Mill", "Ford", "Camp", "Well", "Moor")
KEYS = dict(zip(NAMES, ("11", "12", "13", "14", "15", "16"), strict=True))
COLUMNS = [
    variable("21", "right", "row", "1", floor=None),
    variable("22", "down", "row", "1", floor=None),
    variable("23", "roads", "row", "1", kind="texts"),
    variable("24", "bridge", "row", "1", kind="row", refers="places", blank=True),
]


def board(cells: dict[tuple[str, str], object] | None = None, **look: object) -> State:
    """The game with six places, drawn so; Ann stands on the Mill. `cells`: values by column and name."""
    state = game()
    values = {
        (column, f"row:{KEYS[name]}"): Cell(value, 50) for (column, name), value in (cells or {}).items()
    }
    here = {("6", ANN): Cell(int(KEYS["Mill"]), 40), ("6", BEN): Cell(None, 41)}
    return replace(
        state,
        variables={**state.variables, **{each.id: each for each in COLUMNS}},
        tables={"1": Table("1", "places", TableDefinition("Places", **look))},
        rows={key: Row(key, "1", name, place) for place, (name, key) in enumerate(KEYS.items())},
        cells={**state.cells, **values, **here},
    )


def names(formula: str, state: State) -> list[str]:
    things = parse(formula).run(StateFacts(state, ANN, sees_all, ROUNDS))
    return [state.holder_name(each.holder) for each in things]


def test_a_grid_lies_in_rows_and_has_neighbours_above_below_and_beside():
    state = board(look="grid", across=3)
    assert positions(state.tables["1"], state)[KEYS["Camp"]] == (0.0, 1.0)
    assert names("neighbours(place)", state) == ["Inn", "Ford", "Well"]
    assert names("neighbours(places[0])", state) == ["Mill", "Camp"]


def test_columns_say_the_place_and_a_row_without_one_is_not_there():
    cells = {("21", "Mill"): 1, ("22", "Mill"): -1, ("21", "Inn"): 1, ("22", "Inn"): 0, ("21", "Ford"): 4}
    cells |= {("21", "Well"): 2, ("22", "Well"): 2}
    state = board(cells, look="grid", x="right", y="down")
    there = positions(state.tables["1"], state)
    assert (there[KEYS["Mill"]], there[KEYS["Inn"]]) == ((1.0, -1.0), (1.0, 0.0))
    assert names("neighbours(place)", state) == ["Inn"]


def test_a_track_goes_from_each_to_the_next_and_does_not_begin_again():
    state = board(look="track")
    assert names("neighbours(place)", state) == ["Inn", "Ford"]
    assert names("neighbours(places[-1])", state) == ["Well"]


def test_connections_go_both_ways_whatever_names_them():
    state = board({("23", "Mill"): ["Well", "Nowhere", "mill"], ("23", "Camp"): ["Mill"]}, links="roads")
    assert names("neighbours(place)", state) == ["Camp", "Well"]
    assert names("neighbours(places[3])", state) == ["Mill"]
    bridged = board({("24", "Inn"): 12, ("24", "Ford"): 11}, links="bridge")
    assert names("neighbours(places[0])", bridged) == ["Mill", "Ford"]


def test_what_is_reachable_is_reached_over_so_many_connections():
    state = board(look="track")
    assert names("reachable(place, 2)", state) == ["Inn", "Ford", "Camp"]
    assert names("reachable(place)", state) == ["Inn", "Ford", "Camp", "Well", "Moor"]
    assert names("reachable(place, 0)", state) == []
    round_trip = board(
        {("23", "Mill"): ["Inn"], ("23", "Inn"): ["Ford"], ("23", "Ford"): ["Mill"]}, links="roads"
    )
    assert names("reachable(place)", round_trip) == ["Inn", "Ford"]


def test_what_is_hidden_is_no_connection_and_no_place():
    state = board(
        {("23", "Mill"): ["Well"], ("21", "Mill"): 1, ("22", "Mill"): 1},
        look="map",
        x="right",
        y="down",
        links="roads",
    )
    hidden = {
        each.id: replace(each, definition=replace(each.definition, audience="emperor")) for each in COLUMNS
    }
    state = replace(state, variables={**state.variables, **hidden}, cells={
        key: replace(cell, audience="emperor") if key[0] in hidden else cell for key, cell in state.cells.items()
    })  # fmt: skip
    assert positions(state.tables["1"], state) == {}
    assert names("neighbours(place)", state) == []


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("neighbours(me)", "Ann is no row of a table."),
        ("neighbours(3)", "neighbours() and reachable() are of a row, not of 3."),
        ("neighbours(place)", "The rows of Places are not connected: its definition says nothing of it."),
        ("neighbours(place, 2)", "There are too many numbers between the parentheses of neighbours."),
    ],
)
def test_what_has_no_neighbours_says_so(formula, sentence):
    assert refusal(names, formula, board(look="cards")).sentence == sentence


@pytest.mark.parametrize(
    "parts",
    [{"look": "globe"}, {"look": "map"}, {"x": "right"}, {"across": 41}, {"across": -1}, {"links": "No key"}],
)
def test_a_table_that_cannot_be_drawn_so_is_refused(parts):
    with pytest.raises(ValueRefused):
        read_table({"name": "Places", **parts})


def test_a_definition_is_read_back_and_says_nothing_of_what_is_not_drawn():
    drawn = read_table({"name": "Places", "look": "map", "x": "right", "y": "down", "links": "roads"})
    assert read_table(drawn.as_json()) == drawn
    assert read_table({"name": "Places"}).as_json() == {
        "name": "Places",
        "description": "",
        "rule": None,
        "order": 0,
    }
