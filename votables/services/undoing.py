"""Undoing what was enacted: one revision of the rules, and all that a matter did when its resolution is corrected.

What has been built on since stays, and is named; what went comes back when a correction is corrected.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.text.merging import merge
from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Update
from gamestate.services.undoing import reopen, undo_enacted, uphold
from players.models import Player
from players.services.roster import lock_game
from ruleset.law import LawError
from ruleset.models import LawVersion, Revision
from ruleset.queries import read as read_law
from ruleset.queries import revision_at, tree_after
from ruleset.services import enact_law, revise
from ruleset.text.amending import reversal
from votables.changes.outcome import outcome_of
from votables.changes.roster import ROSTER
from votables.models import Post, Resolution, Status
from votables.services.last_admin import check_law_has_admins
from votables.services.post_type_changes import reinstitute, revoke
from votables.services.roster_changes import end_again, enrol, unenrol


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
    last = last_enactment(post)
    consequences = last.consequences if last is not None else []
    undone = _undone(consequences, by=by, at=at, why=why, link=post.get_absolute_url())
    check_law_has_admins(undone, at=at)
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
    for place, consequence in enumerate(found.made):
        answers = [one for one in found.taken if one.get("of") == place]
        done += _restored(post, consequence, answers, **acts)
    check_law_has_admins(done, at=at)
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
    steps = [one for one in outcome.done_by(ROSTER) if (one.step.do, one.step.player or None) == wanted]
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
        kept = _("The law has been changed again since in the same words; change it by another matter.")
        return {"kept": kept}
    version = enact_law(
        document=back.text, special_cases=latest.special_cases, at=at, by=by, why=why, link=link
    )
    return {"law": version.pk}
