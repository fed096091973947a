"""How things stand now, worked out once for all who look.

Whoever changes the game locks it first, and each lock raises the game's version
(`players.services.roster.lock_game`). So what was worked out for a version holds until the next one, but for what time
alone changes; and what a page shows of the game is read and reckoned once between two votes, however often the page is
asked for. Only pages read it: a service, which may have written already and not yet committed, asks the database
itself.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from sys import getsizeof
from threading import Lock
from typing import Any, TypeVar

from django.utils.translation import get_language

from players.models import Game

MINUTE = timedelta(minutes=1)
MOMENT = timedelta(seconds=1)
MOST_THINGS = 4_000
MOST_LASTING = 200
MOST_BYTES = 16 * 2**20  # of HTML, as it lies in memory: a letter takes up to four
MOST_LATELY = 4 * 2**20  # of parts of pages that are asked for in very many ways
Thing = TypeVar("Thing")


class Present:
    """The game in its `version`, from `at` (UTC) to before `until`: the end of the minute or, if that is sooner, when
    time alone changes what is kept of it. Its things are shared by all pages of the process, and nobody changes them.
    """

    def __init__(self, version: int, at: datetime, before: "Present | None" = None):
        self.version, self.at = version, at
        self.until = at.replace(second=0, microsecond=0) + MINUTE
        self._things: dict[str, Any] = {}
        self._lasting: dict[str, tuple[Hashable, Any]] = before._lasting if before else {}
        self._bytes = self._bytes_lately = 0
        self._lately: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = Lock()

    def kept(self, name: str, make: Callable[[], Thing]) -> Thing:
        """The thing of that name, made when it is first asked for. Names begin with the room they are of."""
        if name in self._things:
            return self._things[name]
        thing = make()
        size = getsizeof(thing) if isinstance(thing, str) else 0
        if len(self._things) < MOST_THINGS and self._bytes + size <= MOST_BYTES:
            self._things[name] = thing
            self._bytes += size
        return thing

    def few(self, name: str, key: Hashable, make: Callable[[], Thing], *, most: int) -> Thing:
        """The thing of that name and key, of which there may be very many: the `most` that were made last are kept."""
        found: dict[Hashable, Thing] = self.kept(name, dict)
        with self._lock:
            if key in found:
                return found[key]
        thing = make()
        with self._lock:
            while len(found) >= most:
                del found[next(iter(found))]
            found[key] = thing
        return thing

    def lately(self, key: Hashable, make: Callable[[], str]) -> str:
        """HTML of that key, of which there may be very many, as readers search and look at the past: the parts that
        were made last are kept."""
        with self._lock:
            if key in self._lately:
                return self._lately[key]
        html = make()
        with self._lock:
            self._bytes_lately += getsizeof(html) - getsizeof(self._lately.pop(key, ""))
            self._lately[key] = html
            while self._bytes_lately > MOST_LATELY:
                self._bytes_lately -= getsizeof(self._lately.popitem(last=False)[1])
        return html

    def kept_while(self, sign: Hashable, name: str, make: Callable[[], Thing]) -> Thing:
        """The thing of that name for as long as its `sign` is the same, from one present to the next: for what costs
        much and seldom changes. The sign tells every change of what the thing was made from. Of too many things the
        one that was first made goes."""
        found = self._lasting.get(name)
        if found is None or found[0] != sign:
            found = sign, make()
            self._lasting[name] = found
            while len(self._lasting) > MOST_LASTING:
                self._lasting.pop(next(iter(list(self._lasting))), None)
        return found[1]

    def end(self, until: datetime) -> None:
        """Say that time alone changes one of its things at `until` (UTC)."""
        self.until = min(self.until, until)

    def is_of(self, version: int, at: datetime) -> bool:
        """Whether it is how the game stands in that version at that instant (UTC), or was a moment later: two requests
        may read their clocks in one order and come here in the other."""
        return self.version == version and self.at - MOMENT <= at < self.until


class _Last:
    presents: dict[str | None, Present] = {}


def present(game: Game, *, at: datetime) -> Present:
    """How the game, as it was just read, stands at `at` (UTC, now), told in the reader's language. No query."""
    language = get_language()
    found = _Last.presents.get(language)
    if found is None or not found.is_of(game.version, at):
        found = _Last.presents[language] = Present(game.version, at, found)
    return found


def forget() -> None:
    """Work it out anew the next time: for tests, which make rows without locking the game."""
    _Last.presents.clear()
