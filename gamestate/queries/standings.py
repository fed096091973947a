"""Who stands where by a number that is tracked for each player, and what changed since an instant, for one viewer."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from gamestate.hidden import Viewer, visible
from gamestate.models import Entry
from gamestate.queries.tables import CellShown, Tables
from gamestate.values import value_kinds
from gamestate.values.definitions import NUMBERS
from gamestate.values.state import Person, Variable, of_player
from gamestate.values.texts import plain_number


@dataclass(frozen=True, slots=True)
class StandingShown:
    """A player with their number. `place` is None where there is none; those with as much share one. `change` is what
    was added since, "" for nothing."""

    place: int | None
    person: Person
    cell: CellShown
    change: str = ""

    @property
    def is_less(self) -> bool:
        return self.change.startswith("-")


def ranked_numbers(tables: Tables) -> list[Variable]:
    """The numbers of players by which they can be compared: those that everybody sees."""
    return [
        each
        for each in tables.state.of_scope("player")
        if each.definition.kind in NUMBERS and each.definition.audience == "all"
    ]


def standings_of(
    variable: Variable, tables: Tables, viewer: Viewer, *, since: datetime | None
) -> list[StandingShown]:
    """The players who are not idle, those with most first, and what changed after `since` (UTC), where that is given
    and the number is set, not computed. One query, or none."""
    state, definition = tables.state, variable.definition
    people = [one for one in state.players() if state.counts(one)]
    state.expect(variables=[variable.id])
    cells = {one.key: tables.cell(variable, of_player(one.key)) for one in people}
    numbers = {key: _number(variable, cell) for key, cell in cells.items()}
    before = _before(variable, viewer, since) if since is not None and not definition.formula else {}
    known = sorted((number for number in numbers.values() if number is not None), reverse=True)
    lines = []
    for one in people:
        number = numbers[one.key]
        place = None if number is None else known.index(number) + 1
        lines.append(StandingShown(place, one, cells[one.key], _change(variable, number, before, one.key)))
    return sorted(lines, key=lambda line: (line.place is None, line.place or 0))


def _number(variable: Variable, cell: CellShown) -> Fraction | None:
    return None if cell.is_hidden else value_kinds.number(variable.definition, cell.value)


def _before(variable: Variable, viewer: Viewer, since: datetime) -> Mapping[int, object]:
    """What players had at `since`, by their keys: of those whose value was set after it, as far as the viewer sees."""
    later = Entry.objects.filter(about=Entry.About.VALUE, variable=int(variable.id), at__gt=since)
    rows = visible(later, viewer).order_by("-pk").values_list("player", "old")
    return dict(rows)  # the first of each is the last of them here


def _change(variable: Variable, number: Fraction | None, before: Mapping[int, object], player: int) -> str:
    if number is None or player not in before:
        return ""
    old = value_kinds.number(variable.definition, before[player])
    if old is None or old == number:
        return ""
    return f"{'+' if number > old else ''}{plain_number(number - old)}"
