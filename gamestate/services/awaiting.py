"""Asking to be told when one can take an action, and asking no longer. The worker tells it (`gamestate.notices`)."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from gamestate.models import Awaited, LimitedAction
from gamestate.permissions import check_live, check_may_act, check_takeable
from gamestate.queries.acting import actions_for
from players.models import Player


@transaction.atomic
def await_action(*, action: LimitedAction, by: Player, at: datetime) -> Awaited:
    """Get one notice when you can take the action. Asking again changes nothing.

    Raises RuleBroken for who takes no actions, where they can take it at `at` (UTC), and where it happens by itself;
    Stale where it is retired.
    """
    check_may_act(by, at)
    check_live(action)
    shown = next((one for one in actions_for(by, at=at) if one.action.pk == action.pk), None)
    if shown is None:
        check_takeable(action)
    elif shown.may_be_taken:
        raise RuleBroken(
            _("You can take {action} now.").format(action=action.name), rule=SiteRule.GAMESTATE, status=409
        )
    awaited, _is_new = Awaited.objects.get_or_create(player=by, action=action, defaults={"since": at})
    return awaited


def stop_awaiting(*, action: LimitedAction, by: Player, at: datetime) -> None:
    """Get no notice of the action. Nothing happens where you had not asked for one."""
    Awaited.objects.filter(player=by, action=action).delete()
