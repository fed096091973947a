"""What the tracker does when a new dynasty begins: what the old one tracked is retired, and stays readable."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from gamestate.leave import ASKED, Act, LeaveGiver
from gamestate.models import LimitedAction, Update
from gamestate.queries.acting import move_of
from gamestate.queries.snapshot import state_now
from gamestate.services.performing import go_without
from gamestate.services.setting_off import settle_clock
from gamestate.services.shuffling import secret_of_dynasty
from gamestate.services.updating import enact
from gamestate.values.coming import retiring
from players.models import Player


@transaction.atomic
def retire_all(
    *,
    leave: LeaveGiver,
    by: Player,
    at: datetime,
    comment: str,
    link: str = "",
    keep: Collection[str] = (),
    keep_actions: Collection[str] = (),
) -> Update | None:
    """Retire all variables, tables and pages but those whose keys are in `keep`, by one update, and all limited actions
    but those in `keep_actions`; None when nothing is tracked. What was asked of players goes on as without an answer
    first, so that what an offer held back is there again. A kept variable keeps the table that it refers to.
    Undoing the update lets the actions be taken again. Must run with the game locked."""
    leave.check(Act.DYNASTIC, by=by, at=at)
    ending = LimitedAction.objects.filter(retired_at__isnull=True).exclude(key__in=keep_actions)
    for action in ending.order_by("pk"):
        go_without(action, leave=ASKED, at=at)
    state = state_now(pages=True)
    made = enact(
        leave=ASKED,
        steps=retiring(state, keep),
        by=by,
        at=at,
        comment=comment,
        link=link,
        kind=Update.Kind.DYNASTY,
        state=state,
    )
    ending.update(retired_at=at, retired_by=made)
    seal_ahead(leave=ASKED, by=by, at=at)
    settle_clock()
    return made


def seal_ahead(*, leave: LeaveGiver, by: Player, at: datetime) -> None:
    """Publish the hash of the secret of the dynasty that begins at `at` (UTC) where moves go on in it that not
    everybody sees: else it would tell when somebody first makes one. Must run with the game locked."""
    leave.check(Act.DYNASTIC, by=by, at=at)
    live = LimitedAction.objects.filter(retired_at__isnull=True)
    if any(move_of(action).is_kept for action in live):
        secret_of_dynasty(at)
