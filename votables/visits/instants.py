"""Instants of written queries, which each database gives in its own way."""

from datetime import UTC, datetime


def instant_of(value: datetime | str | None) -> datetime | None:
    """The instant (UTC) that a raw query found: SQLite knows none, and gives its text."""
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value
