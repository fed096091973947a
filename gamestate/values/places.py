"""Where the rows of a table are, and which are beside each other: as its definition says it is drawn. Pure.

What is drawn for everybody is for everybody: a place or a connection that is hidden from somebody is none.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from blognomic.i18n.translation import gettext as _
from gamestate.values import value_kinds
from gamestate.values.errors import ValueRefused

if TYPE_CHECKING:
    from gamestate.values.state import Row, State, Table, Variable

USUAL_ACROSS = 5
Place = tuple[float, float]


def positions(table: "Table", state: "State") -> dict[str, Place]:
    """Where each row is, by its key: as its columns say, else one beside the other in their order. Rows of which that
    is blank or hidden are left out."""
    definition, rows = table.definition, state.rows_of(table.id)
    across, down = (_column(table, key, state) for key in (definition.x, definition.y))
    if across is None or down is None:
        wide = len(rows) if definition.look == "track" and not definition.across else definition.across
        wide = wide or USUAL_ACROSS
        return {row.id: (float(place % wide), float(place // wide)) for place, row in enumerate(rows)}
    places = {}
    for row in rows:
        x, y = (_open_value(each, row, state) for each in (across, down))
        numbers = value_kinds.kept_number(x), value_kinds.kept_number(y)
        if numbers[0] is not None and numbers[1] is not None:
            places[row.id] = (float(numbers[0]), float(numbers[1]))
    return places


def connections(table: "Table", state: "State") -> Mapping[str, tuple[str, ...]]:
    """The rows that each is beside, by keys, in their order and both ways: as the column of its connections says; on a
    grid above, below, left and right; on a track before and after. Worked out once in a state. Raises ValueRefused for
    a table without any."""
    known = state.once(("connections", table.id), lambda: _connections(table, state))
    assert isinstance(known, dict), "it is what is worked out below"
    return known


def _connections(table: "Table", state: "State") -> dict[str, tuple[str, ...]]:
    definition, rows = table.definition, state.rows_of(table.id)
    beside: dict[str, set[str]] = {row.id: set() for row in rows}
    column = _column(table, definition.links, state)
    if column is not None:
        by_name = {row.name.casefold(): row.id for row in rows}
        for row in rows:
            for other in _named(_open_value(column, row, state), by_name) & beside.keys() - {row.id}:
                beside[row.id].add(other)
                beside[other].add(row.id)
    elif definition.look == "grid":
        there = {place: key for key, place in positions(table, state).items()}
        for (x, y), key in there.items():
            around = ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))
            beside[key].update(there[place] for place in around if place in there)
    elif definition.look == "track":
        for row, following in zip(rows, rows[1:], strict=False):
            beside[row.id].add(following.id)
            beside[following.id].add(row.id)
    else:
        raise ValueRefused(
            _("The rows of {table} are not connected: its definition says nothing of it.").format(
                table=definition.name
            )
        )
    return {key: tuple(row.id for row in rows if row.id in others) for key, others in beside.items()}


def _column(table: "Table", key: str, state: "State") -> "Variable | None":
    return next((each for each in state.columns_of(table.id) if each.key == key), None)


def _open_value(column: "Variable", row: "Row", state: "State") -> object:
    """A value that everybody sees, None for any other."""
    holder = f"row:{row.id}"
    if state.audience(column, holder) != "all":
        return None
    if column.definition.formula:
        from gamestate.values.facts import computed  # it asks for connections in its turn

        try:
            return computed(state, column, holder)
        except ValueRefused:
            return None
    return state.value(column, holder)


def _named(value: object, by_name: Mapping[str, str]) -> set[str]:
    """The keys of the rows that a value names: a row, or a list of names."""
    if isinstance(value, list):
        return {by_name[name] for item in value if (name := str(item).strip().casefold()) in by_name}
    return {str(value)} if isinstance(value, int | str) else set()
