"""What an instruction does: single changes of cells, and how they are put together."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from .people import Others, PlayerIn, holders_of
from .problems import DoesNotFit, Unclear
from .scene import GAME, Cell, Holder, Scene
from .values import Blank, Cells, Condition, Expression, Extreme, NoneOf, OwnDefault, Subject, Who, amount, rounded

MOST_TURNS = 100


class Deed(Protocol):
    def do(self, scene: Scene, subject: Subject) -> None: ...


Effect = tuple[Cell, str, Any]
"""A cell and what becomes of it: ("set", value) or ("add", number)."""


class Simple:
    """A deed that is read as a whole before anything of it is done."""

    __slots__ = ()

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        raise NotImplementedError

    def do(self, scene: Scene, subject: Subject) -> None:
        scene.loose = False
        perform(self.effects(scene, subject), scene)


def perform(effects: Sequence[Effect], scene: Scene) -> None:
    """Does all at once: amounts for one cell are added up, and two values for one cell are a question."""
    settings: dict[Cell, Any] = {}
    shifts: dict[Cell, Fraction] = {}
    for cell, way, value in effects:
        if way == "add":
            shifts[cell] = shifts.get(cell, Fraction(0)) + value
        elif cell in settings and settings[cell] != value:
            raise Unclear("The same value would be set to two things.")
        else:
            settings[cell] = value
    if set(settings) & set(shifts):
        raise Unclear("The same value would be set and changed at once.")
    for cell, value in settings.items():
        scene.set(cell, value)
    for cell, shift in shifts.items():
        scene.set(cell, _number(scene, cell) + shift)
    if cells := tuple(dict.fromkeys(effect[0] for effect in effects)):
        scene.it, scene.shifted, scene.fresh = cells, bool(shifts), True
        scene.people = tuple(each for each in holders_of(cells) if each != GAME) or scene.people


def _number(scene: Scene, cell: Cell) -> Fraction:
    value = scene.get(cell)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise DoesNotFit(f"{cell[1]} is no number.")
    return Fraction(str(value))


@dataclass(frozen=True, slots=True)
class Limits:
    """How the result is rounded and held in bounds."""

    how: str = ""
    least: Expression | None = None
    most: Expression | None = None

    def over(self, other: "Limits") -> "Limits":
        if (self.how and other.how) or (self.least and other.least) or (self.most and other.most):
            raise DoesNotFit("Two limits of a kind.")
        return Limits(self.how or other.how, self.least or other.least, self.most or other.most)

    def apply(self, value: Fraction, scene: Scene, subject: Subject) -> Fraction:
        if self.how:
            value = rounded(value, self.how)
            scene.loose = False
        if self.least is not None:
            value = max(value, amount(self.least, scene, subject))
        if self.most is not None:
            value = min(value, amount(self.most, scene, subject))
        return value


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Change(Simple):
    """`how`: set, add, take, times, over, percent (of what it was), round-up, round-down, round-nearest."""

    of: Cells
    how: str
    by: Expression
    limits: Limits = NO_LIMITS

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        found = [self._one(cell, scene, subject) for cell in self.of.cells(scene, subject)]
        shifts = {value for _, way, value in found if way == "add"}
        if len(shifts) == 1 and self.how in ("add", "take"):
            scene.amount = abs(next(iter(shifts)))
        return found

    def _one(self, cell: Cell, scene: Scene, subject: Subject) -> Effect:
        scene.setting = cell[1]
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
            raise Unclear("This divides by nothing.")
        if self.how == "percent":
            scene.loose = scene.loose or (now * by).denominator != 1
            return cell, "set", self.limits.apply(now * by, scene, own)
        if self.how.startswith("round-"):
            if by <= 0:
                raise Unclear("There is no such multiple.")
            return cell, "set", self.limits.apply(rounded(now, self.how[6:], by), scene, own)
        return cell, "set", self.limits.apply(now * by if self.how == "times" else now / by, scene, own)

    def _value(self, cell: Cell, scene: Scene, own: Subject) -> Any:
        variable = scene.variable(cell[1], cell[0])
        if isinstance(self.by, OwnDefault):
            return scene.default(cell)
        if isinstance(self.by, Extreme):
            limit = variable.max if self.by.most else variable.min
            if limit is None:
                raise Unclear(f"{variable.name} has no such limit.")
            return limit
        if isinstance(self.by, NoneOf):
            return Fraction(0) if variable.type == "number" else [] if variable.type == "list" else False if variable.type == "yes-no" else ""
        if isinstance(self.by, Blank):
            if variable.type == "list":
                return []
            if variable.type in ("text", "player", "choice"):
                return ""
            raise DoesNotFit(f"{variable.name} cannot be blank.")
        value = self.by.value(scene, own)
        if variable.type == "number":
            return self.limits.apply(amount(self.by, scene, own), scene, own)
        if self.limits != NO_LIMITS:
            raise DoesNotFit("Only a number has limits.")
        if variable.type == "list" and isinstance(value, str):
            return [value]
        return value


@dataclass(frozen=True, slots=True)
class Hold(Simple):
    """Values that lie below or above a limit become the limit."""

    of: Cells
    limits: Limits

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        return [
            (cell, "set", self.limits.apply(_number(scene, cell), scene, (cell[0], *subject)))
            for cell in self.of.cells(scene, subject)
        ]


@dataclass(frozen=True, slots=True)
class Transfer(Simple):
    """So much of a variable goes from one to another; each giver gives it to each taker. No variable: that of `by`'s cells."""

    name: str
    by: Expression
    giver: Who
    taker: Who

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        givers = self.giver.find(scene, subject)
        found: list[Effect] = []
        for giver in givers:
            takers = self._takers(giver, scene, subject)
            if len(givers) > 1 and len(takers) > 1 and not isinstance(self.taker, Others):
                raise Unclear("It is not clear who gives how much to whom.")
            by = amount(self.by, scene, (giver, *(each for each in subject if each != giver)))
            if scene.loose and by.denominator != 1:
                raise Unclear("The percentage does not come out whole, and how to round it is not said.")
            if by < 0:
                raise Unclear("Less than nothing cannot be given.")
            if scene.variable(self.name, giver).whole:
                by = rounded(by, "zero")
            scene.amount = by
            for taker in takers:
                found += [((giver, self.name), "add", -by), ((taker, self.name), "add", by)]
        if not found:
            raise Unclear("Nobody is meant.")
        return found

    def _takers(self, giver: Holder, scene: Scene, subject: Subject) -> tuple[Holder, ...]:
        """To whom a giver gives: "their Helper" is the giver's."""
        if isinstance(self.taker, Others | PlayerIn):
            return self.taker.find(scene, (giver, *(each for each in subject if each != giver)))
        return self.taker.find(scene, subject)

    def do(self, scene: Scene, subject: Subject) -> None:
        super(Transfer, self).do(scene, subject)
        scene.people = scene.it = None


