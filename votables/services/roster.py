"""Admitting, idling, bringing back: what admins do to the roster, as the law in force allows.

The mechanics stand in `players.services.roster`; here the law is asked, because what people asked for stands in posts
and comments.
"""

from collections.abc import Callable, Container, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.web.errors import RuleBroken, Stale
from gamestate.leave import ROSTER_CHANGE
from gamestate.services import roster as tracked
from gamestate.services import sealing
from players.models import Player, Reign, RosterEvent, Standing
from players.names import check_name_form
from players.services import roster as record_keeper
from players.services.roster import Cause, Kind, lock_game, log_act
from ruleset.law import Law
from ruleset.queries import law_in_force
from votables.judge import roster as law_of_roster
from votables.models import Asks, Category, Post, Status
from votables.permissions import refuse_unless
from votables.permissions.roster import check_is_not_barred, check_may_change_roster
from votables.queries.admin_desk import AdminRequest, idlings, last_signs, requests
from votables.queries.judge_facts import Docket, docket_at
from votables.queries.matter_kinds import label_in_words
from votables.services.commenting import comment
from votables.services.dating import not_before
from votables.services.last_admin import refuse_last_admin
from votables.services.posting import publish
from votables.services.resolving import check_reason

from . import notices, roster_changes
from .post_text import either


def begin(at: datetime, by: Player, player: Player) -> tuple[Docket, Player, datetime]:
    """Lock the game, see who acts on whom, and say from when on. Raises RuleBroken for somebody who is no admin."""
    lock_game()
    by.refresh_from_db()
    check_may_change_roster(by, at)
    player = Player.objects.get(pk=player.pk)
    at = not_before(at, RosterEvent.objects.aggregate(at=Max("at"))["at"])
    return docket_at(at), player, at


def _refuse_while_standing(docket: Docket, *acts: str) -> None:
    """Raise RuleBroken while the game stands still so that one of the acts may not be done."""
    for act in acts:
        refuse_unless(
            law_of_roster.while_standing(
                law=docket.law, standstill=docket.verdict.standstill, act=act, at=docket.at
            )
        )


def asked(player: Player, asks: str, at: datetime, *, where: Container[str]) -> list[AdminRequest]:
    """When `player` asked for `asks` since they stand as they do, newest first, in the places that the law lets them
    ask in. One query."""
    return [
        request
        for request in requests([player], at=at).get(player.pk, [])
        if request.asks == asks and request.where in where
    ]


@transaction.atomic
def admit(*, player: Player, by: Player, at: datetime) -> RosterEvent:
    """Make somebody who asked to join a player, from this moment on.

    Raises RuleBroken when they are barred, have not asked in a post, left too lately, have a name that the law does not
    allow, or the roster does not change now.
    """
    docket, player, at = begin(at, by, player)
    if player.is_player:
        raise Stale(_("{name} is already a player.").format(name=player))
    check_is_not_barred(player, law=docket.law, at=at)
    joining = asked(player, Asks.JOIN, at, where={"post"})
    if not joining:
        raise RuleBroken(
            _("{name} has not asked to join in a post.").format(name=player), rule=docket.law.words.players
        )
    left = player.standing_since if player.standing == Standing.LEFT else None
    refuse_unless(law_of_roster.may_rejoin(law=docket.law, at=at, left=left))
    refuse_unless(law_of_roster.check_name(player.name, law=docket.law))
    _refuse_while_standing(docket, "join", "roster")
    event = record_keeper.record(
        player=player,
        kind=Kind.JOINED,
        cause=Cause.REQUEST,
        at=at,
        by=by,
        why=StoredMessage(gettext_noop("asked to join")),
        link=joining[0].link,
    )
    tracked.joined(leave=ROSTER_CHANGE, player=player, by=by, at=at, link=event.link)
    sentence = StoredMessage(gettext_noop("admitted {name} to the game"), name=player)
    log_act(by=by, at=at, act="admit", sentence=sentence, link=event.link)
    notices.answered(player, at=at)
    notices.admitted(player, by=by, at=at)
    return event


