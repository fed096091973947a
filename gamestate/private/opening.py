"""When sealed orders are opened. Pure.

Opened at an instant, they are open from it on, whoever looks or does not. Opened when all are in, it takes an order
of every player who is waited for; who is idle or has left is not waited for as long as they are out, and what they
handed in before counts. Without a single order nothing is opened early.
"""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import Protocol

AT, ALL, EITHER = "at", "all", "either"


class Call(Protocol):
    """A call for sealed orders: how it opens (`at`, `all`, `either`), and what has come of it (UTC)."""

    opening: str
    opens_at: datetime | None
    opened_at: datetime | None
    called_off_at: datetime | None


def opened(call: Call, at: datetime) -> datetime | None:
    """Since when the orders have been open at `at`, or None while they are sealed, or for ever if called off."""
    if call.called_off_at is not None:
        return None
    instants = [call.opened_at, call.opens_at if call.opening != ALL else None]
    return min((instant for instant in instants if instant is not None and instant <= at), default=None)


def is_sealed(call: Call, at: datetime) -> bool:
    """Whether orders may still be handed in and replaced at `at`."""
    return call.called_off_at is None and opened(call, at) is None


def waiting_for(awaited: Iterable[int], *, handed_in: Collection[int], playing: Collection[int]) -> list[int]:
    """Those of the awaited players whose orders are still to come: they play, and have handed in none."""
    return [player for player in awaited if player in playing and player not in handed_in]


def is_complete(awaited: Iterable[int], *, handed_in: Collection[int], playing: Collection[int]) -> bool:
    """Whether all orders are in: at least one, and nobody is waited for any more."""
    return bool(handed_in) and not waiting_for(awaited, handed_in=handed_in, playing=playing)
