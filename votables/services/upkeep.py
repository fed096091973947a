"""What people do to the rules between votes: typographical mistakes, what was enacted and not written down, what was
written down wrongly, empty rules; and undoing any of it.

Each act is planned first, which asks the law and changes nothing (a page shows the plan as a difference), and then
carried out behind the game's lock, as one revision. `seen` is the key of the revision of the ruleset that the person
looked at: when the rule has changed since, the act is refused with what it says now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage, joined
from blognomic.text.differences import word_diff
from blognomic.text.outside import check_keepable, check_line
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.models import Player, Topic
from players.services.roster import lock_game, log_act
from ruleset.law.parts import RulesetPart
from ruleset.models import Confirmation, Revision, Rule
from ruleset.queries import law_at, law_in_force, tree_after
from ruleset.queries.agreement import carried
from ruleset.services import note_agreement, revise, undo_revision
from ruleset.text import amending
from ruleset.text.amending import Amendment
from ruleset.text.comparing import Difference, compare
from ruleset.text.tree import Node, Tree, part_of
from votables.changes import outcome
from votables.changes.in_english import TextReading, called_things, reading_of
from votables.models import Category, Post, Status
from votables.permissions.upkeep import check_is_in_roster, check_may_correct_typos, check_may_mend
from votables.services.dating import not_before
from votables.services.resolving import check_reason

# A correction of a typographical mistake changes a word or a few, not what a rule means.
TYPO_LENGTH = 40
WHY_LENGTH = 500
Kind = Revision.Kind


class RuleChanged(Stale):
    """The rule is not any more what the person looked at. `title` and `text` are what it says now, `seen` is the key
    of the revision that says so."""

    def __init__(self, sentence: str, *, title: str, text: str, seen: int):
        super().__init__(sentence)
        self.title, self.text, self.seen = title, text, seen


@dataclass(frozen=True, slots=True)
class UpkeepPlan:
    """An act that the law allows: the ruleset as it is and as it would be, and how it is recorded."""

    kind: str
    before: Tree
    after: Tree
    last: int
    at: datetime
    why: StoredMessage | str
    link: str = ""
    author: Player | None = None

    @property
    def differences(self) -> list[Difference]:
        return compare(self.before, self.after)


def _now(at: datetime) -> tuple[Revision, Tree, datetime]:
    """The last revision of the ruleset, what it says, and the instant from which on it may be changed."""
    last = Revision.objects.order_by("-pk").first()
    if last is None:
        raise RuleBroken(_("There is no ruleset here yet."), status=409)
    return last, tree_after(last.pk), not_before(at, last.at)


def _standing(tree: Tree, rule: Rule) -> Node:
    node = tree.find(str(rule.pk))
    if node is None:
        raise Stale(_("The rule has since been repealed. Nothing was saved."))
    return node


def _check_seen(rule: Rule, *, seen: int, last: Revision, tree: Tree, with_subrules: bool = False) -> Node:
    """The rule as it stands. Raises RuleChanged when it said something else after the revision `seen`."""
    node = _standing(tree, rule)
    if seen == last.pk:
        return node
    looked_at = tree_after(seen).find(node.key)
    same = looked_at is not None and (looked_at.title, looked_at.text) == (node.title, node.text)
    if with_subrules and same:
        same = looked_at == node
    if not same:
        raise RuleChanged(
            _("Somebody changed the rule since you looked at it. Nothing was saved."),
            title=node.title,
            text=node.text,
            seen=last.pk,
        )
    return node


def _plan(
    kind: str,
    before: Tree,
    after: Tree,
    last: Revision,
    at: datetime,
    why: StoredMessage | str,
    matter: Post | None = None,
) -> UpkeepPlan:
    """The plan, if it changes anything. `matter` is what it carries out."""
    if before == after:
        raise RuleBroken(_("That would change nothing in the ruleset."), status=400)
    link, author = (matter.get_absolute_url(), matter.author) if matter else ("", None)
    return UpkeepPlan(kind, before, after, last.pk, at, why, link, author)


# Typographical mistakes -------------------------------------------------------------------------------------


def changed_length(old: str, new: str) -> int:
    """How many characters of words differ between two texts: those that went or those that came, whichever is more."""
    went = came = 0
    for piece in word_diff(old, new):
        went += len(piece.text) if piece.kind == "old" else 0
        came += len(piece.text) if piece.kind == "new" else 0
    return max(went, came)


def plan_typo(
    *, rule: Rule, title: str, text: str, seen: int, by: Player, at: datetime, why: str = ""
) -> UpkeepPlan:
    """Correct an obvious typographical mistake in a rule's text or title.

    Raises RuleBroken for somebody whom the law does not let do it, and for more than a few words; RuleChanged when the
    rule is another by now.
    """
    check_may_correct_typos(by, at)
    check_keepable(title, text, why)
    last, tree, at = _now(at)
    node = _check_seen(rule, seen=seen, last=last, tree=tree)
    title, text = title.strip(), text.replace("\r\n", "\n")
    if title != node.title:
        check_line(title)
    changed = changed_length(node.title, title) + changed_length(node.text, text)
    if changed > TYPO_LENGTH:
        raise RuleBroken(
            _(
                "A typographical mistake is a few words: at most {most} characters can differ, and "
                "here {number} do. To change what a rule says, propose it."
            ).format(most=TYPO_LENGTH, number=changed),
            rule=law_in_force(at).posts.correct_rule or SiteRule.GAMESTATE,
            status=400,
        )
    if not title:
        raise RuleBroken(_("A rule needs a title."), status=400)
    corrected = Node(node.key, title, text)
    if (corrected.is_active, corrected.is_rare) != (node.is_active, node.is_rare):
        raise RuleBroken(
            _("Whether a rule is active or rare is not a typographical mistake."),
            rule=SiteRule.GAMESTATE,
            status=400,
        )
    after = tree.mapped({node.key: corrected})
    reason = why.strip() or joined([*_told(node.title, title), *_told(node.text, text)])
    return _plan(Kind.TYPO, tree, after, last, at, reason)


def _told(old: str, new: str) -> list[StoredMessage]:
    """Which words became which."""
    pieces = word_diff(old, new)
    changes = []
    for before, piece, after in zip([None, *pieces], pieces, [*pieces[1:], None], strict=False):
        words = _quoted(piece.text)
        if piece.kind == "old" and (after is None or after.kind != "new"):
            changes.append(StoredMessage(gettext_noop("{words} was taken out"), words=words))
        elif piece.kind == "new" and (before is None or before.kind != "old"):
            changes.append(StoredMessage(gettext_noop("{words} was put in"), words=words))
        elif piece.kind == "new" and before is not None:
            both = {"old": _quoted(before.text), "new": words}
            changes.append(StoredMessage(gettext_noop("{old} is {new} now"), **both))
    return changes


def _quoted(text: str) -> StoredMessage:
    words = text.strip()
    return (
        StoredMessage(gettext_noop("“{words}”"), words=words)
        if words
        else StoredMessage(gettext_noop("space"))
    )


@transaction.atomic
def correct_typo(
    *, rule: Rule, title: str, text: str, seen: int, by: Player, at: datetime, why: str = ""
) -> Revision:
    """Correct an obvious typing mistake in a rule. Any player can undo it.

    Carries out what `plan_typo` plans.
    """
    _begin(by)
    return _carry_out(
        plan_typo(rule=rule, title=title, text=text, seen=seen, by=by, at=at, why=_short(why)), by=by
    )


# What was enacted, and amendments that were applied wrongly -------------------------------------------------


def edits(node: Node, *, title: str, text: str) -> list[Amendment]:
    """The amendments that give a rule this title and text."""
    steps = []
    if title.strip() != node.title:
        steps.append(Amendment("rename", rule=node.key, title=title.strip(), base=node.title))
    if text != node.text:
        steps.append(Amendment("edit", rule=node.key, text=text, base=node.text))
    return steps


def matters_to_reflect() -> QuerySet[Post]:
    """The posts whose effects the ruleset may be updated to: enacted matters and Ascension Addresses, newest first."""
    posts = Post.objects.visible()
    return (posts.filter(status=Status.ENACTED) | posts.filter(category=Category.ASCENSION)).newest_first()


def matter_to_reflect(key: int) -> Post | None:
    """The one of that key. One query."""
    return matters_to_reflect().filter(pk=key).first()


def newest_to_reflect(number: int, *, besides: int | None) -> QuerySet[Post]:
    """The newest of them, so many, and the post of that key, if any, newest first. Two queries."""
    newest = list(matters_to_reflect().values_list("pk", flat=True)[:number])
    return Post.objects.filter(pk__in=[*newest, besides or 0]).newest_first()


def was_enacted(post: Post) -> StoredMessage:
    """The reason for updating the rules to a matter that a form offers."""
    return StoredMessage(gettext_noop("“{title}” was enacted."), title=post.title)


def _reason(why: str, matter: Post | None) -> StoredMessage | str:
    """What was typed, as the site's own sentence where it was offered and stayed."""
    offered = was_enacted(matter) if matter is not None else None
    return offered if offered == why.strip() else why


