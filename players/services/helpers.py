"""Naming somebody who helps the emperor with orders, and letting them go. The roster's history says so."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.models import Helper, Player
from players.notices.telling import notify_helper
from players.permissions import check_may_lead_turns
from players.queries.helpers import helpers_at

from .roster import Cause, Kind, dismiss_helpers, lock_game, record

MOST = 5


@transaction.atomic
def name_helper(*, player: int, by: Player, at: datetime) -> Helper:
    """As emperor, have the player of that key help with orders: they read what is sent from now on, and mark it as
    carried out.

    Raises RuleBroken for anybody else, for who does not play or is the emperor, and for one too many; Stale for who
    helps already.
    """
    lock_game()
    check_may_lead_turns(by, at)
    person = Player.objects.filter(pk=player).first()
    if person is None or not person.is_playing or person.pk == by.pk:
        raise RuleBroken(_("Choose a player who is not idle, other than yourself."), status=400)
    helping = helpers_at(at)
    if any(one.player_id == person.pk for one in helping):
        raise Stale(_("{name} already helps the emperor.").format(name=person))
    if len(helping) >= MOST:
        raise RuleBroken(
            _("The emperor can have {most} helpers at most.").format(most=MOST), rule=SiteRule.DYNASTIES
        )
    Helper.objects.filter(player=person, until__isnull=True).update(until=at)  # of an emperor who was
    helper = Helper.objects.create(player=person, emperor=by, since=at)
    record(player=person, kind=Kind.HELPER, cause=Cause.REQUEST, at=at, by=by)
    notify_helper(person, by=by, at=at, helper=helper.pk)
    return helper


@transaction.atomic
def dismiss(*, player: int, by: Player, at: datetime) -> None:
    """As emperor, let the player of that key help no longer. Helpers end their own help.

    Raises RuleBroken for anybody else, Stale when they do not help.
    """
    lock_game()
    if player != by.pk:
        check_may_lead_turns(by, at)
    person = Player.objects.filter(pk=player).first()
    if person is None or not dismiss_helpers(only=person, at=at, by=by, cause=Cause.REQUEST):
        raise Stale(_("They no longer help the emperor."))
