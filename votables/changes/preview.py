"""What a matter's changes do, as pages show it: the words that go and come, and what no longer fits or clashes."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from blognomic.text.differences import word_diff
from blognomic.text.folding import folded_html
from ruleset.law import Law
from ruleset.law.rulebook import Tag
from ruleset.queries import LawInForce
from ruleset.queries import read as read_law
from ruleset.text.comparing import Difference
from ruleset.text.tree import Tree
from votables.changes.outcome import effective_among, first_place, outcome_on, submitted_at
from votables.models import Post
from votables.queries.judge_facts import Docket

from . import post_types, roster
from .apply import OF_ITSELF, Effect, Outcome, Place, Settlement, needs_place, places
from .change import Change, stored_changes
from .context import Grounds, grounds_of
from .gamestate import touched, words_of
from .gamestate_shown import ShownTracking, shown_tracking, whole_page
from .law_preview import Foreseen, after_switching
from .law_prospects import LawProspects, prospects
from .remarks import Remarks, remarks

LONG = 1_500  # characters of a repealed rule that are shown at once
MANY = 6  # rules whose words are shown at once for one change


def words_between(old: str, new: str, *, unit: str = "paragraph") -> SafeString:
    """The words that go and come from one text to another, as HTML, folded where much stays the same."""
    return mark_safe(folded_html(word_diff(old, new), unit=unit))  # it escapes the texts


@dataclass(frozen=True, slots=True)
class ShownDifference:
    """What happens to one rule: its number and title, where it can be read, and the words of its text."""

    difference: Difference
    words: SafeString
    is_one_of_many: bool = False

    @property
    def number(self) -> str:
        return (self.difference.after or self.difference.before).number

    @property
    def title(self) -> str:
        return (self.difference.after or self.difference.before).node.title

    @property
    def was(self) -> str:
        """The title that it had, where it is renamed."""
        return self.difference.before.node.title if "renamed" in self.difference.kinds else ""

    @property
    def came_from(self) -> str:
        """The number that it had, where it is moved within the ruleset or among its siblings."""
        kinds = self.difference.kinds
        return self.difference.before.number if not kinds or "moved" in kinds else ""

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
    """One change as a page shows it. `meant` are the words that its author changed, where it no longer fits; `settled`
    and `ticked` are what an admin has decided about it and sent; `places` are those to choose from, where the rule that
    it puts another below is gone; `about` is the rule of an amendment that no longer fits."""

    effect: Effect
    differences: list[ShownDifference]
    law_words: SafeString = SafeString("")
    definition: SafeString = SafeString("")
    meant: SafeString = SafeString("")
    tracking: ShownTracking | None = None
    settled: Settlement | None = None
    ticked: bool = False
    places: tuple[Place, ...] = ()
    about: str = ""

    @property
    def said(self) -> str:
        """What a step on the roster or on official posts comes to; "" where it is none, or does not fit."""
        done = self.effect.enrolled or self.effect.instituted
        return f"{done.said}." if done is not None else ""

    @property
    def wanted(self) -> str:
        """The words that an admin may put right before applying it."""
        if self.settled is not None and self.settled.text is not None:
            return self.settled.text
        change = self.effect.change
        if self.effect.misfit is not None and self.effect.misfit.wanted:
            return self.effect.misfit.wanted
        step = change.amendment
        if change.track is not None:
            return words_of(change.track)
        if step is None:
            return change.text
        return step.title if step.op == "rename" else step.text

    @property
    def can_be_corrected(self) -> bool:
        return self.effect.change.can_be_corrected

    @property
    def wanted_title(self) -> str:
        """The title of a new rule that an admin may put right before adding it."""
        if self.settled is not None and self.settled.title is not None:
            return self.settled.title
        return self.effect.change.amendment.title if self.effect.change.op == "add" else ""


def shown_effects(
    outcome: Outcome,
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
            law_words=words_between(effect.law_was, effect.law_becomes, unit="line"),
            definition=_definition(effect, outcome.tree),
            meant=_meant(effect),
            tracking=_tracking(effect, outcome),
            settled=(settlements or {}).get(effect.place),
            ticked=effect.place in ticked,
            places=_places(effect, outcome),
            about=_about(effect, outcome.tree),
        )
        for effect in outcome.effects
    ]


def _told(effect: Effect) -> Effect:
    """The effect in the reader's language where it says of itself why it is left out."""
    return replace(effect, skipped=_(effect.skipped)) if effect.skipped in OF_ITSELF else effect


def _tracking(effect: Effect, outcome: Outcome) -> ShownTracking | None:
    step = effect.change.track
    if step is None or outcome.state is None:
        return None
    return shown_tracking(step, effect.tracked, outcome.state, words=words_between)


