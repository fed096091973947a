"""What amounts and other values mean: expressions that are worked out on the scene."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any, Final, Protocol

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .obstacles import NoSenseHere
from .played_state import GAME, Cell, Holder, PlayedScene

ELIDED: Final = "…"
"""The name of a variable that is not said again: "Ada gains 2 Flour, and Bo gains 3"."""
Subject = tuple[Holder, ...]
"""Whose turn it is, in a step for each: the innermost first. Nobody's outside of one."""


class ValueExpression(Protocol):
    def value(self, scene: PlayedScene, subject: Subject) -> Any: ...


class WhoIsMeant(Protocol):
    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]: ...


class ValueCondition(Protocol):
    def holds(self, scene: PlayedScene, subject: Subject) -> bool: ...


class Cells(Protocol):
    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]: ...


def amount(expression: ValueExpression, scene: PlayedScene, subject: Subject) -> Fraction:
    """A number that an expression gives. Raises DoesNotFit where it is none."""
    value = expression.value(scene, subject)
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise NoSenseHere(_("That is no number."))
    return value if isinstance(value, Fraction) else Fraction(str(value))


@dataclass(frozen=True, slots=True)
class Just:
    """A value as it is written: a number, a text, yes or no, a list."""

    literal: Any

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        return list(self.literal) if isinstance(self.literal, tuple) else self.literal


@dataclass(frozen=True, slots=True)
class Blank:
    """Nobody, nothing, blank: the empty value of the kind that is meant (`Empty` is settled where it is set)."""

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        return ""


@dataclass(frozen=True, slots=True)
class Get:
    """The value of one cell."""

    of: Cells

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        if isinstance(self.of, It) and scene.shifted:
            raise Unclear(_("It is not clear whether “it” is the value, or what was added or taken."))
        cells = self.of.cells(scene, subject)
        if len(cells) != 1:
            raise NoSenseHere(_("More than one value is meant, where there can be only one."))
        value = scene.get(cells[0])
        variable = scene.variable(cells[0][1], cells[0][0])
        if variable.type == "number":
            return Fraction(str(value))
        if value == "":
            raise Unclear(_("{name} is blank.").format(name=variable.name))
        return value


@dataclass(frozen=True, slots=True)
class Combined:
    """ "Plus", "minus", "times" and "divided by"."""

    sign: str
    one: ValueExpression
    other: ValueExpression

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        one, other = amount(self.one, scene, subject), amount(self.other, scene, subject)
        if self.sign == "/":
            if other == 0:
                raise Unclear(_("This divides by nothing."))
            return one / other
        return {"+": one + other, "-": one - other, "*": one * other, "gap": abs(one - other)}[self.sign]


@dataclass(frozen=True, slots=True)
class Percent:
    """A percentage, which must come out whole where nothing is said of rounding."""

    percent: ValueExpression
    of: ValueExpression

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        share = amount(self.percent, scene, subject) * amount(self.of, scene, subject) / 100
        if share.denominator != 1:
            scene.loose = True
        return share


@dataclass(frozen=True, slots=True)
class Rounded:
    """`how`: up, down, nearest; to a multiple of `step`."""

    how: str
    of: ValueExpression
    step: Fraction = Fraction(1)

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        was = scene.loose
        number = rounded(amount(self.of, scene, subject), self.how, self.step)
        scene.loose = was
        return number


def rounded(value: Fraction, how: str, step: Fraction = Fraction(1)) -> Fraction:
    value = value / step
    match how:
        case "up":
            return Fraction(ceil(value)) * step
        case "down":
            return Fraction(floor(value)) * step
        case "zero":
            return Fraction(floor(value) if value >= 0 else ceil(value)) * step
    if value.denominator == 2:
        raise Unclear(_("This is halfway between two numbers. Say which one is meant."))
    return Fraction(floor(value + Fraction(1, 2))) * step


@dataclass(frozen=True, slots=True)
class Limited:
    """Not below or not above."""

    of: ValueExpression
    least: ValueExpression | None
    most: ValueExpression | None

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        number = amount(self.of, scene, subject)
        if self.least is not None:
            number = max(number, amount(self.least, scene, subject))
        if self.most is not None:
            number = min(number, amount(self.most, scene, subject))
        return number


