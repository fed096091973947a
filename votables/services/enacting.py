"""Applying the changes of a matter when it is enacted, and undoing them again as one act."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.text.merging import merge
from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Update
from gamestate.queries.snapshot import last_update_at
from gamestate.services.undoing import reopen, undo_enacted, uphold
from gamestate.services.updating import mark_refused, record
from gamestate.values.plans import Submitted
from players.models import Player
from players.services.roster import lock_game
from ruleset.law import Law, LawError
from ruleset.models import LawVersion, Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.queries import read as read_law
from ruleset.services import enact_law, revise
from ruleset.text.amending import reversal
from ruleset.text.tree import UNNAMED, bare
from votables.changes.apply import Outcome, Settlement, work_out
from votables.changes.change import Change, stored_changes
from votables.changes.conditions import find_out
from votables.changes.consequences import became_of
from votables.changes.context import Grounds, grounds_of
from votables.changes.gamestate import together
from votables.models import Comment, Post, Resolution, Status
from votables.services.last_admin import refuse_law_without_admins

from .post_type_changes import institute, reinstitute, revoke
from .roster_changes import end_again, enrol, unenrol

# What is said of values that a matter's new definition does not allow, and lets stay.
STAYS = "It was valid before this matter changed what may be there, and it stays."  # written down in English


class NeedsSettling(RuleBroken):
    """Changes that no longer fit, or steps that nobody has ticked off: an admin settles them first, as the law on
    resolving says."""

    def __init__(self, sentence: str, *, at: datetime):
        in_force = law_at(at)
        super().__init__(sentence, rule=in_force.law.resolving.rule if in_force else "", status=409)


def effective_comments(post: Post) -> list[Comment]:
    """Each player's last comment on the matter that casts a vote. One query."""
    return effective_among(post.comments.exclude(cast="").order_by("at", "pk").select_related("author"))


def effective_among(comments: Iterable[Comment]) -> list[Comment]:
    """Of a matter's comments in their order, each player's last that casts a vote. Who is idle has none."""
    voting = (comment for comment in comments if comment.cast and comment.author.is_playing)
    return list({comment.author_id: comment for comment in voting}.values())


def first_place(matter: Post) -> int:
    """The number after which a matter calls new things of the tracker, so that those of several stay apart."""
    return matter.pk % 10**6 * 100


def outcome_of(
    post: Post, *, at: datetime, settlements: Mapping[int, Settlement] | None = None, then: bool = False
) -> Outcome:
    """What enacting the matter at `at` would do, on the rules and the law as they are then; on the gamestate as it is
    now, or with `then` as it was at that instant."""
    changes, submitted = stored_changes(post.changes), submitted_at(post)
    effective = partial(effective_comments, post)
    return outcome_on(
        grounds_of(changes, at=at, submitted=[submitted], then=then),
        changes,
        settlements=settlements,
        unnamed=post.subject,
        effective=effective,
        first=first_place(post),
        kind=post.category,
        submitted=submitted,
    )


def submitted_at(post: Post) -> datetime:
    """When a matter was submitted (UTC): when it became one, which for most is when it was posted."""
    return post.matter_since or post.posted_at


def outcome_of_changes(
    changes: Iterable[Change],
    *,
    at: datetime,
    unnamed: str = "",
    kind: str = "",
    submitted: datetime | None = None,
) -> Outcome:
    """What changes that nobody has voted on would do at `at`, in a matter of this kind ("" while nobody knows) that was
    submitted at `submitted` (UTC; None: it would be now)."""
    changes = list(changes)
    grounds = grounds_of(changes, at=at, submitted=[submitted or at])
    return outcome_on(
        grounds,
        changes,
        unnamed=unnamed,
        kind=kind,
        submitted=submitted or at,
        is_draft=submitted is None,
    )


