"""A table as it is drawn for one viewer: where its rows are, which are connected, and who stands where. Nothing hidden
from the viewer is on it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gamestate.queries.tables import Tables
from gamestate.values.errors import ValueRefused
from gamestate.values.places import Place, connections, positions
from gamestate.values.state import GAME, Table, of_player, of_row

MOST_PLACES = 400
MOST_FACTS = 3  # that a card shows


@dataclass(frozen=True, slots=True)
class TokenShown:
    """Who stands somewhere: a player, the how-many-eth in the order of the tracker, from 0; or something of the game,
    whose number is below 0."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class PlaceShown:
    """A row as a place: its key and name, where it is, who stands there, and what a card says of it."""

    row: str
    name: str
    at: Place
    tokens: tuple[TokenShown, ...] = ()
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table as it is drawn: `look` is as what, `links` are pairs of keys of connected places, each once."""

    name: str
    look: str
    places: tuple[PlaceShown, ...]
    links: tuple[tuple[str, str], ...] = ()


def board_of(table: Table, tables: Tables) -> DrawnTable | None:
    """The board of a table, None where it is shown as nothing but a table, or nothing of it can be drawn. The values of
    players that name its rows are read at once."""
    definition, state = table.definition, tables.state
    if not definition.look:
        return None
    columns = [each for each in state.columns_of(table.id) if not each.definition.formula]
    of_all = (*state.of_scope("game"), *state.of_scope("player"))
    standing = [each for each in of_all if _stands_on(each.definition, table)]
    state.expect(variables=[each.id for each in (*columns, *standing)])
    there = dict(list(positions(table, state).items())[:MOST_PLACES])
    tokens = _tokens(table, tables)
    is_card = definition.look == "cards"
    places = tuple(
        PlaceShown(
            row.id,
            row.name,
            there[row.id],
            tuple(tokens.get(row.id, ())),
            _facts(row.id, table, tables) if is_card else (),
        )
        for row in state.rows_of(table.id)
        if row.id in there
    )
    return (
        DrawnTable(definition.name, definition.look, places, _links(table, tables, there)) if places else None
    )


def _stands_on(definition: object, table: Table) -> bool:
    kind, refers = getattr(definition, "kind", ""), getattr(definition, "refers", "")
    return kind == "row" and refers == table.key


def _tokens(table: Table, tables: Tables) -> Mapping[str, list[TokenShown]]:
    """Who stands on which row, by its key, as far as the viewer sees it, by each value of players that names one."""
    state, tokens = tables.state, dict[str, list[TokenShown]]()
    for number, variable in enumerate(state.of_scope("game")):
        if _stands_on(variable.definition, table):
            cell = tables.cell(variable, GAME)
            if not cell.is_hidden and cell.value is not None:
                tokens.setdefault(str(cell.value), []).append(
                    TokenShown(variable.definition.name, -1 - number)
                )
    for variable in state.of_scope("player"):
        if not _stands_on(variable.definition, table):
            continue
        for number, person in enumerate(state.players()):
            cell = tables.cell(variable, of_player(person.key))
            if not cell.is_hidden and cell.value is not None and not cell.is_for_few:
                tokens.setdefault(str(cell.value), []).append(TokenShown(person.name, number))
    return tokens


def _facts(row: str, table: Table, tables: Tables) -> tuple[str, ...]:
    """What a card says of its row: the first of its columns that the viewer sees and that are not blank."""
    drawn = (table.definition.x, table.definition.y, table.definition.links)
    cells = tables.cells(
        (each for each in tables.state.columns_of(table.id) if each.key not in drawn), of_row(row)
    )
    lines = (f"{each.variable.definition.name}: {each.short}" for each in cells if each.text)
    return tuple(lines)[:MOST_FACTS]


def _links(table: Table, tables: Tables, there: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """The connections that are drawn as lines: on a map and on a track, and others only where a column says them."""
    if table.definition.look == "grid" or table.definition.look == "cards" and not table.definition.links:
        return ()
    try:
        beside = connections(table, tables.state)
    except ValueRefused:
        return ()
    known, pairs = set(there), dict[tuple[str, str], None]()
    for one, others in beside.items():
        for other in others:
            if one in known and other in known and (other, one) not in pairs:
                pairs[one, other] = None
    return tuple(pairs)