@transaction.atomic
def idle(*, player: Player, by: Player, at: datetime, inactive: bool = False) -> RosterEvent:
    """Idle somebody: on their request, for inactivity (announced in a post that is written here), or, an admin,
    oneself. Raises RuleBroken when the law does not allow it now."""
    docket, player, at = begin(at, by, player)
    _refuse_while_standing(docket, "roster")
    if not player.is_playing:
        raise Stale(_("{name} is not an active player.").format(name=player))
    cause, why, announce = Cause.REQUEST, StoredMessage(gettext_noop("asked to be idled")), ""
    words = f"@{player} is idle now."  # posts are written in English
    requests = asked(player, Asks.IDLE, at, where=docket.law.roster.idling.where)
    if inactive:
        last = last_signs([player], law=docket.law, at=at)[player.pk]
        refuse_unless(law_of_roster.may_idle_for_inactivity(law=docket.law, at=at, last_sign=last))
        cause = Cause.INACTIVITY
        why = StoredMessage(gettext_noop("no sign of life since {instant}"), instant=last)
        announce = docket.law.roster.inactivity.announce
        words = (
            f"@{player} has given no sign of life for too long and is now idle."  # in English
            " Quorum changes with it."
        )
    elif player == by:
        refuse_unless(law_of_roster.may_idle_oneself(law=docket.law))
        cause, why = Cause.SELF, StoredMessage(gettext_noop("an admin can idle themselves"))
        announce = "post" if docket.law.roster.admins_announce else ""
    else:
        refuse_unless(law_of_roster.may_idle_on_request(law=docket.law, at=at, requests=requests))
        announce = docket.law.roster.idling.announce
    refuse_last_admin(player, law=docket.law, idling=True, oneself=cause == Cause.SELF)
    link = requests[0].link if requests and not inactive else ""
    link = _announce(announce, words, by=by, at=at, player=player, requests=requests) or link
    event = record_keeper.record(
        player=player, kind=Kind.IDLED, cause=cause, at=at, by=by, why=why, link=link
    )
    sealing.roster_changed(leave=ROSTER_CHANGE, at=at)
    tracked.went(leave=ROSTER_CHANGE, player=player, at=at)
    sentence = StoredMessage(gettext_noop("idled {name}: {why}"), name=player, why=why)
    log_act(by=by, at=at, act="idle", sentence=sentence, link=link)
    notices.answered(player, at=at)
    return event


def _announce(
    how: str, words: str, *, by: Player, at: datetime, player: Player, requests: list[AdminRequest]
) -> str:
    """Announce a change of the roster as the law asks of the admin: in a comment on the request, or in a post (also
    where the request stands on a matter that is closed by now). Answers the path of it, "" where none is asked for."""
    if not how:
        return ""
    if how == "comment" and requests:
        post = Post.objects.get(pk=requests[0].post)
        if not post.is_matter or post.is_pending:
            return comment(post=post, by=by, at=at, text=words).get_absolute_url()
    return publish(
        by=by, at=at, category=Category.NONE, title=f"Roster: {player}", body=words
    ).get_absolute_url()


