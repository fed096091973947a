"""The values of the gamestate as tables, now and at any instant."""

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest
from ninja import Query, Schema
from pydantic import Field

from blognomic.web.api import AsOf, Room, Text
from gamestate.queries.exporting import named_value
from gamestate.queries.tables import CellShown, Column, Grid, HolderLine
from gamestate.values.state import State
from gamestate.views.asking import Looked, look
from players.api import reader

router = Room("Gamestate")


class VariableOut(Schema):
    """Something that is tracked."""

    id: int
    path: str = Field(description="What updates and formulas call it.")
    name: str
    kind: str
    description: str
    rule: str = Field(description="The rule that it comes from.")
    hidden: bool = Field(description="Whether not everybody sees its values.")


class CellOut(Schema):
    """A value. Of a hidden one, nothing but that it is there."""

    path: str
    value: Any
    text: str
    last: int | None = Field(
        description="The entry that set it: to be sent back as `seen` by whoever changes it."
    )
    hidden: bool
    disputed: bool


class LineOut(Schema):
    """A player, a row or the game, with its values."""

    holder: str = Field(description="What updates call it, such as `player:3`.")
    name: str
    idle: bool
    emperor: bool
    values: list[CellOut]


class OnPage(AsOf):
    """Which part of a table is asked for, and as of when."""

    page: int = Field(1, ge=1, le=10**6, description="Of a table too long for one answer: which page of it.")


class GridOut(Schema):
    """A table, or one page of a long one."""

    key: str
    name: str
    at: datetime
    variables: list[VariableOut]
    lines: list[LineOut]
    page: int
    pages: int = Field(description="How many pages the table has; a short one has one.")


class StateOut(Schema):
    """The players' table, the game's own values, and which tables there are besides."""

    at: datetime
    players: GridOut
    game: GridOut
    tables: list[dict[str, str]]


@router.get("/gamestate", "How it stands", StateOut)
def gamestate(request: HttpRequest, filters: Query[OnPage]) -> dict[str, Any]:
    """The players' table with idle players last, the game's own values, and the names of the other tables."""
    looked = look(request, reader(request))
    at = _instant(looked, request)
    game = looked.tables.game()
    of_game = Grid(
        tuple(column for column, _ in game),
        (HolderLine("game", "The game", tuple(cell for _, cell in game)),),
    )
    if looked.past is None:
        request.of_the_moment = "at"
    return {
        "at": at,
        "players": _grid(
            looked.tables.players(), looked, at, key="players", name="Players", number=filters.page
        ),
        "game": _grid(of_game, looked, at, key="game", name="The game"),
        "tables": [{"key": one.key, "name": one.definition.name} for one in looked.tables.tables()],
    }


@router.get("/gamestate/tables/{key}", "One table", GridOut)
def table(request: HttpRequest, key: Text, filters: Query[OnPage]) -> dict[str, Any]:
    """A table that the rules make."""
    looked = look(request, reader(request))
    for candidate in looked.state.tables.values():
        if key == candidate.key:
            if looked.past is None:
                request.of_the_moment = "at"
            return _grid(
                looked.tables.table(candidate), looked, _instant(looked, request), number=filters.page
            )
    raise Http404


def _instant(looked: Looked, request: HttpRequest) -> datetime:
    """The instant that an answer is of: for the present, that of what is kept of it."""
    return looked.past or (request.present.at if request.present else request.at)


def _grid(
    grid: Grid, looked: Looked, at: datetime, *, key: str = "", name: str = "", number: int = 1
) -> dict[str, Any]:
    state, page = looked.state, looked.tables.page_of(grid, number)
    return {
        "key": grid.table.key if grid.table else key,
        "name": grid.title or name,
        "at": at,
        "variables": [_variable(column, state) for column in grid.columns],
        "lines": [_line(line, state) for line in page],
        "page": page.number,
        "pages": page.paginator.num_pages,
    }


def _line(line: HolderLine, state: State) -> dict[str, Any]:
    return {
        "holder": line.holder,
        "name": line.name,
        "idle": line.person is not None and line.person.idle,
        "emperor": line.person is not None and line.person.is_emperor,
        "values": [_cell(cell, state) for cell in line.cells],
    }


def _cell(cell: CellShown, state: State) -> dict[str, Any]:
    refers = cell.variable.definition.refers
    return {
        "path": state.path_of(cell.variable),
        "value": None if cell.is_hidden else named_value(cell.kind, cell.value, state, refers=refers),
        "text": cell.text,
        "last": cell.last,
        "hidden": cell.is_hidden,
        "disputed": cell.is_disputed,
    }


def _variable(column: Column, state: State) -> dict[str, Any]:
    definition = column.definition
    return {
        "id": int(column.variable.id),
        "path": state.path_of(column.variable),
        "name": definition.name,
        "kind": definition.kind,
        "description": definition.description,
        "rule": column.rule,
        "hidden": column.is_hidden,
    }
