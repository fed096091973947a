"""What the changes of a matter come to: each with what it does on the rules, the law and the gamestate as those before
it leave them, what no longer fits, and what an admin decides about it. No query."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext, gettext_noop

from blognomic.text.merging import merge
from blognomic.web.errors import RuleBroken
from gamestate.values.coming import retiring
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Submitted
from gamestate.values.state import State
from gamestate.values.steps import Step
from ruleset.law import Law, LawError
from ruleset.law.model import TrackerLaw
from ruleset.queries import read as read_law
from ruleset.text import amending
from ruleset.text.amending import TOP, Amendment, Misfit, new_key
from ruleset.text.comparing import Difference, compare
from ruleset.text.synonyms import PLAIN, ascended
from ruleset.text.tree import UNNAMED, Placed, Tree

from . import gamestate, post_types, roster
from .change import CORRECTABLE, NEW_RULE, PLACED, Change, check_quorum, new_rules_of
from .conditions import Finding
from .gamestate import Clashing, Questioned, Tracked
from .post_types import Instituted, Types, TypeStep, Unmade
from .roster import Enrolled, People, RosterStep, Unfit

# Why a change is left out, or put right: as it is written down for all, to be translated where it is shown.
UNMET = gettext_noop("its condition is not met")
BUILDS_ON = gettext_noop("the new rule that it builds on is left out")
LEFT_OUT = gettext_noop("left out")
CORRECTED = gettext_noop("corrected")
OF_ITSELF = frozenset({UNMET, BUILDS_ON, LEFT_OUT, CORRECTED})
# What of the ruleset and the game the changes of the tracker touch, as the law's `amends` calls it.
GAMESTATE = frozenset({"gamestate"})
ROSTER = frozenset({"roster"})
# Dynastic rules are what defines types of official posts.
DYNASTIC = frozenset({"dynastic"})


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the admin decides about a change: other words instead (`text`, and for a new rule its `title`), the key of
    another rule to stand below, where that which it names is gone (`parent`), or leaving it out (`skip`), with why."""

    text: str | None = None
    title: str | None = None
    parent: str | None = None
    skip: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one change does, or would do: the rules that differ after it, the law's document before and after it, what
    is tracked before and after it, the disputed update that it upholds, or what it does on the roster; whether it no
    longer fits, how its condition stands (`finding`), and why it is left out (`skipped`); of one whose condition is not
    met, the differences are those that it would make if it were."""

    place: int
    change: Change
    differences: tuple[Difference, ...] = ()
    misfit: Misfit | None = None
    finding: Finding | None = None
    merged: bool = False
    skipped: str = ""
    corrected: str = ""
    law_was: str = ""
    law_becomes: str = ""
    tracked: Tracked | None = None
    questioned: Questioned | None = None
    enrolled: Enrolled | None = None
    instituted: Instituted | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A rule below or after which another can be put: its key, number and title, and the key of its parent (TOP for a
    section). A new rule's key is that of the change that adds it."""

    key: str
    said: str
    parent: str

    @property
    def is_new(self) -> bool:
        return NEW_RULE.fullmatch(self.key) is not None

    @property
    def label(self) -> str:
        return gettext("{rule} (new)").format(rule=self.said) if self.is_new else self.said


@dataclass(frozen=True, slots=True)
class Outcome:
    """What all changes of a matter do together: the ruleset (`before` them, and after), the law document and the
    gamestate after them (None where no change is about it), change by change."""

    tree: Tree
    law: str | None
    effects: tuple[Effect, ...]
    touched: frozenset[str]
    state: State | None = None
    people: People | None = None
    types: Types | None = None
    before: Tree = Tree()

    @property
    def misfits(self) -> list[Effect]:
        return [effect for effect in self.effects if effect.misfit is not None]

    @property
    def steps(self) -> list[Effect]:
        """The steps that a person carries out."""
        return [effect for effect in self.effects if effect.change.op == "step" and not effect.skipped]

    @property
    def tracked(self) -> list[Tracked]:
        """What is done to the gamestate, step by step."""
        return [
            effect.tracked for effect in self.effects if effect.tracked is not None and not effect.skipped
        ]

    @property
    def enrolled(self) -> list[Enrolled]:
        """What is done on the roster, step by step."""
        return [
            effect.enrolled
            for effect in self.effects
            if effect.enrolled is not None and effect.misfit is None and not effect.skipped
        ]

    @property
    def instituted(self) -> list[Instituted]:
        """What is done to the types of official posts, step by step."""
        return [
            effect.instituted
            for effect in self.effects
            if effect.instituted is not None and effect.misfit is None and not effect.skipped
        ]

    @property
    def upheld(self) -> list[Questioned]:
        """The disputed updates that stand by it."""
        return [
            effect.questioned
            for effect in self.effects
            if effect.questioned is not None and effect.misfit is None and not effect.skipped
        ]


