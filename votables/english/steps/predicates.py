"""What must hold: of the game, or of each one of some."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .obstacles import NoSenseHere
from .played_state import GAME, Cell, PlayedScene
from .values import Cells, Get, Subject, ValueCondition, ValueExpression, Var, WhoIsMeant, amount


@dataclass(frozen=True, slots=True)
class Compares:
    """`sign`: =, !=, <, <=, >, >=."""

    one: ValueExpression
    sign: str
    other: ValueExpression

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        one, other = self.one.value(scene, subject), self.other.value(scene, subject)
        if isinstance(self.one, Get) and isinstance(self.one.of, Var) and len(self.one.of.names) == 1:
            scene.compared = self.one.of.names[0]
        return compares(one, self.sign, other)


def compares(one: Any, sign: str, other: Any) -> bool:
    numbers = [
        each for each in (one, other) if isinstance(each, Fraction | int) and not isinstance(each, bool)
    ]
    if len(numbers) == 1 or (sign not in ("=", "!=") and len(numbers) != 2):
        raise NoSenseHere(_("A number and a word cannot be compared."))
    if isinstance(one, str) and isinstance(other, str):
        one, other = one.casefold(), other.casefold()
    return bool(
        {
            "=": lambda: one == other,
            "!=": lambda: one != other,
            "<": lambda: one < other,
            "<=": lambda: one <= other,
            ">": lambda: one > other,
            ">=": lambda: one >= other,
        }[sign]()
    )


@dataclass(frozen=True, slots=True)
class CellIs:
    """Whether values are something: each of those named."""

    of: Cells
    other: ValueExpression | None
    sign: str = "="

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        cells = self.of.cells(scene, subject)
        if not cells:
            raise Unclear(_("No player fits this."))
        if not subject:
            scene.it = cells
            scene.people = tuple(dict.fromkeys(cell[0] for cell in cells if cell[0] != GAME)) or scene.people
        return all(self._one(scene, cell, subject) for cell in cells)

    def _one(self, scene: PlayedScene, cell: Cell, subject: Subject) -> bool:
        scene.setting = cell[1]
        variable, value = scene.variable(cell[1], cell[0]), scene.get(cell)
        if variable.type == "number":
            value = Fraction(str(value))
        scene.has_asked_of_another |= variable.type == "player" and bool(value)
        if self.other is None:
            blank = value in ("", [], 0) and value is not False
            return blank if self.sign == "=" else not blank
        other = self.other.value(scene, subject)
        if variable.type == "choice" and isinstance(other, str | Fraction):
            other = scene.fitted(variable, other)
        if variable.type == "player" and isinstance(other, str):
            other = scene.fitted(variable, other)
        if variable.type == "yes-no" and not isinstance(other, bool):
            raise NoSenseHere(_("{name} is yes or no.").format(name=variable.name))
        if variable.type == "list":
            raise NoSenseHere(_("{name} is a list.").format(name=variable.name))
        return compares(value, self.sign, other)


@dataclass(frozen=True, slots=True)
class Parity:
    """Whether a number is odd, or even."""

    of: ValueExpression
    odd: bool

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        value = amount(self.of, scene, subject)
        if value.denominator != 1:
            raise Unclear(_("That is no whole number."))
        return (value % 2 == 1) is self.odd


@dataclass(frozen=True, slots=True)
class LiesBetween:
    one: ValueExpression
    low: ValueExpression
    high: ValueExpression

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        value = amount(self.one, scene, subject)
        return amount(self.low, scene, subject) <= value <= amount(self.high, scene, subject)


@dataclass(frozen=True, slots=True)
class IsYes:
    """Whether somebody is what a yes-no variable or a choice is called: "is Lost", "is Deep"."""

    word: str
    yes: bool = True

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        holder = subject[0] if subject else GAME
        for each in scene.variables_of(holder):
            if each.type == "yes-no" and each.name.casefold() == self.word.casefold():
                return bool(scene.get((holder, each.name))) == self.yes
        owners = [
            each
            for each in scene.variables_of(holder)
            if each.type == "choice" and self.word.casefold() in {str(c).casefold() for c in each.choices}
        ]
        if len(owners) != 1:
            raise NoSenseHere(_("“{word}” is nothing that one may be.").format(word=self.word))
        return (str(scene.get((holder, owners[0].name))).casefold() == self.word.casefold()) == self.yes


@dataclass(frozen=True, slots=True)
class HasItem:
    item: str
    of: Cells
    count: int = 1

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        for cell in self.of.cells(scene, subject):
            value = scene.get(cell)
            if not isinstance(value, list):
                raise NoSenseHere(_("That is no list."))
            if [each.casefold() for each in value].count(self.item.casefold()) < self.count:
                return False
        return True


@dataclass(frozen=True, slots=True)
class IsOneOf:
    """Whether somebody is one of these."""

    who: WhoIsMeant

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        return subject[:1] != () and subject[0] in self.who.find(scene, subject)


@dataclass(frozen=True, slots=True)
class Idle:
    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        if not subject or subject[0][0] != "player":
            raise NoSenseHere(_("Only players are idle."))
        return subject[0][2] in scene.cast.idle


@dataclass(frozen=True, slots=True)
class Not:
    of: ValueCondition

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        return not self.of.holds(scene, subject)


def core_of(condition: ValueCondition) -> ValueCondition:
    """What is asked, without the “not”."""
    return core_of(condition.of) if isinstance(condition, Not) else condition


def cells_of(condition: ValueCondition) -> Cells | None:
    """The value of which a condition asks something, which is “it” in what hangs on the condition; None for another."""
    condition = core_of(condition)
    if isinstance(condition, CellIs):
        return condition.of
    if isinstance(condition, Parity) and isinstance(condition.of, Get):
        return condition.of.of
    if isinstance(condition, OfThese) and condition.how == "named":
        single = condition.condition
        if isinstance(single, Compares) and isinstance(single.one, Get) and isinstance(single.one.of, Var):
            return Var(single.one.of.names, condition.who)
    if isinstance(condition, Both | EitherOf):
        one, other = cells_of(condition.one), cells_of(condition.other)
        return one if one == other else None
    return None


@dataclass(frozen=True, slots=True)
class Both:
    one: ValueCondition
    other: ValueCondition

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        one, other = self.one.holds(scene, subject), self.other.holds(scene, subject)
        return one and other


@dataclass(frozen=True, slots=True)
class EitherOf:
    one: ValueCondition
    other: ValueCondition

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        one, other = self.one.holds(scene, subject), self.other.holds(scene, subject)
        return one or other


@dataclass(frozen=True, slots=True)
class OfThese:
    """A condition of some: of all of them, of any, of none, or of so many (`least` to `most`)."""

    who: WhoIsMeant
    condition: ValueCondition
    how: str = "all"
    count: ValueExpression | None = None

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        holders = self.who.find(scene, subject)
        if not isinstance(core_of(self.condition), SameSaid):
            scene.judged = core_of(self.condition)
        true = [each for each in holders if self.condition.holds(scene, (each, *subject))]
        if self.how in ("all", "named"):
            if not holders:
                raise Unclear(_("No player fits this."))
            if self.how == "named" and len(holders) == 1:
                scene.people = holders
            return len(true) == len(holders)
        if self.how == "any":
            return bool(true)
        if self.how == "none":
            return not true
        if self.how == "most":
            return 2 * len(true) > len(holders)
        if self.how == "not all":
            return len(true) < len(holders)
        assert self.count is not None
        return compares(Fraction(len(true)), self.how, amount(self.count, scene, subject))


@dataclass(frozen=True, slots=True)
class IsNamedIn:
    """Whether somebody's name is among some values: "is the Stoker of an Oven"."""

    of: Cells

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        return bool(subject) and subject[0][2] in [scene.get(cell) for cell in self.of.cells(scene, subject)]


@dataclass(frozen=True, slots=True)
class NamesTheOneBefore:
    """Of a row, whether its value is the name of the one whose turn it is: "each Oven of which they are the Stoker"."""

    name: str

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        return (
            len(subject) > 1
            and scene.get((subject[0], scene.variable(self.name, subject[0]).name)) == subject[1][2]
        )


@dataclass(frozen=True, slots=True)
class SameSaid:
    """What was last asked of somebody: "if nobody is Lost, …; if anybody is, …"."""

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        if scene.judged is None:
            raise NoSenseHere(_("It is not clear what is asked of them."))
        return bool(scene.judged.holds(scene, subject))


@dataclass(frozen=True, slots=True)
class ThereAre:
    """Whether there are such."""

    who: WhoIsMeant
    yes: bool = True

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        return bool(self.who.find(scene, subject)) == self.yes


@dataclass(frozen=True, slots=True)
class RowExists:
    table: str
    name: str

    def holds(self, scene: PlayedScene, subject: Subject) -> bool:
        return any(str(row["Name"]).casefold() == self.name.casefold() for row in scene.rows(self.table))
