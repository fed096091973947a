"""When to try again, and when the daily digest goes."""

from datetime import datetime, timedelta

# After the first failure, the second, and so on: a minute to a day. After the last, the sending is given up.
DELAYS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
    timedelta(days=1),
)


def next_try(failures: int, at: datetime) -> datetime | None:
    """When to try again after so many failures (1 or more), the last of them at `at` (UTC); None: not any more."""
    return at + DELAYS[failures - 1] if failures <= len(DELAYS) else None


def next_digest(at: datetime, hour: int) -> datetime:
    """The first instant after `at` (UTC) that is the beginning of the hour (0 to 23, UTC)."""
    today = at.replace(hour=hour, minute=0, second=0, microsecond=0)
    return today if today > at else today + timedelta(days=1)


def after_quiet(at: datetime, begins: int | None, ends: int | None) -> datetime:
    """`at` (UTC), or the end of the quiet hours in which it lies: from the beginning of one hour to that of another (0
    to 23, UTC), over midnight where the second is the smaller. None: there are none."""
    if begins is None or ends is None or begins == ends:
        return at
    is_quiet = begins <= at.hour < ends if begins < ends else at.hour >= begins or at.hour < ends
    return next_digest(at, ends) if is_quiet else at
