"""When the seed of a day is for everybody to see."""

from datetime import UTC, date, datetime, time, timedelta

MARGIN = timedelta(minutes=10)
"""A seed is shown so long after the end of its day: what is still being written then must not find it open."""


def revealed_at(day: date) -> datetime:
    """When the seed of a UTC day is for everybody to see."""
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=UTC) + MARGIN


def is_revealed(day: date, *, at: datetime) -> bool:
    """Whether everybody may see the seed of `day` at `at`."""
    return at >= revealed_at(day)