@dataclass(frozen=True, slots=True)
class OfMany:
    """The sum, average, highest or lowest of several values."""

    what: str
    of: tuple[Cells, ...]

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        cells = [cell for some in self.of for cell in some.cells(scene, subject)]
        numbers = [
            amount(
                Just(
                    Fraction(str(v))
                    if isinstance(v := scene.get(cell), int | float) and not isinstance(v, bool)
                    else v
                ),
                scene,
                subject,
            )
            for cell in cells
        ]
        if not numbers and self.what != "sum":
            raise Unclear(_("There is nothing to take this of."))
        match self.what:
            case "sum":
                return sum(numbers, Fraction(0))
            case "average":
                return sum(numbers, Fraction(0)) / len(numbers)
            case "median":
                ordered = sorted(numbers)
                middle = len(ordered) // 2
                return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
            case "range":
                return max(numbers) - min(numbers)
            case "highest":
                return max(numbers)
        return min(numbers)


@dataclass(frozen=True, slots=True)
class HowMany:
    """The number of some players or rows."""

    of: WhoIsMeant

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        return Fraction(len(self.of.find(scene, subject)))


@dataclass(frozen=True, slots=True)
class HowManyItems:
    """The number of items in lists, or of one sort of item in them; `different`: each sort once."""

    of: Cells
    item: str | None = None
    different: bool = False

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        items: list[str] = []
        for cell in self.of.cells(scene, subject):
            listed = scene.get(cell)
            if not isinstance(listed, list):
                raise NoSenseHere(_("That is no list."))
            items += listed
        if self.item is not None:
            items = [each for each in items if each.casefold() == self.item.casefold()]
        return Fraction(len(set(items) if self.different else items))


@dataclass(frozen=True, slots=True)
class Before:
    """The amount that was last spoken of: "the same amount"."""

    def value(self, scene: PlayedScene, subject: Subject) -> Fraction:
        if scene.amount is None:
            raise Unclear(_("It is not clear which amount is meant."))
        return scene.amount


@dataclass(frozen=True, slots=True)
class Var:
    """Some variables of somebody; of the game where nobody is named."""

    names: tuple[str, ...]
    who: WhoIsMeant | None

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        if self.who is None:
            return tuple(self._unowned(scene, name, subject) for name in self.names)
        if self.names == ("",):
            return Var((scene.last_name(),), self.who).cells(scene, subject)
        if self.names == (ELIDED,):
            return Var((scene.elided_name(),), self.who).cells(scene, subject)
        holders = self.who.find(scene, subject)
        return tuple((holder, scene.variable(name, holder).name) for holder in holders for name in self.names)

    @staticmethod
    def _unowned(scene: PlayedScene, name: str, subject: Subject) -> Cell:
        """The game's; of the one whose turn it is where the game has none: "for each Baker, set Flour to 4"."""
        if len(subject) == 1 and not scene.is_of_game(name):
            return subject[0], scene.variable(name, subject[0]).name
        return GAME, scene.own_of_game(name).name


@dataclass(frozen=True, slots=True)
class AllVars:
    """Everything tracked for somebody, or every number (`kind`)."""

    who: WhoIsMeant | None
    kind: str = ""

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        holders = (GAME,) if self.who is None else self.who.find(scene, subject)
        return tuple(
            (holder, each.name)
            for holder in holders
            for each in scene.variables_of(holder)
            if each.type == (self.kind or each.type) and not (each.table and each.name == "Name")
        )


@dataclass(frozen=True, slots=True)
class Together:
    """ "Ada’s Flour and the Oven Warmth"."""

    parts: tuple[Cells, ...]

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.cells(scene, subject)))


@dataclass(frozen=True, slots=True)
class Compared:
    """ "It", of those who were picked by what they have: "each Baker with more than 8 Flour has it set to 8"."""

    who: WhoIsMeant

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        scene.compared = ""
        holders = self.who.find(scene, subject)
        if not scene.compared:
            raise NoSenseHere(_("It is not clear what “it” is."))
        return Var((scene.compared,), WhoAreMeant(holders)).cells(scene, subject)


@dataclass(frozen=True, slots=True)
class WhoAreMeant:
    """Those who have been found already."""

    holders: tuple[Holder, ...]

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        return self.holders


@dataclass(frozen=True, slots=True)
class OwnOf:
    """Values that must be of those who are said to give them: "Ada gives half of it to Bo"."""

    of: Cells
    who: WhoIsMeant

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        cells, holders = self.of.cells(scene, subject), self.who.find(scene, subject)
        if any(cell[0] not in holders for cell in cells):
            raise Unclear(_("It is not clear whose value is meant."))
        return cells


