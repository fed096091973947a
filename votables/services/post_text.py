"""Putting sentences together, and telling what is written down for all in the language of the game."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeVar

from django.utils.translation import gettext as _

from blognomic.i18n.dynasty_words import in_the_games_language
from blognomic.web.errors import RuleBroken

T = TypeVar("T")


def either(names: Iterable[str]) -> str:
    """The names with "or" between them; "" for none."""
    names = list(names)
    return (
        reduce(lambda one, other: _("{one} or {other}").format(one=one, other=other), names) if names else ""
    )


def both(names: Iterable[str]) -> str:
    """The names with "and" between them; "" for none."""
    names = list(names)
    return (
        reduce(lambda one, other: _("{one} and {other}").format(one=one, other=other), names) if names else ""
    )


def written_down(make: Callable[[], T]) -> T:
    """What `make` answers, in the language of the game, since it is kept for all to read. When it refuses, whoever
    asked is told in their own; so it must change nothing."""
    try:
        with in_the_games_language():
            return make()
    except RuleBroken:
        return make()
