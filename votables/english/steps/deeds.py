"""What an instruction does: single changes of cells, and how they are put together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Protocol

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .holders import Others, PlayerIn, holders_of
from .obstacles import NoSenseHere
from .played_state import GAME, Cell, Holder, PlayedScene
from .values import (
    ELIDED,
    Blank,
    Cells,
    Extreme,
    Just,
    NoneOf,
    OwnDefault,
    Subject,
    ValueExpression,
    WhoIsMeant,
    amount,
    rounded,
)


class Deed(Protocol):
    def do(self, scene: PlayedScene, subject: Subject) -> None: ...


Effect = tuple[Cell, str, Any]
"""A cell and what becomes of it: ("set", value) or ("add", number)."""


class Simple:
    """A deed that is read as a whole before anything of it is done."""

    __slots__ = ()

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        raise NotImplementedError

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        scene.loose = False
        perform(self.effects(scene, subject), scene)


def perform(effects: Sequence[Effect], scene: PlayedScene) -> None:
    """Does all at once: amounts for one cell are added up, and two values for one cell are a question."""
    settings: dict[Cell, Any] = {}
    shifts: dict[Cell, Fraction] = {}
    for cell, way, value in effects:
        if way == "add":
            shifts[cell] = shifts.get(cell, Fraction(0)) + value
        elif cell in settings and settings[cell] != value:
            raise Unclear(_("The same value would be set to two things."))
        else:
            settings[cell] = value
    if set(settings) & set(shifts):
        raise Unclear(_("The same value would be set and changed at once."))
    for cell, value in settings.items():
        scene.set(cell, value)
    for cell, shift in shifts.items():
        scene.set(cell, _number(scene, cell) + shift)
    if cells := tuple(dict.fromkeys(effect[0] for effect in effects)):
        scene.it, scene.shifted, scene.fresh = cells, bool(shifts), True
        scene.changed = cells
        holders = tuple(each for each in holders_of(cells) if each != GAME)
        scene.people = holders or scene.people
        scene.acted = tuple(dict.fromkeys((*scene.acted, *holders)))


def _number(scene: PlayedScene, cell: Cell) -> Fraction:
    value = scene.get(cell)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise NoSenseHere(_("{name} is no number.").format(name=cell[1]))
    return Fraction(str(value))


@dataclass(frozen=True, slots=True)
class HeldWithin:
    """How the result is rounded and held in bounds."""

    how: str = ""
    least: ValueExpression | None = None
    most: ValueExpression | None = None

    def over(self, other: "HeldWithin") -> "HeldWithin":
        if (self.how and other.how) or (self.least and other.least) or (self.most and other.most):
            raise NoSenseHere(_("Two limits of a kind."))
        return HeldWithin(self.how or other.how, self.least or other.least, self.most or other.most)

    def apply(self, value: Fraction, scene: PlayedScene, subject: Subject) -> Fraction:
        if self.how:
            value = rounded(value, self.how)
            scene.loose = False
        if self.least is not None:
            value = max(value, amount(self.least, scene, subject))
        if self.most is not None:
            value = min(value, amount(self.most, scene, subject))
        return value


NO_LIMITS = HeldWithin()


@dataclass(frozen=True, slots=True)
class ChangeAmount(Simple):
    """`how`: set, add, take, times, over, percent (of what it was), round-up, round-down, round-nearest."""

    of: Cells
    how: str
    by: ValueExpression
    limits: HeldWithin = NO_LIMITS

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects = [self._one(cell, scene, subject) for cell in self.of.cells(scene, subject)]
        shifts = {value for _cell, way, value in effects if way == "add"}
        if len(shifts) == 1 and self.how in ("add", "take"):
            scene.amount = abs(next(iter(shifts)))
        return effects

    def _one(self, cell: Cell, scene: PlayedScene, subject: Subject) -> Effect:
        scene.setting = cell[1]
        if (
            isinstance(self.by, Just)
            and isinstance(self.by.literal, Fraction)
            and self.how in ("set", "add", "take")
        ):
            if self.by.literal.denominator != 1 and scene.variable(cell[1], cell[0]).whole:
                raise Unclear(_("{name} is a whole number.").format(name=cell[1]))
        own = subject if cell[0] == GAME else (cell[0], *(each for each in subject if each != cell[0]))
        if self.how == "set":
            return cell, "set", self._value(cell, scene, own)
        by, now = amount(self.by, scene, own), _number(scene, cell)
        if self.how in ("add", "take"):
            shift = by if self.how == "add" else -by
            if self.limits == NO_LIMITS:
                return cell, "add", shift
            return cell, "set", self.limits.apply(now + shift, scene, own)
        if self.how == "over" and by == 0:
            raise Unclear(_("This divides by nothing."))
        if self.how == "percent":
            scene.loose = scene.loose or (now * by).denominator != 1
            return cell, "set", self.limits.apply(now * by, scene, own)
        if self.how.startswith("round-"):
            if by <= 0:
                raise Unclear(_("There is no such multiple."))
            return cell, "set", self.limits.apply(rounded(now, self.how[6:], by), scene, own)
        return cell, "set", self.limits.apply(now * by if self.how == "times" else now / by, scene, own)

    def _value(self, cell: Cell, scene: PlayedScene, own: Subject) -> Any:
        variable = scene.variable(cell[1], cell[0])
        if isinstance(self.by, OwnDefault):
            return scene.default(cell)
        if isinstance(self.by, Extreme):
            limit = variable.max if self.by.most else variable.min
            if limit is None:
                raise Unclear(_("{name} has no such limit.").format(name=variable.name))
            return limit
        if isinstance(self.by, NoneOf):
            return (
                Fraction(0)
                if variable.type == "number"
                else []
                if variable.type == "list"
                else False
                if variable.type == "yes-no"
                else ""
            )
        if isinstance(self.by, Blank):
            if variable.type == "list":
                return []
            if variable.type in ("text", "player", "choice"):
                return ""
            raise NoSenseHere(_("{name} cannot be blank.").format(name=variable.name))
        value = self.by.value(scene, own)
        if variable.type == "number":
            return self.limits.apply(amount(self.by, scene, own), scene, own)
        if self.limits != NO_LIMITS:
            raise NoSenseHere(_("Only a number has limits."))
        if variable.type == "list" and isinstance(value, str):
            return [value]
        return value


@dataclass(frozen=True, slots=True)
class Hold(Simple):
    """Values that lie below or above a limit become the limit."""

    of: Cells
    limits: HeldWithin

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        return [
            (cell, "set", self.limits.apply(_number(scene, cell), scene, (cell[0], *subject)))
            for cell in self.of.cells(scene, subject)
        ]


@dataclass(frozen=True, slots=True)
class Transfer(Simple):
    """So much of a variable goes from one to another; each giver gives it to each taker."""

    name: str
    by: ValueExpression
    giver: WhoIsMeant
    taker: WhoIsMeant

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        if self.name == ELIDED:
            return replace(self, name=scene.elided_name()).effects(scene, subject)
        givers = self.giver.find(scene, subject)
        effects: list[Effect] = []
        for giver in givers:
            takers = self._takers(giver, scene, subject)
            if len(givers) > 1 and len(takers) > 1 and not isinstance(self.taker, Others):
                raise Unclear(_("It is not clear who gives how much, and who gets it."))
            by = amount(self.by, scene, (giver, *(each for each in subject if each != giver)))
            if scene.loose and by.denominator != 1:
                raise Unclear(_("The percentage does not come out whole. Say how to round it."))
            if by < 0:
                raise Unclear(_("Less than nothing cannot be given."))
            if scene.variable(self.name, giver).whole:
                by = rounded(by, "zero")
            scene.amount = by
            for taker in takers:
                effects += [((giver, self.name), "add", -by), ((taker, self.name), "add", by)]
        if not effects:
            raise Unclear(_("No player fits this."))
        return effects

    def _takers(self, giver: Holder, scene: PlayedScene, subject: Subject) -> tuple[Holder, ...]:
        """To whom a giver gives: "their Helper" is the giver's."""
        if isinstance(self.taker, Others | PlayerIn):
            return self.taker.find(scene, (giver, *(each for each in subject if each != giver)))
        return self.taker.find(scene, subject)

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        super(Transfer, self).do(scene, subject)
        scene.people = scene.it = None


