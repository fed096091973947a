"""What is tracked as tables for one viewer: the players', those that the rules make, and the game's own values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache, partial

from django.core.paginator import Page, Paginator
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from gamestate.hidden import Viewer
from gamestate.models import Variable as VariableRow
from gamestate.values import value_kinds
from gamestate.values.definitions import (
    KINDS,
    LISTS,
    NUMBERS,
    OF_THE_EMPEROR,
    OF_THE_HOLDER,
    Audience,
    Definition,
)
from gamestate.values.plans import Sight, seen_key
from gamestate.values.state import GAME, Person, Row, State, Table, Variable, of_player, of_row

CUT = 72
# What a page shows of a table at once: so many cells, but some lines at least; and so many idle players unasked.
MOST_CELLS, LEAST_LINES, MOST_IDLE = 1_200, 10, 40
CELLS_AT_ONCE = 5_000  # that programs are told
A_MOMENT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Column:
    """A variable as the head of a column. `rule` is the name of the rule that it comes from, "" where none is known;
    `order` what ?sort= is given to sort by it, `sorted` "" or which way it is sorted."""

    variable: Variable
    rule: str = ""
    order: str = ""
    sorted: str = ""

    @property
    def name(self) -> str:
        return self.variable.definition.name

    @property
    def definition(self) -> Definition:
        return self.variable.definition

    @property
    def kind(self) -> str:
        return KINDS[self.definition.kind]

    @property
    def is_number(self) -> bool:
        return self.definition.kind in NUMBERS

    @property
    def is_list(self) -> bool:
        return self.definition.kind in LISTS

    @property
    def is_hidden(self) -> bool:
        """Whether its values are not for everybody."""
        return self.definition.audience != "all"

    @property
    def limits(self) -> str:
        """The range or the set of its values in words, "" where there is none."""
        return limits(self.definition)


@dataclass(frozen=True, slots=True)
class CellShown:
    """A value as one viewer sees it. `text` is what people read ("": blank), `typed` what stands in its field, `field`
    what a form calls it: its key, and the entry that set it. Of a hidden one, nothing but that it is there.
    `is_for_few`: not everybody sees it, although everybody may see those that are set from now on."""

    variable: Variable
    holder: str
    field: str
    text: str = ""
    typed: str = ""
    value: object = None
    last: int | None = None
    is_hidden: bool = False
    is_disputed: bool = False
    is_for_few: bool = False

    @property
    def kind(self) -> str:
        return self.variable.definition.kind

    @property
    def is_number(self) -> bool:
        return self.kind in NUMBERS

    @property
    def is_private(self) -> bool:
        """Whether not everybody sees it."""
        return self.is_for_few or self.variable.definition.audience != "all"

    @property
    def is_typed(self) -> bool:
        """Whether somebody may set it: it is seen, and no formula computes it."""
        return not self.is_hidden and not self.variable.definition.formula

    @property
    def is_blank(self) -> bool:
        return not self.is_hidden and self.text == ""

    @property
    def is_cut(self) -> bool:
        return len(self.text) > CUT

    @property
    def short(self) -> str:
        """What fits into a table."""
        return f"{self.text[: CUT - 1].rstrip()}…" if self.is_cut else self.text

    @property
    def suggest(self) -> str:
        """The id of the list that its field may be filled in with, "" where it is written freely."""
        kind = self.kind
        if kind in ("choice", "row"):
            return f"choices-{self.variable.id}"
        return {"yes_no": "yes-no", "player": "players"}.get(kind, "")

    @property
    def is_long(self) -> bool:
        """Whether its field takes more than a line."""
        return self.kind == "long" or "\n" in self.typed

    @property
    def sorts(self) -> str:
        """What the column sorts by, where that is not what people read."""
        return self.typed if self.kind == "instant" else ""


@dataclass(frozen=True, slots=True)
class HolderLine:
    """One player or row with its values."""

    holder: str
    name: str
    cells: tuple[CellShown, ...]
    person: Person | None = None
    row: Row | None = None

    @property
    def place(self) -> tuple[int, str, int]:
        """What the lines of a table are in order by: idle players last."""
        if self.person:
            return (int(self.person.idle), self.person.name.casefold(), self.person.key)
        return (self.row.order, self.row.name, int(self.row.id)) if self.row else (0, "", 0)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it is shown: columns across, lines down, and the lines that are folded away. `all_agree`: nobody
    disputes any of it, and `none_hidden`: everybody sees all of it, for all that is known without looking at each
    value."""

    columns: tuple[Column, ...]
    lines: tuple[HolderLine, ...]
    idle: tuple[HolderLine, ...] = ()
    title: str = ""
    table: Table | None = None
    all_agree: bool = False
    none_hidden: bool = False

    @property
    def has_hidden(self) -> bool:
        return not self.none_hidden and any(each.is_hidden for each in self._cells())

    @property
    def has_disputed(self) -> bool:
        return not self.all_agree and any(each.is_disputed for each in self._cells())

    def _cells(self) -> Iterator[CellShown]:
        return (cell for line in (*self.lines, *self.idle) for cell in line.cells)


