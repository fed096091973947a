"""What definitions say must hold: bounds by formula and conditions, looked at after all steps of an act, whatever way
they came in; and whether the formulas of a definition mean anything."""

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.values import value_kinds
from gamestate.values.definitions import Audience, Definition
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula, parse
from gamestate.values.facts import ROUNDS, StateFacts, bounded, computed, sees_all
from gamestate.values.nodes import FormulaScope, TrackedThing, holds
from gamestate.values.plans import Alteration, StepTrouble
from gamestate.values.state import GAME, State, Variable, cells_of, of_player
from gamestate.values.working import Working

_UNSET: Final[tuple[object, ...]] = (None, 0, "0", "", [])


def check_formulas(work: Working, variable: Variable) -> None:
    """Raise ValueRefused for a definition one of whose formulas has a result for nobody who has such a value now."""
    definition, state = variable.definition, work.state
    holders = state.holders_of(variable)
    facts = {holder: _facts(state, variable, holder) for holder in holders}
    trials: list[Callable[[str], object]] = []
    if definition.formula:
        trials.append(lambda holder: computed(state, variable, holder))
    if definition.floor_formula or definition.ceiling_formula:
        trials.append(lambda holder: bounded(definition, facts[holder]))
    if definition.must:
        trials.append(lambda holder: _holds(parse(definition.must), facts[holder]))
    for trial in trials:
        refusals = []
        for holder in holders:
            try:
                trial(holder)
                break
            except ValueRefused as refused:
                refusals.append(refused)
        else:
            if refusals:
                raise refusals[0]


def shows(state: State, variable: Variable, holder: str, viewer: int | None) -> bool:
    """Whether a formula lets a viewer (a player's key, None for a reader without an account) see a value that is not
    for them: it holds of the `viewer` and of the value's `owner`, as things stand. It looks at everything."""
    if not variable.definition.seen_when:
        return False
    try:
        return _shows(state, variable, holder, viewer)
    except ValueRefused:
        return False


def _shows(state: State, variable: Variable, holder: str, viewer: int | None) -> bool:
    facts = StateFacts(state, holder, sees_all, ROUNDS, title_of=variable.definition.name).unveiled()
    who = TrackedThing(of_player(viewer)) if viewer is not None else None
    bound = {"viewer": who, "owner": TrackedThing(holder)}
    return holds(parse(variable.definition.seen_when).node, FormulaScope(facts, bound))


def witnesses(state: State, formula: Formula, owner: str) -> frozenset[int]:
    """The keys of those who see what an act of an `owner` comes to: of whom the formula holds as `viewer`, on all that
    there is in the state. Those of whom it has no result see nothing."""
    facts = StateFacts(state, owner, sees_all, ROUNDS).unveiled()
    seen_by = set()
    for key in state.people:
        bound = {"viewer": TrackedThing(of_player(key)), "owner": TrackedThing(owner)}
        try:
            if holds(formula.node, FormulaScope(facts, bound)):
                seen_by.add(key)
        except ValueRefused:
            continue
    return frozenset(seen_by)


def kept_from(keys: Set[str], state: State, audiences: Set[Audience]) -> str:
    """What people call a hidden value under one of these keys that is for others than these audiences; "" where there
    is none. Where nothing is set yet, there is nothing to show."""
    hidden = state.hidden(each for each in state.variables.values() if each.key in keys)
    for variable in hidden:
        for holder, cell in cells_of(state, variable):
            audience = state.audience(variable, holder)
            if cell.value not in _UNSET and audience not in {"all", *audiences}:
                return variable.definition.name
    return ""


def check_seen_when(work: Working, old: Definition | None, variable: Variable) -> None:
    """Raise ValueRefused for a definition that lets others see values by a formula, where it would show, or tell of,
    hidden values that are there already, unless who acts may show these; or where the formula has no result."""
    definition, state = variable.definition, work.state
    if not definition.seen_when or (old is not None and old.seen_when == definition.seen_when):
        return
    keys = parse(definition.seen_when).names | {variable.key}
    if kept := kept_from(keys, state, work.reveals):
        raise ValueRefused(
            _(
                "{name} already holds hidden values. You can say who else sees them only before they are set."
            ).format(name=kept)
        )
    people = [each.key for each in state.players()]
    for holder in state.holders_of(variable)[:1] if people else []:
        _shows(state, variable, holder, people[0])