@dataclass(frozen=True, slots=True)
class TransferOf(Simple):
    """So much of a cell goes to somebody: "half of it"."""

    of: Cells
    by: Expression
    taker: Who

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        found: list[Effect] = []
        for holder, name in self.of.cells(scene, subject):
            giver = _These((holder,))
            found += Transfer(name, self.by, giver, self.taker).effects(scene, subject)
        return found

    def do(self, scene: Scene, subject: Subject) -> None:
        super(TransferOf, self).do(scene, subject)
        scene.people = scene.it = None


@dataclass(frozen=True, slots=True)
class _These:
    holders: tuple[Any, ...]

    def find(self, scene: Scene, subject: Subject) -> tuple[Any, ...]:
        return self.holders


@dataclass(frozen=True, slots=True)
class Share(Simple):
    """So much is shared out equally; a remainder is a question."""

    name: str
    total: Expression
    among: Who

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        people = self.among.find(scene, subject)
        if not people:
            raise Unclear("Nobody is meant.")
        each = amount(self.total, scene, subject) / len(people)
        if each.denominator != 1:
            raise Unclear("This does not come out even, and what becomes of the rest is not said.")
        return [((one, self.name), "add", each) for one in people]


@dataclass(frozen=True, slots=True)
class Swap(Simple):
    one: Cells
    other: Cells

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        one, other = self.one.cells(scene, subject), self.other.cells(scene, subject)
        if len(one) != len(other) or set(one) & set(other):
            raise Unclear("It is not clear what is swapped with what.")
        found: list[Effect] = []
        for left, right in zip(one, other, strict=True):
            found += [(left, "set", _kept(scene, right)), (right, "set", _kept(scene, left))]
        return found


