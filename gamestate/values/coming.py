"""Whose values begin, stay or end when people come and dynasties go: what updates follow from the roster. Pure."""

from collections.abc import Collection
from dataclasses import replace
from fractions import Fraction
from typing import Literal

from blognomic.i18n.stored_messages import NOTHING, StoredMessage
from blognomic.i18n.translation import gettext_noop
from gamestate.values import value_kinds
from gamestate.values.definitions import NUMBERS
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Plan, Sight, sees_everything, sees_what_is_public
from gamestate.values.state import State, Variable, of_player
from gamestate.values.steps import Step
from gamestate.values.value_kinds import Reading
from gamestate.values.working import Working
from ruleset.law.model import TrackerLaw

OnReturn = Literal["kept", "kept-or-default", "same-dynasty"]
OTHER_DYNASTY = StoredMessage(gettext_noop("set to the default: they went idle in an earlier dynasty"))


def joining(state: State, player: int, *, tracker: TrackerLaw) -> Plan:
    """Every value that is tracked for players gets its default for `player`, who is one of the state's people by now.

    Nothing stops them: a default that cannot be computed leaves zero, or blank, with a note.
    """
    work = _begin(state, tracker)
    if _counts(state, player):
        for variable in _typed(state):
            _start(work, variable, player, NOTHING)
    return _done(work)


def returning(state: State, player: int, *, says: OnReturn, same_dynasty: bool, tracker: TrackerLaw) -> Plan:
    """What becomes of the values of `player`, who is back from idle: as each definition says, or else the law (`says`,
    see `ruleset.law.model.RosterLaw`). A value that they never had gets its default."""
    work = _begin(state, tracker)
    if _counts(state, player):
        for variable in _typed(state):
            why = _why_not_kept(work, variable, player, says, same_dynasty)
            if why is not None:
                _start(work, variable, player, why)
    return _done(work)


def retiring(state: State, keep: Collection[str]) -> list[Step]:
    """The steps that retire everything but the variables, tables and pages whose keys are to be kept, and the tables
    that a kept one refers to."""
    kept = _kept_tables(state, keep)
    steps = []
    for variable in state.variables.values():
        stays = variable.table in kept if variable.table else variable.key in keep
        if not stays:
            steps.append(Step("retire", state.path_of(variable)))
    steps += [Step("retire-table", table.key) for table in state.tables.values() if table.id not in kept]
    return [*steps, *(Step("retire-page", page.key) for page in state.pages.values() if page.key not in keep)]


def _kept_tables(state: State, keep: Collection[str]) -> set[str]:
    """The ids of the tables that stay: those to be kept, and whatever kept things refer to."""
    to_keep = {table.id for table in state.tables.values() if table.key in keep}
    to_keep |= {
        state.table_of(each.definition.refers).id
        for each in state.columns_of("")
        if each.key in keep and each.definition.refers
    }
    kept: set[str] = set()
    while to_keep:
        kept |= to_keep
        to_keep = {
            state.table_of(column.definition.refers).id
            for table in to_keep
            for column in state.columns_of(table)
            if column.definition.refers
        } - kept
    return kept


def _typed(state: State) -> list[Variable]:
    """What is tracked for players and not computed."""
    return [variable for variable in state.of_scope("player") if not variable.definition.formula]


def _begin(state: State, tracker: TrackerLaw) -> Working:
    return Working(state, tracker, sees_what_is_public, False, {}, False, {})


def _done(work: Working) -> Plan:
    return Plan(work.state, work.merged(), tuple(work.troubles))


def _counts(state: State, player: int) -> bool:
    return player in state.people and state.counts(state.people[player])


def _why_not_kept(
    work: Working, variable: Variable, player: int, says: OnReturn, same_dynasty: bool
) -> StoredMessage | None:
    """Why a value is set to its default, for people; None when it stays."""
    state, holder, on_return = work.state, of_player(player), variable.definition.on_return
    if (variable.id, holder) not in state.cells:
        return NOTHING
    if on_return == "default":
        return StoredMessage(gettext_noop("set to the default on their return"))
    if on_return == "keep" or says == "kept":
        return None
    if says == "same-dynasty" and not same_dynasty:
        return OTHER_DYNASTY
    try:
        value_kinds.check(variable.definition, state.value(variable, holder), state, work.tracker)
    except ValueRefused as refused:
        return StoredMessage(gettext_noop("set to the default: {why}"), why=refused.sentence)
    return None


def _sight_for(variable: Variable) -> Sight:
    """What the default of a variable may be computed from: only what is public, unless the emperor alone sees it."""
    return sees_everything if variable.definition.audience == "emperor" else sees_what_is_public


def _start(work: Working, variable: Variable, player: int, why: StoredMessage) -> None:
    holder = of_player(player)
    work.sight = _sight_for(variable)
    try:
        reading = work.start(variable, holder)
    except ValueRefused as refused:
        note = StoredMessage(gettext_noop("no default: {why}"), why=refused.sentence)
        reading = _nothing(work, variable, note)
    # Of what is hidden it is always said that it was set: that it was so already would tell how it stood.
    is_hidden = work.state.audience(variable, holder) != "all"
    work.put(variable, holder, replace(reading, note=reading.note or why), unseen=is_hidden)


def _nothing(work: Working, variable: Variable, note: StoredMessage) -> Reading:
    """Zero, or the number nearest to it that the definition allows; blank for what is no number."""
    if variable.definition.kind not in NUMBERS:
        return Reading(None, note)
    bounded = replace(variable.definition, default="", below="set", above="set")
    return Reading(value_kinds.settle_number(bounded, Fraction(0), work.tracker).value, note)
