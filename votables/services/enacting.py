"""Applying the changes of a matter when it is enacted; `votables.services.undoing` takes them back."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.web.errors import RuleBroken
from players.models import Player
from ruleset.queries import law_at
from votables.changes.apply import ChangesOutcome, Settlement
from votables.changes.change import stored_changes
from votables.changes.context import context_of
from votables.changes.outcome import effective_comments, first_place, outcome_on, submitted_at
from votables.changes.registry import KINDS
from votables.changes.results import became_of
from votables.models import Post
from votables.services.last_admin import check_law_has_admins


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
        raise RuleBroken(
            _("Say why you correct or leave out a change. Everyone can see the reason."), status=400
        )
    changes, submitted = stored_changes(post.changes), submitted_at(post)
    context = context_of(changes, at=at, submitted=[submitted])

    outcome = outcome_on(
        context,
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
    for kind in KINDS:
        done += kind.carry_out(outcome, author=post.author, **cause)
    check_law_has_admins(done, at=at)
    return done


def _check_settled(outcome: ChangesOutcome, *, ticked: Collection[int], at: datetime) -> None:
    """Raise NeedsSettling when a change does not fit or a step by hand is not ticked off."""
    if outcome.misfits:
        raise NeedsSettling(_what_misfits(outcome), at=at)
    for effect in outcome.steps:
        if effect.place not in ticked:
            sentence = _("Do this step first and tick it off: {step}").format(step=effect.change.words)
            raise NeedsSettling(sentence, at=at)


def _what_misfits(outcome: ChangesOutcome) -> str:
    sentence = ngettext(
        "One of its changes no longer fits: {reason} Settle that first.",
        "{number} of its changes no longer fit: {reason} Settle that first.",
        len(outcome.misfits),
    )
    first = outcome.misfits[0].misfit
    return sentence.format(number=len(outcome.misfits), reason=first.reason if first else "")