@dataclass(frozen=True, slots=True)
class ThatOf:
    """ "That of Bo": of the variables that were named, or changed, just before."""

    who: WhoIsMeant

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        return Var((scene.last_name(),), self.who).cells(scene, subject)


def named_like(other: Cells, one: Cells) -> Cells:
    """`other`, of the variables that `one` names where it is “that of Bo”."""
    return Var(one.names, other.who) if isinstance(other, ThatOf) and isinstance(one, Var) else other


def together(one: Cells, other: Cells) -> Cells:
    """ "Ada’s Flour and that of Bo"."""
    if isinstance(other, Together):
        return Together((one, *(named_like(part, one) for part in other.parts)))
    return Together((one, named_like(other, one)))


@dataclass(frozen=True, slots=True)
class It:
    """What was last spoken of: "it"."""

    def cells(self, scene: PlayedScene, subject: Subject) -> tuple[Cell, ...]:
        if not scene.it:
            raise NoSenseHere(_("It is not clear what “it” is."))
        own = tuple(cell for cell in scene.it if cell[0] in subject)
        return own or scene.it


@dataclass(frozen=True, slots=True)
class DefaultOf:
    """The default of the variable that is set; settled where it is set."""

    of: Cells

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        cells = self.of.cells(scene, subject)
        return scene.default(cells[0])


@dataclass(frozen=True, slots=True)
class OwnDefault:
    """ "Its default", of whatever is being set."""

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        raise NoSenseHere(_("A default of nothing."))


@dataclass(frozen=True, slots=True)
class Extreme:
    """The most or least that a variable may be; of whatever is being set."""

    most: bool

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        raise NoSenseHere(_("A limit of nothing."))


@dataclass(frozen=True, slots=True)
class NameOf:
    """Somebody's name, as a value: "the Tenant is the Baker with the most Eggs"."""

    who: WhoIsMeant

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        holders = self.who.find(scene, subject)
        if len(holders) != 1:
            raise NoSenseHere(_("One name is meant."))
        return holders[0][2]


@dataclass(frozen=True, slots=True)
class PartOf:
    """So much of something: a share of it, a percentage ("%"), or a fixed amount ("")."""

    share: Fraction
    unit: str = "*"

    def __call__(self, whole: ValueExpression) -> ValueExpression:
        if self.unit == "%":
            return Percent(Just(self.share), whole)
        return Combined("*", Just(self.share), whole) if self.unit else Just(self.share)


@dataclass(frozen=True, slots=True)
class SameOf:
    """What is being set, of somebody else: "the same as Calla’s"."""

    who: WhoIsMeant

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        if not scene.setting:
            raise NoSenseHere(_("It is not clear which of their values you mean."))
        return Get(Var((scene.setting,), self.who)).value(scene, subject)


@dataclass(frozen=True, slots=True)
class SameVar:
    """What was last compared, of whoever is meant: "if they have 10 or more"."""

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        if not scene.compared or not subject:
            raise NoSenseHere(_("It is not clear which of their values you mean."))
        return Get(Var((scene.compared,), _Holder(subject[0]))).value(scene, subject)


@dataclass(frozen=True, slots=True)
class _Holder:
    holder: Holder

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        return (self.holder,)


@dataclass(frozen=True, slots=True)
class SameMeasure:
    """That by which some were last compared with each other: "the Baker with the second most"."""

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        if scene.measure is None:
            raise NoSenseHere(_("It is not clear the most of what is meant."))
        return scene.measure.value(scene, subject)


@dataclass(frozen=True, slots=True)
class NoneOf:
    """ "No Helper": blank, or 0 where it is a number; settled where it is set."""

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        return ""


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A value that can be read in several ways, of which one fits the column."""

    ways: tuple[ValueExpression, ...]
    name: str
    table: str

    def value(self, scene: PlayedScene, subject: Subject) -> Any:
        variable = scene.variable(self.name, ("row", self.table, ""))
        values: list[Any] = []
        for way in self.ways:
            try:
                value = scene.fitted(variable, way.value(scene, subject))
            except NoSenseHere:
                continue
            if value not in values:
                values.append(value)
        if len(values) != 1:
            raise Unclear(_("{name}: this value is not clear.").format(name=self.name))
        return Fraction(str(values[0])) if variable.type == "number" else values[0]