@dataclass(frozen=True, slots=True)
class _Standing:
    """How things stand between two changes: the ruleset, the law's document where a change has made one, the
    gamestate, the people, the types of official posts."""

    tree: Tree
    document: str | None
    state: State | None
    people: People | None
    types: Types | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What changes are worked out with, whatever comes before them."""

    law: Law | None
    returns: Mapping[int, Tree]
    unnamed: str
    updates: Mapping[int, Questioned]
    first: int
    kind: str
    submitted: Submitted | None

    def document(self, now: _Standing) -> str:
        return now.document if now.document is not None else (self.law.text if self.law else "")

    def tracker(self, now: _Standing) -> TrackerLaw | None:
        if now.document is not None:
            return read_law(now.document).tracker
        return self.law.tracker if self.law is not None else None


def work_out(
    changes: Iterable[Change],
    *,
    tree: Tree,
    law: Law | None,
    findings: Mapping[int, Finding],
    returns: Mapping[int, Tree],
    settlements: Mapping[int, Settlement] | None = None,
    unnamed: str = UNNAMED,
    state: State | None = None,
    updates: Mapping[int, Questioned] | None = None,
    first: int = 0,
    people: People | None = None,
    kind: str = "",
    submitted: Submitted | None = None,
    types: Types | None = None,
) -> Outcome:
    """What the changes do to `tree`, `law` and the gamestate `state`, one after the other. No query.

    `findings` says for the place of each conditional change how its condition stands; one that is not met leaves its
    change out, and what that would do is told beside it (its sections count as touched: a matter mandates its changes
    "even if conditionally", as ruleset 98 puts it). `returns` holds the rulesets that changes return to, by revision.
    `settlements` are the admin's decisions by place. `updates` are those that changes uphold, by key. New things of the
    tracker are called after the place of their change, counted from `first`. `people` are those that changes of the
    roster ask about, `types` the types of official posts, `kind` what kind of matter carries the changes, "" while
    nobody knows; `submitted` is how pages stood when it was submitted.
    """
    settlements = settlements or {}
    asked = _Asked(law, returns, unnamed, updates or {}, first, kind, submitted)
    now = _Standing(tree, None, state, people, types)
    effects: list[Effect] = []
    touched: set[str] = set()
    left_out: set[int] = set()
    # How things would stand if every condition were met, once one is not.
    otherwise: _Standing | None = None
    for place, change in enumerate(changes):
        finding, settled = findings.get(place), settlements.get(place, Settlement())
        effect = Effect(place, change, finding=finding)
        if settled.skip:
            skipped = settled.why or LEFT_OUT
        elif finding is not None and not finding.met:
            skipped = UNMET
        else:
            skipped = BUILDS_ON if left_out & _stands_on(change) else ""
        if skipped:
            left_out.add(place)
        if skipped and not settled.skip:
            would, otherwise, parts = _applied(effect, otherwise or now, Settlement(), asked)
            effect = replace(would, misfit=None, merged=False)
            touched |= parts
        elif not skipped:
            if otherwise is not None:
                _, otherwise, _ = _applied(effect, otherwise, settled, asked)
            effect, now, parts = _applied(effect, now, settled, asked)
            touched |= parts
        effects.append(replace(effect, skipped=skipped))
    return Outcome(
        now.tree, now.document, tuple(effects), frozenset(touched), now.state, now.people, now.types, tree
    )


def _applied(
    effect: Effect, now: _Standing, settled: Settlement, asked: _Asked
) -> tuple[Effect, _Standing, frozenset[str]]:
    """One change carried out on how things stand: its effect, how they stand then, the sections touched."""
    change = effect.change
    if change.op == "law":
        effect, document = _law(effect, asked.document(now), settled, now.document)
        return effect, replace(now, document=document), frozenset()
    if change.track is not None:
        effect, state = _track(effect, change.track, now, settled, asked)
        return effect, replace(now, state=state), GAMESTATE
    if change.op == "uphold":
        return _uphold(effect, asked.updates.get(change.update)), now, GAMESTATE
    if change.roster is not None:
        return _enrol(effect, change.roster, now, asked)
    if change.official is not None:
        return _institute(effect, change.official, now)
    if change.op == "step":
        return effect, now, frozenset()
    effect, tree, parts = _rules(effect, now.tree, settled, asked.returns, asked.unnamed)
    return effect, replace(now, tree=tree), parts


def _track(
    effect: Effect, step: Step, now: _Standing, settled: Settlement, asked: _Asked
) -> tuple[Effect, State | None]:
    tracker = asked.tracker(now)
    if now.state is None or tracker is None:
        return replace(
            effect, misfit=Misfit(effect.place, gettext("No game has been founded here."))
        ), now.state
    why = ""
    try:
        if settled.text is not None and effect.change.can_be_corrected:
            step, why = gamestate.corrected(step, settled.text, now.state), settled.why or CORRECTED
        fitted = gamestate.fitted(step, now.state)
        done = gamestate.carry_out(
            fitted,
            now.state,
            tracker=tracker,
            first=asked.first + effect.place,
            submitted=asked.submitted,
        )
    except Clashing as clash:
        misfit = Misfit(effect.place, clash.sentence, clash.clashes, clash.now, clash.wanted)
        return replace(effect, misfit=misfit), now.state
    except ValueRefused as refused:
        misfit = Misfit(effect.place, refused.sentence, wanted=gamestate.words_of(step))
        return replace(effect, misfit=misfit), now.state
    return replace(effect, tracked=done, corrected=why, merged=fitted != step), done.after


def _enrol(
    effect: Effect, step: RosterStep, now: _Standing, asked: _Asked
) -> tuple[Effect, _Standing, frozenset[str]]:
    if now.people is None or asked.law is None:
        return (
            replace(effect, misfit=Misfit(effect.place, gettext("No game has been founded here."))),
            now,
            ROSTER,
        )
    try:
        done = roster.carry_out(step, now.people, law=asked.law, kind=asked.kind)
    except Unfit as unfit:
        return replace(effect, misfit=Misfit(effect.place, unfit.sentence)), now, ROSTER
    if step.do == "end-dynasty":
        return _end_dynasty(effect, done, now, asked)
    return replace(effect, enrolled=done), replace(now, people=done.after), ROSTER


def _institute(effect: Effect, step: TypeStep, now: _Standing) -> tuple[Effect, _Standing, frozenset[str]]:
    try:
        done = post_types.carry_out(step, now.types or {}, place=effect.place)
    except Unmade as unmade:
        misfit = Misfit(effect.place, unmade.sentence, unmade.clashes)
        return replace(effect, misfit=misfit), now, DYNASTIC
    return replace(effect, instituted=done, merged=done.merged), replace(now, types=done.after), DYNASTIC


def _end_dynasty(
    effect: Effect, done: Enrolled, before: _Standing, asked: _Asked
) -> tuple[Effect, _Standing, frozenset[str]]:
    """What the end of a dynasty does to its rules and to what it tracks, unless they stay."""
    step, touched, unfit = done.step, ROSTER, effect
    effect, now = replace(effect, enrolled=done), replace(before, people=done.after)
    if not step.keep_rules:
        after = ascended(now.tree, old=PLAIN, new=PLAIN)
        touched |= amending.sections_touched(now.tree, after)
        effect = replace(effect, differences=tuple(compare(now.tree, after)))
        now = replace(now, tree=after)
    tracker = asked.tracker(now)
    if not step.keep_tracked and now.state is not None and tracker is not None:
        first = asked.first + effect.place
        try:
            retired = gamestate.carry_out_all(
                retiring(now.state, ()), now.state, tracker=tracker, first=first
            )
        except ValueRefused as refused:
            return replace(unfit, misfit=Misfit(effect.place, refused.sentence)), before, touched
        effect, now = replace(effect, tracked=retired), replace(now, state=retired.after)
        touched |= GAMESTATE
    return effect, now, touched


def _uphold(effect: Effect, questioned: Questioned | None) -> Effect:
    if questioned is None:
        return replace(effect, misfit=Misfit(effect.place, gettext("There is no such update.")))
    if not questioned.disputes:
        reason = gettext("Nobody disputes this update any more.")
        return replace(effect, questioned=questioned, misfit=Misfit(effect.place, reason))
    return replace(effect, questioned=questioned)


def _stands_on(change: Change) -> set[int]:
    """The places of the changes without which this one makes no sense: not those that say what it stands after."""
    step = change.amendment
    return new_rules_of(change if step is None else replace(change, amendment=replace(step, after="")))


def places(outcome: Outcome) -> list[Place]:
    """Where a rule can be put once the changes of a matter have come about: all rules in the order of reading, with the
    new ones; then those that a condition keeps out as things are."""
    found = [
        Place(placed.node.key, f"{placed.number} {placed.node.title}", (TOP, *placed.above)[-1])
        for placed in outcome.tree.placed()
    ]
    known = {place.key for place in found}
    for effect in outcome.effects:
        step = effect.change.amendment
        if effect.change.op == "add" and effect.skipped and new_key(effect.place) not in known:
            found.append(
                Place(new_key(effect.place), step.title or gettext("(without a title)"), step.parent)
            )
    return found


def _law(effect: Effect, now: str, settled: Settlement, document: str | None) -> tuple[Effect, str | None]:
    change = effect.change
    wanted = settled.text if settled.text is not None else change.text
    base = now if settled.text is not None else change.base
    merged = merge(base=base, now=now, wanted=wanted)
    if not merged.is_clean:
        reason = gettext("The law has been changed in the same words since.")
        return replace(effect, misfit=Misfit(effect.place, reason, merged.clashes, now, wanted)), document
    try:
        law = read_law(merged.text)
        if settled.text is not None:
            check_quorum(law)
    except LawError as error:
        reason = gettext("The law cannot be read: {error}").format(error=error)
        return replace(effect, misfit=Misfit(effect.place, reason, (), now, wanted)), document
    except RuleBroken as broken:
        return replace(effect, misfit=Misfit(effect.place, broken.sentence, (), now, wanted)), document
    corrected = settled.why or CORRECTED if settled.text is not None else ""
    done = {"law_was": now, "law_becomes": merged.text, "merged": merged.text != wanted}
    return replace(effect, corrected=corrected, **done), merged.text


def _rules(
    effect: Effect, tree: Tree, settled: Settlement, returns: Mapping[int, Tree], unnamed: str
) -> tuple[Effect, Tree, frozenset[str]]:
    change, corrected = effect.change, ""
    if change.op == "revert":
        after = returns[change.revision]
        touched = amending.sections_touched(tree, after)
        return replace(effect, differences=tuple(compare(tree, after))), after, frozenset(touched)
    step = change.amendment
    assert step is not None
    if settled.text is not None and step.op in CORRECTABLE:
        corrected = settled.why or CORRECTED
        step = _corrected(step, settled, tree)
    if settled.parent and needs_place(change, tree):
        corrected, step = settled.why or CORRECTED, replace(step, parent=settled.parent, after="")
    applied = amending.apply(tree, [step], unnamed=unnamed, first_key=effect.place)
    if applied.misfits:
        return replace(effect, misfit=applied.misfits[0]), tree, frozenset()
    differences = tuple(compare(tree, applied.tree))
    if step.op == "move" and not differences and applied.tree != tree:
        differences = (Difference(_placed(tree, step.rule), _placed(applied.tree, step.rule)),)
    found = replace(effect, differences=differences, merged=bool(applied.merged), corrected=corrected)
    return found, applied.tree, applied.touched


def needs_place(change: Change, tree: Tree) -> bool:
    """Whether a change puts a rule that there is below one that there is not."""
    step = change.amendment
    if step is None or step.op not in PLACED or step.parent == TOP or tree.find(step.parent) is not None:
        return False
    return step.op == "add" or tree.find(step.rule) is not None


def _placed(tree: Tree, key: str) -> Placed:
    return next(placed for placed in tree.placed() if placed.node.key == key)


def _corrected(step: Amendment, settled: Settlement, tree: Tree) -> Amendment:
    """The amendment as the admin corrected it, made on what stands now."""
    rule, text = tree.find(step.rule), settled.text or ""
    if step.op == "rename":
        return replace(step, title=text, base=rule.title if rule else step.base)
    if step.op == "add":
        return replace(step, text=text, title=step.title if settled.title is None else settled.title)
    return replace(step, text=text, base=rule.text if rule and step.op == "edit" else step.base)
