"""A machine's clock may be wrong. The game's time does not go backwards all the same, or what was written while a clock
was ahead would be hidden until real time has caught up."""

import logging
import time
from datetime import datetime, timedelta

MOST = timedelta(days=1)
"""By how much the game is followed: what is dated later than that came from a file, or makes no sense."""
WORTH_SAYING = timedelta(seconds=5)
log = logging.getLogger(__name__)


class _LastSaid:
    at = float("-inf")  # of `monotonic`


def in_order(now: datetime, latest: datetime | None) -> datetime:
    """The instant (UTC) of a request: `now` by this machine's clock, or the `latest` at which anything happened in the
    game where that is later. A clock that is seconds behind the game is written to the log, once a minute."""
    if latest is None or latest <= now:
        return now
    behind = latest - now
    if behind > WORTH_SAYING and time.monotonic() - _LastSaid.at > 60:
        _LastSaid.at = time.monotonic()
        consequence = (
            "and the game's time goes on when it has caught up"
            if behind <= MOST
            else "which is too far to be followed"
        )
        log.error("The clock is %s behind the latest of the game, %s.", _told(behind), consequence)
    return latest if behind <= MOST else now


def forget() -> None:
    """Say it again the next time: for tests."""
    _LastSaid.at = float("-inf")


def _told(behind: timedelta) -> str:
    return str(timedelta(seconds=round(behind.total_seconds())))