def can_be_reflected(post: Post) -> bool:
    """Whether the ruleset may be updated to what this post did."""
    return post.status == Status.ENACTED or post.category == Category.ASCENSION


class OrderNotClear(RuleBroken):
    """Something must be asked about what is to be done to the rules (`reading`)."""

    def __init__(self, reading: TextReading):
        words, question = reading.asked[0]
        sentence = _("“{words}” is not clear: {why}")
        super().__init__(sentence.format(words=words[:WHY_LENGTH], why=question.why), status=400)
        self.reading = reading


def better_orders(text: str, key: str, *, at: datetime) -> str:
    """A text with the better sentence of this key (of `TextReading.better`) in its place. One query."""
    return reading_of(text, called_things(at=at)).rewritten(key)


def amendments_of(text: str, *, at: datetime) -> list[Amendment]:
    """The amendments that a text in English makes of the rules as they stand at `at` (UTC, now). One query. Raises
    RuleBroken (400) for a text that is not clear, and for what it does besides."""
    reading = reading_of(text, called_things(at=at))
    if reading.asked:
        raise OrderNotClear(reading)
    for one in reading.sentences:
        if any(not change.kind.amends_rules or change.when is not None for change in one.changes):
            sentence = _("“{words}” changes more than the rules.")
            raise RuleBroken(sentence.format(words=one.words.strip()[:WHY_LENGTH]), status=400)
    return [change.payload for change in reading.changes]