@dataclass(frozen=True)
class Tables:
    """A state with what one viewer may see of it, for pages: nothing hidden leaves it."""

    state: State
    sight: Sight
    rules: Mapping[int, str] = field(default_factory=dict)

    def column(self, variable: Variable) -> Column:
        return Column(variable, self.rules.get(variable.definition.rule or 0, ""))

    def sees(self, variable: Variable, holder: str) -> bool:
        """Whether the viewer may see a value as it stands."""
        return self.sight(variable, holder, self.state.audience(variable, holder))

    def cell(self, variable: Variable, holder: str) -> CellShown:
        key = seen_key(variable.id, holder)
        if not self.sees(variable, holder):
            return CellShown(variable, holder, key, is_hidden=True)
        stored = self.state.cell(variable, holder)
        definition = variable.definition
        return CellShown(
            variable,
            holder,
            field=f"{key}@{stored.last or ''}",
            text=value_kinds.show(definition, stored.value, self.state),
            typed=value_kinds.typed(definition, stored.value, self.state),
            value=stored.value,
            last=stored.last,
            is_disputed=stored.disputed,
            is_for_few=definition.audience == "all" and stored.audience != "all",
        )

    def cells(self, variables: Iterable[Variable], holder: str) -> tuple[CellShown, ...]:
        return tuple(self.cell(variable, holder) for variable in variables)

    def line(self, name: str, holder: str, variables: Iterable[Variable]) -> HolderLine:
        return HolderLine(holder, name, self.cells(variables, holder))

    def players(self) -> Grid:
        """The players' table: players down in the tracker's order, those who are idle apart. There may be a thousand,
        so that the values of each are worked out when somebody looks at them."""
        variables = self.state.of_scope("player")
        lines: dict[bool, list[HolderLine]] = {True: [], False: []}
        for person in self.state.players(idle=True):
            holder = of_player(person.key)
            made = partial(self.cells, variables, holder)
            line = HolderLine(holder, person.name, SimpleLazyObject(made), person=person)
            lines[person.idle].append(line)
        return Grid(
            self.columns(variables),
            tuple(lines[False]),
            tuple(lines[True]),
            all_agree=not self.state.may_be_disputed(),
            none_hidden=not self.state.hidden(variables),
        )

    def by_parts(self, grid: Grid) -> Iterator[Sequence[HolderLine]]:
        """All lines of a grid, the idle players last, a part after the other."""
        size = lines_at_once(grid)
        for start in range(0, len(grid.lines) + len(grid.idle), size):
            yield self.together((*grid.lines, *grid.idle)[start : start + size])

    def together(self, lines: Sequence[HolderLine]) -> Sequence[HolderLine]:
        """Some lines, whose values are read together when somebody looks at the first of them."""
        self.state.expect(holders=[line.holder for line in lines])
        return lines

    def table(self, table: Table) -> Grid:
        """A table that the rules make: its rows down, its columns across."""
        variables = self.state.columns_of(table.id)
        self.state.expect(variables=[each.id for each in variables], holders=[GAME])
        lines = (
            HolderLine(of_row(row.id), row.name, self.cells(variables, of_row(row.id)), row=row)
            for row in self.state.rows_of(table.id)
        )
        return Grid(self.columns(variables), tuple(lines), title=table.definition.name, table=table)

    def tables(self) -> list[Table]:
        """The tables in their order."""
        return sorted(
            self.state.tables.values(), key=lambda each: (each.definition.order, each.definition.name)
        )

    def game(self) -> list[tuple[Column, CellShown]]:
        """The game's own variables with their values."""
        self.state.expect(holders=[GAME])
        return [(self.column(each), self.cell(each, GAME)) for each in self.state.of_scope("game")]

    def game_as_line(self) -> Grid:
        """The same as a table of one line."""
        variables = self.state.of_scope("game")
        self.state.expect(holders=[GAME])
        line = self.line(_("The game"), GAME, variables)
        return Grid(self.columns(variables), (line,), title=line.name)

    def columns(self, variables: Iterable[Variable]) -> tuple[Column, ...]:
        return tuple(self.column(variable) for variable in variables)


