"""Changing the game's numbers, as far as the game's standstills leave room for it."""

from datetime import datetime
from decimal import Decimal

from django.db import transaction

from gamestate.models import Change
from gamestate.services import set_value
from players.models import Player
from players.services import lock_game
from votables.docket import docket
from votables.judge.roster import while_standing
from votables.services.posting import refuse_unless


@transaction.atomic
def change_number(
    *, name: str, value: Decimal, by: Player, at: datetime, why: str = "", correction: bool = False
) -> Change:
    """Set a number of the game as a dynastic action, or as a `correction` of what the tracker shows.

    Raises RuleBroken as `set_value` does, and for a dynastic action while the game stands still; correcting the
    representation of the gamestate is no such action.
    """
    lock_game()
    if not correction:
        held = docket(at)
        refuse_unless(while_standing(law=held.law, standstill=held.verdict.standstill, act="dynastic"))
    return set_value(name=name, value=value, by=by, at=at, why=why)
