"""What a matter's changes do, as pages show it: the words that go and come, and what no longer fits or clashes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ruleset.law.rulebook import Tag
from ruleset.queries import LawInForce
from ruleset.text.comparing import Difference
from ruleset.text.tree import Tree
from votables.changes.outcome import effective_among, first_place, outcome_on, submitted_at
from votables.models import Post, Status
from votables.queries.judge_facts import Docket

from .apply import OF_ITSELF, ChangesOutcome, Effect, Settlement
from .change import stored_changes
from .conditions import MatterAsked
from .context import Context, context_of
from .kind import LONG_WORDS, ChangeKind
from .law_preview import VerdictChange, after_switching
from .law_prospects import LawProspects, prospects
from .remarks import Remarks, remarks
from .word_differences import words_between

LONG = 1_500  # characters of a repealed rule that are shown at once
MANY = 6  # rules whose words are shown at once for one change


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """What happens to one rule: its number and title, where it can be read, and the words of its text."""

    difference: Difference
    words: SafeString
    is_one_of_many: bool = False

    @property
    def number(self) -> str:
        return self.difference.placed.number

    @property
    def title(self) -> str:
        return self.difference.placed.node.title

    @property
    def was(self) -> str:
        """The title that it had, where it is renamed."""
        before = self.difference.before
        return before.node.title if before and "renamed" in self.difference.kinds else ""

    @property
    def came_from(self) -> str:
        """The number that it had, where it is moved within the ruleset or among its siblings."""
        before, kinds = self.difference.before, self.difference.kinds
        return before.number if before and (not kinds or "moved" in kinds) else ""

    @property
    def what(self) -> str:
        """What happens to it, in words."""
        return ", ".join(self.difference.kinds_in_words) or _("moved")

    @property
    def is_repealed(self) -> bool:
        return self.difference.after is None

    @property
    def is_long(self) -> bool:
        """Whether its words are shown on request only: a repealed rule that says much, or one among many."""
        changed = self.difference.old_text != self.difference.new_text
        return (self.is_repealed and len(self.difference.old_text) > LONG) or (
            self.is_one_of_many and changed
        )

    @property
    def url(self) -> str:
        """The page of the rule; "" for one that does not exist yet."""
        key = self.difference.key
        return reverse("ruleset:rule", args=[int(key)]) if key.isdecimal() else ""


@dataclass(frozen=True, slots=True)
class ShownEffect:
    """One change as a page shows it. `shown` is what its kind shows besides the rules that differ; `meant` are the
    words that its author changed, where it no longer fits; `sentence` is that of the text which says it, where it is
    known (a `votables.changes.marks.MarkedSentence`); `settled` and `ticked` are what an admin has decided about
    it and sent; `places` are those to choose from, where the rule that it puts another below is gone; `about` is what
    one that no longer fits is about; `unsaid`: the text of its matter does not say it."""

    effect: Effect
    differences: list[ShownDifference]
    shown: Any = ""
    meant: SafeString = SafeString("")
    settled: Settlement | None = None
    ticked: bool = False
    places: tuple[Any, ...] = ()
    about: str = ""
    sentence: Any = None
    unsaid: bool = False

    @property
    def kind(self) -> ChangeKind:
        return self.effect.change.kind

    @property
    def payload(self) -> Any:
        return self.effect.change.payload

    @property
    def said(self) -> str:
        """What it comes to in a sentence; "" where what differs says it, or where it does not fit."""
        sentence = self.kind.said(self.effect.done) if self.effect.done is not None else ""
        return f"{sentence}." if sentence else ""

    @property
    def does_something(self) -> bool:
        """Whether there is something to be told of what it does."""
        effect = self.effect
        return bool(self.differences or self.said or (effect.done and self.shown))

    @property
    def wanted(self) -> str:
        """The words that an admin may put right before applying it."""
        if self.settled is not None and self.settled.text is not None:
            return self.settled.text
        if self.effect.misfit is not None and self.effect.misfit.wanted:
            return self.effect.misfit.wanted
        return self.effect.change.words

    @property
    def can_be_corrected(self) -> bool:
        return self.kind.can_be_corrected(self.payload)

    @property
    def field(self) -> tuple[str, int]:
        """What the field of these words is called, and how many lines it has."""
        misfit = self.effect.misfit
        if (
            misfit is not None and misfit.now and misfit.now == misfit.wanted
        ):  # the admin puts it into the whole
            return self.kind.whole(self.payload), LONG_WORDS
        return self.kind.field(self.payload)

    @property
    def wanted_title(self) -> str | None:
        """The title of a new rule that an admin may put right before adding it; None for what has none."""
        title = self.kind.title(self.payload)
        if title is not None and self.settled is not None and self.settled.title is not None:
            return self.settled.title
        return title


def shown_effects(
    outcome: ChangesOutcome,
    *,
    settlements: Mapping[int, Settlement] | None = None,
    ticked: Collection[int] = (),
) -> list[ShownEffect]:
    """The effects of all changes, in their order, with what an admin has decided about them so far."""
    return [
        ShownEffect(
            _told(effect),
            [
                ShownDifference(
                    difference,
                    words_between(difference.old_text, difference.new_text),
                    is_one_of_many=len(effect.differences) > MANY,
                )
                for difference in effect.differences
            ],
            shown=effect.change.kind.show(effect, outcome),
            meant=_meant(effect),
            settled=(settlements or {}).get(effect.place),
            ticked=effect.place in ticked,
            places=effect.change.kind.places(effect, outcome),
            about=_about(effect, outcome),
        )
        for effect in outcome.effects
    ]


def _told(effect: Effect) -> Effect:
    """The effect in the reader's language where it says of itself why it is left out."""
    return replace(effect, skipped=_(effect.skipped)) if effect.skipped in OF_ITSELF else effect