def sight_then(viewer: Viewer, state: State, at: datetime | None = None) -> Sight:
    """What the viewer may see of a state of the past, in which there may be variables of dynasties that are over: as
    `gamestate.hidden.visible` says of entries. `at` (UTC) is when it stood so; None: each variable just before it was
    retired. One query when it is first asked, or none where nothing was hidden."""
    hidden = [int(each.id) for each in state.hidden(state.variables.values())]
    if not hidden:
        return lambda variable, holder, audience: True
    known = cache(lambda: VariableRow.objects.in_bulk(hidden))  # what is kept of a page needs it no more

    def sees(variable: Variable, holder: str, audience: Audience) -> bool:
        if audience == "all":
            return True
        if audience in OF_THE_HOLDER and viewer.key and holder == of_player(viewer.key):
            return True
        if audience not in OF_THE_EMPEROR:
            return False
        key = int(variable.id)
        if at is not None:
            return viewer.kept(key, at)
        row = known().get(key)
        return row is not None and row.retired_at is not None and viewer.kept(key, row.retired_at - A_MOMENT)

    return sees


def sort_grid(grid: Grid, sorting: str, tables: Tables) -> Grid:
    """The grid sorted by ?sort=: the key of a column, with "-" before it the other way round, blanks last. Every column
    says how it would be sorted next. Anything else leaves the order as it is. No values but those of that column are
    looked at."""
    key, down = sorting.removeprefix("-"), sorting.startswith("-")
    place = next((i for i, each in enumerate(grid.columns) if each.variable.key == key), None)
    columns = tuple(
        Column(
            each.variable,
            each.rule,
            order=f"-{each.variable.key}" if i == place and not down else each.variable.key,
            sorted=("descending" if down else "ascending") if i == place else "",
        )
        for i, each in enumerate(grid.columns)
    )
    if place is None:
        return replace(grid, columns=columns)
    variable = grid.columns[place].variable
    tables.state.expect(variables=[variable.id])
    cells = {line.holder: tables.cell(variable, line.holder) for line in (*grid.lines, *grid.idle)}
    lines, idle = _sorted(grid.lines, cells, down), _sorted(grid.idle, cells, down)
    return replace(grid, columns=columns, lines=lines, idle=idle)