def _about(effect: Effect, tree: Tree) -> str:
    """The title of the rule that an amendment is about, where it does nothing that would show it; "" for others."""
    step = effect.change.amendment
    if effect.misfit is None or step is None:
        return ""
    rule = tree.find(step.rule)
    return step.title if step.op == "add" else rule.title if rule is not None else ""


def _places(effect: Effect, outcome: Outcome) -> tuple[Place, ...]:
    """Where an admin may put what no longer has a place: below any rule that there is, but not below itself."""
    if effect.misfit is None or not needs_place(effect.change, outcome.tree):
        return ()
    own = outcome.tree.find(effect.change.amendment.rule)
    below = {node.key for node in own.walk()} if own is not None else set()
    return tuple(one for one in places(outcome) if not one.is_new and one.key not in below)


def _definition(effect: Effect, tree: Tree) -> SafeString:
    """The lines of a definition that a change on official posts makes, changes or takes away."""
    done = effect.instituted
    if done is None:
        return SafeString("")
    becomes = {**done.becomes, "rule": done.step.rule} if done.becomes and done.step.rule else done.becomes
    return words_between(_in_lines(done.was, tree), _in_lines(becomes, tree), unit="line")


def _in_lines(definition: Mapping[str, object] | None, tree: Tree) -> str:
    rule = tree.find(str(definition["rule"])) if definition and definition["rule"] else None
    return post_types.in_lines(definition, rule=rule.title if rule else _("a rule that is repealed"))


def _meant(effect: Effect) -> SafeString:
    """The words that the author of a change changed, when what they were changed in has been changed since."""
    change = effect.change
    if effect.misfit is None or not effect.misfit.clashes:
        return SafeString("")
    if change.op == "law":
        return words_between(change.base, change.text, unit="line")
    if change.official is not None:
        written = (change.official.base, change.official.definition)
        return words_between(*(post_types.in_lines(each, rule="") for each in written), unit="line")
    if change.track is not None:
        base = change.track.base
        old = whole_page(base.title, base.text) if base is not None else ""
        return words_between(old, whole_page(change.track.name, change.track.to))
    return words_between(change.amendment.base, change.amendment.text)


