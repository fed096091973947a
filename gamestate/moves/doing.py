"""Making a move: what stands in its way, and what it does to a state. Nothing is saved, and nothing rolled."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from blognomic.i18n.stored_messages import NOTHING, StoredMessage, joined
from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import gettext_noop
from gamestate.moves.answering import questions
from gamestate.moves.move import (
    AddDeed,
    AssignDeed,
    Deed,
    EachDeed,
    IfDeed,
    LetDeed,
    Move,
    MoveCost,
    RefuseDeed,
    RemoveDeed,
    Rolling,
)
from gamestate.values.defining import change_row
from gamestate.values.definitions import LISTS, NUMBERS, Audience, Definition
from gamestate.values.errors import ValueRefused
from gamestate.values.facts import StateFacts, as_kept, as_known
from gamestate.values.keeping import check_kept
from gamestate.values.kinds import Reading
from gamestate.values.nodes import (
    Allowance,
    FormulaScope,
    Known,
    NameNode,
    PropertyNode,
    TrackedThing,
    holds,
    listed,
    number_of,
)
from gamestate.values.plans import Plan, Sight
from gamestate.values.state import GAME, State, Variable, of_player
from gamestate.values.steps import Step
from gamestate.values.texts import plain_number, quoted
from gamestate.values.working import Working
from ruleset.law.model import TrackerLaw

WORK_OF_A_DEED: Final = 10


def facts_of(state: State, player: int, *, sight: Sight, tracker: TrackerLaw) -> StateFacts:
    """What somebody's moves ask and need may look at: what everybody sees, and what that player has."""
    return StateFacts(state, of_player(player), sight, tracker, "holder", _("what a move needs"))


def known_names(state: State) -> frozenset[str]:
    """All that formulas may name: what is tracked, tables, and words of the language."""
    tracked = {each.key for each in state.variables.values()} | {each.key for each in state.tables.values()}
    return frozenset(tracked | {"game", "me", "emperor", "players", "everyone", "idle", "name", "place"})


def expect(move: Move, state: State, player: int) -> None:
    """Say which values the move is about, so that of a large game no others are read."""
    looked_at = [each.id for each in state.variables.values() if each.key in move.names]
    kept = [each.id for each in state.variables.values() if each.definition.must]
    state.expect(variables=[*looked_at, *kept], holders=[of_player(player), GAME])


def hindrance(move: Move, facts: StateFacts, answers: Mapping[str, Known] | None = None) -> str:
    """What stands in the way of a move, in a sentence; "" where nothing does. Without answers, what hangs on them is
    left out."""
    bound = answers or {}
    asks = frozenset(question.name for question in move.questions) if answers is None else frozenset()
    try:
        for need in move.needs:
            if not need.condition.names & asks and not holds(need.condition.node, FormulaScope(facts, bound)):
                return need.sentence
        for cost in move.costs:
            if not cost.number.names & asks:
                _price(cost, facts, bound)
        if answers is None:
            for question in questions(move, facts):
                if question.has_no_answer:
                    return _("{question}: there is nothing to choose.").format(
                        question=question.question.label
                    )
    except ValueRefused as refused:
        return refused.sentence
    return ""


def work_out_move(
    move: Move,
    state: State,
    player: int,
    *,
    answers: Mapping[str, Known],
    tracker: TrackerLaw,
    sight: Sight,
    dice: Sequence[int],
    is_rolled: bool = False,
) -> Plan:
    """What a move of a player comes to, with what the dice came to. With troubles nothing of it may be carried out;
    `is_rolled`: numbers are cut to what fits, rather than refused."""
    work = Working(state, tracker, sight, False, {}, False, {}, is_rolled=is_rolled)
    making = _Making(work, player, dict(answers), dice)
    try:
        for cost in move.costs:
            making.pay(cost)
        making.do(move.deeds)
    except ValueRefused as refused:
        work.refuse(refused, "")
    if not work.troubles:
        check_kept(work)
    return Plan(work.state, work.merged(), tuple(work.troubles))


def _price(cost: MoveCost, facts: StateFacts, bound: Mapping[str, Known]) -> Fraction:
    """How much a cost is. Raises ValueRefused where who makes the move does not have it."""
    scope = FormulaScope(facts, bound)
    number, has = number_of(cost.number.node, scope), number_of(NameNode(cost.name), scope)
    if number < 0:
        raise ValueRefused(_("A cost is not below zero."))
    if has < number:
        raise ValueRefused(
            _("This costs {number} {name}, and you have {has}.").format(
                number=plain_number(number), name=facts.title(cost.name), has=plain_number(has)
            )
        )
    return number


