"""Instants as people and other programs write them. Pure."""

import re
from datetime import UTC, datetime

_INSTANT = re.compile(
    r"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|\+00:00)", flags=re.ASCII
)


def parse_instant(text: str) -> datetime:
    """An instant as RFC 3339 in UTC, ending in `Z` or `+00:00`. Raises ValueError, with a sentence, for other texts."""
    if _INSTANT.fullmatch(text) is None:
        sentence = "An instant is written in UTC, such as 2024-05-01T12:00:00Z."  # for programs, in English
        raise ValueError(sentence)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"There is no such instant as {text}.") from None  # for programs, in English


def format_instant(at: datetime) -> str:
    """The instant in the same form, ending in `Z`."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat()}Z"
