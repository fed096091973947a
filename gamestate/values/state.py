"""The gamestate at an instant, as plain values: what is tracked, for whom, and how it stands."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Literal

from blognomic.i18n.translation import gettext as _
from gamestate.values import cells as values
from gamestate.values.definitions import LISTS, Audience, Definition, TableDefinition, narrowest
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import parse
from gamestate.values.facts import computed

Scope = Literal["player", "game", "row"]
GAME = "game"


def of_player(key: int) -> str:
    """The holder of a player's values."""
    return f"player:{key}"


def of_row(key: str | int) -> str:
    """The holder of a row's values."""
    return f"row:{key}"


@dataclass(frozen=True, slots=True)
class Variable:
    """`id` is its key in the database as text, or "new-3" before it has one; `table` is the id of its table."""

    id: str
    key: str
    scope: Scope
    table: str
    definition: Definition


@dataclass(frozen=True, slots=True)
class Table:
    id: str
    key: str
    definition: TableDefinition


@dataclass(frozen=True, slots=True)
class Row:
    id: str
    table: str
    name: str
    order: int


@dataclass(frozen=True, slots=True)
class Page:
    id: str
    key: str
    title: str
    text: str
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, with the key of the entry that set it (None before it has one). `disputed`: somebody holds that this is
    not how the gamestate stands, or that it is although the tracker refused it. `audience`: for whom the value was when
    it was set, which no other definition changes."""

    value: object = None
    last: int | None = None
    disputed: bool = False
    audience: Audience = "all"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with values. `plays`: in the roster, not idle."""

    key: int
    name: str
    plays: bool
    idle: bool = False
    is_emperor: bool = False


@dataclass(frozen=True, slots=True)
class OpenedOrder:
    """A sealed order that has been opened, as it counts: `answer` is a number, text, player, row or list, as formulas
    have it."""

    id: int
    player: int
    answer: object


@dataclass(frozen=True, slots=True)
class OpenedCall:
    """A sealed call that waits for a move to settle it. `orders` are those that count, in the order in which they came
    in; None where nobody has looked at them yet."""

    id: int
    orders: tuple[OpenedOrder, ...] | None


