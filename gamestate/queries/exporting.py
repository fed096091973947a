"""What is tracked for other programs: CSV that no spreadsheet takes for formulas, and JSON; without what is hidden."""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text.instants import format_instant
from gamestate.queries.tables import CellShown, Column, Grid, HolderLine, Tables
from gamestate.values.state import Person, State
from gamestate.values.value_kinds import NameFinder

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# The wide ones begin formulas where people write Chinese or Japanese.
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class _Echo:
    """A file that hands each line on instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def plain_cell(text: str) -> str:
    """A text that a spreadsheet shows as it is. What it would take for a formula, because it begins with = + - @ or
    with white space and one of them, gets an apostrophe before it; a number is none, so -5 stays -5."""
    if text[:1].isalnum():
        return text  # as most do, and a log has millions
    if text.lstrip().startswith(_DANGEROUS) or text.startswith(_DANGEROUS):
        return text if _NUMBER.fullmatch(text) else f"'{text}"
    return text


def csv_lines(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The rows as lines of CSV (RFC 4180), one at a time, none of whose texts is a formula to a spreadsheet."""
    writer = csv.writer(_Echo(), lineterminator="\r\n")
    for row in rows:
        yield writer.writerow(plain_cell(each) if isinstance(each, str) else each for each in row)


def as_csv(grid: Grid, *, first: str) -> str:
    """The table with a line for each player or row; idle players last, and said to be. The last two columns name those
    whose values are disputed, and those that are hidden from the reader, which are empty."""
    lines = (*grid.lines, *grid.idle)
    by_player = any(line.person for line in lines)
    return "".join(csv_lines([_heads(grid, first, by_player=by_player), *map(_cells, lines)]))


def players_as_csv(tables: Tables, grid: Grid) -> Iterator[str]:
    """The players' table as `as_csv` has it, some lines at a time, in the language of the game."""
    yield from csv_lines([_heads(grid, "Player", by_player=bool(grid.lines or grid.idle))])
    for lines in tables.by_parts(grid):
        with in_the_games_language():
            text = "".join(csv_lines(map(_cells, lines)))
        yield text


def _heads(grid: Grid, first: str, *, by_player: bool) -> list[str]:
    names = [column.name for column in grid.columns]
    return [first, *(["Standing"] if by_player else []), *names, "Disputed", "Hidden"]


def _cells(line: HolderLine) -> list[str]:
    cells = [line.name]
    if line.person:
        cells.append("idle" if line.person.idle else "emperor" if line.person.is_emperor else "player")
    cells += [cell.text for cell in line.cells]
    cells.append("; ".join(cell.variable.definition.name for cell in line.cells if cell.is_disputed))
    cells.append("; ".join(cell.variable.definition.name for cell in line.cells if cell.is_hidden))
    return cells


def game_as_csv(tables: Tables) -> str:
    """The game's own values, one a line."""
    rows = [["The game", "Value", "Disputed", "Hidden"]]  # the heads of files, which stay in English
    for column, cell in tables.game():
        marks = ["yes" if mark else "" for mark in (cell.is_disputed, cell.is_hidden)]
        rows.append([column.name, cell.text, *marks])
    return "".join(csv_lines(rows))


def players_as_json(tables: Tables, grid: Grid, *, at: datetime) -> Iterator[str]:
    """The players' table, and the game's own values, as the parts of a JSON document, in the language of the game."""
    with in_the_games_language():
        game, variables = tables.game(), [_variable(column) for column in grid.columns]
        of_game = {
            "variables": [_variable(column) for column, _ in game],
            **_values([cell for _, cell in game], tables.state),
        }
    yield f'{{"at": {_json(format_instant(at))}, "variables": {_json(variables)}, "players": ['
    comma = ""
    for lines in tables.by_parts(grid):
        with in_the_games_language():
            text = ",\n".join(
                _json(_player(line, line.person, tables.state)) for line in lines if line.person
            )
        yield f"{comma}\n{text}"
        comma = ","
    yield f'\n], "game": {_json(of_game)}}}\n'


def _player(line: HolderLine, person: Person, state: State) -> dict[str, object]:
    return {
        "name": line.name,
        "player": person.key,
        "idle": person.idle,
        "emperor": person.is_emperor,
        **_values(line.cells, state),
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def table_as_json(tables: Tables, grid: Grid, *, at: datetime) -> dict[str, object]:
    """A table that the rules make."""
    return {
        "at": format_instant(at),
        "table": {"key": grid.table.key if grid.table else "", "name": grid.title},
        "variables": [_variable(column) for column in grid.columns],
        "rows": [{"name": line.name, **_values(line.cells, tables.state)} for line in grid.lines],
    }


def retired_as_json(grids: Iterable[tuple[str, Grid]], state: State, *, dynasty: str) -> dict[str, object]:
    """What a dynasty tracked, as it was last, by the keys that its tables' files are called by. Values stand under the
    numbers of their variables: two of one key may have come one after the other."""
    return {
        "dynasty": dynasty,
        "tables": [
            {
                "key": key,
                "name": grid.title,
                "variables": [
                    {"number": int(column.variable.id), **_variable(column)} for column in grid.columns
                ],
                "rows": [
                    {"name": line.name, **_values(line.cells, state, numbered=True)} for line in grid.lines
                ],
            }
            for key, grid in grids
        ],
    }


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


def _values(cells: Sequence[CellShown], state: State, *, numbered: bool = False) -> dict[str, object]:
    """The values that may be seen, by the keys (or the numbers) of their variables, players and rows by name; and which
    of them are disputed."""

    def called(cell: CellShown) -> str:
        return cell.variable.id if numbered else cell.variable.key

    return {
        "values": {called(cell): _value(cell, state) for cell in cells if not cell.is_hidden},
        "disputed": [called(cell) for cell in cells if cell.is_disputed],
    }


def _value(cell: CellShown, state: State) -> object:
    return named_value(cell.kind, cell.value, state, refers=cell.variable.definition.refers)


def named_value(kind: str, value: object, names: NameFinder, *, refers: str = "") -> object:
    """A value as JSON tells it: as it is kept, but players and rows by name."""
    if kind == "player" and isinstance(value, int):
        return names.player_name(value)
    if kind == "players" and isinstance(value, list):
        return [names.player_name(each) for each in value]
    if kind == "row" and isinstance(value, int | str):
        return names.row_name(refers, value)
    return value