def _about(effect: Effect, outcome: ChangesOutcome) -> str:
    """What a change is about, where it does nothing that would show it."""
    if effect.misfit is None:
        return ""
    return effect.change.kind.subject_of(effect.change.payload, outcome.after.tree)


def _meant(effect: Effect) -> SafeString:
    """The words that the author of a change changed, when what they were changed in has been changed since."""
    if effect.misfit is None or not effect.misfit.clashes:
        return SafeString("")
    old, new, unit = effect.change.kind.meant(effect.change.payload)
    return words_between(old, new, unit=unit)


@dataclass(frozen=True, slots=True)
class Rival:
    """Another pending matter that changes the same rules, or the law too: which rules, and whether this matter's
    changes still fit once the other is enacted."""

    post: Post
    rules: list[str]
    fits: bool


@dataclass(frozen=True, slots=True)
class MatterPreview:
    """What a pending matter would do.

    `now`: on the rules as they are. `later`: if the queue ahead is enacted (None when that makes no difference), with
    the matters that are `ahead` and change something. `rivals`: other pending matters that touch the same rules. Of
    neither are those that fail as they stand.
    `touched`: the sections that it amends, as the law calls them. `missing_tags`: those that its title lacks.
    `remarks`: what else it leads to. `verdict_changes`: the other pending matters under the law as it would be; `law`:
    what else that leads to, None where the law stays as it is.
    """

    now: list[ShownEffect]
    later: list[ShownEffect] | None
    ahead: list[Post]
    rivals: list[Rival]
    touched: frozenset[str]
    missing_tags: list[Tag]
    remarks: Remarks
    verdict_changes: list[VerdictChange]
    law: LawProspects | None

    @property
    def is_said(self) -> bool:
        """Whether the text says all of it, and all of it fits, so that nobody has to read it twice."""
        return all(one.sentence and not one.unsaid and one.effect.misfit is None for one in self.now)


