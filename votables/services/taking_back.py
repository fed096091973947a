"""Taking back what was done to the roster by mistake: by one click for a while, and later against the rules, with a
reason, as a resolution is overturned.

Nothing is taken out of the history: another event puts the player back to where they stood. What was decided in between
on that roster stays decided.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken, Stale
from players.models import Player, RosterEvent
from players.queries.roster import ACTED, last_of_their_sort
from players.services import roster as record_keeper
from players.services.roster import Cause, Kind, log_act
from votables.changes.registry import kind_of
from votables.judge import Leave
from votables.judge import roster as law_of_roster
from votables.judge.posting import YES, no
from votables.models import Post
from votables.permissions import refuse_unless
from votables.permissions.roster import check_is_not_barred
from votables.queries.admin_desk import CLICK
from votables.services.last_admin import refuse_last_admin
from votables.services.resolving import check_reason
from votables.services.roster import begin


@dataclass(frozen=True, slots=True)
class ActReversal:
    """How an act is taken back: the event that does it, and what the log says of it."""

    kind: str
    sentence: str


REVERSALS = {
    Kind.JOINED: ActReversal(Kind.LEFT, gettext_noop("took back that {name} joined the game")),
    Kind.LEFT: ActReversal(Kind.JOINED, gettext_noop("took back that {name} left the game")),
    Kind.IDLED: ActReversal(Kind.UNIDLED, gettext_noop("took back that {name} went idle")),
    Kind.UNIDLED: ActReversal(Kind.IDLED, gettext_noop("took back that {name} came back from idle")),
    Kind.ADMIN: ActReversal(Kind.NOT_ADMIN, gettext_noop("took back that {name} became an admin")),
    Kind.NOT_ADMIN: ActReversal(Kind.ADMIN, gettext_noop("took back that {name} stopped being an admin")),
}
GOING = frozenset({Kind.LEFT, Kind.IDLED, Kind.NOT_ADMIN})


def is_fresh(event: RosterEvent, at: datetime) -> bool:
    """Whether it was done so lately that a click takes it back."""
    return at - event.at <= CLICK


def check(event: RosterEvent) -> None:
    """Raise RuleBroken for an event that is not taken back by itself: one that an enacted matter brought about by its
    changes, the founding, what came from a record or from the host. One query at most."""
    if event.kind not in REVERSALS or event.cause not in ACTED:
        raise RuleBroken(_("This cannot be taken back on its own."), status=409)
    if event.cause == Cause.MATTER and _comes_with_a_matter(event):
        raise RuleBroken(
            _("An enacted matter did this. Correct its status to undo it."),
            status=409,
        )


@transaction.atomic
def take_back(*, event: RosterEvent, by: Player, at: datetime, reason: str = "") -> RosterEvent:
    """Put a player back to where they stood before `event`, their last of its sort, with an event of now.

    For an hour this takes no reason. Later, or while the roster does not change, it is against the rules: that takes a
    reason, in public, and the log marks it. Values that are tracked stay as they are.

    Raises RuleBroken for anybody but an admin, for what `check` refuses, without a reason where it takes one, for
    somebody who is barred by now, and where nobody would be left who can act as an admin; Stale when something else has
    happened to the player since.
    """
    reason = check_reason(reason) if reason.strip() else ""
    docket, player, at = begin(at, by, event.player)
    event = RosterEvent.objects.get(pk=event.pk)
    check(event)
    if event.pk not in last_of_their_sort([event]):
        raise Stale(_("Something else has happened to {name} since.").format(name=player))
    if not reason:
        refuse_unless(_in_time(event, at=at, rule=docket.law.words.players))
        stops = docket.verdict.standstill
        refuse_unless(
            law_of_roster.while_standing(law=docket.law, standstill=stops, act="roster", at=docket.at)
        )
    if event.kind == Kind.LEFT:
        check_is_not_barred(player, law=docket.law, at=at)
    reversal = REVERSALS[event.kind]
    if reversal.kind in GOING:
        refuse_last_admin(player, law=docket.law, idling=reversal.kind == Kind.IDLED)
    made = record_keeper.record(
        player=player,
        kind=reversal.kind,
        cause=Cause.CORRECTION,
        at=at,
        by=by,
        why=reason or StoredMessage(gettext_noop("done by mistake")),
        link=event.link,
        standing=_standing_before(event),
    )
    log_act(
        by=by,
        at=at,
        act="take_back",
        sentence=StoredMessage(reversal.sentence, name=player),
        reason=reason,
        link=event.link,
        against_verdict=bool(reason),
    )
    return made


def _in_time(event: RosterEvent, *, at: datetime, rule: str) -> Leave:
    if is_fresh(event, at):
        return YES
    return no(
        _("That was more than an hour ago. Say why you take it back: everyone can see the reason."), rule
    )


def _standing_before(event: RosterEvent) -> str | None:
    """Where somebody stood whose joining or leaving is taken back; None where the event itself says where it leads."""
    if event.kind not in (Kind.JOINED, Kind.LEFT):
        return None
    before = RosterEvent.objects.before(event).first()
    return before.standing if before is not None else "guest"


def _comes_with_a_matter(event: RosterEvent) -> bool:
    """Whether the matter that an event follows from carries changes of the roster."""
    key = event.link.strip("/").rpartition("/")[2]
    post = Post.objects.filter(pk=int(key)).only("changes").first() if key.isdecimal() else None
    kinds = [kind_of(change.get("op")) for change in post.changes] if post is not None else []
    return any(kind.changes_roster for kind in kinds if kind is not None)