@dataclass
class _Making:
    """A move that is being made: the state that it changes, and the names that it has given so far."""

    work: Working
    player: int
    bound: dict[str, Known]
    dice: Sequence[int]
    allowance: Allowance = field(default_factory=Allowance)

    def facts(self, state: State, audience: Audience, title: str) -> StateFacts:
        return StateFacts(state, of_player(self.player), self.work.sight, self.work.tracker, audience, title)

    def scope(
        self, rolling: Rolling, state: State, audience: Audience = "all", title: str = ""
    ) -> FormulaScope:
        facts = self.facts(state, audience, title or _("what a move does"))
        return FormulaScope(facts, self.bound, self.dice[rolling.dice], allowance=self.allowance)

    def run(self, rolling: Rolling, state: State) -> Known:
        return rolling.formula.node.run(self.scope(rolling, state))

    def pay(self, cost: MoveCost) -> None:
        variable, holder = self.target(NameNode(cost.name), self.work.state)
        facts = facts_of(self.work.state, self.player, sight=self.work.sight, tracker=self.work.tracker)
        price = _price(cost, facts, self.bound)
        self.put(variable, holder, "-=", price, NOTHING)

    def do(self, deeds: Sequence[Deed], before: State | None = None) -> None:
        """Carry out deeds, one after the other; with `before`, worked out from how things stood then."""
        for deed in deeds:
            self.allowance.take(WORK_OF_A_DEED)
            self.work.place += 1
            self.one(deed, before)

    def one(self, deed: Deed, before: State | None) -> None:
        state = before or self.work.state
        match deed:
            case AssignDeed():
                self.assign(deed, state)
            case LetDeed():
                self.bound[deed.name] = self.run(deed.value, state)
            case IfDeed():
                is_met = holds(deed.condition.formula.node, self.scope(deed.condition, state))
                self.do(deed.then if is_met else deed.otherwise, before)
            case EachDeed():
                self.for_each(deed, state, before)
            case AddDeed():
                name = self.run(deed.name, state)
                if not isinstance(name, str):
                    raise ValueRefused(_("A row or page has a name."))
                change_row(self.work, Step("add-row", deed.table, name=" ".join(name.split())[:80]))
            case RemoveDeed():
                row = self.run(deed.row, state)
                table = self.table_of(row)
                change_row(self.work, Step("retire-row", table, (row.holder,)))  # type: ignore[union-attr]
            case RefuseDeed():
                raise ValueRefused(deed.sentence)

    def for_each(self, deed: EachDeed, state: State, before: State | None) -> None:
        scope = self.scope(deed.members, state)
        outside = self.bound
        start = before or (self.work.state if deed.at_once else None)
        for member in listed(deed.members.formula.node.run(scope), scope):
            self.bound = {**outside, deed.name: member}
            self.do(deed.body, start)
        self.bound = outside

    def table_of(self, row: Known) -> str:
        """The key of the table of a row. Raises ValueRefused for what is none."""
        kind, _colon, key = row.holder.partition(":") if isinstance(row, TrackedThing) else ("", "", "")
        if kind != "row" or key not in self.work.state.rows:
            raise ValueRefused(_("Only a row of a table is removed."))
        return self.work.state.tables[self.work.state.rows[key].table].key

    def assign(self, deed: AssignDeed, state: State) -> None:
        variable, holder = self.target(deed.target.node, state)
        definition = variable.definition
        scope = self.scope(deed.value, state, definition.audience, definition.name)
        value = deed.value.formula.node.run(scope)
        self.put(variable, holder, deed.sign, value, self.rolled(deed.value))

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
                known = state.by_key(f"columns:{row.table}") if row else mine if kind == "player" else shared
                if (variable := known.get(node.name)) is not None and (row or kind != "row"):
                    return variable, thing.holder  # type: ignore[return-value]
            raise ValueRefused(_("A move changes no {name} there.").format(name=quoted(node.name)))
        assert isinstance(node, NameNode)
        if node.name in self.bound:
            raise ValueRefused(_("{name} is no value that is tracked.").format(name=quoted(node.name)))
        if node.name in mine:
            return mine[node.name], of_player(self.player)  # type: ignore[return-value]
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
