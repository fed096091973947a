"""What is tracked: the values as tables, now and at any instant; and each variable, with all that it ever was."""

from datetime import datetime
from typing import Any, Literal

from django.http import Http404, HttpRequest
from ninja import Query
from pydantic import Field

from blognomic.web.api import AsOf, Key, NumberOf, Room, Rows, Text, as_of, page_of, read, row_of, worked_out
from blognomic.web.api.paging import InParts, Onward
from blognomic.web.api.shapes import InEnglish, Shape, like
from gamestate.models import Variable
from gamestate.queries.exporting import named_value
from gamestate.queries.history import entries_of, history_in_words
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import plain_variable
from gamestate.queries.tables import CellShown, Column, Grid, HolderLine, lines_at_once
from gamestate.queries.turns import turns_now
from gamestate.views.viewing import Looked, look
from players.api.auth import Who, reader

from .steps import TOLD, VariableDefinition, renamed
from .updates import viewing

router = Room("Gamestate")
KIND = "What it holds: `number`, `text`, `choice` and so on."
VARIABLES = Variable.objects.select_related("table", "dynasty")


def _path(shown: Column | CellShown, context: dict[str, Any]) -> str:
    return context["request"].shown_state.path_of(shown.variable)


def _value(cell: CellShown, context: dict[str, Any]) -> object:
    if cell.is_hidden:
        return None
    refers = cell.variable.definition.refers
    return named_value(cell.kind, cell.value, context["request"].shown_state, refers=refers)


class VariableOut(like(Column, "rule name")):
    """Something that is tracked."""

    id: int = read("variable.id")
    path: str = worked_out(_path)
    kind: str = read("definition.kind", KIND)
    description: str = read("definition.description")
    hidden: bool = read("is_hidden", "Whether its values are hidden from some.")


class CellOut(
    like(CellShown, "text", last="The entry that set it: send it back as `seen` when you change it.")
):
    """A value. A hidden one only shows that it exists."""

    path: str = worked_out(_path)
    value: Any = worked_out(
        _value, "The value itself, such as a number or a list; null for a blank or hidden one."
    )
    hidden: bool = read("is_hidden", "Whether it is hidden from you.")
    disputed: bool = read("is_disputed")


class LineOut(like(HolderLine, "name", holder="What updates call it, such as `player:3`.")):
    """A player, a row or the game, with its values."""

    idle: bool = worked_out(
        lambda line: bool(line.person and line.person.idle), "Whether it is a player who is idle."
    )
    emperor: bool = worked_out(
        lambda line: bool(line.person and line.person.is_emperor), "Whether it is the emperor."
    )
    values: list[CellOut] = worked_out(lambda line: list(line.cells), "Its values, one for each variable.")


class PartOfTable(AsOf, Onward):
    """Which part of a long table, and at what time."""


class GridOut(InParts):
    """A table, or a part of a long one."""

    key: str
    name: str
    at: datetime
    variables: list[VariableOut] = Field(description="Its columns.")
    lines: list[LineOut] = Field(description="Its lines, idle players last.")


class WhoseTurnOut(Shape):
    """Whose turn it is, by a value that an action passes on with `next`."""

    path: str = read("variable.key", "The value that says so.")
    player: Who = worked_out(lambda turn: Who(id=turn.person.key, name=turn.person.name), "Whose turn it is.")
    ends_at: datetime | None = Field(description="When the turn ends by itself, if nothing happens before.")
    clock_stops: bool = Field(description="Whether a standstill of the game puts that off.")


class StateOut(Shape):
    """The players' table, the values of the game, and the names of the other tables."""

    at: datetime
    players: GridOut = Field(description="The values of players.")
    game: GridOut = Field(description="The values of the game.")
    tables: list[dict[str, str]] = Field(description="The `key` and `name` of each other table.")
    turns: list[WhoseTurnOut] = Field(description="Whose turn it is; none as of an earlier time.")