@dataclass(frozen=True, slots=True)
class SwapBetween(Simple):
    """Two people swap what they have of some variables."""

    names: tuple[str, ...]
    who: Who

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        people = self.who.find(scene, subject)
        if len(people) != 2:
            raise Unclear("Only two can swap.")
        found: list[Effect] = []
        for name in self.names:
            one, other = (people[0], name), (people[1], name)
            found += [(one, "set", _kept(scene, other)), (other, "set", _kept(scene, one))]
        return found


def _kept(scene: Scene, cell: Cell) -> Any:
    value = scene.get(cell)
    return Fraction(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else value


# -- lists


@dataclass(frozen=True, slots=True)
class AddItems(Simple):
    of: Cells
    items: tuple[str, ...]

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        return [(cell, "set", [*_list(scene, cell), *self.items]) for cell in self.of.cells(scene, subject)]


@dataclass(frozen=True, slots=True)
class RemoveItem(Simple):
    """Takes the first of an item out of lists, or the first `count`, or all (None). It must be there, save where all of
    many lists are meant."""

    of: Cells
    item: str
    count: int | None = 1

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        cells = self.of.cells(scene, subject)
        found: list[Effect] = []
        for cell in cells:
            before = _list(scene, cell)
            at = [place for place, each in enumerate(before) if each.casefold() == self.item.casefold()]
            if not at and (self.count is not None or len(cells) == 1):
                raise DoesNotFit(f"There is no “{self.item}” to remove.")
            if self.count is not None and len(at) < self.count:
                raise Unclear(f"There are not so many of “{self.item}”.")
            out = set(at if self.count is None else at[: self.count])
            found.append((cell, "set", [each for place, each in enumerate(before) if place not in out]))
        if not any(len(after) < len(_list(scene, cell)) for cell, _, after in found):
            raise DoesNotFit(f"There is no “{self.item}” to remove.")
        return found


@dataclass(frozen=True, slots=True)
class ReplaceItem(Simple):
    """Each of an item becomes another, in its place; `one`: there must be exactly one in each list."""

    of: Cells
    item: str
    new: str
    one: bool = False

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        found: list[Effect] = []
        some = False
        for cell in self.of.cells(scene, subject):
            before = _list(scene, cell)
            same = [each for each in before if each.casefold() == self.item.casefold()]
            if self.one and len(same) != 1:
                raise Unclear(f"There is not one “{self.item}” to replace.")
            some = some or bool(same)
            found.append((cell, "set", [self.new if each.casefold() == self.item.casefold() else each for each in before]))
        if not some:
            raise DoesNotFit(f"There is no “{self.item}” to replace.")
        return found


def _list(scene: Scene, cell: Cell) -> list[str]:
    value = scene.get(cell)
    if not isinstance(value, list):
        raise DoesNotFit(f"{cell[1]} is no list.")
    return value


# -- rows


@dataclass(frozen=True, slots=True)
class AddRow:
    table: str
    name: str
    cells: tuple[tuple[str, Expression], ...]

    def do(self, scene: Scene, subject: Subject) -> None:
        found = [(name, expression.value(scene, subject)) for name, expression in self.cells]
        holder = scene.add_row(self.table, self.name, found)
        scene.people, scene.it = (holder,), None


@dataclass(frozen=True, slots=True)
class RemoveRows:
    who: Who

    def do(self, scene: Scene, subject: Subject) -> None:
        found = self.who.find(scene, subject)
        if not found:
            raise Unclear("There is no such row to remove.")
        for holder in found:
            if holder[0] != "row":
                raise DoesNotFit("Only a row can be removed.")
            scene.remove_row(holder)
        scene.people = scene.it = None


@dataclass(frozen=True, slots=True)
class RenameRow:
    who: Who
    name: str

    def do(self, scene: Scene, subject: Subject) -> None:
        found = self.who.find(scene, subject)
        if len(found) != 1 or found[0][0] != "row":
            raise DoesNotFit("Only one row can be renamed.")
        scene.rename(found[0][1], found[0][2], self.name)
        scene.people, scene.it = (("row", found[0][1], self.name),), None


# -- put together


@dataclass(frozen=True, slots=True)
class Nothing:
    def do(self, scene: Scene, subject: Subject) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Stop:
    """"This proposal does nothing else"."""

    def do(self, scene: Scene, subject: Subject) -> None:
        scene.stopped = True


@dataclass(frozen=True, slots=True)
class InOrder:
    deeds: tuple[Deed, ...]

    def do(self, scene: Scene, subject: Subject) -> None:
        for deed in self.deeds:
            if not scene.stopped:
                deed.do(scene, subject)


@dataclass(frozen=True, slots=True)
class AtOnce(Simple):
    """All is read before anything is changed."""

    deeds: tuple[Deed, ...]

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        found: list[Effect] = []
        for deed in self.deeds:
            if not isinstance(deed, Simple):
                raise Unclear("This cannot be done at once.")
            found += deed.effects(scene, subject)
        return found


@dataclass(frozen=True, slots=True)
class With:
    """A deed of which each one takes part by its own condition: "set every Rower’s Pennies to 6 if it is below 6"."""

    deed: Change
    condition: Condition

    def do(self, scene: Scene, subject: Subject) -> None:
        scene.loose = False
        found = []
        for effect in self.deed.effects(scene, subject):
            cell = effect[0]
            scene.it = (cell,)
            if self.condition.holds(scene, (cell[0], *subject) if cell[0] != GAME else subject):
                found.append(effect)
        perform(found, scene)


@dataclass(frozen=True, slots=True)
class If:
    condition: Condition
    then: Deed
    otherwise: Deed = Nothing()

    def do(self, scene: Scene, subject: Subject) -> None:
        before = scene.people
        if scene.it is None:
            scene.it = scene.asked
        scene.people = before if subject else scene.people
        kept = scene.it
        holds = self.condition.holds(scene, subject)
        asked, people = scene.it, scene.people
        (self.then if holds else self.otherwise).do(scene, subject)
        scene.asked = asked if asked is not kept else kept
        scene.it, scene.people = None, people


@dataclass(frozen=True, slots=True)
class ForEach:
    """A deed for one after the other; `at_once` reads all before, and is for rows and players that do not meet."""

    who: Who
    deed: Deed

    def do(self, scene: Scene, subject: Subject) -> None:
        found = self.who.find(scene, subject)
        for holder in found:
            scene.people = (holder,)
            self.deed.do(scene, (holder, *subject))
        scene.people, scene.it = found, None


@dataclass(frozen=True, slots=True)
class Repeat:
    count: Expression
    deed: Deed

    def do(self, scene: Scene, subject: Subject) -> None:
        count = amount(self.count, scene, subject)
        if count.denominator != 1 or not 0 <= count <= MOST_TURNS:
            raise Unclear("It is not clear how often this is done.")
        people, it = scene.people, scene.it
        for _ in range(int(count)):
            scene.people, scene.it = people, it
            self.deed.do(scene, subject)


@dataclass(frozen=True, slots=True)
class BecomeChoice(Simple):
    """"Ada becomes Deep": the one choice of theirs that has this value."""

    who: Who
    choice: str

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        found: list[Effect] = []
        for holder in self.who.find(scene, subject):
            names = [
                each.name
                for each in scene.variables_of(holder)
                if each.type == "choice" and self.choice.casefold() in {str(one).casefold() for one in each.choices}
            ]
            if len(names) != 1:
                raise DoesNotFit(f"“{self.choice}” is nothing that one may become.")
            found.append(((holder, names[0]), "set", self.choice))
        return found


@dataclass(frozen=True, slots=True)
class Checked(Simple):
    """A deed whose text says from what and to what it goes: "by 3, from 14 to 17". Figures that disagree are a question."""

    deed: Change
    after: Expression
    before: Expression | None = None

    def effects(self, scene: Scene, subject: Subject) -> list[Effect]:
        found = self.deed.effects(scene, subject)
        for cell, _, _ in found:
            if self.before is not None and _number(scene, cell) != amount(self.before, scene, subject):
                raise Unclear("The figures do not agree: it is another number before.")
        trial = scene.copy()
        perform(found, trial)
        for cell, _, _ in found:
            if _number(trial, cell) != amount(self.after, scene, subject):
                raise Unclear("The figures do not agree: it comes to another number.")
        return found


@dataclass(frozen=True, slots=True)
class AllAtOnce:
    """"All of this happens at once", of the one sentence before."""

    def do(self, scene: Scene, subject: Subject) -> None:
        if scene.done != 1:
            raise Unclear("It is not clear what happens at once.")
