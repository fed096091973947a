"""What a formula is made of once it is read, and how each part is worked out: exact, without loops that do not end,
and within an allowance of work. `gamestate.values.expressions` reads it; what it asks of the game is `FormulaFacts`."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final, Protocol

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import thousands
from gamestate.values.errors import ValueRefused
from gamestate.values.texts import plain_number, quoted

MOST_BITS: Final = 60_000
MOST_PLACES: Final = 6
MOST_WORK: Final = 200_000
MOST_MEMBERS: Final = 10_000


@dataclass(frozen=True, slots=True)
class TrackedThing:
    """A player, a row of a table, or the game: what has values, by its holder ("player:3", "row:12", "game")."""

    holder: str


Known = Fraction | bool | str | TrackedThing | None | tuple["Known", ...]
"""What a part of a formula can be: a number, yes or no, a text, a player or row, blank, or a list of these."""


class FormulaFacts(Protocol):
    """What formulas ask of the game. All but `title` raise ValueRefused for what there is not, or may not be used."""

    def name(self, name: str) -> Known:
        """What stands under a name by itself: a value of whose formula it is, one of the game, a group or table."""
        ...

    def part(self, thing: TrackedThing, name: str) -> Known:
        """The value of that name which a player, a row or the game has."""
        ...

    def is_list(self, name: str) -> bool:
        """Whether a name by itself is a list, of players or rows."""
        ...

    def others(self, name: str) -> Sequence[Fraction]:
        """The numbers of that name which the other active players have."""
        ...

    def after(self, thing: TrackedThing, steps: int) -> TrackedThing:
        """The row, or the player, so many places further in the order of its table, or of the tracker; after the last
        comes the first."""
        ...

    def neighbours(self, thing: TrackedThing) -> Sequence[TrackedThing]:
        """The rows that one is connected with, as its table is drawn."""
        ...

    def answers(self, call: str) -> tuple[Known, ...]:
        """The orders of the sealed call of that name which waits for a move to settle it, in the order in which they
        came in."""
        ...

    def unveiled(self) -> "FormulaFacts":
        """The same with all that is hidden."""
        ...

    def title(self, name: str) -> str:
        """What people call the value of that name."""
        ...

    def thing_name(self, thing: TrackedThing) -> str:
        """What people call a player or row."""
        ...


@dataclass(slots=True)
class Allowance:
    """How much work is left."""

    left: int = MOST_WORK

    def take(self, work: int = 1) -> None:
        """Raise ValueRefused when there is no more."""
        self.left -= work
        if self.left < 0:
            raise ValueRefused(
                _("This formula would take too much work: more than {most} steps.").format(
                    most=thousands(MOST_WORK)
                )
            )


Picker = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class FormulaScope:
    """Where a formula is worked out. `bound`: names that it gives itself, answers and the like; `dice` what was rolled
    for each of its dice, None where nothing is rolled; `pick` what chance picks of so many, counted from 0, None where
    it picks nothing; `old` the number that a change begins with."""

    facts: FormulaFacts
    bound: Mapping[str, Known] = field(default_factory=dict)
    dice: Sequence[int] | None = None
    old: Fraction | None = None
    allowance: Allowance = field(default_factory=Allowance)
    pick: Picker | None = None

    def where(self, name: str, value: Known) -> "FormulaScope":
        """The same, where a name stands for a value."""
        return replace(self, bound={**self.bound, name: value})


class FormulaNode(Protocol):
    """A part of a formula."""

    def run(self, scope: FormulaScope) -> Known:
        """What it is. Raises ValueRefused where it has no result."""
        ...


# -- what stands for itself


@dataclass(frozen=True, slots=True)
class LiteralNode:
    value: Known

    def run(self, scope: FormulaScope) -> Known:
        return self.value


@dataclass(frozen=True, slots=True)
class MembersNode:
    """A list that is written out."""

    nodes: tuple[FormulaNode, ...]

    def run(self, scope: FormulaScope) -> Known:
        return tuple(node.run(scope) for node in self.nodes)


@dataclass(frozen=True, slots=True)
class OldNode:
    """The number that is changed."""

    def run(self, scope: FormulaScope) -> Known:
        return scope.old


@dataclass(frozen=True, slots=True)
class DiceNode:
    """Dice, the so-and-so-many-th of their formula: they are rolled once, whatever is worked out of them."""

    command: str
    place: int

    def run(self, scope: FormulaScope) -> Known:
        if scope.dice is None:
            raise ValueRefused(_("{dice} cannot be rolled here.").format(dice=quoted(self.command)))
        return Fraction(scope.dice[self.place])


@dataclass(frozen=True, slots=True)
class NameNode:
    name: str

    def run(self, scope: FormulaScope) -> Known:
        scope.allowance.take()
        if self.name in scope.bound:
            return scope.bound[self.name]
        return scope.facts.name(self.name)


@dataclass(frozen=True, slots=True)
class PropertyNode:
    """What a player, a row or the game has: `x.gold`."""

    of: FormulaNode
    name: str

    def run(self, scope: FormulaScope) -> Known:
        scope.allowance.take()
        thing = self.of.run(scope)
        if not isinstance(thing, TrackedThing):
            raise ValueRefused(
                _("Write a player, a row or the game before “.{name}”, not {value}.").format(
                    name=self.name, value=shown(thing, scope)
                )
            )
        return scope.facts.part(thing, self.name)


@dataclass(frozen=True, slots=True)
class MemberNode:
    """One of a list by its place: 0 is the first, -1 the last."""

    of: FormulaNode
    place: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        members, place = listed(self.of.run(scope), scope), _whole(self.place, scope)
        if not -len(members) <= place < len(members):
            raise ValueRefused(
                _("The list has only {number}, so there is no place {place}.").format(
                    number=len(members), place=place
                )
            )
        return members[place]


# -- arithmetic


@dataclass(frozen=True, slots=True)
class NegativeNode:
    of: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        return -number_of(self.of, scope)


@dataclass(frozen=True, slots=True)
class SignNode:
    """Two numbers, or with + two texts or two lists, put together by a sign."""

    sign: str
    left: FormulaNode
    right: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        scope.allowance.take()
        left = self.left.run(scope)
        if self.sign == "+" and isinstance(left, str | tuple):
            return _joined(left, self.right.run(scope), scope)
        return _small(_combined(self.sign, _number(left, self.left, scope), number_of(self.right, scope)))


@dataclass(frozen=True, slots=True)
class CallNode:
    """A function of numbers."""

    function: str
    nodes: tuple[FormulaNode, ...]

    def run(self, scope: FormulaScope) -> Known:
        scope.allowance.take(len(self.nodes))
        return _small(_called(self.function, [number_of(node, scope) for node in self.nodes]))


@dataclass(frozen=True, slots=True)
class OthersNode:
    """What the other players have under one name, or the members of a list that has this name."""

    function: str
    name: str

    def run(self, scope: FormulaScope) -> Known:
        if self.name in scope.bound or scope.facts.is_list(self.name):
            return OverNode(self.function, NameNode(self.name)).run(scope)
        numbers = scope.facts.others(self.name)
        scope.allowance.take(len(numbers))
        return _small(OVER_LISTS[self.function](numbers))


@dataclass(frozen=True, slots=True)
class OverNode:
    """One number of a list of numbers; `count` of any list."""

    function: str
    of: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        members = self.of.run(scope)
        if not isinstance(members, tuple):
            raise ValueRefused(
                _("Put one name in the parentheses of {function}: {function}(wealth).").format(
                    function=self.function
                )
            )
        scope.allowance.take(len(members))
        if self.function == "count":
            return Fraction(len(members))
        return _small(OVER_LISTS[self.function]([_number(each, self.of, scope) for each in members]))


@dataclass(frozen=True, slots=True)
class SizeNode:
    """How long a list or a text is."""

    of: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        value = self.of.run(scope)
        if isinstance(value, str | tuple):
            return Fraction(len(value))
        raise ValueRefused(
            _("size() is of a list or a text, not of {value}.").format(value=shown(value, scope))
        )


@dataclass(frozen=True, slots=True)
class AfterNode:
    """The player or row so many places further."""

    of: FormulaNode
    steps: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        thing = self.of.run(scope)
        if not isinstance(thing, TrackedThing):
            raise ValueRefused(
                _("after() is of a player or a row, not of {value}.").format(value=shown(thing, scope))
            )
        return scope.facts.after(thing, _whole(self.steps, scope))


@dataclass(frozen=True, slots=True)
class ReachNode:
    """The rows that one gets to over so many connections (None: over any number), without where one begins."""

    of: FormulaNode
    steps: FormulaNode | None

    def run(self, scope: FormulaScope) -> Known:
        begin = self.of.run(scope)
        if not isinstance(begin, TrackedThing):
            raise ValueRefused(
                _("neighbours() and reachable() are of a row, not of {value}.").format(
                    value=shown(begin, scope)
                )
            )
        left = MOST_MEMBERS if self.steps is None else _whole(self.steps, scope)
        reached: dict[TrackedThing, None] = {}
        edge: list[TrackedThing] = [begin]
        while edge and left > 0:
            further: list[TrackedThing] = []
            for thing in edge:
                beside = scope.facts.neighbours(thing)
                scope.allowance.take(1 + len(beside))
                new = [each for each in beside if each != begin and each not in reached]
                reached.update(dict.fromkeys(new))
                further += new
            edge, left = further, left - 1
        return tuple(reached)


@dataclass(frozen=True, slots=True)
class AnswersNode:
    """The sealed orders of a call that have been opened: `answers('bids')`."""

    call: str

    def run(self, scope: FormulaScope) -> Known:
        orders = scope.facts.answers(self.call)
        scope.allowance.take(len(orders))
        return orders


@dataclass(frozen=True, slots=True)
class PositionNode:
    """The place of something in a list, from 1: of what has its place among others in a list within it, theirs; 0 of
    what is not there."""

    what: FormulaNode
    of: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        what, members = _alike(self.what.run(scope)), listed(self.of.run(scope), scope)
        scope.allowance.take(len(members))
        for place, each in enumerate(members, start=1):
            alike = _alike(each)
            if what == alike or (isinstance(alike, tuple) and what in alike):
                return Fraction(place)
        return Fraction(0)


@dataclass(frozen=True, slots=True)
class PickNode:
    """One of a list by chance; with `number`, a list of so many different ones, or all."""

    of: FormulaNode
    number: FormulaNode | None = None

    def run(self, scope: FormulaScope) -> Known:
        left = list(listed(self.of.run(scope), scope))
        if self.number is None:
            if not left:
                raise ValueRefused(_("There is nothing to pick from."))
            return left[_picked(len(left), scope)]
        picked: list[Known] = []
        for _turn in range(min(_whole(self.number, scope), len(left))):
            picked.append(left.pop(_picked(len(left), scope)))
        return tuple(picked)


def _picked(number: int, scope: FormulaScope) -> int:
    scope.allowance.take()
    if scope.pick is None:
        raise ValueRefused(_("Nothing can be picked by chance here."))
    return scope.pick(number) if number > 1 else 0


@dataclass(frozen=True, slots=True)
class RevealedNode:
    """What is worked out of hidden values, too: `revealed(p.role == 'Wolf')`."""

    of: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        return self.of.run(replace(scope, facts=scope.facts.unveiled()))


# -- conditions


@dataclass(frozen=True, slots=True)
class NotNode:
    of: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        return not holds(self.of, scope)


@dataclass(frozen=True, slots=True)
class BothNode:
    left: FormulaNode
    right: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        return holds(self.left, scope) and holds(self.right, scope)


@dataclass(frozen=True, slots=True)
class EitherNode:
    left: FormulaNode
    right: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        return holds(self.left, scope) or holds(self.right, scope)


@dataclass(frozen=True, slots=True)
class ChoiceNode:
    """`condition ? this : that`."""

    condition: FormulaNode
    one: FormulaNode
    other: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        return (self.one if holds(self.condition, scope) else self.other).run(scope)


@dataclass(frozen=True, slots=True)
class ComparisonNode:
    """Whether two values stand so to each other. Every two can be the same; only numbers and texts come one before the
    other."""

    sign: str
    left: FormulaNode
    right: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        scope.allowance.take()
        left, right = self.left.run(scope), self.right.run(scope)
        if self.sign in ("==", "!="):
            return (_alike(left) == _alike(right)) == (self.sign == "==")
        if self.sign == "in":
            members = listed(right, scope)
            scope.allowance.take(len(members))
            return any(_alike(left) == _alike(each) for each in members)
        if not (isinstance(left, str) and isinstance(right, str)):
            left, right = _number(left, self.left, scope), _number(right, self.right, scope)
        return _ORDERS[self.sign](left, right)


# -- over each of several


@dataclass(frozen=True, slots=True)
class EachNode:
    """What is asked of each member of a list, under a name: `players.filter(p, p.gold > 3)`."""

    of: FormulaNode
    what: str
    name: str
    inner: FormulaNode

    def run(self, scope: FormulaScope) -> Known:
        members = listed(self.of.run(scope), scope)
        scope.allowance.take(len(members))
        if self.what in ("all", "exists"):
            every = all if self.what == "all" else any
            return every(holds(self.inner, scope.where(self.name, each)) for each in members)
        if self.what in ("filter", "count"):
            chosen = tuple(each for each in members if holds(self.inner, scope.where(self.name, each)))
            return chosen if self.what == "filter" else Fraction(len(chosen))
        values = [self.inner.run(scope.where(self.name, each)) for each in members]
        if self.what == "map":
            return tuple(values)
        if self.what in ("most", "least", "sort", "ranked"):
            return _ordered(self.what, members, [_sortable(each, self.inner, scope) for each in values])
        return _small(OVER_LISTS[self.what]([_number(each, self.inner, scope) for each in values]))


EACH: Final = frozenset(
    {
        "all",
        "average",
        "count",
        "exists",
        "filter",
        "highest",
        "least",
        "lowest",
        "map",
        "most",
        "ranked",
        "sort",
        "sum",
    }
)


# -- what a value is


def number_of(node: FormulaNode, scope: FormulaScope) -> Fraction:
    """The number that a part of a formula comes to; yes is 1, and no is 0. Raises ValueRefused."""
    return _number(node.run(scope), node, scope)


def holds(node: FormulaNode, scope: FormulaScope) -> bool:
    """Whether a condition is met. Raises ValueRefused for what is no condition."""
    value = node.run(scope)
    if isinstance(value, bool):
        return value
    raise ValueRefused(
        _("A condition is met or not, such as gold > 3; this is {value}.").format(value=shown(value, scope))
    )


def listed(value: Known, scope: FormulaScope) -> tuple[Known, ...]:
    """The members of a list. Raises ValueRefused for what is none, and for one that is too long."""
    if not isinstance(value, tuple):
        raise ValueRefused(_("{value} is not a list.").format(value=shown(value, scope)))
    if len(value) > MOST_MEMBERS:
        raise ValueRefused(
            _("A list in a formula has at most {most} members.").format(most=thousands(MOST_MEMBERS))
        )
    return value


def shown(value: Known, scope: FormulaScope) -> str:
    """A value for people, in a sentence."""
    if value is None:
        return _("blank")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Fraction):
        return plain_number(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, TrackedThing):
        return scope.facts.thing_name(value)
    return _("a list")


def _number(value: Known, node: FormulaNode, scope: FormulaScope) -> Fraction:
    if isinstance(value, bool):
        return Fraction(int(value))
    if isinstance(value, Fraction):
        return value
    if isinstance(node, NameNode | PropertyNode) and (
        isinstance(node, PropertyNode) or node.name not in scope.bound
    ):
        raise ValueRefused(
            _("{name} is blank or not a number, so the formula has no result.").format(
                name=scope.facts.title(node.name)
            )
        )
    raise ValueRefused(_("{value} is not a number.").format(value=shown(value, scope)))


def _whole(node: FormulaNode, scope: FormulaScope) -> int:
    number = number_of(node, scope)
    if number.denominator != 1 or abs(number) > MOST_MEMBERS:
        raise ValueRefused(_("A place is a whole number, not {number}.").format(number=plain_number(number)))
    return int(number)


def _alike(value: Known) -> object:
    """A value as it is compared: texts without regard to case, yes and no as 1 and 0."""
    if isinstance(value, str):
        return value.casefold()
    if isinstance(value, tuple):
        return tuple(_alike(each) for each in value)
    return value


SortKey = Fraction | str | tuple["SortKey", ...]


def _sortable(value: Known, node: FormulaNode, scope: FormulaScope) -> SortKey:
    """A value by which others are put in order; of a list, by the first of it, then by the second, and so on."""
    if isinstance(value, tuple):
        return tuple(_sortable(each, node, scope) for each in value)
    return value.casefold() if isinstance(value, str) else _number(value, node, scope)


def _form(key: SortKey) -> object:
    return tuple(_form(each) for each in key) if isinstance(key, tuple) else type(key)


def _ordered(what: str, members: Sequence[Known], keys: Sequence[SortKey]) -> Known:
    """The members in the order of their keys, all of those with the most or least, or lists of those with the same, the
    most first."""
    if len({_form(key) for key in keys}) > 1:
        raise ValueRefused(_("Numbers and texts have no common order."))
    if what == "sort":
        order = sorted(range(len(members)), key=lambda place: keys[place])
        return tuple(members[place] for place in order)
    if not members:
        return ()
    if what == "ranked":
        ranks: dict[SortKey, list[Known]] = {}
        for each, key in zip(members, keys, strict=True):
            ranks.setdefault(key, []).append(each)
        return tuple(tuple(ranks[key]) for key in sorted(ranks, reverse=True))
    best = (max if what == "most" else min)(keys)
    return tuple(each for each, key in zip(members, keys, strict=True) if key == best)


def _joined(left: str | tuple[Known, ...], right: Known, scope: FormulaScope) -> Known:
    if isinstance(left, str) and isinstance(right, str):
        scope.allowance.take(len(left) + len(right))
        return left + right
    if isinstance(left, tuple) and isinstance(right, tuple):
        scope.allowance.take(len(left) + len(right))
        return left + right
    raise ValueRefused(
        _("{one} and {other} cannot be combined.").format(one=shown(left, scope), other=shown(right, scope))
    )


def _small(number: Fraction) -> Fraction:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > MOST_BITS:
        raise ValueRefused(_("The numbers in this formula become too long."))
    return number


def _combined(sign: str, left: Fraction, right: Fraction) -> Fraction:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    if right == 0:
        raise ValueRefused(_("This would divide by zero."))
    if sign == "/":
        return left / right
    if sign == "//":
        return Fraction(int(left / right))  # towards zero
    return left - right * int(left / right)  # what is left over has the sign of what was divided


def _called(function: str, numbers: Sequence[Fraction]) -> Fraction:
    if function == "min":
        return min(numbers)
    if function == "max":
        return max(numbers)
    if function == "abs":
        return abs(numbers[0])
    places = numbers[1] if len(numbers) == 2 else Fraction(0)
    if places.denominator != 1 or not 0 <= places <= MOST_PLACES:
        raise ValueRefused(
            _("{function} can keep 0 to {most} places.").format(function=function, most=MOST_PLACES)
        )
    unit = Fraction(1, 10 ** int(places))
    units = numbers[0] / unit
    return unit * _WHOLE[function](units)


def _nearest(number: Fraction) -> int:
    """The nearest whole number; of two, the one further from zero."""
    size = math.floor(abs(number) + Fraction(1, 2))
    return size if number >= 0 else -size


_WHOLE: Final[Mapping[str, Callable[[Fraction], int]]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "round": _nearest,
}
OVER_LISTS: Final[Mapping[str, Callable[[Sequence[Fraction]], Fraction]]] = {
    "sum": lambda numbers: sum(numbers, Fraction(0)),
    "average": lambda numbers: sum(numbers, Fraction(0)) / (len(numbers) or 1),
    "lowest": lambda numbers: min(numbers, default=Fraction(0)),
    "highest": lambda numbers: max(numbers, default=Fraction(0)),
    "count": lambda numbers: Fraction(len(numbers)),
}
_ORDERS: Final[Mapping[str, Callable[[object, object], bool]]] = {
    "<": lambda left, right: left < right,  # type: ignore[operator]
    "<=": lambda left, right: left <= right,  # type: ignore[operator]
    ">": lambda left, right: left > right,  # type: ignore[operator]
    ">=": lambda left, right: left >= right,  # type: ignore[operator]
}
