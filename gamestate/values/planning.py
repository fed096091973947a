"""What steps do to the gamestate: the state after them, what differs, and what cannot be done. No database."""

import re
from collections.abc import Mapping, Sequence, Set
from typing import Final

from gamestate.values.defining import (
    change_page,
    change_row,
    change_table,
    define,
    drop_variable,
    redefine,
    reveal,
    revert_page,
)
from gamestate.values.definitions import Audience
from gamestate.values.errors import ValueRefused
from gamestate.values.keeping import check_kept
from gamestate.values.plans import Plan, Roller, Shelf, Sight, Submitted, sees_everything
from gamestate.values.putting_back import restore
from gamestate.values.state import GAME, State
from gamestate.values.steps import Restore, Step
from gamestate.values.working import Working
from ruleset.law.model import TrackerLaw

# A holder that is named by its key, and what may be the key of a variable in a formula.
SINGLE: Final = re.compile(r"(?:player|row):")
WORD: Final = re.compile(r"[a-z]\w*", re.ASCII)


def work_out(
    state: State,
    steps: Sequence[Step | Restore],
    *,
    tracker: TrackerLaw,
    sight: Sight = sees_everything,
    at_once: bool = False,
    seen: Mapping[str, int | None] | None = None,
    insist: bool = False,
    shelf: Shelf | None = None,
    first: int = 0,
    submitted: Submitted | None = None,
    reveals: Set[Audience] = frozenset(),
    dice: Roller | None = None,
    is_rolled: bool = False,
) -> Plan:
    """What the steps do to `state`, one after the other; with `at_once`, every formula is computed from the state
    before them all, as for the fields of one form.

    `seen` gives, by `seen_key` (or "page/" and its id), the entry that was the last when whoever acts looked: a value
    that is set, not shifted, and has a later entry since is in conflict. With `insist`, values that the tracker
    refuses are recorded and marked. `shelf` holds the retired things that a Restore brings back. `first` is the place
    of the first step, after which new things are called until they have a key: steps that are worked out apart from
    those before them begin after theirs. `submitted` is how pages stood when the matter of the steps was submitted,
    None for steps that no matter carries. `reveals`: for whom the hidden values are that they may show to everybody.
    `dice`, `is_rolled`: see `Working`.
    """
    return _work_out(
        steps,
        Working(
            state,
            tracker,
            sight,
            at_once,
            seen or {},
            insist,
            shelf or {},
            submitted,
            reveals,
            dice,
            is_rolled,
        ),
        first=first,
    )


def _expect(state: State, steps: Sequence[Step | Restore]) -> None:
    """Say which values the steps are about, or may stand in their formulas, so that of a large game no others are read:
    all that the holders have whom they name, and what is set for many."""
    described = [step for step in steps if isinstance(step, Step)]
    holders = {step.holder for step in steps if isinstance(step, Restore) and step.holder}
    holders |= {one for step in described for one in step.of if SINGLE.match(one)}
    paths = {step.path for step in described if not all(SINGLE.match(one) for one in step.of)}
    named = [each for each in state.variables.values() if state.path_of(each) in paths]
    texts = [*(step.to for step in described), *(each.definition.default for each in named)]
    texts += [step.definition.default for step in described if step.definition]
    texts += [
        text for each in named for text in (each.definition.floor_formula, each.definition.ceiling_formula)
    ]
    words = {word for text in texts for word in WORD.findall(text)}
    variables = {each.id for each in named} | {
        each.id for each in state.variables.values() if each.key in words
    }
    state.expect(variables=variables, holders={*holders, GAME})


def _work_out(steps: Sequence[Step | Restore], work: Working, *, first: int) -> Plan:
    _expect(work.state, steps)
    for place, step in enumerate(steps, start=first):
        work.place, work.path = place, step.path if isinstance(step, Step) else ""
        try:
            restore(work, step) if isinstance(step, Restore) else _do(work, step)
        except ValueRefused as refused:
            work.refuse(refused, "")
    if not work.troubles:
        check_kept(work)
    return Plan(work.state, work.merged(), tuple(work.troubles))


def _do(work: Working, step: Step) -> None:
    match step.do:
        case "set":
            _set_all(work, step)
        case "reset":
            _reset(work, step)
        case "define":
            define(work, step)
        case "alter":
            redefine(work, step)
        case "reveal":
            reveal(work, work.state.variable_of(step.path))
        case "retire":
            variable = work.state.variable_of(step.path)
            drop_variable(work, variable)
        case "define-table" | "alter-table" | "retire-table":
            change_table(work, step)
        case "add-row" | "alter-row" | "retire-row":
            change_row(work, step)
        case "page" | "retire-page":
            change_page(work, step)
        case "revert-page":
            revert_page(work, step)


def _set_all(work: Working, step: Step) -> None:
    variable = work.state.variable_of(step.path)
    start = work.state
    for holder in work.holders(variable, step.of):
        # every holder's value is computed from how things stood before the step
        after, work.state = work.state, start
        try:
            work.set_value(variable, holder, step.to)
        except ValueRefused as refused:
            work.refuse(refused, holder)
        cell = work.state.cells.get((variable.id, holder))
        work.state = after if cell is None else after.with_cells({(variable.id, holder): cell})


def _reset(work: Working, step: Step) -> None:
    variable = work.state.variable_of(step.path)
    work.check_typed(variable)
    for holder in work.holders(variable, step.of):
        is_seen = work.sees(variable, holder)
        if not work.sight(variable, holder, variable.definition.audience):
            work.check_seen(variable, holder)
        work.put(variable, holder, work.start(variable, holder), unseen=not is_seen)
