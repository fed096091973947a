"""Tables for other programs: CSV that no spreadsheet takes for formulas, and JSON. Hidden values are left out."""

import csv
import io
import re
from datetime import datetime

from gamestate.queries.tables import CellShown, Column, Grid, Tables
from gamestate.values.state import State

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")


def plain_cell(text: str) -> str:
    """A text that a spreadsheet shows as it is: where it would be taken for a formula, with an apostrophe before it."""
    if text.lstrip().startswith(_DANGEROUS) or text.startswith(_DANGEROUS):
        return text if _NUMBER.fullmatch(text) else f"'{text}"
    return text


def as_csv(grid: Grid, *, first: str) -> str:
    """The table with a line for each player or row; idle players last, and said to be."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    lines = (*grid.lines, *grid.idle)
    by_player = any(line.person for line in lines)
    head = [first, *(["Standing"] if by_player else []), *(column.name for column in grid.columns)]
    writer.writerow([plain_cell(text) for text in head])
    for line in lines:
        told = [line.name]
        if line.person:
            told.append("idle" if line.person.idle else "emperor" if line.person.is_emperor else "player")
        writer.writerow([plain_cell(text) for text in (*told, *(cell.text for cell in line.cells))])
    return written.getvalue()


def players_as_json(tables: Tables, grid: Grid, *, at: datetime) -> dict[str, object]:
    """The players' table, and the game's own values."""
    return {
        "at": _instant(at),
        "variables": [_variable(column) for column in grid.columns],
        "players": [
            {
                "name": line.name,
                "player": line.person.key,
                "idle": line.person.idle,
                "emperor": line.person.is_emperor,
                "values": _values(line.cells, tables.state),
            }
            for line in (*grid.lines, *grid.idle)
            if line.person
        ],
        "game": {
            "variables": [_variable(column) for column, _ in tables.game()],
            "values": _values([cell for _, cell in tables.game()], tables.state),
        },
    }


def table_as_json(tables: Tables, grid: Grid, *, at: datetime) -> dict[str, object]:
    """A table that the rules make."""
    return {
        "at": _instant(at),
        "table": {"key": grid.table.key if grid.table else "", "name": grid.title},
        "variables": [_variable(column) for column in grid.columns],
        "rows": [{"name": line.name, "values": _values(line.cells, tables.state)} for line in grid.lines],
    }


def _instant(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def _variable(column: Column) -> dict[str, object]:
    definition = column.definition
    return {
        "key": column.variable.key,
        "name": definition.name,
        "kind": definition.kind,
        "description": definition.description,
        "rule": column.rule or None,
        "hidden": column.is_hidden,
    }


def _values(cells: list[CellShown] | tuple[CellShown, ...], state: State) -> dict[str, object]:
    """The values that may be seen, by the keys of their variables; players and rows by name."""
    return {cell.variable.key: _value(cell, state) for cell in cells if not cell.is_hidden}


def _value(cell: CellShown, state: State) -> object:
    kind, value = cell.kind, cell.value
    if kind == "player" and isinstance(value, int):
        return state.player_name(value)
    if kind == "players" and isinstance(value, list):
        return [state.player_name(each) for each in value]
    if kind == "row" and value is not None:
        return state.row_name(cell.variable.definition.refers, value)
    return value