def preview_of(post: Post, docket: Docket) -> MatterPreview | None:
    """What `post` would do, a pending matter of the docket, or one that is not stored and comes after all of them;
    None when it carries no changes.

    The queries of `context_of`, however many changes and other pending matters there are.
    """
    if not post.changes:
        return None
    passing = {ruling.matter.id for ruling in docket.verdict.matters if ruling.may_yet_pass}
    others = [other for pk, other in docket.posts.items() if pk != post.pk and str(pk) in passing]
    carrying = [other for other in [*others, post] if other.changes]
    carried = {other.pk: stored_changes(other.changes) for other in carrying}
    everything = [change for changes in carried.values() for change in changes]
    submitted = {submitted_at(other) for other in carrying}
    context = context_of(everything, at=docket.at, submitted=submitted, docket=docket)

    def outcome(matter: Post, on: Context) -> ChangesOutcome:
        effective = partial(effective_among, docket.comments.get(matter.pk, ()))
        return outcome_on(
            on,
            carried[matter.pk],
            unnamed=matter.subject,
            effective=effective,
            first=first_place(matter),
            kind=matter.category,
            submitted=submitted_at(matter),
            is_draft=not matter.pk,
        )

    now = outcome(post, context)
    mine = _touched(now)
    rivals: list[Rival] = []
    ahead: list[Post] = []
    later, is_ahead = context, True
    for pk, other in docket.posts.items():
        if pk == post.pk:
            is_ahead = False
            continue
        if pk not in carried:
            continue
        theirs = outcome(other, context)
        if common := mine.keys() & _touched(theirs).keys():
            both = outcome(post, _after(theirs, other))
            fits = len(both.misfits) <= len(now.misfits)
            rivals.append(Rival(other, sorted({mine[key] for key in common}), fits))
        if is_ahead:
            ahead.append(other)
            later = _after(outcome(other, later), other)
    then = outcome(post, later) if ahead else now
    return MatterPreview(
        now=shown_effects(now),
        later=None if _same(now, then) else shown_effects(then),
        ahead=ahead,
        rivals=rivals,
        touched=now.touched,
        missing_tags=missing_tags(post.tags, now, docket.in_force),
        remarks=remarks(now, docket.in_force),
        verdict_changes=verdict_changes(now, docket, besides=post),
        law=prospects(now, docket),
    )


def missing_tags(tags: Iterable[str], outcome: ChangesOutcome, in_force: LawInForce | None) -> list[Tag]:
    """The tags that a title with these `tags` lacks by the law in force: of the sections that its changes touch, and of
    victory where a step carried out by hand speaks of it, which nothing but such a step can grant."""
    if in_force is None:
        return []
    parts = set(outcome.touched)
    if any("victory" in effect.change.words.casefold() for effect in outcome.steps):
        parts.add("victory")
    return in_force.law.rules.lacking(tags, touched=parts, special=in_force.states)


def verdict_changes(
    outcome: ChangesOutcome, docket: Docket, *, besides: Post | None = None
) -> list[VerdictChange]:
    """The pending matters as they would stand under the law that the outcome makes, with the special cases that it
    switches; nothing when it does neither."""
    before, after = outcome.before.tree, outcome.after.tree
    return after_switching(
        docket, outcome.after.law or docket.law, before=before, after=after, besides=besides
    )


def _after(outcome: ChangesOutcome, matter: Post) -> Context:
    """The context once `matter` is enacted, its new rules told apart from those of other matters."""
    after = outcome.after
    known = {**after.matters, matter.pk: MatterAsked(matter.title, Status.ENACTED.value)}
    return replace(after, tree=_apart(after.tree, matter), matters=known)


def _apart(tree: Tree, matter: Post) -> Tree:
    """The tree with the keys of rules that the matter would add made its own."""
    new = [node for node in tree.walk() if node.key.startswith("new-")]
    return tree.mapped({node.key: replace(node, key=f"of-{matter.pk}-{node.key}") for node in new})


def _same(one: ChangesOutcome, other: ChangesOutcome) -> bool:
    """Whether two outcomes do the same, whatever number a rule has by then."""
    return [_deed(effect) for effect in one.effects] == [_deed(effect) for effect in other.effects]


def _deed(effect: Effect) -> tuple[object, ...]:
    changed = [(each.key, each.kinds, each.old_text, each.new_text) for each in effect.differences]
    targets = [(each.target, each.in_public) for each in effect.alterations]
    return changed, targets, effect.done, effect.misfit, effect.skipped


def _touched(outcome: ChangesOutcome) -> dict[str, str]:
    """The rules, what is tracked, the people and whatever else an outcome changes or fails to change, by their keys,
    each as people know it; of what a change fails to change the name that another gives stays."""
    names: dict[str, str] = {}
    for effect in outcome.effects:
        if effect.skipped:
            continue
        touched = effect.change.kind.touches(effect, outcome)
        names |= touched if effect.misfit is None else {**touched, **names}
        for each in effect.differences:
            placed = each.before or each.placed
            if each.key.isdecimal():
                names[each.key] = f"{placed.number} {placed.node.title}"
    return names
