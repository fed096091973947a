"""What changes of matters do to what is tracked: one step of the tracker, or the word that a disputed update stands.

Whoever writes or reads a matter sees what is public alone, so no hidden value is set by one or told in what it does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext as _

from blognomic.text.merging import Clash, Merge, merge
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from gamestate.values import planning
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration, Plan, Submitted, merged, sees_what_is_public
from gamestate.values.state import Page, State
from gamestate.values.steps import GROUPS, NAMES, PAGE_STEPS, Step, Words, read_step
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
    """A step carried out: the gamestate before and after it, and what differs; for one that returns a page, how pages
    stood at the submission."""

    before: State
    after: State
    alterations: tuple[Alteration, ...]
    submitted: Submitted | None = None


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


def corrected(step: Step, words: str, state: State) -> Step:
    """The step with other words, as an admin who looked at `state` put them right: those of a page are written on what
    it says now. Raises ValueRefused for words that the step cannot have."""
    found = read_step({**step.as_json(), WORDS_OF[step.do]: words})
    if step.do != "page":
        return found
    now = _page(step.path, state)
    title = _merged_title(step, now) if now is not None else None
    base = Words(now.title, now.text) if now is not None else None
    return replace(found, base=base, name=title.text if title is not None and title.is_clean else step.name)


class Clashing(ValueRefused):
    """A page that was to be written anew has been changed in the same words since: both sides of each clash, what it
    says now, and what it would say (`wanted`) with all that others wrote elsewhere."""

    def __init__(self, sentence: str, wanted: str, clashes: tuple[Clash, ...] = (), now: str = ""):
        super().__init__(sentence)
        self.clashes = clashes
        self.now = now
        self.wanted = wanted


def fitted(step: Step, state: State) -> Step:
    """The step on what is tracked now: the words of a page are merged with those that others have written since its
    author looked. Raises Clashing where that is not clean, so that nobody's words are replaced unseen."""
    if step.do != "page":
        return step
    now = _page(step.path, state)
    if now is None:
        if step.base is not None:
            said = _("The page “{title}” has been removed since.").format(title=step.base.title)
            raise Clashing(said, step.to)
        return step
    base = step.base or Words()
    text = merge(base=base.text, now=now.text, wanted=step.to)
    title = _merged_title(step, now)
    if clashes := (*title.clashes, *text.clashes):
        said = _("The page “{title}” has been changed in the same words since.")
        if step.base is None:
            said = _("The page “{title}” has been made by somebody else since.")
        # merged the other way round, what meets is left as the step wants it
        wanted = merge(base=base.text, now=step.to, wanted=now.text).text
        raise Clashing(said.format(title=now.title), wanted, clashes, now.text)
    return replace(step, name=title.text, to=text.text)


def _page(key: str, state: State) -> Page | None:
    return next((page for page in state.pages.values() if page.key == key), None)


def _merged_title(step: Step, now: Page) -> Merge:
    """The title that a step gives a page, taken as a whole: of two that differ from the old one none is guessed."""
    base = step.base.title if step.base is not None else now.title
    if step.name in (base, now.title):
        return Merge(now.title, ())
    clashes = () if now.title == base else (Clash(base, now.title, step.name),)
    return Merge(step.name, clashes)


def words_of(step: Step) -> str:
    """The words of a step that an admin may put right."""
    return str(getattr(step, WORDS_OF[step.do])) if step.do in WORDS_OF else ""


def carry_out(
    step: Step, state: State, *, tracker: TrackerLaw, first: int, submitted: Submitted | None = None
) -> Tracked:
    """What the step does to `state`. New things are called after `first`; `submitted` is how pages stood when the
    matter was.

    Raises ValueRefused with all that stands in the way.
    """
    return carry_out_all([step], state, tracker=tracker, first=first, submitted=submitted)


def carry_out_all(
    steps: Sequence[Step],
    state: State,
    *,
    tracker: TrackerLaw,
    first: int,
    submitted: Submitted | None = None,
) -> Tracked:
    """What several steps do to `state`, one after the other. Raises ValueRefused as `carry_out` does."""
    plan = planning.work_out(
        state,
        steps,
        tracker=tracker,
        sight=sees_what_is_public,
        first=first,
        submitted=submitted,
        reveals=True,
    )
    if plan.troubles:
        told = dict.fromkeys(
            f"{plan.state.holder_name(each.holder)}: {each.sentence}" if each.holder else each.sentence
            for each in plan.troubles
        )
        raise ValueRefused(" ".join(told), rule=plan.troubles[0].rule)
    return Tracked(state, plan.state, plan.alterations, submitted)


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
        of = what if step.of == ("game",) else _("{what} of {whose}").format(what=what, whose=whose)
        return f"{of}: {step.to or _('blank')}" if step.do == "set" else of
    if step.do in ("add-row", "alter-row", "retire-row"):
        rows = [_holder(one, state) for one in step.of] + ([step.name] if step.name else [])
        becomes = _(" becomes ")
        return f"{what}: {becomes.join(rows)}"
    return what


def names_of_step(step: Step, state: State) -> tuple[list[str], str]:
    """What a step is about, by names alone, and for rows their table: ["Wealth"] and "", ["Atoll"] and "Islands"."""
    what = _name_of(step, state)
    if not step.do.endswith("-row"):
        return [what], ""
    return [_holder(one, state) for one in step.of] or [step.name], what


def _name_of(step: Step, state: State) -> str:
    if step.definition is not None and step.do == "define":
        return step.definition.name
    if step.table is not None and step.do == "define-table":
        return step.table.name
    try:
        if step.do in PAGE_STEPS:
            return step.name or state.page_of(step.path).title
        if step.do.endswith(("-table", "-row")):
            return state.table_of(step.path).definition.name
        return state.variable_of(step.path).definition.name
    except ValueRefused:
        return step.path


def _holder(one: str, state: State) -> str:
    if one in GROUPS:
        return _(GROUPS[one])
    return one.removeprefix("row=") if one.startswith("row=") else state.holder_name(one)


def name_of(step: Step) -> str:
    """What kind of step it is, in words."""
    return _(NAMES[step.do])


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
    sort = "page" if step.do in PAGE_STEPS else "table" if "table" in step.do else "variable"
    if sort == "variable":
        found = {f"value:{step.path}:{holder}": name for holder in _holders(step.path, state)}
    return {f"{sort}:{step.path}": name, **found}


def _holders(path: str, state: State) -> list[str]:
    try:
        return state.holders_of(state.variable_of(path))
    except ValueRefused:
        return []
