"""One order of events: nothing is dated before what it follows."""

from datetime import datetime


def not_before(at: datetime, *earlier: datetime | None) -> datetime:
    """`at`, or the latest of the instants that it must not precede.

    A request reads the clock before it waits for a lock; what was written meanwhile may be dated later than the
    request, and what follows it must not be dated before it, or a vote could come silently late.
    """
    return max([at, *(instant for instant in earlier if instant is not None)])