@dataclass(frozen=True, slots=True)
class TransferOf(Simple):
    """So much of a cell goes to somebody: "half of it"."""

    of: Cells
    by: ValueExpression
    taker: WhoIsMeant

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects: list[Effect] = []
        for holder, name in self.of.cells(scene, subject):
            giver = _These((holder,))
            effects += Transfer(name, self.by, giver, self.taker).effects(scene, subject)
        return effects

    def do(self, scene: PlayedScene, subject: Subject) -> None:
        super(TransferOf, self).do(scene, subject)
        scene.people = scene.it = None


@dataclass(frozen=True, slots=True)
class _These:
    holders: tuple[Any, ...]

    def find(self, scene: PlayedScene, subject: Subject) -> tuple[Any, ...]:
        return self.holders


@dataclass(frozen=True, slots=True)
class Share(Simple):
    """So much is shared out equally; a remainder is a question."""

    name: str
    total: ValueExpression
    among: WhoIsMeant

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        people = self.among.find(scene, subject)
        if not people:
            raise Unclear(_("No player fits this."))
        each = amount(self.total, scene, subject) / len(people)
        if each.denominator != 1:
            raise Unclear(_("This does not come out even, and what becomes of the rest is not said."))
        return [((one, self.name), "add", each) for one in people]


