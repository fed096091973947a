"""The history of one variable: its values over time, and the small charts of it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from gamestate.hidden import Viewer, visible
from gamestate.models import Entry, Variable
from gamestate.queries.log import RELATED, EntryShown, LogNames, in_words, names_in
from gamestate.queries.snapshot import holder_of, plain_variable
from gamestate.values import value_kinds
from gamestate.values.definitions import NUMBERS
from gamestate.values.texts import plain_number

MOST_POINTS = 2_000
WIDTH, HEIGHT, MARGIN = 240, 56, 4


@dataclass(frozen=True, slots=True)
class Point:
    """A value from an instant on, where it stands in the chart, and the update that made it."""

    at: datetime
    text: str
    update: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class StepChart:
    """The values of one holder as a line of steps. `path` is drawn in a box of WIDTH by HEIGHT."""

    name: str
    path: str
    points: tuple[Point, ...]
    last: str
    lowest: str
    highest: str


@dataclass(frozen=True, slots=True)
class Charts:
    """The charts of a variable on one scale, from `since` to `until`."""

    charts: tuple[StepChart, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    lowest: str = ""
    highest: str = ""
    is_cut: bool = False


def as_it_was(variable: Variable, at: datetime) -> Variable | None:
    """The variable, and the table that it is a column of, as they were defined at `at` (UTC), retired if they were by
    then; None before it was tracked. It is the same object, which is not to be saved. At most two queries."""
    things = [(variable, Entry.objects.filter(about=Entry.About.VARIABLE, variable=variable))]
    if variable.table_id:
        things.append(
            (variable.table, Entry.objects.filter(about=Entry.About.TABLE, table=variable.table_id))
        )
    for thing, entries in things:
        last = entries.filter(at__lte=at).order_by("-pk").first()
        if last is None:
            return None
        thing.definition = last.new or last.old
        thing.retired_at = last.at if last.new is None else None
    return variable


def entries_of(
    variable: Variable, viewer: Viewer, *, player: int | None = None, until: datetime | None = None
) -> QuerySet[Entry]:
    """The values of a variable as they were set, up to `until` (UTC), newest first, as far as the viewer may see
    them."""
    entries = visible(Entry.objects.filter(variable=variable, about=Entry.About.VALUE), viewer)
    if player is not None:
        entries = entries.filter(player=player)
    if until is not None:
        entries = entries.filter(at__lte=until)
    return entries.select_related(*RELATED, "update", "update__by").order_by("-pk")


def history_in_words(
    entries: Sequence[Entry], variable: Variable, known: LogNames | None = None
) -> list[EntryShown]:
    """Entries of a variable as people read them, by its definition as it is told here, with the names as far as they
    are `known`. Two queries at most."""
    for entry in entries:
        entry.variable = variable
    names = names_in(entries, known)
    return [in_words(entry, names) for entry in entries]


def charts_of(variable: Variable, viewer: Viewer, *, at: datetime, player: int | None = None) -> Charts:
    """A small chart for each player or row with a number, by name, up to `at` (UTC), or for that `player` alone. One
    query.

    They share one scale, so that they can be compared. The last two thousand values are drawn.
    """
    definition = plain_variable(variable).definition
    if definition.kind not in NUMBERS:
        return Charts()
    entries = visible(Entry.objects.filter(variable=variable, about=Entry.About.VALUE, at__lte=at), viewer)
    if player is not None:
        entries = entries.filter(player=player)
    rows = list(entries.select_related("player", "row").order_by("-pk")[: MOST_POINTS + 1])
    steps_by_holder: dict[str, list[tuple[Entry, Fraction | None]]] = defaultdict(list)
    names: dict[str, str] = {}
    for entry in reversed(rows[:MOST_POINTS]):
        holder = holder_of(entry)
        names[holder] = (
            entry.player.name if entry.player_id else entry.row.name if entry.row_id else _("The game")
        )
        steps_by_holder[holder].append((entry, value_kinds.number(definition, entry.new)))
    numbers = [number for steps in steps_by_holder.values() for _entry, number in steps if number is not None]
    if not numbers:
        return Charts()
    scale = _Scale(rows[min(len(rows), MOST_POINTS) - 1].at, at, min(numbers), max(numbers))
    charts = [scale.chart(names[holder], steps) for holder, steps in steps_by_holder.items()]
    return Charts(
        tuple(sorted((each for each in charts if each.points), key=lambda each: each.name.casefold())),
        scale.since,
        at,
        plain_number(scale.lowest),
        plain_number(scale.highest),
        is_cut=len(rows) > MOST_POINTS,
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    since: datetime
    until: datetime
    lowest: Fraction
    highest: Fraction

    def x(self, at: datetime) -> float:
        span = (self.until - self.since).total_seconds()
        share = (at - self.since).total_seconds() / span if span > 0 else 0.0
        return round(MARGIN + share * (WIDTH - 2 * MARGIN), 1)

    def y(self, number: Fraction) -> float:
        span = self.highest - self.lowest
        share = float((number - self.lowest) / span) if span else 0.5
        return round(HEIGHT - MARGIN - share * (HEIGHT - 2 * MARGIN), 1)

    def chart(self, name: str, steps: Iterable[tuple[Entry, Fraction | None]]) -> StepChart:
        points: list[Point] = []
        path: list[str] = []
        drawn: list[Fraction] = []
        is_down = False
        for entry, number in steps:
            x = self.x(entry.at)
            if number is None:
                if is_down:
                    path.append(f"H{x}")
                is_down = False
                continue
            y = self.y(number)
            path.append(f"H{x}V{y}" if is_down else f"M{x} {y}")
            is_down = True
            drawn.append(number)
            points.append(Point(entry.at, plain_number(number), entry.update_id, x, y))
        if is_down:
            path.append(f"H{self.x(self.until)}")
        return StepChart(
            name,
            "".join(path),
            tuple(points),
            points[-1].text if is_down else "—",
            plain_number(min(drawn)) if drawn else "",
            plain_number(max(drawn)) if drawn else "",
        )