def outcome_on(
    grounds: Grounds,
    changes: Iterable[Change],
    *,
    settlements: Mapping[int, Settlement] | None = None,
    unnamed: str = "",
    effective: Callable[[], Iterable[Comment]] = list,
    first: int = 0,
    kind: str = "",
    submitted: datetime,
    is_draft: bool = False,
) -> Outcome:
    """What the changes do on these grounds. `unnamed` is the subject of their matter, after which the law may call a
    rule without a title; `effective` gives the effective vote comments when a condition asks; `first`: see
    `first_place`; `submitted` is when their matter was (UTC), or would be while it `is_draft`."""
    changes, effective = list(changes), cache(effective)
    findings = {
        place: find_out(change.when, tree=grounds.tree, matters=grounds.matters, effective=effective)
        for place, change in enumerate(changes)
        if change.when is not None
    }
    return work_out(
        changes,
        tree=grounds.tree,
        law=grounds.law,
        findings=findings,
        returns=grounds.returns,
        settlements=settlements,
        unnamed=name_of_unnamed(grounds.law, unnamed),
        state=grounds.state,
        updates=grounds.updates,
        first=first,
        people=grounds.people,
        types=grounds.types,
        kind=kind,
        submitted=Submitted(submitted, grounds.old_pages.get(submitted, {}), is_draft),
    )


def name_of_unnamed(law: Law | None, subject: str) -> str:
    """What the law calls a rule without a title that a matter of this subject makes; the subject's tags are not part of
    a name."""
    return law.rules.name_for(bare(subject)) if law is not None else UNNAMED


@transaction.atomic
def enact_changes(
    post: Post,
    *,
    by: Player,
    at: datetime,
    settlements: Mapping[int, Settlement] | None = None,
    ticked: Iterable[int] = (),
) -> list[dict[str, object]]:
    """Apply the changes of a matter that is being enacted: one revision of the rules, one version of the law.

    Must run in the transaction that sets the status. Answers what was done, for the record. Raises NeedsSettling when
    a change no longer fits and is not settled, or a step by hand is not ticked off, RuleBroken (400) for a settlement
    without a reason, and RuleBroken when nobody could act as an admin under the law that it makes.
    """
    settlements = settlements or {}
    if any(not settled.why.strip() for settled in settlements.values()):
        raise RuleBroken(_("Say why a change is corrected or left out: it is shown in public."), status=400)
    changes, submitted = stored_changes(post.changes), submitted_at(post)
    grounds = grounds_of(changes, at=at, submitted=[submitted])

    def work_it_out() -> Outcome:
        return outcome_on(
            grounds,
            changes,
            settlements=settlements,
            unnamed=post.subject,
            effective=partial(effective_comments, post),
            first=first_place(post),
            kind=post.category,
            submitted=submitted,
        )

    with in_the_games_language():  # what becomes of each change is written down
        outcome = work_it_out()
    if outcome.misfits:  # told to who enacts
        outcome = work_it_out()
    _check_settled(outcome, ticked=set(ticked), at=at)
    cause = {"by": by, "at": at, "why": post.title, "link": post.get_absolute_url()}
    with in_the_games_language():
        done = [became_of(effect, settlements.get(effect.place), outcome) for effect in outcome.effects]
        done += _change_rules(outcome, grounds, author=post.author, **cause)
        done += _change_law(outcome, grounds, **cause)
        done += _change_gamestate(outcome, grounds, **cause)
        done += enrol(outcome.enrolled, **cause)
        rules = _new_rules(outcome, at) if outcome.instituted else {}
        done += institute(outcome.instituted, rules=rules, **cause)
    _check_law_has_admins(done, at)
    return done


def _check_law_has_admins(done: Iterable[Mapping[str, object]], at: datetime) -> None:
    """Raise RuleBroken when a law has come into force under which all admins, being idle, can do nothing."""
    in_force = law_at(at) if any("law" in one for one in done) else None
    if in_force is not None:
        refuse_law_without_admins(in_force.law)


def _check_settled(outcome: Outcome, *, ticked: Collection[int], at: datetime) -> None:
    """Raise NeedsSettling when a change does not fit or a step by hand is not ticked off."""
    if outcome.misfits:
        raise NeedsSettling(_what_misfits(outcome), at=at)
    for effect in outcome.steps:
        if effect.place not in ticked:
            sentence = _("Carry out and tick off this step first: {step}").format(step=effect.change.text)
            raise NeedsSettling(sentence, at=at)


