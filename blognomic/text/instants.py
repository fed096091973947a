"""Instants as people and other programs write them. Pure."""

import re
from datetime import UTC, datetime
from functools import lru_cache

NO_INSTANT = "must be an instant in UTC such as 2024-05-01T12:00:00Z"  # for programs, in English
_INSTANT = re.compile(
    r"\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|\+00:00)", flags=re.ASCII
)


@lru_cache(maxsize=8192)
def parse_instant(text: str) -> datetime:
    """An instant as RFC 3339 in UTC, ending in `Z` or `+00:00`, with at most six digits of fraction.

    Raises ValueError for any other text and for instants that do not exist, with what is wrong, as it stands behind the
    place: "at: must be an instant in UTC such as 2024-05-01T12:00:00Z".
    """
    if _INSTANT.fullmatch(text) is None:
        raise ValueError(NO_INSTANT)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"there is no such instant as {text}") from None  # for programs, in English


def format_instant(at: datetime) -> str:
    """The instant in the same form, ending in `Z`: no fraction for whole seconds, else six digits of it."""
    return f"{at.astimezone(UTC).replace(tzinfo=None).isoformat()}Z"
