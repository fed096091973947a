"""Addresses of what has a number, or a name alone. A page names some hundreds of them, and Django looks for each among
all patterns."""

from functools import cache

from django.urls import get_script_prefix, reverse

_NUMBER = 7_000_000_001  # that nothing has


@cache
def _around(name: str) -> tuple[str, str]:
    before, _number, after = reverse(name, args=[_NUMBER]).partition(str(_NUMBER))
    return before, after


def address_named(name: str) -> str:
    """The address of that name, which takes nothing: `reverse(name)`. Raises NoReverseMatch."""
    return _named(name, get_script_prefix())


@cache
def _named(name: str, prefix: str) -> str:
    return reverse(name)


def address_of(name: str, number: int) -> str:
    """The address of that name, of which the number is all that it takes: `reverse(name, args=[number])`. Raises
    NoReverseMatch."""
    before, after = _around(name)
    return f"{before}{number}{after}"