@transaction.atomic
def unidle(*, player: Player, by: Player, at: datetime) -> RosterEvent:
    """Bring somebody back who asked, or, an idle admin, oneself. Raises RuleBroken when the law does not allow it."""
    docket, player, at = begin(at, by, player)
    if not player.is_idle:
        raise Stale(_("{name} is not idle.").format(name=player))
    idled_at = player.standing_since or at
    _refuse_while_standing(docket, "unidle", "roster")
    idling = idlings([player], at=at).get(player.pk)
    requests = asked(player, Asks.UNIDLE, at, where=docket.law.roster.unidling.where)
    announce = ""
    words = f"@{player} is back from idle. Quorum changes with it."  # posts are written in English
    if player == by:
        refuse_unless(law_of_roster.may_unidle_oneself(law=docket.law, at=at, idling=idling))
        cause, why = Cause.SELF, StoredMessage(gettext_noop("an admin can bring themselves back"))
    else:
        refuse_unless(
            law_of_roster.may_unidle_on_request(law=docket.law, at=at, requests=requests, idling=idling)
        )
        cause, announce = Cause.REQUEST, docket.law.roster.unidling.announce
        why = StoredMessage(gettext_noop("asked to be unidled"))
    link = requests[0].link if requests else ""
    link = _announce(announce, words, by=by, at=at, player=player, requests=requests) or link
    event = record_keeper.record(
        player=player, kind=Kind.UNIDLED, cause=cause, at=at, by=by, why=why, link=link
    )
    tracked.returned(leave=ROSTER_CHANGE, player=player, idled_at=idled_at, by=by, at=at, link=link)
    sentence = StoredMessage(gettext_noop("brought {name} back from idle: {why}"), name=player, why=why)
    log_act(by=by, at=at, act="unidle", sentence=sentence, link=link)
    notices.answered(player, at=at)
    return event


@transaction.atomic
def let_leave(*, player: Player, by: Player, at: datetime) -> RosterEvent:
    """Take somebody who asked for it off the roster for good. Raises RuleBroken when they have not, or may not."""
    docket, player, at = begin(at, by, player)
    if not player.is_player:
        raise Stale(_("{name} is not a player.").format(name=player))
    refuse_unless(law_of_roster.may_leave(law=docket.law))
    _refuse_while_standing(docket, "roster")
    leaving = asked(player, Asks.LEAVE, at, where={"post", "comment"})
    if not leaving:
        raise RuleBroken(
            _("{name} has not asked to leave.").format(name=player), rule=docket.law.words.players
        )
    refuse_last_admin(player, law=docket.law)
    link, why = leaving[0].link, StoredMessage(gettext_noop("asked to leave"))
    event = record_keeper.record(
        player=player, kind=Kind.LEFT, cause=Cause.REQUEST, at=at, by=by, why=why, link=link
    )
    sealing.roster_changed(leave=ROSTER_CHANGE, at=at)
    tracked.went(leave=ROSTER_CHANGE, player=player, at=at)
    sentence = StoredMessage(gettext_noop("took {name} off the roster: {why}"), name=player, why=why)
    log_act(by=by, at=at, act="leave", sentence=sentence, link=link)
    notices.answered(player, at=at)
    return event


def _check_matter(matter: Post, kinds: frozenset[str], law: Law) -> None:
    """Refuse a matter that is not enacted, or of a kind that cannot do this: the rule on players says which can."""
    if matter.status != Status.ENACTED or matter.category not in kinds:
        names = either(label_in_words(law.kinds[kind]) for kind in sorted(kinds) if kind in law.kinds)
        sentence = (
            _("Only an enacted {kinds} can do that.") if names else _("Only an enacted matter can do that.")
        )
        raise RuleBroken(sentence.format(kinds=names), rule=law.words.players)


def _matter_act(matter: Post, by: Player, at: datetime, reason: str) -> roster_changes.MatterAct:
    return roster_changes.MatterAct(by=by, at=at, why=reason, link=matter.get_absolute_url())


@transaction.atomic
def rename(*, player: Player, name: str, matter: Post, by: Player, at: datetime, reason: str) -> RosterEvent:
    """Carry out an enacted matter that gives a player another name. Raises RuleBroken as the law on names says."""
    reason = check_reason(reason)
    docket, player, at = begin(at, by, player)
    _check_matter(matter, docket.law.roster.rename, docket.law)
    name = name.strip()
    check_name_form(name)
    refuse_unless(law_of_roster.check_name(name, law=docket.law))
    return roster_changes.rename(player, name, _matter_act(matter, by, at, reason))


@transaction.atomic
def make_admin(*, player: Player, matter: Post, by: Player, at: datetime, reason: str) -> RosterEvent:
    """Carry out an enacted matter that makes a player an admin."""
    reason = check_reason(reason)
    docket, player, at = begin(at, by, player)
    _check_matter(matter, docket.law.roster.make_admin, docket.law)
    return roster_changes.make_admin(player, _matter_act(matter, by, at, reason))


