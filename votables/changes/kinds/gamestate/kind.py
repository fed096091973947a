"""Changes of what is tracked: one step of the tracker each.

Whoever writes or reads a matter sees what is public alone, so no hidden value is set by one or told in what it does.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.http import HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.merging import Clash, Merge, merge
from blognomic.text.outside import check_keepable
from blognomic.web.api.shapes import SentPart
from blognomic.web.errors import RuleBroken
from gamestate.api.steps import Tracking
from gamestate.leave import CORRECTION, ENACTMENT
from gamestate.models import Update
from gamestate.queries.submitted import pages_at
from gamestate.services.undoing import undo_enacted
from gamestate.services.updating import enact_planned
from gamestate.values.definitions import briefly
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration, OldPage, Submitted, sees_what_is_public
from gamestate.values.state import Page, State
from gamestate.values.steps import GROUPS, NAMES, PAGE_STEPS, PageWords, Step, read_step
from gamestate.values.wording import in_words
from gamestate.values.working import Working
from players.models import Player
from ruleset.text.tree import Tree
from votables.changes.apply import CORRECTED, Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.change import Change
from votables.changes.context import Asking, Context
from votables.changes.kind import (
    AMENDS_GAMESTATE,
    LONG_WORDS,
    SHORT_WORDS,
    WHAT_IS_TRACKED,
    ChangeInWriting,
    ChangeKind,
    Told,
    check_parts,
)
from votables.changes.offered import RuleOffer
from votables.english.orders import CalledThings

from .filling_in import add_step
from .forms import FoldedDefinition
from .offered import offered_definitions
from .results_in_words import sentence_of, together_with
from .shown import ShownSteps, shown_tracking, whole_page
from .steps import StateChange, carry_out, together

# What is said of values that a matter's new definition does not allow, and lets stay.
STAYS: Final = StoredMessage(
    gettext_noop("It was valid before this matter changed what may be there, and it stays.")
)
_NUMBER: Final = re.compile(r"([+-]?)\s*(\d{1,30}(?:\.\d{1,30})?)", re.ASCII)
# Which part of a step its words are, where an admin may put them right before carrying it out.
WORDS_OF: Final[Mapping[str, str]] = {
    "set": "to",
    "define": "to",
    "page": "to",
    "add-row": "name",
    "alter-row": "name",
}


class GamestateSteps(ChangeKind):
    made = "update"
    steps = NAMES
    group = WHAT_IS_TRACKED
    names = {"track": gettext_lazy("change what is tracked")}
    of_rules = gettext_lazy("Things to track")
    take_up = gettext_lazy("Track {name}")
    sent_step = SentPart(Tracking, "What is done to what is tracked.")
    lead = "votables/changes/_step.html"
    deed = "votables/changes/_tracking.html"
    help = "votables/changes/_clash_on_page.html"

    def as_said(self, change: Mapping[str, Any], tree: Tree) -> dict[str, Any]:
        step = change["step"]
        if step["do"] not in ("define", "alter"):
            return super().as_said(change, tree)
        return {**change, "step": {**step, "definition": briefly(step["definition"])}}

    def offers_of_rules(
        self, changes: Sequence[Change], things: CalledThings, *, standing: str
    ) -> Sequence[RuleOffer]:
        return offered_definitions(changes, things, standing=standing)

    def folded_words(self, change: Change) -> tuple[str, str] | None:
        if change.payload.do != "define":
            return None
        definition = change.payload.definition
        return definition.name, ", ".join(in_words(definition))

    def folded(self, change: Change, sent: Mapping[str, Any], *, prefix: str) -> FoldedDefinition:
        return FoldedDefinition(sent, prefix=prefix, definition=change.payload.definition)

    def read(self, value: Mapping[str, Any]) -> Step:
        check_parts(value, step=object)
        return read_tracking(value["step"])

    def as_json(self, payload: Step) -> dict[str, object]:
        return {"op": "track", "step": payload.as_json()}

    def with_step(self, step: Mapping[str, Any]) -> dict[str, Any]:
        return {"step": step}

    def step_of(self, change: Mapping[str, Any]) -> dict[str, Any]:
        return dict(change["step"])

    def reads(self, payload: Step) -> Collection[str]:
        return ("gamestate", "pages") if payload.do in PAGE_STEPS else ("gamestate",)

    def gather(self, payloads: Sequence[Step], asking: Asking) -> Mapping[datetime, Mapping[str, OldPage]]:
        """The pages that changes return, as they stood at the instants when matters were submitted. Two queries, or
        none."""
        returned = {payload.path for payload in payloads if payload.do == "revert-page"}
        return pages_at(returned, asking.submitted)

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        step: Step = effect.change.payload
        if now.state is None or now.law is None:
            return effect.unfit(_("No game has been founded here.")), now, AMENDS_GAMESTATE
        pages = now.own[self].get(carrier.submitted, {})
        why = ""
        try:
            if settled.text is not None and self.can_be_corrected(step):
                step, why = corrected(step, settled.text, now.state), settled.why or CORRECTED
            fitted_step = fitted(step, now.state)
            done = carry_out(
                [fitted_step],
                now.state,
                tracker=now.law.tracker,
                first=carrier.first + effect.place,
                submitted=Submitted(carrier.submitted, pages, carrier.is_draft),
            )
        except Clashing as clash:
            return effect.unfit(clash.sentence, clash.clashes, clash.now, clash.wanted), now, AMENDS_GAMESTATE
        except ValueRefused as refused:
            return effect.unfit(refused.sentence, target=self.words(step)), now, AMENDS_GAMESTATE
        applied = replace(effect, done=done, corrected=why, merged=fitted_step != step)
        return applied, replace(now, state=done.after), AMENDS_GAMESTATE

    def alterations(self, done: StateChange) -> Sequence[Alteration]:
        return done.alterations

    def show(self, effect: Effect, outcome: ChangesOutcome) -> ShownSteps | None:
        state: State | None = outcome.after.state
        done: StateChange | None = effect.done
        if state is None:
            return None
        step: Step = effect.change.payload
        return shown_tracking(step, done, said(step, done.before if done is not None else state))

    def meant(self, payload: Step) -> tuple[str, str, str]:
        base = payload.base
        old = whole_page(base.title, base.text) if base is not None else ""
        return old, whole_page(payload.name, payload.to), "paragraph"

    def touches(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, str]:
        before = _before(effect, outcome)
        return touched(effect.change.payload, effect.done, before) if before is not None else {}

    def deeds(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, object]:
        step, before, law = effect.change.payload, _before(effect, outcome), outcome.after.law
        if step.do not in ("set", "reset") or before is None or law is None:
            return super().deeds(effect, outcome)
        working = Working(
            before, law.tracker, sees_what_is_public, at_once=False, seen={}, insist=False, shelf={}
        )
        try:
            holders = working.holders(before.variable_of(step.path), step.of)
        except ValueRefused:
            return {}
        put = (step.do, _as_typed(step.to))
        return {f"value:{step.path}:{_holder_in_words(one, before)}": put for one in holders}

    def can_be_corrected(self, payload: Step) -> bool:
        return payload.do in WORDS_OF

    def words(self, payload: Step) -> str:
        return str(getattr(payload, WORDS_OF[payload.do])) if payload.do in WORDS_OF else ""

    def field(self, payload: Step) -> tuple[str, int]:
        label, lines = super().field(payload)
        if payload.do in ("set", "define"):
            label = _("What is written in the field")
        return label, LONG_WORDS if payload.do == "page" else SHORT_WORDS

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        before = _before(effect, outcome)
        return names_of_step(effect.change.payload, before)[0] if before is not None else []

    def recorded(self, effect: Effect, outcome: ChangesOutcome) -> dict[str, object]:
        """Which step it is, and of a row its table."""
        step: Step = effect.change.payload
        before = _before(effect, outcome)
        table = names_of_step(step, before)[1] if before is not None else ""
        return {"step": step.do, **({"table": table} if table else {})}

    def told_with(self, consequence: Told, before: Collection[object]) -> object:
        return together_with(consequence, before)

    def sentence(self, alike: Sequence[Told]) -> SafeString:
        return sentence_of(alike)

    def write(self, writing: ChangeInWriting) -> HttpResponse:
        return add_step(writing)

    def carry_out(self, outcome: ChangesOutcome, *, author: Player, **acts: Any) -> list[Told]:
        """Whatever kinds of changes made of what is tracked: it is one update."""
        before = outcome.before.state
        after = outcome.after.state
        if before is None or after is None:
            return []
        planned = together(outcome.alterations, after)
        if not planned.alterations:
            return []
        made = enact_planned(
            planned,
            leave=ENACTMENT,
            before=before,
            by=acts["by"],
            at=acts["at"],
            comment=acts["why"],
            link=acts["link"],
            stays=STAYS,
        )
        return [{"update": made.pk}]

    def undo(self, consequence: Told, all: Sequence[Told], **acts: Any) -> list[Told]:
        """Those of one matter are taken back together, with the last of them."""
        keys = [each["update"] for each in all if "update" in each]
        if consequence["update"] != keys[-1]:
            return []
        taken = undo_enacted(
            leave=CORRECTION, updates=list(Update.objects.filter(pk__in=keys).order_by("pk")), **acts
        )
        kept = [{"kept": sentence} for sentence in taken.kept]
        if taken.update is None:
            return kept
        return [{"update": taken.update.pk, "about": ", ".join(taken.about)}, *kept]


def _before(effect: Effect, outcome: ChangesOutcome) -> State | None:
    """What was tracked when the step was carried out; where it does not fit, what is in the end."""
    return effect.done.before if effect.done is not None else outcome.after.state


GAMESTATE: Final = GamestateSteps()


# -- how a step is read, corrected, and fitted to what is tracked by then


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
    reworded = read_step({**step.as_json(), WORDS_OF[step.do]: words})
    if step.do != "page":
        return reworded
    now = _page(step.path, state)
    title = _merged_title(step, now) if now is not None else None
    base = PageWords(now.title, now.text) if now is not None else None
    return replace(
        reworded, base=base, name=title.text if title is not None and title.is_clean else step.name
    )


class Clashing(ValueRefused):
    """A page that was to be written anew has been changed in the same words since: both sides of each clash, what it
    says now, and what it would say (`wanted`) with all that others wrote elsewhere."""

    def __init__(self, sentence: str, target: str, clashes: tuple[Clash, ...] = (), now: str = ""):
        super().__init__(sentence)
        self.clashes = clashes
        self.now = now
        self.wanted = target


def fitted(step: Step, state: State) -> Step:
    """The step on what is tracked now: the words of a page are merged with those that others have written since its
    author looked. Raises Clashing where that is not clean, so that nobody's words are replaced unseen."""
    if step.do != "page":
        return step
    now = _page(step.path, state)
    if now is None:
        if step.base is not None:
            sentence = _("The page “{title}” has since been removed.").format(title=step.base.title)
            raise Clashing(sentence, step.to)
        return step
    base = step.base or PageWords()
    text = merge(base=base.text, now=now.text, target=step.to)
    title = _merged_title(step, now)
    if clashes := (*title.clashes, *text.clashes):
        sentence = _("Somebody has since changed the same words of the page “{title}”.")
        if step.base is None:
            sentence = _("Somebody else has since made the page “{title}”.")
        # merged the other way round, what meets is left as the step wants it
        target = merge(base=base.text, now=step.to, target=now.text).text
        raise Clashing(sentence.format(title=now.title), target, clashes, now.text)
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