def _check_all_seen(amendments: Sequence[Amendment], *, seen: int, last: Revision, tree: Tree) -> None:
    """Raises RuleChanged when a rule that is amended said something else after the revision `seen`."""
    keys = [key for key in dict.fromkeys(step.rule for step in amendments) if key.isdecimal()]
    known = Rule.objects.in_bulk([int(key) for key in keys])
    for key in keys:
        repealed = any(step.op == "repeal" and step.rule == key for step in amendments)
        _check_seen(known[int(key)], seen=seen, last=last, tree=tree, with_subrules=repealed)


def plan_mending(
    *,
    kind: str,
    rule: Rule | None,
    amendments: Sequence[Amendment] = (),
    matter: Post | None,
    seen: int,
    by: Player,
    at: datetime,
    why: str = "",
    text: str = "",
) -> UpkeepPlan:
    """Update the ruleset to what was legally enacted (`upkeep`: by any player, naming the matter), or put right an
    amendment that was applied wrongly (`correction`: by an admin).

    `amendments` are about `rule`, or add one below it; without a rule they add a section. In their place a `text` says
    in English what is done, to whatever rules. Raises RuleBroken for
    somebody who may not, for a matter that was not enacted, and for amendments that cannot be applied; RuleChanged as
    `plan_typo` does.
    """
    if kind not in (Kind.UPKEEP, Kind.CORRECTION):
        raise RuleBroken(_("You cannot change rules like that without a vote."), status=400)
    check_may_mend(kind, by, at)
    if kind == Kind.UPKEEP and matter is None:
        raise RuleBroken(
            _("Name the enacted matter that is missing in the rules."),
            rule=SiteRule.GAMESTATE,
            status=400,
        )
    if matter is not None and not can_be_reflected(matter):
        sentence = _("That matter was not enacted, so there is nothing to add to the rules.")
        raise RuleBroken(sentence, rule=SiteRule.GAMESTATE, status=400)
    last, tree, at = _now(at)
    repeals = any(step.op == "repeal" for step in amendments)
    if text:
        amendments = amendments_of(text, at=at)
        _check_all_seen(amendments, seen=seen, last=last, tree=tree)
    elif rule is not None:
        _check_seen(rule, seen=seen, last=last, tree=tree, with_subrules=repeals)
    elif any(step.op != "add" for step in amendments):
        raise RuleBroken(_("Choose a rule."), status=400)
    unnamed = outcome.name_of_unnamed(law_in_force(at), matter.subject if matter else "")
    applied = amending.apply(tree, amendments, unnamed=unnamed)
    if applied.misfits:
        raise RuleBroken(applied.misfits[0].reason, status=409)
    return _plan(kind, tree, applied.tree, last, at, _reason(why, matter), matter)


