"""What the judge is told about a game: who plays, who reigns, what was posted and said. Plain facts, no
Django.

Instants are aware datetimes in UTC. Facts may be dated after the instant that is judged; the judge leaves
them out. The order of players, reigns, matters and comments is that of the file or of the rows, and decides
between things of one instant.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ruleset.law import Law

PENDING = "pending"
STATUSES = (PENDING, "enacted", "failed", "illegal")


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to, and not including, `end`; with no end, for ever."""

    start: datetime
    end: datetime | None = None

    def covers(self, at: datetime) -> bool:
        return self.start <= at and (self.end is None or at < self.end)


@dataclass(frozen=True, slots=True)
class Player:
    """A player: when they were one (`plays`), and when, within that, they were idle."""

    name: str
    plays: tuple[Span, ...]
    idle: tuple[Span, ...] = ()
    admin: bool = False

    def active(self, at: datetime) -> bool:
        """Whether they are in the roster: they play, and are not idle."""
        for span in self.plays:
            if span.start <= at and (span.end is None or at < span.end):
                break
        else:
            return False
        for span in self.idle:
            if span.start <= at and (span.end is None or at < span.end):
                return False
        return True


@dataclass(frozen=True, slots=True)
class Reign:
    """When somebody holds the office of emperor. Of reigns that overlap the first counts."""

    name: str
    start: datetime
    end: datetime | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a matter: the icons in its text in their order, by the names of the law's icons.

    `key` is the caller's own: it lets the site find the comment's row again.
    """

    author: str
    at: datetime
    icons: tuple[str, ...]
    key: Hashable = None


@dataclass(frozen=True, slots=True)
class Matter:
    """A votable matter. `posted` is when it became one; `resolved` is None exactly while `status` is pending.

    `amends`: any of `core`, `special_case`, `appendix`, `dynastic`, `gamestate`, `roster`. `choices`: the names
    of those that the vote is between, where its kind has such; a comment's icons call the first `choice_a`.
    """

    id: str
    kind: str
    author: str
    posted: datetime
    title: str = ""
    amends: frozenset[str] = frozenset()
    changes_nothing: bool = False
    illegal: bool = False
    status: str = PENDING
    resolved: datetime | None = None
    comments: tuple[Comment, ...] = ()
    choices: tuple[str, ...] = ()

    def pending(self, at: datetime) -> bool:
        """Whether it has been posted and is not yet resolved at that instant."""
        return self.posted <= at and (self.resolved is None or at < self.resolved)


Switches = tuple[tuple[datetime, bool], ...]
"""The changes of a special case, in the order of time: each state from its instant on, before them the default."""


@dataclass(frozen=True, slots=True)
class EarlierLaw:
    """A law that was in force up to, and not including, `until`."""

    law: Law
    until: datetime


@dataclass(frozen=True, slots=True)
class Game:
    """A game, or the part of one that bears on the question.

    `ascensions`: when Ascension Addresses were complete. `special_cases`: those that are not as the law's
    defaults say, or all, each for all time or by its changes. `earlier_laws`: those that were in force before the law
    that the judge is asked with, in the order of time. `values`: numbers of the gamestate by name, for formulas of the
    law; `holdings` those that each player has, by the player's name.
    """

    players: tuple[Player, ...]
    emperors: tuple[Reign, ...] = ()
    ascensions: tuple[datetime, ...] = ()
    matters: tuple[Matter, ...] = ()
    special_cases: Mapping[str, bool | Switches] = field(default_factory=dict)
    earlier_laws: tuple[EarlierLaw, ...] = ()
    values: Mapping[str, int | float] = field(default_factory=dict)
    holdings: Mapping[str, Mapping[str, int | float]] = field(default_factory=dict)