# -- what a step touches, to tell which matters meet


def touched(step: Step, done: StateChange | None, state: State) -> dict[str, str]:
    """Everything tracked that a step changes, or fails to change (`done` is None then), by keys that are the same for
    the same thing whatever matter changes it, each as people know it."""
    name, names = _name_of(step, state), {}
    if step.do.endswith("-row"):
        named = [_holder(one, state) for one in step.of] + ([step.name] if step.name else [])
        return {f"row:{step.path}:{one.casefold()}": f"{name}, {one}" for one in named}
    if step.do in ("set", "reset") and done is not None:
        for each in done.alterations:
            names[f"value:{step.path}:{each.holder}"] = name
        return names
    sort = "page" if step.do in PAGE_STEPS else "table" if "table" in step.do else "variable"
    if sort == "variable":
        names = {f"value:{step.path}:{holder}": name for holder in _holders(step.path, state)}
    return {f"{sort}:{step.path}": name, **names}


def _holder_in_words(holder: str, state: State) -> str:
    """A holder by its key, or a row by its name: the key of a new one is that of a place among the changes."""
    return state.holder_name(holder).casefold() if holder.startswith("row:") else holder


def _as_typed(words: str) -> tuple[str, Decimal] | str:
    """What is typed into the field of a value: a number with what stands before it, or the words."""
    words = words.strip().replace("\N{MINUS SIGN}", "-")
    match = _NUMBER.fullmatch(words)
    return (match[1], Decimal(match[2])) if match else words


def _holders(path: str, state: State) -> list[str]:
    try:
        return state.holders_of(state.variable_of(path))
    except ValueRefused:
        return []