@transaction.atomic
def mend(
    *,
    kind: str,
    rule: Rule | None,
    amendments: Sequence[Amendment] = (),
    matter: Post | None,
    seen: int,
    by: Player,
    at: datetime,
    why: str,
    text: str = "",
) -> Revision:
    """Carry out what `plan_mending` plans; an admin's correction goes into the admin log, too."""
    _begin(by)
    plan = plan_mending(
        kind=kind,
        rule=rule,
        amendments=amendments,
        matter=matter,
        seen=seen,
        by=by,
        at=at,
        why=check_reason(why),
        text=text,
    )
    made = _carry_out(plan, by=by)
    if kind == Kind.CORRECTION:
        known = plan.before.find(str(rule.pk)) if rule is not None and not text else None
        name = known.name if known else plan.differences[0].placed.node.name
        log_act(
            by=by,
            at=plan.at,
            act="correct_amendment",
            sentence=StoredMessage(gettext_noop("corrected an amendment of “{title}”"), title=name),
            reason=plan.why,
            link=reverse("ruleset:revision", args=[made.pk]),
        )
    return made


# Empty rules ------------------------------------------------------------------------------------------------


def is_empty_dynastic(tree: Tree, key: str) -> bool:
    """Whether a rule stands in a dynastic section and has neither text nor subrules."""
    section, node = tree.section_of(key), tree.find(key)
    return (
        section is not None
        and node is not None
        and section.key != key
        and part_of(section) == RulesetPart.DYNASTIC
        and not node.text.strip()
        and not node.children
    )


def plan_deletion(*, rule: Rule, seen: int, by: Player, at: datetime) -> UpkeepPlan:
    """Delete a dynastic rule that has neither text nor subrules. Raises RuleBroken for any other rule, and where no
    rule allows it without a vote."""
    empty_rule = law_in_force(at).rules.empty_rule
    if not empty_rule:
        sentence = _("Only a vote can delete a rule, even an empty one.")
        raise RuleBroken(sentence, rule=SiteRule.GAMESTATE)
    check_is_in_roster(by, empty_rule)
    last, tree, at = _now(at)
    node = _check_seen(rule, seen=seen, last=last, tree=tree, with_subrules=True)
    if not is_empty_dynastic(tree, node.key):
        raise RuleBroken(
            _("Only a dynastic rule without text and subrules can be deleted without a vote."),
            rule=empty_rule,
        )
    after = amending.apply(tree, [Amendment("repeal", rule=node.key)]).tree
    why = StoredMessage(gettext_noop("“{name}” had no text and no subrules"), name=node.name)
    return _plan(Kind.TIDYING, tree, after, last, at, why)


@transaction.atomic
def delete_empty(*, rule: Rule, seen: int, by: Player, at: datetime) -> Revision:
    """Delete a dynastic rule that has neither text nor subrules.

    Carries out what `plan_deletion` plans.
    """
    _begin(by)
    return _carry_out(plan_deletion(rule=rule, seen=seen, by=by, at=at), by=by)


# Undoing ----------------------------------------------------------------------------------------------------


