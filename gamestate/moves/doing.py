"""Making a move: what stands in its way, and what it does to a state. Nothing is saved, and nothing rolled."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from blognomic.i18n.stored_messages import NOTHING
from blognomic.i18n.translation import gettext as _
from gamestate.moves.answering import questions
from gamestate.moves.making import Dealing, Making, Shuffler
from gamestate.moves.move import Move, MoveCost
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula
from gamestate.values.facts import StateFacts, none_waits
from gamestate.values.keeping import check_kept
from gamestate.values.nodes import FormulaScope, Known, NameNode, Picker, holds, number_of
from gamestate.values.plans import Alteration, Plan, Sight
from gamestate.values.state import GAME, State, of_player
from gamestate.values.texts import plain_number
from gamestate.values.working import Working
from ruleset.law.model import TrackerLaw


def facts_of(state: State, player: int | None, *, sight: Sight, tracker: TrackerLaw) -> StateFacts:
    """What somebody's moves ask and need may look at: what everybody sees, and what that player has. None: what happens
    by itself looks at what everybody sees."""
    holder = of_player(player) if player is not None else GAME
    return StateFacts(
        state, holder, sight, tracker, "own" if player is not None else "all", _("what a move needs")
    )


def known_names(state: State) -> frozenset[str]:
    """All that formulas may name: what is tracked, tables, and words of the language."""
    tracked = {each.key for each in state.variables.values()} | {each.key for each in state.tables.values()}
    parts = {"name", "place", "answer", "player"}
    return frozenset(tracked | parts | {"game", "me", "emperor", "players", "everyone", "idle"})


def expect(move: Move, state: State, player: int | None) -> None:
    """Say which values the move is about, so that of a large game no others are read."""
    looked_at = [each.id for each in state.variables.values() if each.key in move.names]
    kept = [each.id for each in state.variables.values() if each.definition.must]
    state.expect(
        variables=[*looked_at, *kept], holders=[*([of_player(player)] if player is not None else []), GAME]
    )


def is_about_hidden(move: Move, state: State) -> bool:
    """Whether a move looks at something, or changes it, that is not for everybody: then what somebody answered is
    theirs, for it may tell of that."""
    named = [each for each in state.variables.values() if each.key in move.names]
    return bool(state.hidden(named))


def hindrance(move: Move, facts: StateFacts, answers: Mapping[str, Known] | None = None) -> str:
    """What stands in the way of a move, in a sentence; "" where nothing does. Without answers, what hangs on them is
    left out; and so is what hangs on sealed orders at which nobody has looked yet."""
    bound = answers or {}
    asks = frozenset(question.name for question in move.questions) if answers is None else frozenset()
    calls = facts.state.calls
    missing = next((each for each in sorted(move.calls) if each not in calls), None)
    if missing is not None:
        return none_waits(missing)
    unread = frozenset(name for name, call in calls.items() if call.orders is None)

    def is_open(formula: Formula) -> bool:
        return bool(formula.names & asks or formula.calls & unread)

    try:
        for need in move.needs:
            if not is_open(need.condition) and not holds(need.condition.node, FormulaScope(facts, bound)):
                return need.sentence
        for cost in move.costs:
            if not is_open(cost.number):
                _price(cost, facts, bound)
        if answers is None and not move.calls & unread:
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
    player: int | None,
    *,
    answers: Mapping[str, Known],
    tracker: TrackerLaw,
    sight: Sight,
    dice: Sequence[int],
    is_rolled: bool = False,
    shuffle: Shuffler | None = None,
    pick: Picker | None = None,
) -> Plan:
    """What a move of a player (None: of nobody) comes to, with what the dice came to. With troubles nothing of it may
    be carried out; `is_rolled`: numbers are cut to what fits, rather than refused. `shuffle`: what shuffles its cards;
    None where it is only tried. `pick`: what picks by chance; None: it takes the first."""
    work = Working(state, tracker, sight, False, {}, False, {}, is_rolled=is_rolled)
    holder = of_player(player) if player is not None else GAME
    dealing = Dealing(shuffle)
    if move.reveals:
        dealing.note(shows=True)
    making = Making(work, holder, dict(answers), dice, dealing=dealing, pick=pick or the_first)
    try:
        for cost in move.costs:
            _pay(cost, making)
        making.do(move.deeds)
    except ValueRefused as refused:
        work.refuse(refused, "")
    if not work.troubles:
        check_kept(work)
    merged = work.merged()
    if move.is_unseen and not all(each.about == "value" and _is_for_few(each) for each in merged):
        work.refuse(ValueRefused(_("What nobody else learns of changes only hidden values.")), "")
    return Plan(
        work.state,
        merged,
        tuple(work.troubles),
        tuple(making.settled),
        making.dealing.cards,
        tuple(making.asked),
        tuple(making.shown),
    )


def _is_for_few(each: Alteration) -> bool:
    return "all" not in (each.audience, each.audience_before)


def the_first(number: int) -> int:
    """Pick the first of so many, where nothing is left to chance."""
    return 0


def the_last(number: int) -> int:
    """Pick the last of so many."""
    return number - 1


def _pay(cost: MoveCost, making: Making) -> None:
    variable, holder = making.target(NameNode(cost.name), making.work.state)
    facts = making.facts(making.work.state, "own", _("what a move needs"))
    making.put(variable, holder, "-=", _price(cost, facts, making.bound), NOTHING)


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
