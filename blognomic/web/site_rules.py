"""The rules that the site follows under every law, by what they are about: what each is called, the law in force says
(`[rules.names]` of its document), and no code. A refusal names one of them, and has its name from then on.

So an app at the bottom, which knows no law, names the rule of what it refuses, too: whoever stands above it lends the
names.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum


class SiteRule(StrEnum):
    """A rule, by its key in the law's document."""

    GAMESTATE = "gamestate"
    TRACKING = "tracking"
    DYNASTIES = "dynasties"
    FAIR_PLAY = "fair_play"
    MENTORS = "mentors"
    EVENT_TYPES = "event_types"
    COLLABORATION = "collaboration"
    DISTANCE = "distance"
    ALLIANCES = "alliances"
    AFRESH = "afresh"
    SYNONYMS = "synonyms"


Names = Callable[[SiteRule], str]


class _LentNames:
    names: Names = str


_names: ContextVar[Names | None] = ContextVar("names", default=None)


def name_by(names: Names) -> None:
    """From now on call the rules so where no game says otherwise."""
    _LentNames.names = names


@contextmanager
def naming(names: Names) -> Iterator[None]:
    """While this lasts, call them so."""
    token = _names.set(names)
    try:
        yield
    finally:
        _names.reset(token)


def called(rule: str) -> str:
    """What a rule is called: one of the site's as the law has it; any other is a name already."""
    return (_names.get() or _LentNames.names)(rule) if isinstance(rule, SiteRule) else rule
