"""The changes that a matter carries: what enacting it does to rules and law, checked when written, shown while
pending, applied on what stands by then.

A change is stored as JSON: an amendment of the ruleset (see `ruleset.amending`), a law (`{"op": "law", "text",
"base"}`, its document and the one that its author saw), a return of the rules to an earlier revision (`{"op":
"revert", "revision"}`), a step of the tracker (`{"op": "track", "step"}`, see `votables.tracked`), the word that a
disputed update stands (`{"op": "uphold", "update"}`), or a step that only a person can carry out (`{"op": "step",
"text"}`). Any may hang on a condition (`"when"`, see `votables.conditions`). The text of the post is what is voted on;
the changes are its working.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gamestate.values.errors import ValueRefused
from gamestate.values.state import State
from gamestate.values.steps import Step
from players.errors import RuleBroken
from players.texts import check_keepable
from ruleset import amending
from ruleset.amending import TOP, Amendment, AmendmentError, Misfit, new_key
from ruleset.comparing import Difference, compare
from ruleset.law import Law, LawError
from ruleset.law.model import TrackerLaw
from ruleset.merging import merge
from ruleset.models import Revision
from ruleset.queries import read as read_law
from ruleset.services import TEXT_LENGTH, TITLE_LENGTH
from ruleset.tree import UNNAMED, Placed, Tree
from votables import tracked
from votables.conditions import LARGEST_KEY, Condition, Finding, read_condition
from votables.models import Post
from votables.tracked import Questioned, Tracked

MOST = 40
STEP_LENGTH = 2_000
# The amendments whose words an admin may put right before applying them.
CORRECTABLE = ("edit", "replace", "add", "rename")
UNMET = "its condition is not met"
BUILDS_ON = "the new rule that it builds on is left out"
# The key of a rule that an earlier change of the same matter adds.
_NEW = re.compile(r"new-(0|[1-9]\d{0,3})")
NAMES = {
    "edit": "edit",
    "replace": "replace words",
    "add": "add a rule",
    "rename": "rename",
    "move": "move",
    "repeal": "repeal",
    "status": "switch a special case",
    "law": "change the law",
    "revert": "return the rules to a revision",
    "track": "change what is tracked",
    "uphold": "uphold a disputed update",
    "step": "a step to carry out by hand",
}
# What of the ruleset and the game the changes of the tracker touch, as the law's `amends` calls it.
GAMESTATE = frozenset({"gamestate"})


@dataclass(frozen=True, slots=True)
class Change:
    """One change, read and checked."""

    op: str
    amendment: Amendment | None = None
    text: str = ""
    base: str = ""
    revision: int = 0
    when: Condition | None = None
    track: Step | None = None
    update: int = 0

    @property
    def name(self) -> str:
        return NAMES[self.op] if self.track is None else tracked.name_of(self.track)

    @property
    def can_be_corrected(self) -> bool:
        """Whether an admin may put its words right before applying it."""
        if self.track is not None:
            return self.track.do in tracked.WORDS_OF
        return self.op in (*CORRECTABLE, "law")

    def as_json(self) -> dict[str, object]:
        """The change as it is stored."""
        if self.amendment is not None:
            value = self.amendment.as_json()
        elif self.op == "law":
            value = {"op": "law", "text": self.text, "base": self.base}
        elif self.op == "revert":
            value = {"op": "revert", "revision": self.revision}
        elif self.track is not None:
            value = {"op": "track", "step": self.track.as_json()}
        elif self.op == "uphold":
            value = {"op": "uphold", "update": self.update}
        else:
            value = {"op": "step", "text": self.text}
        return {**value, "when": self.when.as_json()} if self.when else value


def read_change(value: Mapping[str, object]) -> Change:
    """The change that sent JSON says. Raises RuleBroken (400) with a sentence for its author. Whether the matter or the
    revision that it names exists is not looked up here."""
    change = _change(value)
    if change.op == "law":
        try:
            read_law(change.text)
        except LawError as error:
            raise RuleBroken(f"This law cannot be read: {error}", status=400) from None
    return change


def _change(value: Mapping[str, object]) -> Change:
    if not isinstance(value, Mapping):
        raise RuleBroken("No such kind of change.", status=400)
    value = dict(value)
    when = value.pop("when", None)
    condition = read_condition(when) if when is not None else None
    check_keepable(*(text for text in value.values() if isinstance(text, str)))
    for name, text in value.items():
        most = TITLE_LENGTH if name == "title" else TEXT_LENGTH
        if isinstance(text, str) and len(text) > most:
            raise RuleBroken(f"The {name} of a change has at most {most:,} characters.", status=400)
    op, text = value.get("op"), value.get("text")
    if op in amending.OPERATIONS:
        try:
            return Change(str(op), amending.read(value), when=condition)
        except AmendmentError as error:
            raise RuleBroken(str(error), status=400) from None
    if op == "law" and set(value) == {"op", "text", "base"} and isinstance(text, str):
        if isinstance(value["base"], str):
            return Change("law", text=text, base=value["base"], when=condition)
    if op == "revert" and set(value) == {"op", "revision"} and type(value["revision"]) is int:
        if not 0 < value["revision"] < LARGEST_KEY:
            raise RuleBroken("There is no such revision of the ruleset.", status=400)
        return Change("revert", revision=value["revision"], when=condition)
    if op == "track" and set(value) == {"op", "step"}:
        return Change("track", track=tracked.read_tracking(value["step"]), when=condition)
    if op == "uphold" and set(value) == {"op", "update"} and type(value["update"]) is int:
        if not 0 < value["update"] < LARGEST_KEY:
            raise RuleBroken("There is no such update.", status=400)
        return Change("uphold", update=value["update"], when=condition)
    if op == "step" and set(value) == {"op", "text"} and isinstance(text, str) and text.strip():
        if len(text) > STEP_LENGTH:
            raise RuleBroken(f"A step has at most {STEP_LENGTH:,} characters.", status=400)
        return Change("step", text=text.strip(), when=condition)
    raise RuleBroken("No such kind of change.", status=400)


def stored_changes(values: Iterable[Mapping[str, object]]) -> list[Change]:
    """The changes that a post or draft holds; they were checked when they were written. No query."""
    return [_change(value) for value in values]


def read_changes(values: Sequence[Mapping[str, object]]) -> list[Change]:
    """The changes that are to be attached. At most two queries.

    Raises RuleBroken (400) as `read_change` does, for too many, and for a matter or revision that does not exist.
    """
    if len(values) > MOST:
        raise RuleBroken(f"A matter carries at most {MOST} changes.", status=400)
    changes = [read_change(value) for value in values]
    _check_new_rules(changes)
    matters = {change.when.post for change in changes if change.when is not None and change.when.post}
    revisions = {change.revision for change in changes if change.op == "revert"}
    if matters and Post.objects.matters().filter(pk__in=matters).count() < len(matters):
        raise RuleBroken("There is no such matter.", status=400)
    if revisions and Revision.objects.filter(pk__in=revisions).count() < len(revisions):
        raise RuleBroken("There is no such revision of the ruleset.", status=400)
    return changes


def _new_rules_of(change: Change) -> set[int]:
    """The places of the changes whose new rules a change speaks of."""
    step = change.amendment
    named = (step.rule, step.parent, step.after) if step is not None else ()
    return {int(found[1]) for key in named if (found := _NEW.fullmatch(key))}


def _check_new_rules(changes: Sequence[Change]) -> None:
    for place, change in enumerate(changes):
        if any(other >= place or changes[other].op != "add" for other in _new_rules_of(change)):
            raise RuleBroken("A change speaks only of a new rule that one before it adds.", status=400)


def without(values: Sequence[Mapping[str, object]], place: int) -> list[dict[str, object]]:
    """Stored changes without the one at `place`, those after it still speaking of the new rules that they spoke of.

    Raises RuleBroken when one of them speaks of the rule that would have come with it.
    """
    kept: list[dict[str, object]] = []
    for here, value in enumerate(values):
        if here == place:
            continue
        if place in _new_rules_of(_change(value)):
            raise RuleBroken(
                f"Change {here + 1} builds on the rule that this one adds. Take that one away first.",
                status=409,
            )
        kept.append(
            {
                name: _moved_up(item, place) if name in ("rule", "parent", "after") else item
                for name, item in value.items()
            }
        )
    return kept


def _moved_up(key: object, place: int) -> object:
    """A rule's key once the change at `place` is gone."""
    found = _NEW.fullmatch(key) if isinstance(key, str) else None
    return new_key(int(found[1]) - 1) if found and int(found[1]) > place else key


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the admin decides about a change: other words instead (`text`, and for a new rule its `title`), or leaving
    it out (`skip`), with why."""

    text: str | None = None
    title: str | None = None
    skip: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one change does, or would do: the rules that differ after it, the law's document before and after it, what
    is tracked before and after it, or the disputed update that it upholds; whether it no longer fits, how its condition
    stands (`finding`), and why it is left out (`skipped`); of one whose condition is not met, the differences are those
    that it would make if it were."""

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