@dataclass(frozen=True, slots=True)
class Rival:
    """Another pending matter that changes the same rules, or the law too: which rules, and whether this matter's
    changes still fit once the other is enacted."""

    post: Post
    rules: list[str]
    fits: bool


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a pending matter would do.

    `now`: on the rules as they are. `later`: if the queue ahead is enacted (None when that makes no difference), with
    the matters that are `ahead` and change something. `rivals`: other pending matters that touch the same rules. Of
    neither are those that fail as they stand.
    `missing_tags`: those that its title lacks. `remarks`: what else it leads to. `foreseen`: the other pending
    matters under the law as it would be; `law`: what else that leads to, None where the law stays as it is.
    """

    now: list[ShownEffect]
    later: list[ShownEffect] | None
    ahead: list[Post]
    rivals: list[Rival]
    missing_tags: list[Tag]
    remarks: Remarks
    foreseen: list[Foreseen]
    law: LawProspects | None


def proposed(post: Post, held: Docket) -> Proposed | None:
    """What `post`, a pending matter of the docket, would do; None when it carries no changes.

    The queries of `grounds_of`, however many changes and other pending matters there are.
    """
    if not post.changes:
        return None
    passing = {ruling.matter.id for ruling in held.verdict.matters if ruling.may_yet_pass}
    others = [other for pk, other in held.posts.items() if pk != post.pk and str(pk) in passing]
    carrying = [other for other in [*others, post] if other.changes]
    carried = {other.pk: stored_changes(other.changes) for other in carrying}
    everything = [change for changes in carried.values() for change in changes]
    submitted = {submitted_at(other) for other in carrying}
    grounds = grounds_of(everything, at=held.at, submitted=submitted, held=held)

    def outcome(matter: Post, on: Grounds) -> Outcome:
        effective = partial(effective_among, held.comments.get(matter.pk, ()))
        return outcome_on(
            on,
            carried[matter.pk],
            unnamed=matter.subject,
            effective=effective,
            first=first_place(matter),
            kind=matter.category,
            submitted=submitted_at(matter),
        )

    now = outcome(post, grounds)
    mine = _touched(now)
    rivals: list[Rival] = []
    ahead: list[Post] = []
    later, is_ahead = grounds, True
    for pk, other in held.posts.items():
        if pk == post.pk:
            is_ahead = False
            continue
        if pk not in carried:
            continue
        theirs = outcome(other, grounds)
        if common := mine.keys() & _touched(theirs).keys():
            both = outcome(post, _after(grounds, theirs, other))
            fits = len(both.misfits) <= len(now.misfits)
            rivals.append(Rival(other, sorted({mine[key] for key in common}), fits))
        if is_ahead:
            ahead.append(other)
            later = _after(later, outcome(other, later), other)
    then = outcome(post, later) if ahead else now
    return Proposed(
        now=shown_effects(now),
        later=None if _same(now, then) else shown_effects(then),
        ahead=ahead,
        rivals=rivals,
        missing_tags=missing_tags(post.tags, now, held.in_force),
        remarks=remarks(now, held.in_force),
        foreseen=foreseen(now, held, besides=post),
        law=prospects(now, held),
    )


def missing_tags(tags: Iterable[str], outcome: Outcome, in_force: LawInForce | None) -> list[Tag]:
    """The tags that a title with these `tags` lacks by the law in force: of the sections that its changes touch, and of
    victory where a step carried out by hand speaks of it, which nothing but such a step can grant."""
    if in_force is None:
        return []
    parts = set(outcome.touched)
    if any("victory" in effect.change.text.casefold() for effect in outcome.steps):
        parts.add("victory")
    special = {name: case.default for name, case in in_force.law.special_cases.items()}
    return in_force.law.rules.lacking(tags, touched=parts, special={**special, **in_force.special_cases})


def foreseen(outcome: Outcome, held: Docket, *, besides: Post | None = None) -> list[Foreseen]:
    """The pending matters as they would stand under the law that the outcome makes, with the special cases that it
    switches; nothing when it does neither."""
    law = law_after(outcome, held.law)
    return after_switching(held, law, before=outcome.before, after=outcome.tree, besides=besides)


def law_after(outcome: Outcome, law: Law | None) -> Law | None:
    """The law once the outcome has come about."""
    return law if outcome.law is None else read_law(outcome.law)


def _after(grounds: Grounds, outcome: Outcome, matter: Post) -> Grounds:
    """The grounds once `matter` is enacted, its new rules told apart from those of other matters."""
    return grounds.after(
        tree=_apart(outcome.tree, matter),
        law=law_after(outcome, grounds.law),
        state=outcome.state,
        upheld=[each.key for each in outcome.upheld],
        enacted=matter,
        people=outcome.people,
        types=outcome.types,
    )


def _apart(tree: Tree, matter: Post) -> Tree:
    """The tree with the keys of rules that the matter would add made its own."""
    new = [node for node in tree.walk() if node.key.startswith("new-")]
    return tree.mapped({node.key: replace(node, key=f"of-{matter.pk}-{node.key}") for node in new})


def _same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes do the same, whatever number a rule has by then."""
    return [_deed(effect) for effect in one.effects] == [_deed(effect) for effect in other.effects]


def _deed(effect: Effect) -> tuple[object, ...]:
    changed = [(each.key, each.kinds, each.old_text, each.new_text) for each in effect.differences]
    tracked = effect.tracked.alterations if effect.tracked is not None else ()
    told = [(each.target, each.in_public) for each in tracked]
    said = [each.said for each in (effect.enrolled, effect.instituted) if each is not None]
    done = effect.instituted
    made = (done.was, done.becomes) if done is not None else None
    return changed, told, said, made, effect.misfit, effect.skipped, effect.law_was, effect.law_becomes


def _touched(outcome: Outcome) -> dict[str, str]:
    """The rules, what is tracked and the people that an outcome changes or fails to change, by their keys, each as
    people know it; the law too."""
    found = {"law": _("the law")} if any(effect.change.op == "law" for effect in outcome.effects) else {}
    for effect in outcome.effects:
        if effect.skipped:
            continue
        if effect.change.track is not None and outcome.state is not None:
            before = effect.tracked.before if effect.tracked is not None else outcome.state
            found |= touched(effect.change.track, effect.tracked, before)
        if effect.change.roster is not None and outcome.people is not None:
            people = effect.enrolled.before if effect.enrolled is not None else outcome.people
            found |= roster.touched(effect.change.roster, people)
        if effect.change.official is not None:
            found |= post_types.touched(effect.change.official, outcome.types or {})
        if effect.change.op == "uphold":
            found[f"update:{effect.change.update}"] = _("update {number}").format(number=effect.change.update)
        for each in effect.differences:
            placed = each.before or each.after
            if each.key.isdecimal():
                found[each.key] = f"{placed.number} {placed.node.title}"
        if effect.misfit is not None and _rule_of(effect.change) not in ("", *found):
            found[_rule_of(effect.change)] = _("a rule that it no longer fits")
    return found


def _rule_of(change: Change) -> str:
    return change.amendment.rule if change.amendment is not None else ""
