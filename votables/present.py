"""How the game stands now, worked out once for all who look at it.

Whoever changes the game locks it first, and each lock raises the game's version (`players.services.lock_game`). So what
was worked out for a version holds until the next one, but for what time alone changes; and a page that is asked for a
hundred times between two votes reads the pending matters and judges them once. Only pages read it: a service, which may
have written already and not yet committed, asks the docket itself.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from players.models import Dynasty, Game, Player
from players.queries import dynasty_at
from votables.docket import Docket, docket

MINUTE = timedelta(minutes=1)
MOMENT = timedelta(seconds=1)


@dataclass
class Present:
    """The game as it stands in its `version` from `at` (UTC) until before `until`. What it holds is shared by all
    pages of the process, and nobody changes it."""

    version: int
    at: datetime
    _kept: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def held(self) -> Docket:
        """The docket."""
        return docket(self.at)

    @cached_property
    def dynasty(self) -> Dynasty | None:
        return dynasty_at(self.at)

    @cached_property
    def idle(self) -> list[Player]:
        """Idle players by name, whom the docket has looked up with the others."""
        people = self.held.players.values()
        return sorted((one for one in people if one.is_idle), key=lambda one: one.name_key)

    def kept(self, name: str, work_out: Callable[["Present"], Any]) -> Any:
        """What pages work out from it, under a name of its own: worked out when it is first asked for."""
        if name not in self._kept:
            self._kept[name] = work_out(self)
        return self._kept[name]

    @cached_property
    def until(self) -> datetime:
        """The end of the minute, or the instant at which time alone changes what may be done with a matter."""
        changes = [ruling.next_change for ruling in self.held.verdict.matters]
        whole = self.at.replace(second=0, microsecond=0) + MINUTE
        return min([whole, *(change for change in changes if change is not None)])

    def is_of(self, version: int, at: datetime) -> bool:
        """Whether it is how the game stands in that version at that instant (UTC), or was a moment later: two requests
        may read their clocks in one order and come here in the other."""
        return self.version == version and self.at - MOMENT <= at < self.until


class _Kept:
    last: Present | None = None


def present(game: Game, *, at: datetime) -> Present:
    """How the game stands at `at` (UTC, now). No query where this process has worked it out already."""
    found = _Kept.last
    if found is None or not found.is_of(game.version, at):
        found = _Kept.last = Present(game.version, at)
    return found


def forget() -> None:
    """Work it out anew the next time: for tests, which make rows without locking the game."""
    _Kept.last = None
