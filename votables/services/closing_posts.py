"""Ending official posts, saying how their ending actions were carried out, and which comments count as responses."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Update
from gamestate.models.log import UpdateQuerySet
from players.models import Player
from players.queries.reigns import emperor_at
from players.services.roster import lock_game, log_act
from votables.models import Post
from votables.permissions.typed_posts import check_may_report, check_may_weigh
from votables.post_types.models import OfficialAct, OfficialPost, OfficialResponse
from votables.post_types.requirements import (
    check_goes_on,
    check_in_use,
    check_may_be_ended,
    rule_of,
)
from votables.services.commenting import comment

OUTCOME_LENGTH = 5_000
REASON_LENGTH = 300
# An update belongs to an ending action when it was made from a little before on.
BEFORE = timedelta(hours=1)
Kind = OfficialAct.Kind


@transaction.atomic
def end(
    *,
    post: Post,
    by: Player,
    at: datetime,
    ending: str = "",
    outcome: str = "",
    done: Sequence[int] = (),
    confirmed: bool = True,
) -> OfficialPost:
    """End an official post for good, by a comment that says so.

    `ending` is one of its type's outcomes ("" for the only one), `done` the places of the steps of the ending action
    that were carried out already.

    Raises RuleBroken, with the type's rule, when it is not `by`'s to end, not yet, or ended already; and while the game
    stands still, unless the type goes on then.
    """
    lock_game()
    by.refresh_from_db()
    official = _lock(post)
    definition = official.type
    check_may_be_ended(official, by=by, at=at)
    check_in_use(definition, at)
    check_goes_on(definition, at)
    ending = ending or definition.outcomes[0]
    if ending not in definition.outcomes:
        raise RuleBroken(_("Choose how it ends."), rule=rule_of(definition), status=400)
    if len(outcome) > OUTCOME_LENGTH:
        most = thousands(OUTCOME_LENGTH)
        raise RuleBroken(_("An outcome has at most {most} characters.").format(most=most), status=400)
    check_keepable(outcome)
    official.done = _steps(official, done)
    official.ended_at, official.ended_by, official.ending = at, by, ending
    official.outcome = outcome.strip()
    # Ended first, so that the comment that says so is no response.
    official.save(update_fields=["ended_at", "ended_by", "ending", "outcome", "done"])
    text = f"This {definition.name} is {ending}.\n\n{official.outcome}".strip()  # written down in English
    written = comment(post=official.post, by=by, at=at, text=text, confirmed=confirmed)
    official.ended_with, official.ended_at = written, written.at
    official.save(update_fields=["ended_with", "ended_at"])
    _keep(official, Kind.ENDED, by=by, at=written.at, words=ending)
    return official


@transaction.atomic
def report(
    *, post: Post, by: Player, at: datetime, done: Sequence[int], update: int | None = None
) -> OfficialPost:
    """Mark which steps of the ending action are done, and by which update of the gamestate.

    Raises RuleBroken for a post that is not ended, for anybody but who ended it, the emperor and admins, and for an
    update that is somebody else's or older than the end.
    """
    lock_game()
    by.refresh_from_db()
    official = _lock(post)
    check_may_report(official, by=by, emperor=emperor_at(at))
    official.done = _steps(official, done)
    official.update = None
    if update is not None:
        official.update = updates_for(official, by=by).filter(pk=update).first()
        if official.update is None:
            raise RuleBroken(_("Choose an update that you made when it ended, or later."), status=400)
    official.save(update_fields=["done", "update"])
    steps = {"done": len(official.done), "all": len(official.type.steps)}
    words = StoredMessage(gettext_noop("{done} of {all} steps"), **steps)
    if official.update is not None:
        words = StoredMessage(
            gettext_noop("{done} of {all} steps, Update {number}"), number=official.update.pk, **steps
        )
    _keep(official, Kind.REPORTED, by=by, at=at, words=words)
    return official


def updates_for(official: OfficialPost, *, by: Player) -> UpdateQuerySet:
    """The updates that may have carried out the ending action of an ended post: those of `by`, or of who ended it,
    newest first."""
    since = official.ended_at - BEFORE
    return Update.objects.filter(by__in={by.pk, official.ended_by_id}, at__gte=since).newest_first()


@transaction.atomic
def count(
    *, answer: OfficialResponse, valid: bool, by: Player, at: datetime, reason: str
) -> OfficialResponse:
    """Count a comment made while the post was open as a response, or stop counting it, with a reason.

    Raises RuleBroken for anybody but the post's author, the emperor and admins, and without a reason; Stale when it is
    so already.
    """
    lock_game()
    by.refresh_from_db()
    response = OfficialResponse.objects.select_related(
        "official__type", "official__post", "comment__author"
    ).get(pk=answer.pk)
    official, rule = response.official, rule_of(response.official.type)
    check_may_weigh(official, by=by, emperor=emperor_at(at))
    if not reason.strip() or len(reason) > REASON_LENGTH:
        sentence = _("Say why, in at most {most} characters.").format(most=REASON_LENGTH)
        raise RuleBroken(sentence, rule=rule, status=400)
    check_keepable(reason)
    if response.valid == valid:
        raise Stale(_("Somebody has decided this already."))
    response.valid, response.reason = valid, reason.strip()
    response.save(update_fields=["valid", "reason"])
    kind = Kind.COUNTED if valid else Kind.DISCOUNTED
    _keep(official, kind, by=by, at=at, words=response.reason, response=response)
    if by.pk != official.post.author_id and by.acts_as_admin:
        done = (
            gettext_noop("counted a comment by {name} as a response to “{title}”")
            if valid
            else gettext_noop("did not count a comment by {name} as a response to “{title}”")
        )
        log_act(
            by=by,
            at=at,
            act="count",
            sentence=StoredMessage(done, name=response.player, title=official.post.title),
            reason=response.reason,
            link=response.comment.get_absolute_url(),
        )
    return response


def _lock(post: Post) -> OfficialPost:
    typed_posts = OfficialPost.objects.select_for_update(of=("self",)).select_related("type", "post__author")
    try:
        return typed_posts.get(post=post.pk, post__removed_at__isnull=True)
    except OfficialPost.DoesNotExist:
        raise RuleBroken(_("Posts of this type are not ended."), status=404) from None


def _steps(official: OfficialPost, done: Sequence[int]) -> list[int]:
    known = range(len(official.type.steps))
    if not set(done) <= set(known):
        raise RuleBroken(_("The ending action does not have this step."), status=400)
    return sorted(set(done))


def _keep(
    official: OfficialPost,
    kind: str,
    *,
    by: Player,
    at: datetime,
    words: StoredMessage | str,
    response: OfficialResponse | None = None,
) -> None:
    OfficialAct.objects.create(official=official, kind=kind, at=at, by=by, words=words, response=response)