@dataclass(frozen=True, slots=True)
class Swap(Simple):
    one: Cells
    other: Cells

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        one, other = self.one.cells(scene, subject), self.other.cells(scene, subject)
        if len(one) != len(other) or set(one) & set(other):
            raise Unclear(_("It is not clear what is swapped with what."))
        effects: list[Effect] = []
        for left, right in zip(one, other, strict=True):
            effects += [(left, "set", _kept(scene, right)), (right, "set", _kept(scene, left))]
        return effects


@dataclass(frozen=True, slots=True)
class SwapBetween(Simple):
    """Two people swap what they have of some variables."""

    names: tuple[str, ...]
    who: WhoIsMeant

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        people = self.who.find(scene, subject)
        if len(people) != 2:
            raise Unclear(_("Only two can swap."))
        effects: list[Effect] = []
        for name in self.names:
            one, other = (people[0], name), (people[1], name)
            effects += [(one, "set", _kept(scene, other)), (other, "set", _kept(scene, one))]
        return effects


def _kept(scene: PlayedScene, cell: Cell) -> Any:
    value = scene.get(cell)
    return Fraction(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


@dataclass(frozen=True, slots=True)
class BecomeChoice(Simple):
    """ "Ada becomes Deep": the one choice of theirs that has this value."""

    who: WhoIsMeant
    choice: str

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects: list[Effect] = []
        for holder in self.who.find(scene, subject):
            names = [
                each.name
                for each in scene.variables_of(holder)
                if each.type == "choice"
                and self.choice.casefold() in {str(one).casefold() for one in each.choices}
            ]
            if len(names) != 1:
                raise NoSenseHere(_("“{word}” is nothing that one may become.").format(word=self.choice))
            effects.append(((holder, names[0]), "set", self.choice))
        return effects


@dataclass(frozen=True, slots=True)
class UntilReached(Simple):
    """ "Each Baker with more than 6 Flour loses Flour until they have 6": nobody of them may be past that already."""

    of: Cells
    end: ValueExpression
    falls: bool

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects: list[Effect] = []
        for cell in self.of.cells(scene, subject):
            before, end = _number(scene, cell), amount(self.end, scene, subject)
            if before < end if self.falls else before > end:
                raise Unclear(_("The figures do not agree: it comes to another number."))
            effects.append((cell, "set", end))
        return effects


@dataclass(frozen=True, slots=True)
class BecomesAnother(Simple):
    """A deed whose text says what it was before: "from Fog to Clear". It must be so."""

    deed: ChangeAmount | BecomeChoice
    before: str

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects = self.deed.effects(scene, subject)
        if any(str(scene.get(cell)).casefold() != self.before.casefold() for cell, _way, _value in effects):
            raise Unclear(_("This is not understood in all its words."))
        return effects


@dataclass(frozen=True, slots=True)
class AgreesWithFigures(Simple):
    """A deed whose text says from what and to what it goes: "by 3, from 14 to 17". They must agree."""

    deed: ChangeAmount
    after: ValueExpression
    before: ValueExpression | None = None

    def effects(self, scene: PlayedScene, subject: Subject) -> list[Effect]:
        effects = self.deed.effects(scene, subject)
        for cell, _way, _value in effects:
            if self.before is not None and _number(scene, cell) != amount(self.before, scene, subject):
                raise Unclear(_("The figures do not agree: it is another number before."))
        trial = scene.copy()
        perform(effects, trial)
        for cell, _way, _value in effects:
            if _number(trial, cell) != amount(self.after, scene, subject):
                why = _("The figures do not agree: it comes to another number.")
                # "Reset Ada’s Flour to 4" is to set it, if 4 is not its default.
                raise NoSenseHere(why) if isinstance(self.deed.by, OwnDefault) else Unclear(why)
        return effects