def _change_rules(
    outcome: Outcome, grounds: Grounds, *, author: Player, **cause: Any
) -> list[dict[str, object]]:
    """Carry out what an outcome does to the rules, as one revision."""
    if outcome.tree == grounds.tree:
        return []
    made = revise(tree=outcome.tree, seen=grounds.seen, kind=Revision.Kind.ENACTMENT, author=author, **cause)
    return [{"revision": made.pk}]


def _change_law(outcome: Outcome, grounds: Grounds, *, at: datetime, **cause: Any) -> list[dict[str, object]]:
    """Carry out what an outcome does to the law, as one version of it."""
    if outcome.law is None or (grounds.law is not None and outcome.law == grounds.law.text):
        return []
    in_force = law_at(at)
    special_cases = in_force.special_cases if in_force else {}
    version = enact_law(document=outcome.law, special_cases=special_cases, at=at, **cause)
    return [{"law": version.pk}]


def _new_rules(outcome: Outcome, at: datetime) -> dict[str, int]:
    """The keys that new rules of an outcome have in the ruleset, now that it says what the outcome does, by those that
    they have among the changes. Two queries."""
    last = revision_at(at)
    standing = tree_after(last.pk if last else None)
    pairs = zip(outcome.tree.walk(), standing.walk(), strict=True)
    return {was.key: int(now.key) for was, now in pairs if not was.key.isdecimal()}


def _change_gamestate(
    outcome: Outcome, grounds: Grounds, *, by: Player, at: datetime, why: str, link: str
) -> list[dict[str, object]]:
    """Carry out what an outcome does to the gamestate, by one update, and settle the disputes that it settles."""
    done: list[dict[str, object]] = []
    if outcome.tracked:
        planned = together(outcome.tracked, grounds.state)
        if planned.alterations:
            made = record(
                planned,
                before=grounds.state,
                kind=Update.Kind.ENACTMENT,
                by=by,
                at=max(at, last_update_at() or at),
                comment=why,
                link=link,
            )
            mark_refused(made, planned, by=by, why=STAYS)
            done.append({"update": made.pk})
    for each in outcome.upheld:
        uphold(update=Update.objects.get(pk=each.key), by=by, at=at, link=link)
        done.append({"upheld": each.key})
    return done


def _what_misfits(outcome: Outcome) -> str:
    sentence = ngettext(
        "One of its changes no longer fits: {reason} Settle that first.",
        "{number} of its changes no longer fit: {reason} Settle that first.",
        len(outcome.misfits),
    )
    return sentence.format(number=len(outcome.misfits), reason=outcome.misfits[0].misfit.reason)


@transaction.atomic
def reverse(revision: Revision, *, by: Player, at: datetime, why: str, link: str = "") -> Revision:
    """Undo one revision of the ruleset as one act, keeping what was changed since where that is clean.

    Raises Stale when later changes met the same words: then a person corrects the rules by hand.
    """
    last = revision_at(at)
    before = Revision.objects.filter(pk__lt=revision.pk).order_by("-pk").first()
    undone = reversal(
        before=tree_after(before.pk if before else None),
        after=tree_after(revision.pk),
        now=tree_after(last.pk if last else None),
    )
    if undone.misfits:
        sentence = _("It cannot be undone as one act: {reason} Correct the rules by hand.")
        raise Stale(sentence.format(reason=undone.misfits[0].reason))
    return revise(
        tree=undone.tree,
        seen=last.pk if last else None,
        kind=Revision.Kind.REVERSAL,
        at=at,
        by=by,
        why=why,
        link=link,
        undoes=revision,
    )


