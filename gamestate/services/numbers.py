"""What changes the game's numbers."""

import re
from datetime import datetime
from decimal import Decimal

from django.db import transaction

from gamestate.models import Change
from players.errors import RuleBroken
from players.models import Player
from players.services import lock_game
from players.texts import check_keepable

NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
LARGEST = Decimal(10) ** 15


@transaction.atomic
def set_value(*, name: str, value: Decimal, by: Player, at: datetime, why: str = "") -> Change:
    """Let a player set a number of the game, which the log keeps with who and why.

    `name` is what formulas of the law call it: small letters, digits and underscores. Raises RuleBroken for
    somebody who is not in the roster, a name or number out of bounds, or a number below zero.
    """
    check_keepable(why)
    lock_game()
    by.refresh_from_db()
    if not by.is_playing:
        raise RuleBroken(
            "Only a player who is not idle may change the gamestate.", rule="Ruleset and Gamestate"
        )
    if not NAME.fullmatch(name):
        raise RuleBroken(
            "A name is made of small letters, digits and underscores and begins with a letter.", status=400
        )
    if not value.is_finite() or abs(value) > LARGEST:
        raise RuleBroken("That number is too large to be kept.", status=400)
    if value < 0:
        raise RuleBroken("A number of the gamestate cannot be below zero.", rule="Numbers and Variables")
    if value != round(value, 6):
        raise RuleBroken("At most six places after the point are kept.", status=400)
    return Change.objects.create(name=name, value=value, at=at, by=by, why=why)
