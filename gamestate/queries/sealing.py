"""What pages read of sealed orders. What is sealed leaves this module for its author alone."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from django.db.models import Count, QuerySet

from gamestate.models import Sealing
from gamestate.private.hashing import hashed_text
from gamestate.private.opening import opened, waiting_for
from players.models import Player


@dataclass(frozen=True, slots=True)
class OrderShown:
    """An order. What it says is sealed until it is opened, but to its author.

    `text`, `salt` and `hashed` are None for a viewer to whom it is sealed.
    """

    at: datetime
    hash: str
    counts: Annotated[bool, "Whether it counts: it is the player's last."]
    text: str | None = None
    salt: str | None = None
    hashed: str | None = None


@dataclass(slots=True)
class AwaitedPlayer:
    """Whose order is asked for."""

    player: Player
    orders: Annotated[list[OrderShown], "Their orders, the newest first."] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call for orders as one viewer sees it at an instant.

    `opened`: since when it is open; `waiting`: whose orders are still to come; `silent`: who else handed in none;
    `own`: the viewer's seat if an order of theirs is asked for.
    """

    sealing: Sealing
    opened: datetime | None
    is_sealed: bool
    seats: list[AwaitedPlayer]
    waiting: list[Player]
    silent: list[Player]
    own: AwaitedPlayer | None


def calls() -> QuerySet[Sealing]:
    """All calls for orders, newest first, with `number`: how many players have handed in. It reads no order."""
    return (
        Sealing.objects.select_related("by")
        .annotate(number=Count("orders__player", distinct=True))
        .order_by("-made_at", "-pk")
    )


def call_for(sealing: Sealing, viewer: Player | None, *, at: datetime) -> CallShown:
    """A call for orders with everybody's, as `viewer` sees them at `at` (UTC). Two queries."""
    since = opened(sealing, at)
    players = Player.objects.in_bulk(sealing.awaited)
    seats = {key: AwaitedPlayer(players[key]) for key in sealing.awaited if key in players}
    for order in sealing.orders.order_by("-at", "-pk"):
        seat = seats[order.player_id]
        shown = since is not None or viewer is not None and viewer.pk == order.player_id
        seat.orders.append(
            OrderShown(
                at=order.at,
                hash=order.hash,
                counts=not seat.orders,
                text=order.text if shown else None,
                salt=order.salt if shown else None,
                hashed=hashed_text(order.text, order.salt) if shown else None,
            )
        )
    is_sealed = since is None and sealing.called_off_at is None
    handed_in = {key for key, seat in seats.items() if seat.orders}
    playing = {key for key, player in players.items() if player.is_playing}
    waiting = waiting_for(seats, handed_in=handed_in, playing=playing) if is_sealed else []
    return CallShown(
        sealing=sealing,
        opened=since,
        is_sealed=is_sealed,
        seats=list(seats.values()),
        waiting=[players[key] for key in waiting],
        silent=[players[key] for key in seats if key not in handed_in and key not in waiting],
        own=seats.get(viewer.pk) if viewer is not None else None,
    )
