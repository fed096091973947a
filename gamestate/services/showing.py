"""The emperor shows a hidden variable to a player, and stops showing it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken, Stale
from gamestate.leave import Act, LeaveGiver
from gamestate.models import Showing, Variable
from gamestate.permissions import check_may_be_shown, check_may_show
from gamestate.queries.snapshot import plain_variable
from gamestate.values.definitions import OF_THE_EMPEROR
from players.models import Player, Topic
from players.services.roster import lock_game


@transaction.atomic
def show(*, leave: LeaveGiver, variable: Variable, to: Player, by: Player, at: datetime) -> Showing:
    """As emperor, show a hidden variable to a player from now on, with its past in this dynasty.

    Raises RuleBroken for anybody but the emperor, a variable that everybody sees or that is tracked no more, somebody
    who is no player, and the emperor; Stale when it is shown to them already.
    """
    lock_game(Topic.VALUES, Topic.REST)
    leave.check(Act.RECORD, by=by, at=at)
    variable.refresh_from_db()
    check_may_show(by, at)
    if variable.retired_at is not None:
        raise RuleBroken(_("This is no longer tracked."), status=409)
    if plain_variable(variable).definition.audience == "all":
        raise RuleBroken(_("Everybody already sees this."), status=400)
    if plain_variable(variable).definition.audience not in OF_THE_EMPEROR:
        raise RuleBroken(_("The rules keep this from the emperor, too."), status=409)
    check_may_be_shown(to)
    if to.pk == by.pk:
        raise RuleBroken(_("You already see it."), status=400)
    before = Showing.objects.filter(variable=variable, to=to)
    if before.in_hand(at).exists():
        raise Stale(_("{name} already sees it.").format(name=to.name))
    before.filter(until__isnull=True).update(until=at)  # that of an earlier dynasty, which has ended with it
    return Showing.objects.create(variable=variable, to=to, by=by, since=at)


@transaction.atomic
def stop_showing(*, leave: LeaveGiver, shown: Showing, by: Player, at: datetime) -> Showing:
    """As emperor, stop showing a variable to a player. Raises RuleBroken for others, Stale when it has ended."""
    lock_game(Topic.VALUES, Topic.REST)
    leave.check(Act.RECORD, by=by, at=at)
    showing = Showing.objects.select_for_update().get(pk=shown.pk)
    check_may_show(by, at)
    if not Showing.objects.in_hand(at).filter(pk=showing.pk).exists():
        raise Stale(_("They no longer see it."))
    showing.until = max(at, showing.since)
    showing.save(update_fields=["until"])
    return showing