@dataclass(frozen=True)
class State:
    """Everything that is tracked. Retired things are not in it.

    `people` are the players and idle players in the order of their names; `gone` names rows that are no more but may
    still be referred to. `emperor_counts`: the emperor is a player for what the dynasty's rules track.
    `calls`: the sealed calls that a move may settle, by their names, as far as somebody asked for them.
    """

    variables: Mapping[str, Variable] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict)
    rows: Mapping[str, Row] = field(default_factory=dict)
    pages: Mapping[str, Page] = field(default_factory=dict)
    cells: Mapping[tuple[str, str], Cell] = field(default_factory=dict)
    people: Mapping[int, Person] = field(default_factory=dict)
    gone: Mapping[str, str] = field(default_factory=dict)
    emperor_counts: bool = True
    calls: Mapping[str, OpenedCall] = field(default_factory=dict)
    _known: dict[object, object] = field(default_factory=dict, init=False, compare=False, repr=False)

    # -- finding things

    def by_key(self, scope: str) -> Mapping[str, "Variable | Table"]:
        """What is tracked by its key: the variables of "player" or "game", the columns of a table ("columns:12", by its
        id), or the tables ("table")."""
        known = self._known.get(scope)
        if known is None:
            kind, _colon, table = scope.partition(":")
            if scope == "table":
                known = {each.key: each for each in self.tables.values()}
            elif table:
                known = {each.key: each for each in self.variables.values() if each.table == table}
            else:
                known = {each.key: each for each in self.variables.values() if each.scope == kind}
            self._known[scope] = known
        return known  # type: ignore[return-value]

    def table_of(self, key: str) -> Table:
        """The table of that key. Raises ValueRefused."""
        for table in self.tables.values():
            if table.key == key:
                return table
        raise ValueRefused(_("There is no table called “{key}”.").format(key=key))

    def variable_of(self, path: str) -> Variable:
        """The variable of a path: "wealth", or "locations.capacity" for a column. Raises ValueRefused."""
        key, dot, column = path.partition(".")
        table = self.table_of(key).id if dot else ""
        for variable in self.variables.values():
            if variable.table == table and variable.key == (column if dot else key):
                return variable
        raise ValueRefused(_("Nothing called “{path}” is tracked.").format(path=path))

    def path_of(self, variable: Variable) -> str:
        if not variable.table:
            return variable.key
        table = self.tables.get(variable.table)
        return f"{table.key if table else '?'}.{variable.key}"

    def page_of(self, key: str) -> Page:
        """The page of that key. Raises ValueRefused."""
        for page in self.pages.values():
            if page.key == key:
                return page
        raise ValueRefused(_("There is no page called “{key}”.").format(key=key))

    def rows_of(self, table: str) -> list[Row]:
        """The rows of a table (by its id) in their order."""
        return sorted(
            (row for row in self.rows.values() if row.table == table), key=lambda row: (row.order, row.name)
        )

    def columns_of(self, table: str) -> list[Variable]:
        """The columns of a table (by its id; "": what is tracked for players and the game) in their order."""
        columns = (variable for variable in self.variables.values() if variable.table == table)
        return sorted(columns, key=lambda variable: (variable.definition.order, variable.definition.name))

    def of_scope(self, scope: Scope) -> list[Variable]:
        return [variable for variable in self.columns_of("") if variable.scope == scope]

    # -- values

    def cell(self, variable: Variable, holder: str) -> Cell:
        """How a value stands. One that is computed is worked out, and blank where it has no result."""
        if not variable.definition.formula:
            return self.cells.get((variable.id, holder), Cell())
        return Cell(self._computed(variable, holder), audience=variable.definition.audience)

    def _computed(self, variable: Variable, holder: str) -> object:
        try:
            return computed(self, variable, holder)
        except ValueRefused:
            return [] if variable.definition.kind in LISTS else None

    def once(self, what: tuple[str, ...], work: Callable[[], object]) -> object:
        """What `work` comes to, or the ValueRefused that it raises: worked out once in this state."""
        if what not in self._known:
            try:
                self._known[what] = work()
            except ValueRefused as refused:
                self._known[what] = refused
        known = self._known[what]
        if isinstance(known, ValueRefused):
            raise known.with_traceback(None)
        return known

    def value(self, variable: Variable, holder: str) -> object:
        return self.cell(variable, holder).value

    def audience(self, variable: Variable, holder: str) -> Audience:
        """Who sees a value: whom its variable's definition and the value itself both leave it to. A value that was set
        for few stays theirs when its variable is defined for many: a definition is about the values to come."""
        definition = variable.definition
        if definition.formula:
            return definition.audience
        return narrowest(definition.audience, self.cell(variable, holder).audience)

    def is_shown_by_formula(self) -> bool:
        """Whether anything is seen by somebody since a formula says so."""
        return any(each.definition.seen_when for each in self.variables.values())

    def hidden(self, variables: Iterable[Variable]) -> list[Variable]:
        """Those of the variables that not everybody sees all values of."""
        few = self.kept_back().keys()
        return [each for each in variables if each.definition.audience != "all" or each.id in few]

    def kept_back(self) -> Mapping[str, Set[Audience]]:
        """The ids of the variables some of whose values are not for everybody, with whom these are for."""
        candidates = values.kept_back(self.cells)
        audiences: dict[str, set[Audience]] = {}
        if candidates is None:
            cells: Iterable[tuple[tuple[str, str], Cell]] = self.cells.items()
        else:
            self.expect(variables=candidates)
            cells = (each for key in candidates for each in self._of(key))
        for (key, _holder), cell in cells:
            if cell.audience != "all":
                audiences.setdefault(key, set()).add(cell.audience)
        return audiences

    def may_be_disputed(self) -> bool:
        """Whether any value may be marked as disputed, for all that is known without looking at each."""
        return values.may_be_disputed(self.cells)

    def expect(self, *, variables: Iterable[str] = (), holders: Iterable[str] = ()) -> None:
        """Say of which variables (by their ids) or holders values will be looked at: where values are read when they
        are, no others are then."""
        looked_at = self._looked_at()
        values.expect(self.cells, variables=[*variables, *looked_at], holders=holders)

    def _looked_at(self) -> frozenset[str]:
        """The ids of what is looked at for what is computed, where that looks beyond its own holder."""
        known = self._known.get("looked at")
        if not isinstance(known, frozenset):
            formulas = [
                parse(each.definition.formula) for each in self.variables.values() if each.definition.formula
            ]
            names = {name for formula in formulas if formula.looks_beyond for name in formula.names}
            for each in self.variables.values():
                if each.definition.seen_when:
                    names |= parse(each.definition.seen_when).names
            known = frozenset(each.id for each in self.variables.values() if each.key in names)
            self._known["looked at"] = known
        return known

    def _of(self, key: str) -> list[tuple[tuple[str, str], Cell]]:
        """The values of the variable of that id, which were expected."""
        return values.of_variable(self.cells, key)

    def holders_of(self, variable: Variable, *, idle: bool = True) -> list[str]:
        """Everything that has a value of it: the game, the rows, or the players, with the idle ones or without."""
        if variable.scope == "game":
            return [GAME]
        if variable.scope == "row":
            return [of_row(row.id) for row in self.rows_of(variable.table)]
        return [of_player(person.key) for person in self.players(idle=idle)]

    def players(self, *, idle: bool = False) -> list[Person]:
        """The players in the order of the tracker, which rules may refer to; with `idle`, the idle ones too."""
        return [person for person in self.people.values() if person.plays or (idle and person.idle)]

    def counts(self, person: Person) -> bool:
        """Whether the dynasty's rules count somebody among the players."""
        return self.emperor_counts or not person.is_emperor

    def holder_name(self, holder: str) -> str:
        """What people call a holder."""
        kind, __, key = holder.partition(":")
        if kind == "player":
            return self.player_name(int(key))
        if kind == "row":
            row = self.rows.get(key)
            return row.name if row else self.gone.get(key, _("a row that is gone"))
        if kind == "order":
            return _("the order of {name}").format(name=self.player_name(self.order(int(key)).player))
        return _("the game")

    def order(self, key: int) -> OpenedOrder:
        """The sealed order of that key, of the calls that somebody asked for."""
        return next(each for call in self.calls.values() for each in call.orders or () if each.id == key)

    # -- names, as `gamestate.values.value_kinds.NameFinder` asks for them

    def player(self, text: str) -> int:
        """The player or idle player of that name, without regard to case. Raises ValueRefused."""
        name = text.strip().removeprefix("@").casefold()
        for person in self.people.values():
            if (person.plays or person.idle) and person.name.casefold() == name:
                return person.key
        raise ValueRefused(_("There is no player called “{text}”.").format(text=text.strip()))

    def player_name(self, key: int) -> str:
        person = self.people.get(key)
        return person.name if person else _("somebody who has left")

    def row(self, table: str, text: str) -> int | str:
        """The row of that name in the table of that key, without regard to case. Raises ValueRefused."""
        tracked_table = self.table_of(table)
        name = text.strip().casefold()
        for row in self.rows_of(tracked_table.id):
            if row.name.casefold() == name:
                return int(row.id) if row.id.isdecimal() else row.id
        raise ValueRefused(
            _("{name} has no row called “{text}”.").format(
                name=tracked_table.definition.name, text=text.strip()
            )
        )

    def row_name(self, table: str, key: int | str) -> str:
        row = self.rows.get(str(key))
        return row.name if row else self.gone.get(str(key), _("a row that is gone"))

    # -- change

    def with_cells(self, changed: Mapping[tuple[str, str], Cell]) -> "State":
        return replace(self, cells=values.Altered(self.cells, changed))


def people_in_order(people: Iterable[Person]) -> dict[int, Person]:
    """People by key, in the order of the tracker: by name, without regard to case."""
    return {person.key: person for person in sorted(people, key=lambda one: (one.name.casefold(), one.key))}


def cells_of(state: State, variable: Variable) -> Iterator[tuple[str, Cell]]:
    """The values of a variable with their holders, also of those who are not in the roster now."""
    state.expect(variables=[variable.id])
    if variable.definition.formula:
        yield from ((holder, state.cell(variable, holder)) for holder in state.holders_of(variable))
        return
    for (_key, holder), cell in values.of_variable(state.cells, variable.id):
        yield holder, cell