def undo_changes(post: Post, *, by: Player, at: datetime, why: str) -> list[dict[str, object]]:
    """Undo what enacting the matter did to the rules, the law, the gamestate and the roster, when its resolution is
    overturned; what has been built on stays. Raises RuleBroken when nobody could act as an admin under the law that is
    back."""
    with in_the_games_language():  # what becomes of each consequence is written down
        last = last_enactment(post)
        consequences = last.consequences if last is not None else []
        undone = _undone(consequences, by=by, at=at, why=why, link=post.get_absolute_url())
    _check_law_has_admins(undone, at)
    return undone


@dataclass(frozen=True, slots=True)
class Restorable:
    """What followed from enacting a matter (`made`), and what became of it when that was overturned (`taken`)."""

    made: list[dict[str, Any]]
    taken: list[dict[str, Any]]


def last_enactment(post: Post, *, but: int | None = None) -> Resolution | None:
    """The resolution that enacted the matter the last time, `but` for one that is being written. One query."""
    found = post.resolutions.filter(to_status=Status.ENACTED).exclude(pk=but)
    return found.order_by("-at", "-pk").first()


def restorable(post: Post, *, but: int | None = None) -> Restorable | None:
    """What enacting this matter brings back, where it was enacted before with the changes that it has now and that was
    overturned; None elsewhere. `but`: the resolution that is being written. Three queries at most."""
    enacted = last_enactment(post, but=but)
    if enacted is None or not post.changes or post.versions.filter(at__gt=enacted.at).exists():
        return None
    corrections = post.resolutions.filter(from_status=Status.ENACTED, pk__gt=enacted.pk).exclude(pk=but)
    taken = corrections.order_by("-at", "-pk").first()
    if taken is None or not any("of" in one for one in taken.consequences):
        return None
    return Restorable(enacted.consequences, taken.consequences)


def restore_changes(
    post: Post, found: Restorable, *, by: Player, at: datetime, why: str
) -> list[dict[str, object]]:
    """Bring about again what overturning its enactment undid: the same rules and things, with their values. What had
    stayed is a consequence of the matter as before. Raises RuleBroken as `enact_changes` does."""
    acts = {"by": by, "at": at, "why": why, "link": post.get_absolute_url()}
    done: list[dict[str, object]] = []
    with in_the_games_language():
        for place, consequence in enumerate(found.made):
            answers = [one for one in found.taken if one.get("of") == place]
            done += _restored(post, consequence, answers, **acts)
    _check_law_has_admins(done, at)
    return done


def rehearsed(post: Post, *, by: Player, at: datetime) -> list[dict[str, object]]:
    """What correcting the status of an enacted matter would undo and keep, or enacting it again bring back: found out
    by doing it and taking it back, so that it is what happens. Nothing is written."""
    with transaction.atomic():
        lock_game()
        try:
            if post.status == Status.ENACTED:
                return undo_changes(post, by=by, at=at, why=post.title)
            found = restorable(post)
            return restore_changes(post, found, by=by, at=at, why=post.title) if found is not None else []
        except RuleBroken as broken:
            return [{"kept": broken.sentence}]
        finally:
            transaction.set_rollback(True)


def _restored(
    post: Post, consequence: dict[str, Any], answers: list[dict[str, Any]], **acts: Any
) -> list[dict[str, object]]:
    """One consequence of a matter brought about again, by what undoing it had answered."""
    if not REVERSIBLE & consequence.keys():
        # What became of each change is as it was; what follows from the law follows again.
        return [consequence] if "change" in consequence else []
    told = [one for one in answers if "kept" not in one]
    if not told:
        for answer in answers:
            end_again(answer, at=acts["at"])
        return [consequence]
    found: list[dict[str, object]] = []
    if "update" in consequence and len(told) < len(answers):
        found.append(consequence)  # a part of it has stayed
    for answer in told:
        if "official" in consequence:
            found += reinstitute(consequence, answer, **acts)
        elif "roster" in consequence:
            found += _enrolled_again(post, consequence, **acts)
        elif "reopened" in answer:
            uphold(
                update=Update.objects.get(pk=answer["reopened"]),
                by=acts["by"],
                at=acts["at"],
                link=acts["link"],
            )
            found.append(consequence)
        else:
            found += [{n: v for n, v in one.items() if n != "of"} for one in _undone([answer], **acts)]
    return found