@transaction.atomic
def make_admin_as_host(*, player: Player, at: datetime, why: str) -> RosterEvent:
    """Let the host of the site make a player an admin, when nobody in the game can: the last resort, logged in public
    in the player's name. One who is idle, and could do nothing so, is brought back.

    Raises RuleBroken for somebody who does not play and without a reason, Stale for an admin who can act.
    """
    why = check_reason(why)
    lock_game()
    player = Player.objects.get(pk=player.pk)
    at = not_before(at, RosterEvent.objects.aggregate(at=Max("at"))["at"])
    law = law_in_force(at)
    if not player.is_player:
        raise RuleBroken(_("{name} is not a player.").format(name=player), rule=law.words.players, status=400)
    themselves = [law_of_roster.Admin(player.name, player.is_idle)]
    helpless = not law_of_roster.may_all_be_idle(law=law, admins=themselves).allowed
    facts = {"cause": Cause.HOST, "at": at, "by": None, "why": why}
    if not (player.is_admin and helpless):
        event = record_keeper.record(player=player, kind=Kind.ADMIN, **facts)
        sentence = StoredMessage(gettext_noop("was made an admin by the host of the site"))
        log_act(by=player, at=at, act="make_admin", sentence=sentence, reason=why)
    if helpless:
        idled_at = player.standing_since or at
        event = record_keeper.record(player=player, kind=Kind.UNIDLED, **facts)
        tracked.returned(leave=ROSTER_CHANGE, player=player, idled_at=idled_at, by=None, at=at)
        sentence = StoredMessage(gettext_noop("was brought back from idle by the host of the site"))
        log_act(by=player, at=at, act="unidle", sentence=sentence, reason=why)
    return event


@transaction.atomic
def unmake_admin(*, player: Player, matter: Post, by: Player, at: datetime, reason: str) -> RosterEvent:
    """Carry out an enacted matter that takes the office of admin from a player."""
    reason = check_reason(reason)
    docket, player, at = begin(at, by, player)
    _check_matter(matter, docket.law.roster.unmake_admin, docket.law)
    return roster_changes.unmake_admin(player, _matter_act(matter, by, at, reason))


@transaction.atomic
def resign(*, by: Player, at: datetime) -> RosterEvent:
    """Stop being an admin. Not possible for the last admin who can act, or while the game stands still for the rule on
    players."""
    docket, player, at = begin(at, by, by)
    _refuse_while_standing(docket, "roster")
    refuse_last_admin(player, law=docket.law, oneself=True)
    why = StoredMessage(gettext_noop("resigned"))
    event = record_keeper.record(player=player, kind=Kind.NOT_ADMIN, cause=Cause.SELF, at=at, by=by, why=why)
    log_act(by=by, at=at, act="resign", sentence=StoredMessage(gettext_noop("resigned as an admin")))
    return event


@transaction.atomic
def set_emperor(*, player: Player | None, matter: Post, by: Player, at: datetime, reason: str) -> None:
    """Carry out an enacted matter that changes the emperor, or leaves the dynasty without one."""
    reason = check_reason(reason)
    docket, _by, at = begin(at, by, by)
    _check_matter(matter, frozenset({Category.PROPOSAL.value, Category.CFJ.value}), docket.law)
    if player is not None and not player.is_player:
        raise RuleBroken(
            _("{name} is not a player.").format(name=player), rule=docket.law.words.players, status=400
        )
    if Reign.objects.filter(since__gt=at).exists():
        raise RuleBroken(_("A later reign is already recorded."), status=409)
    roster_changes.set_emperor(player, _matter_act(matter, by, at, reason))


BY_MATTER: Mapping[str, Callable[..., Any]] = {
    "rename": rename,
    "make-admin": make_admin,
    "unmake-admin": unmake_admin,
    "emperor": set_emperor,
}
"""What an admin does because an enacted matter says so. Each takes the `matter`; `rename` the new `name`, too."""
