"""The values of what is tracked, as they stand now and as they stood at any instant: read where they are looked at."""

from collections.abc import Iterable, Mapping, Set
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Max, Q, QuerySet

from blognomic.database.together import together
from gamestate.models import Cell, Dispute, Entry
from gamestate.values import state as plain
from gamestate.values.cells import OnDemand, Part
from gamestate.values.definitions import narrowest
from gamestate.values.state import GAME, of_player, of_row

Disputed = Set[tuple[int, str]]


def cells_now(
    variables: Mapping[str, plain.Variable], *, disputed: Disputed, not_for_all: Iterable[int] | None
) -> OnDemand[plain.Cell]:
    """The values of these variables (by their keys as text) as they stand, with what is `in_dispute`, and what is
    `kept_back`, or None where it is to be asked when somebody wants to know."""
    cells = Cell.objects.filter(variable__retired_at__isnull=True).order_by("pk")
    columns = ("last_id", "variable_id", "player_id", "row_id", "value", "last__update_id", "last__refused")

    def read(part: Part) -> dict[tuple[str, str], plain.Cell]:
        return _told(_of(cells, part).values_list(*columns, "last__audience"), variables, disputed)

    def those_kept_back() -> set[str]:
        return {str(key) for key in (kept_back() if not_for_all is None else not_for_all)}

    return OnDemand(read, kept_back=cache(those_kept_back), disputed=lambda: bool(disputed))


def cells_at(at: datetime, variables: Mapping[str, plain.Variable]) -> OnDemand[plain.Cell]:
    """The values of these variables (by their keys as text) as they stood at `at` (UTC)."""
    unsettled = Q(settled_at__isnull=True) | Q(settled_at__gt=at)
    entries = Entry.objects.filter(
        at__lte=at, about=Entry.About.VALUE, variable__in=[int(key) for key in variables]
    )
    asked_once = cache(
        lambda: together(
            Dispute.objects.filter(unsettled, at__lte=at).values_list("update_id", "kind"),
            entries.exclude(audience="all").order_by().values_list("variable_id", flat=True).distinct(),
        )
    )
    columns = ("pk", "variable_id", "player_id", "row_id", "new", "update_id", "refused", "audience")

    def read(part: Part) -> dict[tuple[str, str], plain.Cell]:
        return _told(latest(_of(entries, part)).values_list(*columns), variables, disputed())

    def disputed() -> Disputed:
        return set(asked_once()[0])

    def kept_back() -> set[str]:
        return set(map(str, asked_once()[1]))

    return OnDemand(read, kept_back=kept_back, disputed=lambda: bool(disputed()))


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
    if part.variables is None and part.holders is None:
        return rows
    condition = Q(pk__in=[])
    if part.variables:
        condition |= Q(variable__in=[int(key) for key in part.variables if key.isdecimal()])
    if part.holders:
        named = [holder.partition(":") for holder in part.holders]
        players = [int(key) for kind, _, key in named if kind == "player" and key.isdecimal()]
        those = [int(key) for kind, _, key in named if kind == "row" and key.isdecimal()]
        condition |= Q(player__in=players) if players else Q(pk__in=[])
        condition |= Q(row__in=those) if those else Q(pk__in=[])
        if GAME in part.holders:
            condition |= Q(player__isnull=True, row__isnull=True)
    return rows.filter(condition)


def kept_back() -> QuerySet[Any]:
    """The variables some of whose values may not be for everybody, by their keys."""
    cells = Cell.objects.filter(variable__retired_at__isnull=True).exclude(last__audience="all")
    return cells.order_by().values_list("variable_id", flat=True).distinct()


def in_dispute() -> QuerySet[Any]:
    """The updates that are in dispute now, and how each is."""
    return Dispute.objects.filter(outcome=Dispute.Outcome.OPEN).values_list("update_id", "kind").distinct()


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