def plan_undoing(
    *, revision: Revision, seen: int | None = None, by: Player, at: datetime, why: str = ""
) -> UpkeepPlan:
    """Undo a revision that was made between votes, keeping what was changed since where that is clean.

    Raises RuleBroken for a revision that only a matter can undo, Stale for one that is undone already, and RuleChanged
    when a rule that it touched has changed since the person looked (`seen`; None: they look now).
    """
    check_is_in_roster(by)
    if not revision.is_between_votes:
        raise RuleBroken(
            _(
                "You can undo only what was changed without a vote. To reverse an enactment, "
                "correct the status of its matter, or propose the reverse."
            ),
            rule=law_in_force(at).resolving.rule,
        )
    if revision.undone_by.exists():
        raise Stale(_("It has already been undone."))
    last, now, at = _now(at)
    earlier = Revision.objects.filter(pk__lt=revision.pk).order_by("-pk").first()
    before, after = tree_after(earlier.pk if earlier else None), tree_after(revision.pk)
    if seen not in (None, last.pk):
        looked_at = tree_after(seen)
        for key in (one.key for one in compare(before, after)):
            was, stands = looked_at.find(key), now.find(key)
            if (was and (was.title, was.text)) != (stands and (stands.title, stands.text)):
                raise RuleChanged(
                    _("Somebody changed a rule that it touched since you looked. Nothing was saved."),
                    title=stands.title if stands else "",
                    text=stands.text if stands else "",
                    seen=last.pk,
                )
    undone = amending.reversal(before=before, after=after, now=now)
    if undone.misfits:
        sentence = _("It cannot be undone in one step: {reason}").format(reason=undone.misfits[0].reason)
        raise Stale(sentence)
    return _plan(Kind.REVERSAL, now, undone.tree, last, at, why)


@transaction.atomic
def undo(*, revision: Revision, seen: int, by: Player, at: datetime, why: str) -> Revision:
    """Undo a change of the rules that was made without a vote.

    Carries out what `plan_undoing` plans.
    """
    _begin(by)
    plan = plan_undoing(revision=revision, seen=seen, by=by, at=at, why=check_reason(why))
    return undo_revision(revision, by=by, at=plan.at, why=plan.why)


# Whether the law still carries out a rule -------------------------------------------------------------------


@transaction.atomic
def confirm_still_holds(
    *, rule: Rule, law: int, seen: int, by: Player, at: datetime, why: str = ""
) -> Confirmation:
    """Confirm that the law in force still does what a rule says, though its text has changed.

    `law` is the key of the version of the law that the person looked at. Raises RuleBroken for somebody who is not in
    the roster, and for a rule that is not in doubt; Stale when law or rule have changed since.
    """
    _begin(by)
    check_is_in_roster(by)
    why = _short(why)
    last, _tree, at = _now(at)
    in_force = law_at(at)
    if in_force is None or in_force.version.pk != law:
        raise Stale(_("Somebody changed the law since you looked at it. Nothing was confirmed."))
    doubtful = next((one for one in carried(in_force, only=rule.pk) if one.doubt), None)
    if doubtful is None or doubtful.doubt is None:
        raise Stale(_("Nobody doubts any more that the law carries this rule out."))
    if doubtful.doubt.revision.pk > seen:
        raise Stale(_("Somebody changed the rule since you looked at it. Nothing was confirmed."))
    at = not_before(at, in_force.version.at)
    confirmation = Confirmation.objects.create(
        law=in_force.version, rule=rule, name=doubtful.name, revision=last, at=at, by=by, why=why
    )
    note_agreement(at=at)
    return confirmation


# The way they all go ----------------------------------------------------------------------------------------


def _begin(by: Player) -> None:
    """Lock the game, of which nothing changes but rules and what is said of them, and see who acts."""
    lock_game(Topic.REST)
    by.refresh_from_db()


def _short(why: str) -> str:
    """A remark that may be left out. Raises RuleBroken for a book."""
    check_keepable(why)
    if len(why) > WHY_LENGTH:
        sentence = _("A remark has at most {most} characters.").format(most=WHY_LENGTH)
        raise RuleBroken(sentence, status=400)
    return why.strip()


def _carry_out(plan: UpkeepPlan, *, by: Player) -> Revision:
    return revise(
        tree=plan.after,
        seen=plan.last,
        kind=plan.kind,
        at=plan.at,
        by=by,
        why=plan.why,
        link=plan.link,
        author=plan.author,
    )