def check_kept(work: Working) -> None:
    """Note a trouble for each value that is not as its definition says it must be after what was done, and was before
    or was changed; where who acts insists, it is recorded and marked."""
    watched = [each for each in work.state.variables.values() if _says_what_must_hold(each)]
    altered = [each for each in work.alterations if each.about in ("value", "row")]
    defined = {each.id for each in work.alterations if each.about == "variable"}
    if not watched or not (altered or defined):
        return
    by_value = {(each.id, each.holder): each.place for each in altered}
    last = max((each.place for each in altered), default=work.place)
    for variable in watched:
        for holder in _holders(work, variable, altered, variable.id in defined):
            sentence = problem(work.state, variable, holder)
            if not sentence:
                continue
            was = work.before.variables.get(variable.id)
            same = was is not None and work.before.cell(was, holder) == work.state.cell(variable, holder)
            if same and was is not None and problem(work.before, was, holder):
                continue  # it was so before, and this makes it no worse
            _refuse(work, variable, holder, sentence, by_value.get((variable.id, holder), last))


def problem(state: State, variable: Variable, holder: str) -> str:
    """Why a value is not as its definition says it must be, in a sentence; "" where it is, and where that cannot be
    told since something is blank."""
    definition = variable.definition
    facts = _facts(state, variable, holder)
    try:
        value = state.value(variable, holder)
        if value is not None and (definition.floor_formula or definition.ceiling_formula):
            within = replace(bounded(definition, facts), below="refuse", above="refuse")
            exact = value_kinds.number(within, value)
            if exact is not None:
                value_kinds.settle_number(within, exact, ROUNDS)
    except ValueRefused as refused:
        if refused.recordable:
            return refused.sentence
    if definition.must:
        try:
            if not _holds(parse(definition.must), facts):
                return definition.why or _("For {name} this must hold: {condition}.").format(
                    name=definition.name, condition=definition.must
                )
        except ValueRefused:
            return ""
    return ""


def _says_what_must_hold(variable: Variable) -> bool:
    definition = variable.definition
    return bool(definition.must or definition.floor_formula or definition.ceiling_formula)


def _holders(work: Working, variable: Variable, altered: Sequence[Alteration], is_defined: bool) -> list[str]:
    """Whose values may not be as they must be any more: nobody's where nothing was changed that the formulas name; all
    of them where these look beyond their holder, or where the game's values were changed."""
    definition = variable.definition
    texts = filter(None, (definition.must, definition.floor_formula, definition.ceiling_formula))
    formulas = [parse(text) for text in texts]
    holders = work.state.holders_of(variable)
    names = {name for formula in formulas for name in formula.names}
    named = [each for each in work.state.variables.values() if each.key in names]
    follows = any(each.definition.formula for each in named)
    about = {variable.id, *(each.id for each in named)}
    touched = [each for each in altered if each.about == "row" or each.id in about]
    if not (is_defined or follows or touched):
        return []
    beyond = follows or any(formula.looks_beyond for formula in formulas)
    if is_defined or beyond or GAME in {each.holder for each in touched}:
        work.state.expect(variables=about)
        return holders
    whose = {each.holder for each in touched}
    return [holder for holder in holders if holder in whose]


def _refuse(work: Working, variable: Variable, holder: str, sentence: str, place: int) -> None:
    if not work.insist:
        path = work.state.path_of(variable)
        work.troubles.append(StepTrouble(place, path, holder, sentence, kind="refused"))
        return
    for number, each in enumerate(work.alterations):
        if each.place == place and each.about == "value" and not each.refused:
            work.alterations[number] = replace(each, refused=sentence)
            return


def _facts(state: State, variable: Variable, holder: str) -> StateFacts:
    """What a formula that says what must hold may use: all that is for whom the value is."""
    definition = variable.definition
    return StateFacts(state, holder, sees_all, ROUNDS, definition.audience, definition.name)


def _holds(condition: Formula, facts: StateFacts) -> bool:
    return holds(condition.node, FormulaScope(facts))
