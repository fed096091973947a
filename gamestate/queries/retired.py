"""What a dynasty tracked and is tracked no more, as it was last."""

from dataclasses import replace

from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext as _

from gamestate.hidden import Viewer
from gamestate.models import Cell, Page, Variable
from gamestate.queries.log import names_of
from gamestate.queries.snapshot import (
    holder_of,
    is_marked,
    plain_cell,
    plain_row,
    plain_table,
    plain_variable,
)
from gamestate.queries.tables import Grid, Tables, sight_then
from gamestate.values import state as plain
from gamestate.values.state import Person, State, people_in_order
from players.models import Dynasty


def dynasties_with_retired() -> QuerySet[Dynasty]:
    """The dynasties of which something is tracked no more, the newest first, each with how much (`retired`)."""
    gone = Q(variables__retired_at__isnull=False)
    counted = Dynasty.objects.annotate(retired=Count("variables", filter=gone))
    return counted.filter(retired__gt=0).order_by("-started_at", "-pk")


def retired_pages_of(dynasty: Dynasty) -> QuerySet[Page]:
    """The pages of a dynasty that were removed, by title."""
    return Page.objects.retired().filter(dynasty=dynasty).order_by("title", "pk")


def last_tables(dynasty: Dynasty, viewer: Viewer) -> Tables:
    """Everything that a dynasty tracked and is retired, with its last values, as far as the viewer may see them, for
    those players and rows that have any. Five queries at most."""
    variables = list(
        Variable.objects.filter(dynasty=dynasty, retired_at__isnull=False).select_related("table")
    )
    plain_variables = {each.pk: plain_variable(each) for each in variables}
    cells = list(
        Cell.objects.filter(variable__in=variables)
        .select_related("player", "row")
        .annotate(is_disputed=is_marked(), set_for=F("last__audience"))
        .order_by("pk")
    )
    people = {
        cell.player_id: Person(cell.player_id, cell.player.name, plays=True)
        for cell in cells
        if cell.player_id
    }
    rows = {str(cell.row_id): plain_row(cell.row) for cell in cells if cell.row_id}
    named = names_of(*_named(cells, plain_variables))
    others = [Person(key, name, plays=False) for key, name in named.players.items() if key not in people]
    state = State(
        variables={str(key): each for key, each in plain_variables.items()},
        tables={str(each.table_id): plain_table(each.table) for each in variables if each.table_id},
        rows=rows,
        cells={
            (str(cell.variable_id), holder_of(cell)): plain_cell(cell, plain_variables[cell.variable_id])
            for cell in cells
        },
        people=people_in_order([*people.values(), *others]),
        gone=named.rows,
    )
    return Tables(state, sight_then(viewer, state))


def last_grids(tables: Tables) -> list[tuple[str, Grid]]:
    """The tables of what is retired, with what their files are called: the players', the game's as one line, and those
    that the rules made by their numbers."""
    players, grids = tables.players(), []
    if players.columns:
        lines = tuple(replace(line, person=None) for line in players.lines)
        grids.append(("players", replace(players, title=_("Players"), lines=lines)))
    game = tables.game_as_line()
    if game.columns:
        grids.append(("game", game))
    return [*grids, *((table.id, tables.table(table)) for table in tables.tables())]


def _named(cells: list[Cell], variables: dict[int, plain.Variable]) -> tuple[set[int], set[int]]:
    """The keys of the players and of the rows that values lead to."""
    players: set[int] = set()
    rows: set[int] = set()
    for cell in cells:
        kind = variables[cell.variable_id].definition.kind
        many = cell.value if isinstance(cell.value, list) else [cell.value]
        keys = {each for each in many if type(each) is int}
        if kind in ("player", "players"):
            players |= keys
        elif kind == "row":
            rows |= keys
    return players, rows
