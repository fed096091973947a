"""Applying the changes of a matter when it is enacted, and undoing them again as one act."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from players.errors import RuleBroken, Stale
from players.models import Player
from ruleset.amending import reversal
from ruleset.models import LawVersion, Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import enact_law, revise
from ruleset.tree import Tree
from votables.changes import Change, Effect, Outcome, Settlement, read_changes, work_out
from votables.conditions import Finding, find_out
from votables.models import Comment, Post, Status

RULE = "Enacting and Failing"


class NeedsSettling(RuleBroken):
    """Changes that no longer fit, or steps that nobody has ticked off: an admin settles them first."""

    def __init__(self, sentence: str):
        super().__init__(sentence, rule=RULE, status=409)


def effective_comments(post: Post) -> list[Comment]:
    """Each player's last comment on the matter that casts a vote. One query."""
    cast = post.comments.exclude(cast="").order_by("at", "pk").select_related("author")
    return list({comment.author_id: comment for comment in cast}.values())


def outcome_of(
    post: Post,
    *,
    at: datetime,
    tree: Tree | None = None,
    settlements: Mapping[int, Settlement] | None = None,
) -> Outcome:
    """What enacting the matter at `at` would do, on the rules as they are then or on `tree`."""
    return outcome_of_changes(
        read_changes(post.changes),
        at=at,
        tree=tree,
        settlements=settlements,
        unnamed=post.subject,
        effective=lambda: effective_comments(post),
    )


def outcome_of_changes(
    changes: Iterable[Change],
    *,
    at: datetime,
    tree: Tree | None = None,
    settlements: Mapping[int, Settlement] | None = None,
    unnamed: str = "",
    effective: object = list,
) -> Outcome:
    """What the changes would do at `at`, on the rules as they are then or on `tree`."""
    changes = list(changes)
    if tree is None:
        revision = revision_at(at)
        tree = tree_after(revision.pk if revision else None)
    in_force = law_at(at)
    findings: dict[int, Finding] = {
        place: find_out(change.when, tree=tree, effective=effective)
        for place, change in enumerate(changes)
        if change.when is not None
    }
    return work_out(
        changes,
        tree=tree,
        law=in_force.law if in_force else None,
        findings=findings,
        settlements=settlements,
        unnamed=unnamed or "Unnamed Rule",
    )


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
    a change no longer fits and is not settled, or a step by hand is not ticked off.
    """
    revision = revision_at(at)
    before = tree_after(revision.pk if revision else None)
    outcome = outcome_of(post, at=at, tree=before, settlements=settlements)
    if outcome.misfits:
        raise NeedsSettling(
            f"{len(outcome.misfits)} of its changes no longer fit: {outcome.misfits[0].misfit.reason}"
            " Settle them first."
        )
    if missing := [effect for effect in outcome.steps if effect.place not in set(ticked)]:
        raise NeedsSettling(f"Carry out and tick off this step first: {missing[0].change.text}")
    done: list[dict[str, object]] = [_told(effect) for effect in outcome.effects]
    link, why = post.get_absolute_url(), post.title
    if outcome.tree != before:
        made = revise(
            tree=outcome.tree,
            seen=revision.pk if revision else None,
            kind=Revision.Kind.ENACTMENT,
            at=at,
            by=by,
            why=why,
            link=link,
        )
        done.append({"revision": made.pk})
    if outcome.law is not None:
        in_force = law_at(at)
        version = enact_law(
            document=outcome.law,
            special_cases=in_force.special_cases if in_force else {},
            at=at,
            by=by,
            why=why,
            link=link,
        )
        done.append({"law": version.pk})
    return done


def _told(effect: Effect) -> dict[str, object]:
    """What became of one change, as the resolution records it."""
    told: dict[str, object] = {"change": effect.place, "name": effect.change.name}
    if effect.finding is not None:
        told["condition"] = {"said": str(effect.change.when), **effect.finding.as_json()}
    for name in ("skipped", "corrected"):
        if value := getattr(effect, name):
            told[name] = value
    if effect.merged:
        told["merged"] = True
    return told


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
        raise Stale(f"It cannot be undone as one act: {undone.misfits[0].reason} Correct the rules by hand.")
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
    """Undo what enacting the matter did to the rules and the law, when its resolution is overturned."""
    last = post.resolutions.filter(to_status=Status.ENACTED).order_by("-at", "-pk").first()
    done: list[dict[str, object]] = []
    link = post.get_absolute_url()
    for consequence in last.consequences if last else []:
        if "revision" in consequence:
            made = Revision.objects.get(pk=consequence["revision"])
            try:
                with transaction.atomic():
                    done.append({"revision": reverse(made, by=by, at=at, why=why, link=link).pk})
            except RuleBroken as kept:
                done.append({"kept": kept.sentence})
        elif "law" in consequence:
            done.append(_undo_law(consequence["law"], by=by, at=at, why=why, link=link))
    return done


def _undo_law(key: int, *, by: Player, at: datetime, why: str, link: str) -> dict[str, object]:
    """Put the law back that a version replaced, unless the law has been changed again since."""
    latest, *earlier = LawVersion.objects.order_by("-at", "-pk")[:2]
    if latest.pk != key or not earlier:
        return {"kept": "The law has been changed again since; change it by another matter."}
    before = earlier[0]
    version = enact_law(
        document=before.document, special_cases=before.special_cases, at=at, by=by, why=why, link=link
    )
    return {"law": version.pk}