@dataclass(frozen=True, slots=True)
class Place:
    """A rule below or after which another can be put: its key, number and title, and the key of its parent (TOP for a
    section). A new rule's key is that of the change that adds it."""

    key: str
    said: str
    parent: str

    @property
    def is_new(self) -> bool:
        return _NEW.fullmatch(self.key) is not None

    @property
    def label(self) -> str:
        return f"{self.said} (new)" if self.is_new else self.said


@dataclass(frozen=True, slots=True)
class Outcome:
    """What all changes of a matter do together: the ruleset, the law document and the gamestate after them (None where
    no change is about it), change by change."""

    tree: Tree
    law: str | None
    effects: tuple[Effect, ...]
    touched: frozenset[str]
    state: State | None = None

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
    gamestate."""

    tree: Tree
    document: str | None
    state: State | None


@dataclass(frozen=True, slots=True)
class _Asked:
    """What changes are worked out with, whatever comes before them."""

    law: Law | None
    returns: Mapping[int, Tree]
    unnamed: str
    updates: Mapping[int, Questioned]
    first: int

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
) -> Outcome:
    """What the changes do to `tree`, `law` and the gamestate `state`, one after the other. No query.

    `findings` says for the place of each conditional change how its condition stands; one that is not met leaves its
    change out, and what that would do is told beside it (its sections count as touched: a matter mandates its changes
    "even if conditionally", as ruleset 98 puts it). `returns` holds the rulesets that changes return to, by revision.
    `settlements` are the admin's decisions by place. `updates` are those that changes uphold, by key. New things of the
    tracker are called after the place of their change, counted from `first`.
    """
    settlements = settlements or {}
    asked = _Asked(law, returns, unnamed, updates or {}, first)
    now = _Standing(tree, None, state)
    effects: list[Effect] = []
    touched: set[str] = set()
    left_out: set[int] = set()
    # How things would stand if every condition were met, once one is not.
    otherwise: _Standing | None = None
    for place, change in enumerate(changes):
        finding, settled = findings.get(place), settlements.get(place, Settlement())
        effect = Effect(place, change, finding=finding)
        if settled.skip:
            skipped = settled.why or "left out"
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
    return Outcome(now.tree, now.document, tuple(effects), frozenset(touched), now.state)


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
    if change.op == "step":
        return effect, now, frozenset()
    effect, tree, parts = _rules(effect, now.tree, settled, asked.returns, asked.unnamed)
    return effect, replace(now, tree=tree), parts


def _track(
    effect: Effect, step: Step, now: _Standing, settled: Settlement, asked: _Asked
) -> tuple[Effect, State | None]:
    tracker = asked.tracker(now)
    if now.state is None or tracker is None:
        return replace(effect, misfit=Misfit(effect.place, "No game has been founded here.")), now.state
    why = ""
    try:
        if settled.text is not None and effect.change.can_be_corrected:
            step, why = tracked.corrected(step, settled.text), settled.why or "corrected"
        done = tracked.carry_out(step, now.state, tracker=tracker, first=asked.first + effect.place)
    except ValueRefused as refused:
        misfit = Misfit(effect.place, refused.sentence, wanted=tracked.words_of(step))
        return replace(effect, misfit=misfit), now.state
    return replace(effect, tracked=done, corrected=why), done.after


def _uphold(effect: Effect, questioned: Questioned | None) -> Effect:
    if questioned is None:
        return replace(effect, misfit=Misfit(effect.place, "There is no such update."))
    if not questioned.disputes:
        reason = "Nobody disputes this update any more."
        return replace(effect, questioned=questioned, misfit=Misfit(effect.place, reason))
    return replace(effect, questioned=questioned)


def _stands_on(change: Change) -> set[int]:
    """The places of the changes without which this one makes no sense: not those that say what it stands after."""
    step = change.amendment
    return _new_rules_of(replace(change, amendment=replace(step, after=""))) if step is not None else set()


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
            found.append(Place(new_key(effect.place), step.title or "(without a title)", step.parent))
    return found


def _law(effect: Effect, now: str, settled: Settlement, document: str | None) -> tuple[Effect, str | None]:
    change = effect.change
    wanted = settled.text if settled.text is not None else change.text
    base = now if settled.text is not None else change.base
    merged = merge(base=base, now=now, wanted=wanted)
    if not merged.is_clean:
        reason = "The law has been changed in the same words since."
        return replace(effect, misfit=Misfit(effect.place, reason, merged.clashes, now, wanted)), document
    try:
        read_law(merged.text)
    except LawError as error:
        return replace(
            effect, misfit=Misfit(effect.place, f"The law cannot be read: {error}", (), now, wanted)
        ), document
    corrected = settled.why or "corrected" if settled.text is not None else ""
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
        corrected = settled.why or "corrected"
        step = _corrected(step, settled, tree)
    applied = amending.apply(tree, [step], unnamed=unnamed, first_key=effect.place)
    if applied.misfits:
        return replace(effect, misfit=applied.misfits[0]), tree, frozenset()
    differences = tuple(compare(tree, applied.tree))
    if step.op == "move" and not differences and applied.tree != tree:
        differences = (Difference(_placed(tree, step.rule), _placed(applied.tree, step.rule)),)
    found = replace(effect, differences=differences, merged=bool(applied.merged), corrected=corrected)
    return found, applied.tree, applied.touched


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
