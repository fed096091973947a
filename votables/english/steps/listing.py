"""What is done to lists and to the rows of tables."""

from dataclasses import dataclass

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .deeds import Effect, Simple
from .obstacles import NoSenseHere
from .played_state import Cell, PlayedScene
from .values import Cells, Subject, ValueExpression, WhoIsMeant


@dataclass(frozen=True, slots=True)
class AddItems(Simple):
    of: Cells
    items: tuple[str, ...]

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        return [(cell, "set", [*_list(scene, cell), *self.items]) for cell in self.of.cells(scene, subject)]


@dataclass(frozen=True, slots=True)
class RemoveItem(Simple):
    """Takes the first of an item out of lists, or the first `count`, or all (None). It must be there, save where all of
    many lists are meant."""

    of: Cells
    item: str
    count: int | None = 1

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        cells = self.of.cells(scene, subject)
        effects: list[Effect] = []
        for cell in cells:
            before = _list(scene, cell)
            at = [place for place, each in enumerate(before) if each.casefold() == self.item.casefold()]
            if not at and (self.count is not None or len(cells) == 1):
                raise NoSenseHere(_("There is no “{item}” to remove.").format(item=self.item))
            if self.count is not None and len(at) < self.count:
                raise Unclear(_("There are not so many of “{item}”.").format(item=self.item))
            out = set(at if self.count is None else at[: self.count])
            effects.append((cell, "set", [each for place, each in enumerate(before) if place not in out]))
        if not any(len(after) < len(_list(scene, cell)) for cell, _way, after in effects):
            raise NoSenseHere(_("There is no “{item}” to remove.").format(item=self.item))
        return effects


@dataclass(frozen=True, slots=True)
class ReplaceItem(Simple):
    """Each of an item becomes another, in its place; `one`: there must be exactly one in each list."""

    of: Cells
    item: str
    new: str
    one: bool = False

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects: list[Effect] = []
        some = False
        for cell in self.of.cells(scene, subject):
            before = _list(scene, cell)
            same = [each for each in before if each.casefold() == self.item.casefold()]
            if self.one and len(same) != 1:
                raise Unclear(_("There is not one “{item}” to replace.").format(item=self.item))
            some = some or bool(same)
            effects.append(
                (
                    cell,
                    "set",
                    [self.new if each.casefold() == self.item.casefold() else each for each in before],
                )
            )
        if not some:
            raise NoSenseHere(_("There is no “{item}” to replace.").format(item=self.item))
        return effects


def _list(scene: PlayedScene, cell: Cell) -> list[str]:
    value = scene.get(cell)
    if not isinstance(value, list):
        raise NoSenseHere(_("{name} is no list.").format(name=cell[1]))
    return value


# -- rows


@dataclass(frozen=True, slots=True)
class AddRow:
    table: str
    name: str
    cells: tuple[tuple[str, ValueExpression], ...]

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        cells = [(name, expression.value(scene, subject)) for name, expression in self.cells]
        holder = scene.add_row(self.table, self.name, cells)
        scene.people, scene.it = (holder,), None


@dataclass(frozen=True, slots=True)
class RemoveRows:
    who: WhoIsMeant

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        rows = self.who.find(scene, subject)
        if not rows:
            raise Unclear(_("There is no such row to remove."))
        for holder in rows:
            if holder[0] != "row":
                raise NoSenseHere(_("Only a row can be removed."))
            scene.remove_row(holder)
        scene.people = scene.it = None


@dataclass(frozen=True, slots=True)
class RenameRow:
    who: WhoIsMeant
    name: str

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        rows = self.who.find(scene, subject)
        if len(rows) != 1 or rows[0][0] != "row":
            raise NoSenseHere(_("Only one row can be renamed."))
        scene.rename(rows[0][1], rows[0][2], self.name)
        scene.people, scene.it = (("row", rows[0][1], self.name),), None


@dataclass(frozen=True, slots=True)
class AddRowInOrder:
    """A row whose cells are given in the order of the columns, its name first."""

    table: str
    cells: tuple[ValueExpression, ...]

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        columns = [
            each.name for each in scene.variables if each.of == f"table:{self.table}" and each.name != "Name"
        ]
        if len(self.cells) != len(columns) + 1:
            raise Unclear(_("There are not as many values as columns."))
        name = self.cells[0].value(scene, subject)
        if not isinstance(name, str):
            raise NoSenseHere(_("A row is named by its first value."))
        AddRow(self.table, name, tuple(zip(columns, self.cells[1:], strict=True))).do(scene, subject)


@dataclass(frozen=True, slots=True)
class OnlyList:
    """The one list that somebody has."""

    who: WhoIsMeant

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        cells: list[Cell] = []
        for holder in self.who.find(scene, subject):
            lists = [each.name for each in scene.variables_of(holder) if each.type == "list"]
            if len(lists) != 1:
                raise NoSenseHere(_("It is not clear which list is meant."))
            cells.append((holder, lists[0]))
        return tuple(cells)


@dataclass(frozen=True, slots=True)
class MoveItems(Simple):
    """All of one list goes to the end of another."""

    of: Cells
    to: Cells

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        givers, takers = self.of.cells(scene, subject), self.to.cells(scene, subject)
        if len(givers) != 1 or len(takers) != 1 or givers == takers:
            raise Unclear(_("It is not clear what is moved where."))
        items = _list(scene, givers[0])
        if not items:
            raise Unclear(_("There is nothing to move."))
        return [(givers[0], "set", []), (takers[0], "set", [*_list(scene, takers[0]), *items])]
