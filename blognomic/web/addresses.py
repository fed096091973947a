"""Addresses of what has a number. A page names some hundreds of them, and Django looks for each among all patterns."""

from functools import cache

from django.urls import reverse

_NUMBER = 7_000_000_001  # that nothing has


@cache
def _around(name: str) -> tuple[str, str]:
    before, _number, after = reverse(name, args=[_NUMBER]).partition(str(_NUMBER))
    return before, after


def address_of(name: str, number: int) -> str:
    """The address of that name, of which the number is all that it takes: `reverse(name, args=[number])`. Raises
    NoReverseMatch."""
    before, after = _around(name)
    return f"{before}{number}{after}"