@router.get("/gamestate", StateOut)
def gamestate(request: HttpRequest, part: Query[PartOfTable]) -> dict[str, Any]:
    """The players' table with idle players last, the values of the game, and the names of the other tables."""
    looked = _look(request)
    tables, at = looked.tables, as_of(request, looked.past)
    return {
        "at": at,
        "game": _grid(request, tables.game_as_line(), looked, at, key="game"),
        # The list that goes on, and so the last.
        "players": _grid(
            request, tables.players(), looked, at, key="players", name="Players", cursor=part.cursor
        ),
        "tables": [{"key": one.key, "name": one.definition.name} for one in tables.tables()],
        "turns": [] if looked.past else turns_now(tables, at=request.at, present=None),
    }


@router.get("/gamestate/tables/{key}", GridOut)
def table(request: HttpRequest, key: Text, part: Query[PartOfTable]) -> dict[str, Any]:
    """A table that the rules make."""
    looked = _look(request)
    one = next((table for table in looked.state.tables.values() if table.key == key), None)
    if one is None:
        raise Http404
    return _grid(request, looked.tables.table(one), looked, as_of(request, looked.past), cursor=part.cursor)


def _look(request: HttpRequest) -> Looked:
    """What whoever asks sees; and its state, by which shapes say what it is called."""
    looked = look(request, reader(request))
    request.shown_state = looked.state
    return looked


def _grid(
    request: HttpRequest,
    grid: Grid,
    looked: Looked,
    at: datetime,
    *,
    key: str = "",
    name: str = "",
    cursor: str = "",
) -> dict[str, Any]:
    lines = Rows((*grid.lines, *grid.idle), by=lambda line: line.place, tell=looked.tables.together)
    part = lines.part(request, cursor=cursor, limit=lines_at_once(grid))
    return {
        "key": grid.table.key if grid.table else key,
        "name": grid.title or name,
        "at": at,
        "variables": grid.columns,
        "lines": part["items"],
        "next": part["next"],
    }


class VariableShort(like(Variable, "id key scope made_at retired_at")):
    """A variable, tracked now or earlier."""

    url: page_of("gamestate:variable") = read("pk")
    name: str = read("definition.name")
    kind: str = read("definition.kind", KIND)
    table: str | None = worked_out(
        lambda variable: variable.table.key if variable.table else None,
        "The key of the table whose rows it is of.",
    )
    dynasty: NumberOf = Field(description="The number of the dynasty whose rules made it.")


class WholeVariable(VariableShort):
    """A variable with its definition, which everybody sees even if the values are hidden."""

    rule: str = worked_out(lambda variable: "".join(rule_names([variable.definition.get("rule")]).values()))
    definition: VariableDefinition = worked_out(
        lambda variable: renamed(plain_variable(variable).definition.as_json(), TOLD),
        "All that it says, as `POST /gamestate/definitions` takes it.",
    )


class ValueThen(Shape):
    """A value that was set."""

    id: int = read("entry.pk")
    at: datetime = read("entry.at")
    by: Who | None = read("entry.update.by")
    update: int = read("entry.update_id", "The key of the update that set it.")
    whose: str
    before: str = read("old")
    after: str = read("new")
    refused: InEnglish = read("entry.refused")


@router.list("/gamestate/variables", VariableShort)
def list_variables(request: HttpRequest, state: Literal["", "live", "retired"] = "") -> Rows:
    """Everything that is tracked, and that was in earlier dynasties, newest first."""
    return Rows({"": VARIABLES.all, "live": VARIABLES.live, "retired": VARIABLES.retired}[state]())


@router.one("/gamestate/variables/{variable}", WholeVariable)
def one_variable(variable: row_of(VARIABLES)) -> None: ...


@router.list("/gamestate/variables/{variable}/history", ValueThen)
def variable_history(request: HttpRequest, variable: row_of(VARIABLES), player: Key | None = None) -> Rows:
    """Every value that a variable had, newest first, as far as you can see them."""
    entries = entries_of(variable, viewing(request), player=player)
    return Rows(entries, tell=lambda rows: history_in_words(rows, variable))