def _enrolled_again(
    post: Post, consequence: dict[str, Any], *, at: datetime, **acts: Any
) -> list[dict[str, object]]:
    """A step on the roster carried out again, as the roster is by now."""
    outcome = outcome_of(post, at=at)
    wanted = (consequence["roster"], consequence.get("player"))
    steps = [one for one in outcome.enrolled if (one.step.do, one.step.player or None) == wanted]
    return enrol(steps[:1], at=at, **acts)


# The consequences that undoing takes back.
REVERSIBLE = frozenset({"revision", "law", "update", "upheld", "roster", "official"})


def _undone(
    consequences: Sequence[dict[str, Any]], *, by: Player, at: datetime, why: str, link: str
) -> list[dict[str, object]]:
    """Undo consequences, the last first, and say `of` which, by its place, each answer is."""
    done: list[dict[str, object]] = []
    updates = [each["update"] for each in consequences if "update" in each]
    for place, consequence in reversed(list(enumerate(consequences))):
        answers: list[dict[str, object]] = []
        if "revision" in consequence:
            made = Revision.objects.get(pk=consequence["revision"])
            try:
                with transaction.atomic():
                    back = reverse(made, by=by, at=at, why=why, link=link)
                answers = [{"revision": back.pk, "about": _about_rules(back)}]
            except RuleBroken as kept:
                answers = [{"kept": kept.sentence}]
        elif "law" in consequence:
            answers = [_undo_law(consequence["law"], by=by, at=at, why=why, link=link)]
        elif "update" in consequence:
            if consequence["update"] == updates[-1]:  # those of one matter are taken back together
                answers = _undo_updates(updates, by=by, at=at, why=why, link=link)
        elif "upheld" in consequence:
            reopen(update=Update.objects.get(pk=consequence["upheld"]), link=link)
            answers = [{"reopened": consequence["upheld"]}]
        elif "roster" in consequence:
            answers = [unenrol(consequence, by=by, at=at, why=why, link=link)]
        elif "official" in consequence:
            answers = [revoke(consequence, by=by, at=at, why=why, link=link)]
        done += [{**answer, "of": place} for answer in answers]
    return done


def _about_rules(revision: Revision) -> str:
    """The titles of the rules that a revision changes. Two queries."""
    titles = [*revision.begun.order_by("pk").values_list("title", flat=True)]
    gone = revision.ended.exclude(rule__in=revision.begun.values("rule")).order_by("pk")
    return ", ".join(dict.fromkeys([*titles, *gone.values_list("title", flat=True)]))


def _undo_updates(
    keys: Sequence[int], *, by: Player, at: datetime, why: str, link: str
) -> list[dict[str, object]]:
    """Take back what updates did to the gamestate, as far as nothing that came later would be lost."""
    updates = list(Update.objects.filter(pk__in=keys).order_by("pk"))
    taken = undo_enacted(updates=updates, by=by, at=at, why=why, link=link)
    done: list[dict[str, object]] = []
    if taken.update is not None:
        done.append({"update": taken.update.pk, "about": ", ".join(taken.about)})
    return [*done, *({"kept": sentence} for sentence in taken.kept)]


def _undo_law(key: int, *, by: Player, at: datetime, why: str, link: str) -> dict[str, object]:
    """Take what a version of the law changed out of the law again, keeping what was changed since where that is
    clean."""
    made, latest = LawVersion.objects.get(pk=key), LawVersion.objects.at(at).first()
    before = LawVersion.objects.filter(pk__lt=key).order_by("-pk").first()
    back = merge(base=made.document, now=latest.document, wanted=before.document)
    try:
        read_law(back.text)
        is_law = back.is_clean
    except LawError:
        is_law = False
    if not is_law:
        kept = "The law has been changed again since in the same words; change it by another matter."  # in English
        return {"kept": kept}
    version = enact_law(
        document=back.text, special_cases=latest.special_cases, at=at, by=by, why=why, link=link
    )
    return {"law": version.pk}
