"""What changes of matters do to what is tracked: one step of the tracker, or the word that a disputed update stands.

Whoever writes or reads a matter sees what is public alone, so no hidden value is set by one or told in what it does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gamestate.values import planning
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration, Plan, merged, sees_what_is_public
from gamestate.values.state import State
from gamestate.values.steps import GROUPS, NAMES, Step, read_step
from players.errors import RuleBroken
from players.texts import check_keepable
from ruleset.law.model import TrackerLaw

# Which part of a step its words are, where an admin may put them right before carrying it out.
WORDS_OF: Final[Mapping[str, str]] = {
    "set": "to",
    "define": "to",
    "page": "to",
    "add-row": "name",
    "alter-row": "name",
}


@dataclass(frozen=True, slots=True)
class Tracked:
    """A step carried out: the gamestate before and after it, and what differs."""

    before: State
    after: State
    alterations: tuple[Alteration, ...]

    def is_hidden(self, each: Alteration) -> bool:
        """Whether an alteration is of a value that is not for everybody, before or after."""
        if each.about != "value":
            return False
        found = (state.variables.get(each.id) for state in (self.before, self.after))
        return any(one is not None and one.definition.audience != "all" for one in found)


@dataclass(frozen=True, slots=True)
class Questioned:
    """An update of the tracker that a change upholds: who made it, what it said, and what is held against it now."""

    key: int
    by: str
    comment: str
    disputes: tuple[str, ...]


def read_tracking(value: object) -> Step:
    """The step that a sent change says. Raises RuleBroken (400) with a sentence for its author."""
    try:
        step = read_step(value)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, status=400) from None
    check_keepable(*_texts(step.as_json()))
    return step


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)


def corrected(step: Step, words: str) -> Step:
    """The step with other words, as an admin put them right. Raises ValueRefused for words that it cannot have."""
    part = WORDS_OF[step.do]
    return read_step({**step.as_json(), part: words})


def words_of(step: Step) -> str:
    """The words of a step that an admin may put right."""
    return str(getattr(step, WORDS_OF[step.do])) if step.do in WORDS_OF else ""


def carry_out(step: Step, state: State, *, tracker: TrackerLaw, first: int) -> Tracked:
    """What the step does to `state`. New things are called after `first`.

    Raises ValueRefused with all that stands in the way.
    """
    return carry_out_all([step], state, tracker=tracker, first=first)


def carry_out_all(steps: Sequence[Step], state: State, *, tracker: TrackerLaw, first: int) -> Tracked:
    """What several steps do to `state`, one after the other. Raises ValueRefused as `carry_out` does."""
    plan = planning.work_out(state, steps, tracker=tracker, sight=sees_what_is_public, first=first)
    if plan.troubles:
        told = dict.fromkeys(
            f"{plan.state.holder_name(each.holder)}: {each.sentence}" if each.holder else each.sentence
            for each in plan.troubles
        )
        raise ValueRefused(" ".join(told), rule=plan.troubles[0].rule)
    return Tracked(state, plan.state, plan.alterations)


def together(done: Iterable[Tracked], before: State) -> Plan:
    """What several steps, each carried out on what the one before it left, do together to `before`."""
    found = list(done)
    after = found[-1].after if found else before
    alterations = merged((each for one in found for each in one.alterations), after)
    return Plan(after, alterations, ())


# -- what a step is about, in words


def said(step: Step, state: State) -> str:
    """What a step is asked to do, in a line: "Wealth of every player: -5"."""
    what = _name_of(step, state)
    if step.do in ("set", "reset"):
        whose = ", ".join(_holder(one, state) for one in step.of)
        of = "" if step.of == ("game",) else f" of {whose}"
        return f"{what}{of}: {step.to or 'blank'}" if step.do == "set" else f"{what}{of}"
    if step.do in ("add-row", "alter-row", "retire-row"):
        rows = [_holder(one, state) for one in step.of] + ([step.name] if step.name else [])
        return f"{what}: {' becomes '.join(rows)}"
    return what


def _name_of(step: Step, state: State) -> str:
    if step.definition is not None and step.do == "define":
        return step.definition.name
    if step.table is not None and step.do == "define-table":
        return step.table.name
    try:
        if step.do in ("page", "retire-page"):
            return step.name or state.page_of(step.path).title
        if step.do.endswith(("-table", "-row")):
            return state.table_of(step.path).definition.name
        return state.variable_of(step.path).definition.name
    except ValueRefused:
        return step.path


def _holder(one: str, state: State) -> str:
    if one in GROUPS:
        return GROUPS[one]
    return one.removeprefix("row=") if one.startswith("row=") else state.holder_name(one)


def name_of(step: Step) -> str:
    """What kind of step it is, in words."""
    return NAMES[step.do]


# -- what a step touches, to tell which matters meet


def touched(step: Step, done: Tracked | None, state: State) -> dict[str, str]:
    """Everything tracked that a step changes, or fails to change (`done` is None then), by keys that are the same for
    the same thing whatever matter changes it, each as people know it."""
    name, found = _name_of(step, state), {}
    if step.do.endswith("-row"):
        named = [_holder(one, state) for one in step.of] + ([step.name] if step.name else [])
        return {f"row:{step.path}:{one.casefold()}": f"{name}, {one}" for one in named}
    if step.do in ("set", "reset") and done is not None:
        for each in done.alterations:
            found[f"value:{step.path}:{each.holder}"] = name
        return found
    sort = "page" if "page" in step.do else "table" if "table" in step.do else "variable"
    if sort == "variable":
        found = {f"value:{step.path}:{holder}": name for holder in _holders(step.path, state)}
    return {f"{sort}:{step.path}": name, **found}


def _holders(path: str, state: State) -> list[str]:
    try:
        return state.holders_of(state.variable_of(path))
    except ValueRefused:
        return []
