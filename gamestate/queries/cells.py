"""The values of what is tracked, as they stand now and as they stood at any instant: read where they are looked at."""

from collections.abc import Iterable, Mapping, Set
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Max, Q, QuerySet

from gamestate.models import Cell, Dispute, Entry
from gamestate.values import state as plain
from gamestate.values.cells import OnDemand, Part
from gamestate.values.definitions import narrowest
from gamestate.values.state import GAME, of_player, of_row

Disputed = Set[tuple[int, str]]


def cells_now(variables: Mapping[str, plain.Variable], *, disputed: Disputed) -> OnDemand[plain.Cell]:
    """The values of these variables (by their keys as text) as they stand, with what is `in_dispute`."""
    cells = Cell.objects.filter(variable__retired_at__isnull=True).order_by("pk")
    asked = ("last_id", "variable_id", "player_id", "row_id", "value", "last__update_id", "last__refused")

    def read(part: Part) -> dict[tuple[str, str], plain.Cell]:
        return _told(_of(cells, part).values_list(*asked, "last__audience"), variables, disputed)

    def kept_back() -> set[str]:
        found = cells.order_by().exclude(last__audience="all").values_list("variable_id", flat=True)
        return {str(key) for key in found.distinct()}

    return OnDemand(read, kept_back=cache(kept_back), disputed=lambda: bool(disputed))


def cells_at(at: datetime, variables: Mapping[str, plain.Variable]) -> OnDemand[plain.Cell]:
    """The values of these variables (by their keys as text) as they stood at `at` (UTC)."""
    unsettled = Q(settled_at__isnull=True) | Q(settled_at__gt=at)
    disputed = cache(lambda: _disputed(unsettled & Q(at__lte=at)))
    told = Entry.objects.filter(
        at__lte=at, about=Entry.About.VALUE, variable__in=[int(key) for key in variables]
    )
    asked = ("pk", "variable_id", "player_id", "row_id", "new", "update_id", "refused", "audience")

    def read(part: Part) -> dict[tuple[str, str], plain.Cell]:
        return _told(latest(_of(told, part)).values_list(*asked), variables, disputed())

    def kept_back() -> set[str]:
        found = told.exclude(audience="all").values_list("variable_id", flat=True).distinct()
        return {str(key) for key in found}

    return OnDemand(read, kept_back=cache(kept_back), disputed=lambda: bool(disputed()))


def _told(
    rows: Iterable[tuple[Any, ...]], variables: Mapping[str, plain.Variable], disputed: Disputed
) -> dict[tuple[str, str], plain.Cell]:
    """Values of rows of the database: there may be many thousands, so no objects of the model are made of them. For
    whom a value is at the beginning of an act stays with it through all that the act does to its variable."""
    return {
        (str(variable), holder_key(player, row)): plain.Cell(
            value,
            last,
            bool(disputed) and _is_marked(update, refused, disputed),
            narrowest(variables[str(variable)].definition.audience, audience),
        )
        for last, variable, player, row, value, update, refused, audience in rows
        if str(variable) in variables
    }


def _of(rows: QuerySet[Any], part: Part) -> QuerySet[Any]:
    """Those of the rows, of cells or of entries, that are of a part."""
    if part.variables is not None:
        rows = rows.filter(variable__in=[int(key) for key in part.variables if key.isdecimal()])
    if part.holders is not None:
        named = [holder.partition(":") for holder in part.holders]
        players = [int(key) for kind, _, key in named if kind == "player" and key.isdecimal()]
        those = [int(key) for kind, _, key in named if kind == "row" and key.isdecimal()]
        found = Q(player__in=players) if players else Q(pk__in=[])
        found |= Q(row__in=those) if those else Q(pk__in=[])
        if GAME in part.holders:
            found |= Q(player__isnull=True, row__isnull=True)
        rows = rows.filter(found)
    return rows


def in_dispute() -> QuerySet[Any]:
    """The updates that are in dispute now, and how each is."""
    return Dispute.objects.filter(outcome=Dispute.Outcome.OPEN).values_list("update_id", "kind").distinct()


def _disputed(which: Q) -> Disputed:
    """The updates in dispute, and how each is. One query."""
    return set(Dispute.objects.filter(which).values_list("update_id", "kind"))


def _is_marked(update: int, refused: str, disputed: Disputed) -> bool:
    """Whether a value is marked as disputed, given the updates in dispute and how each is: all that an update set while
    somebody disputes it; of one that recorded what the tracker refuses, those values alone."""
    return (update, Dispute.Kind.DISPUTED) in disputed or (
        bool(refused) and (update, Dispute.Kind.REFUSED) in disputed
    )


def latest(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """The last entry about each thing."""
    things = entries.order_by().values("about", "variable", "player", "row", "table", "page")
    return Entry.objects.filter(pk__in=things.annotate(last=Max("pk")).values("last"))


def holder_key(player: int | None, row: int | None) -> str:
    """The same, of the keys of its player and row."""
    if player is not None:
        return of_player(player)
    return of_row(row) if row is not None else GAME
