"""A move that is being made: the state that it changes, and what every deed needs of it. It knows no kind of deed."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from blognomic.i18n.stored_messages import NOTHING, StoredMessage, joined
from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from gamestate.values.definitions import LISTS, NUMBERS, Audience, Definition
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula
from gamestate.values.facts import StateFacts, as_kept, as_known
from gamestate.values.nodes import (
    Allowance,
    FormulaScope,
    Known,
    NameNode,
    Picker,
    PropertyNode,
    TrackedThing,
)
from gamestate.values.plans import CardsDealt, PlanAsking, sees_everything
from gamestate.values.state import GAME, State, Variable
from gamestate.values.texts import quoted
from gamestate.values.value_kinds import Reading
from gamestate.values.working import Working

WORK_OF_A_DEED: Final = 10


@dataclass(frozen=True, slots=True)
class Rolling:
    """A formula with the place of its first die among all that the move rolls."""

    formula: Formula
    first: int = 0

    @property
    def dice(self) -> slice:
        return slice(self.first, self.first + len(self.formula.dice))


class MoveDeed(ABC):
    """One thing that a move does. Each kind has a file in `gamestate.moves.deeds`."""

    __slots__ = ()

    @abstractmethod
    def do(self, making: "Making", before: State | None) -> None:
        """Change the state that `making` has; with `before`, by formulas worked out on that one. Raises ValueRefused
        for what cannot be."""


Shuffler = Callable[[Variable, str, Sequence[Any]], list[Any]]
"""The order that chance gives the items of a list of a holder."""


@dataclass
class Dealing:
    """Cards that a move shuffles and moves. Without `shuffle` it is only tried: nothing is shuffled, and a card that
    who acts does not know yet stays unknown, so that nothing of it can be told, and nothing hangs on it."""

    shuffle: Shuffler | None = None
    mixed: set[tuple[str, str]] = field(default_factory=set)
    cards: CardsDealt = ""

    def mix(self, variable: Variable, holder: str, items: Sequence[Any]) -> list[Any]:
        """The items of a list in another order."""
        self.mixed.add((variable.id, holder))
        return self.shuffle(variable, holder, items) if self.shuffle is not None else list(items)

    def as_known(self, variable: Variable, holder: str, items: Sequence[Any], *, is_known: bool) -> list[Any]:
        """Items that are taken from a list, as far as one may know them before it is done."""
        if self.shuffle is not None or (is_known and (variable.id, holder) not in self.mixed):
            return list(items)
        return [_("an unknown card")] * len(items)

    def note(self, *, shows: bool) -> None:
        """Note that cards were shuffled or moved, and whether somebody learns by it what they did not know."""
        self.cards = "shown" if shows or self.cards == "shown" else "moved"


@dataclass
class Making:
    """A move that is being made: the state that it changes, the names that it has given so far, what picks by chance,
    the keys of the sealed calls that it has settled, what it has asked of others, and the keys of the actions of which
    everybody sees from then on what was kept of them."""

    work: Working
    holder: str
    bound: dict[str, Known]
    dice: Sequence[int]
    allowance: Allowance = field(default_factory=Allowance)
    settled: list[int] = field(default_factory=list)
    dealing: Dealing = field(default_factory=Dealing)
    pick: Picker | None = None
    asked: list[PlanAsking] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)

    def facts(self, state: State, audience: Audience, title: str) -> StateFacts:
        return StateFacts(state, self.holder, self.work.sight, self.work.tracker, audience, title)

    def scope(
        self, rolling: Rolling, state: State, audience: Audience = "all", title: str = ""
    ) -> FormulaScope:
        facts = self.facts(state, audience, title or _("what a move does"))
        dice = self.dice[rolling.dice]
        return FormulaScope(facts, self.bound, dice, allowance=self.allowance, pick=self.pick)

    def run(self, rolling: Rolling, state: State) -> Known:
        return rolling.formula.node.run(self.scope(rolling, state))

    def do(self, deeds: Sequence[MoveDeed], before: State | None = None) -> None:
        """Carry out deeds, one after the other; with `before`, worked out from how things stood then."""
        for deed in deeds:
            self.allowance.take(WORK_OF_A_DEED)
            self.work.place += 1
            deed.do(self, before)

    def rolled(self, rolling: Rolling) -> StoredMessage:
        """The note of what dice came to that stand in a formula."""
        commands, totals = rolling.formula.dice, self.dice[rolling.dice]
        shown = ", ".join(f"{each}: {number}" for each, number in zip(commands, totals, strict=True))
        return StoredMessage(gettext_noop("rolled {dice}"), dice=shown) if shown else NOTHING

    def target(self, node: object, state: State) -> tuple[Variable, str]:
        """Which value of whom a move changes. Raises ValueRefused for what there is not."""
        mine, shared = state.by_key("player"), state.by_key("game")
        if isinstance(node, PropertyNode):
            scope = FormulaScope(
                self.facts(state, "all", _("what a move does")), self.bound, allowance=self.allowance
            )
            thing = node.of.run(scope)
            if isinstance(thing, TrackedThing):
                kind, _colon, key = thing.holder.partition(":")
                row = state.rows.get(key) if kind == "row" else None
                of_kind = {"player": mine, "game": shared}
                known = state.by_key(f"columns:{row.table}") if row else of_kind.get(kind, {})
                if (variable := known.get(node.name)) is not None:
                    return variable, thing.holder  # type: ignore[return-value]
            raise ValueRefused(_("A move changes no {name} there.").format(name=quoted(node.name)))
        assert isinstance(node, NameNode)
        if node.name in self.bound:
            raise ValueRefused(_("{name} is no value that is tracked.").format(name=quoted(node.name)))
        if node.name in mine and self.holder != GAME:
            return mine[node.name], self.holder  # type: ignore[return-value]
        if node.name in shared:
            return shared[node.name], GAME  # type: ignore[return-value]
        raise ValueRefused(_("Formulas here do not know “{name}”.").format(name=node.name))

    def put(self, variable: Variable, holder: str, sign: str, value: Known, note: StoredMessage) -> None:
        """Set a value, or add to it or take from it. Raises ValueRefused where that cannot be."""
        work, definition = self.work, variable.definition
        work.check_typed(variable)
        work.path = work.state.path_of(variable)
        is_seen, audience = work.sees(variable, holder), work.state.audience(variable, holder)
        if sign != "=" or not work.sight(variable, holder, definition.audience):
            work.check_seen(variable, holder)
        if sign != "=":
            value = _shifted(definition, work.state.value(variable, holder), sign, value)
        if definition.kind in NUMBERS:
            bounds = work.bounded(variable, holder)
            if work.is_rolled:
                bounds = replace(bounds, below="set", above="set")
            reading = as_kept(bounds, value, work.state, work.tracker)
        else:
            reading = as_kept(definition, value, work.state, work.tracker)
        notes = [each for each in (note, reading.note) if each]
        made = Reading(reading.value, joined(notes) if notes else NOTHING)
        # What happens by itself sees everything, and those who read of it do not.
        is_seen = is_seen and (audience == "all" or work.sight is not sees_everything)
        work.put(variable, holder, made, of=audience if sign != "=" else "all", unseen=not is_seen)


def _shifted(definition: Definition, old: object, sign: str, value: Known) -> Known:
    """What is there with something added to it or taken from it. Raises ValueRefused."""
    now = as_known(definition, old)
    if definition.kind in LISTS:
        members = list(now) if isinstance(now, tuple) else []
        for item in value if isinstance(value, tuple) else (value,):
            if sign == "+=":
                members.append(item)
            elif item in members:
                members.remove(item)
            else:
                raise ValueRefused(_("{name} does not hold that.").format(name=definition.name))
        return tuple(members)
    if isinstance(value, bool):
        value = Fraction(int(value))
    if not isinstance(now, Fraction) or not isinstance(value, Fraction):
        raise ValueRefused(
            _("{name} is blank or no number, so nothing can be added to it.").format(name=definition.name)
        )
    return now + value if sign == "+=" else now - value
