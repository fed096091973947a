"""Applying the changes of a matter when it is enacted; `votables.services.undoing` takes them back."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken
from gamestate.models import Update
from gamestate.queries.snapshot import last_update_at
from gamestate.services.undoing import uphold
from gamestate.services.updating import mark_refused, record
from players.models import Player
from ruleset.models import Revision
from ruleset.queries import law_at, revision_at, tree_after
from ruleset.services import enact_law, revise
from votables.changes.apply import Outcome, Settlement
from votables.changes.change import stored_changes
from votables.changes.consequences import became_of
from votables.changes.context import grounds_of
from votables.changes.outcome import effective_comments, first_place, outcome_on, submitted_at
from votables.changes.post_types import POST_TYPES
from votables.changes.roster import ROSTER
from votables.changes.tracked import together
from votables.changes.upholding import UPHOLDING
from votables.models import Post
from votables.services.last_admin import check_law_has_admins

from .post_type_changes import institute
from .roster_changes import enrol

# What is said of values that a matter's new definition does not allow, and lets stay.
STAYS = StoredMessage(
    gettext_noop("It was valid before this matter changed what may be there, and it stays.")
)


class NeedsSettling(RuleBroken):
    """Changes that no longer fit, or steps that nobody has ticked off: an admin settles them first, as the law on
    resolving says."""

    def __init__(self, sentence: str, *, at: datetime):
        in_force = law_at(at)
        super().__init__(sentence, rule=in_force.law.resolving.rule if in_force else "", status=409)


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

    outcome = outcome_on(
        grounds,
        changes,
        settlements=settlements,
        unnamed=post.subject,
        effective=partial(effective_comments, post),
        first=first_place(post),
        kind=post.category,
        submitted=submitted,
    )
    _check_settled(outcome, ticked=set(ticked), at=at)
    cause = {"by": by, "at": at, "why": post.title, "link": post.get_absolute_url()}
    done = [became_of(effect, settlements.get(effect.place), outcome) for effect in outcome.effects]
    done += _change_rules(outcome, author=post.author, **cause)
    done += _change_law(outcome, **cause)
    done += _change_gamestate(outcome, **cause)
    done += enrol(outcome.done_by(ROSTER), **cause)
    instituted = outcome.done_by(POST_TYPES)
    rules = _new_rules(outcome, at) if instituted else {}
    done += institute(instituted, rules=rules, **cause)
    check_law_has_admins(done, at=at)
    return done


def _check_settled(outcome: Outcome, *, ticked: Collection[int], at: datetime) -> None:
    """Raise NeedsSettling when a change does not fit or a step by hand is not ticked off."""
    if outcome.misfits:
        raise NeedsSettling(_what_misfits(outcome), at=at)
    for effect in outcome.steps:
        if effect.place not in ticked:
            sentence = _("Carry out and tick off this step first: {step}").format(step=effect.change.words)
            raise NeedsSettling(sentence, at=at)


def _change_rules(outcome: Outcome, *, author: Player, **cause: Any) -> list[dict[str, object]]:
    """Carry out what an outcome does to the rules, as one revision."""
    before, after = outcome.before, outcome.after
    if after.tree == before.tree:
        return []
    made = revise(tree=after.tree, seen=before.seen, kind=Revision.Kind.ENACTMENT, author=author, **cause)
    return [{"revision": made.pk}]


def _change_law(outcome: Outcome, *, at: datetime, **cause: Any) -> list[dict[str, object]]:
    """Carry out what an outcome does to the law, as one version of it."""
    before, after = outcome.before.law, outcome.after.law
    if after is None or (before is not None and after.text == before.text):
        return []
    in_force = law_at(at)
    special_cases = in_force.special_cases if in_force else {}
    version = enact_law(document=after.text, special_cases=special_cases, at=at, **cause)
    return [{"law": version.pk}]


def _new_rules(outcome: Outcome, at: datetime) -> dict[str, int]:
    """The keys that new rules of an outcome have in the ruleset, now that it says what the outcome does, by those that
    they have among the changes. Two queries."""
    last = revision_at(at)
    standing = tree_after(last.pk if last else None)
    pairs = zip(outcome.after.tree.walk(), standing.walk(), strict=True)
    return {was.key: int(now.key) for was, now in pairs if not was.key.isdecimal()}


def _change_gamestate(
    outcome: Outcome, *, by: Player, at: datetime, why: str, link: str
) -> list[dict[str, object]]:
    """Carry out what an outcome does to the gamestate, by one update, and settle the disputes that it settles."""
    done: list[dict[str, object]] = []
    if outcome.tracked:
        planned = together(outcome.tracked, outcome.before.state)
        if planned.alterations:
            made = record(
                planned,
                before=outcome.before.state,
                kind=Update.Kind.ENACTMENT,
                by=by,
                at=max(at, last_update_at() or at),
                comment=why,
                link=link,
            )
            mark_refused(made, planned, by=by, why=STAYS)
            done.append({"update": made.pk})
    for each in outcome.done_by(UPHOLDING):
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