def _sorted(
    lines: Sequence[HolderLine], cells: Mapping[str, CellShown], down: bool
) -> tuple[HolderLine, ...]:
    """The lines by the cell of each, by its holder."""

    def known(line: HolderLine) -> bool:
        return not (cells[line.holder].is_hidden or cells[line.holder].is_blank)

    def key(line: HolderLine) -> tuple[int, object]:
        cell = cells[line.holder]
        number = value_kinds.number(cell.variable.definition, cell.value)
        return (0, number) if number is not None else (1, (cell.sorts or cell.text).casefold())

    with_value = sorted(filter(known, lines), key=key, reverse=down)
    return (*with_value, *(line for line in lines if not known(line)))


def lines_at_once(grid: Grid) -> int:
    """How many lines of a grid a program is told at once."""
    return max(LEAST_LINES, CELLS_AT_ONCE // max(1, len(grid.columns)))


def part_of(grid: Grid, *, number: str, with_idle: bool) -> tuple[Grid, Page, bool]:
    """The part of a grid with that number (text from the address; the first for anything else), the page that it is,
    and whether there are idle players that no page shows: as many lines as a page holds of cells. Idle players stand
    beside the others where all of them are few, or by as many with each part where they are asked for (`with_idle`)."""
    size = max(LEAST_LINES, MOST_CELLS // max(1, len(grid.columns)))
    idle = grid.idle if with_idle or len(grid.idle) <= min(MOST_IDLE, size) else ()
    page = Paginator(range(max(len(grid.lines), len(idle))), size).get_page(number)
    shown = slice((page.number - 1) * size, page.number * size)
    part = replace(grid, lines=grid.lines[shown], idle=idle[shown])
    return part, page, bool(grid.idle) and not idle


def suggestions(state: State) -> list[tuple[str, list[str]]]:
    """What fields may be filled in with: lists, by the ids that `CellShown.suggest` names."""
    lists: dict[str, list[str]] = {}
    for variable in state.variables.values():
        definition = variable.definition
        if definition.kind in ("choice", "choices"):
            lists[f"choices-{variable.id}"] = list(definition.choices)
        elif definition.kind == "yes_no":
            lists["yes-no"] = ["yes", "no"]  # as fields have them, in English
        elif definition.kind in ("player", "players"):
            lists["players"] = [person.name for person in state.players(idle=True)]
        elif definition.kind == "row":
            table = next((each for each in state.tables.values() if each.key == definition.refers), None)
            lists[f"choices-{variable.id}"] = [row.name for row in state.rows_of(table.id)] if table else []
    return list(lists.items())


def limits(definition: Definition) -> str:
    """What values a definition allows, in words: "from 0 to 10", "one of Lit, Burning". "" where anything goes."""
    parts = list(_limits(definition))
    return "; ".join(parts)


def _limits(definition: Definition) -> Iterator[str]:
    if definition.formula:
        yield _("computed: {formula}").format(formula=definition.formula)
        return
    if definition.kind in NUMBERS:
        floor, ceiling = definition.floor, definition.ceiling
        if floor is not None and ceiling is not None:
            yield _("from {floor} to {ceiling}").format(floor=f"{floor:f}", ceiling=f"{ceiling:f}")
        elif floor is not None:
            yield _("{floor} or more").format(floor=f"{floor:f}")
        elif ceiling is not None:
            yield _("{ceiling} or less").format(ceiling=f"{ceiling:f}")
        if definition.floor_formula:
            yield _("{floor} or more").format(floor=definition.floor_formula)
        if definition.ceiling_formula:
            yield _("{ceiling} or less").format(ceiling=definition.ceiling_formula)
    if definition.kind == "decimal":
        yield ngettext("{number} decimal place", "{number} decimal places", definition.places).format(
            number=definition.places
        )
    if definition.choices:
        which = _("any of {choices}") if definition.kind in LISTS else _("one of {choices}")
        yield which.format(choices=", ".join(definition.choices))
    if definition.kind in LISTS and definition.most < 200:
        yield _("at most {number} items").format(number=definition.most)
    if definition.kind in LISTS and definition.twice:
        yield _("the same item can be there twice")
    if definition.blank and definition.kind not in LISTS:
        yield _("may be blank")
