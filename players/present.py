"""How things stand now, worked out once for all who look.

Whoever changes the game locks it first, and each lock raises the game's version, and the versions of the topics that
the change is about (`players.services.roster.lock_game`). What was worked out from some topics holds until the next
change of one of them, but for what time alone changes; so a vote throws nothing away but what is made of posts. Only
pages read it: a service, which may have written already and not yet committed, asks the database itself.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from hashlib import blake2b
from itertools import count
from sys import getsizeof
from threading import Lock
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils.translation import get_language

from blognomic.database.together import WrittenQuery, together
from players.models import WRITTEN, Game, Topic

INSTANT, MINUTE, DAY = timedelta(microseconds=1), timedelta(minutes=1), timedelta(days=1)
MOMENT = timedelta(seconds=1)
MOST_THINGS = 300
# Of HTML, in UTF-8: one letter of a word beyond Latin would make a text twice as long in memory.
MOST_BYTES = 4 * 2**20
MOST_LATELY = 2 * 2**20  # of parts of pages that are asked for in very many ways
Thing = TypeVar("Thing")


class Store:
    """Things by their names, each with a sign of what it was made from, of which no more are held than `most`: those
    that were not asked for longest go first. How much a thing counts for is told by `size`."""

    def __init__(self, most: int, size: Callable[[Any], int]):
        self.most, self.size, self.held = most, size, 0
        self._things: OrderedDict[Hashable, tuple[Hashable, Any]] = OrderedDict()
        self._lock = Lock()

    def kept(self, name: Hashable, sign: Hashable, make: Callable[[], Thing]) -> Thing:
        """The thing of that name and sign, made if it is not held."""
        with self._lock:
            entry = self._things.get(name)
            if entry is not None and entry[0] == sign:
                self._things.move_to_end(name)
                return entry[1]
        return self._put(name, sign, make())

    def known(self, name: Hashable, sign: Hashable) -> Any:
        """The thing of that name and sign if it is held, else None."""
        with self._lock:
            entry = self._things.get(name)
            return entry[1] if entry is not None and entry[0] == sign else None

    def _put(self, name: Hashable, sign: Hashable, thing: Thing) -> Thing:
        with self._lock:
            before = self._things.pop(name, None)
            self._things[name] = sign, thing
            self.held += self.size(thing) - (self.size(before[1]) if before else 0)
            while self.held > self.most:
                self.held -= self.size(self._things.popitem(last=False)[1][1])
        return thing


def _one(thing: object) -> int:
    return 1


def digest(thing: object) -> str:
    """A short sign that differs for any two things that Python writes differently."""
    return blake2b(repr(thing).encode(errors="surrogatepass"), digest_size=16).hexdigest()


_numbers = count()


def new_number() -> int:
    """A sign that the process has given to nothing else."""
    return next(_numbers)


@dataclass(frozen=True)
class KeptRows:
    """A thing that is made of rows: its name, which rows it asks for, what makes it of them, and the topics that it is
    kept without."""

    name: str
    ask: Callable[[], Sequence[QuerySet[Any] | WrittenQuery]]
    tell: Callable[..., Any]
    without: Collection[Topic] = ()


@dataclass
class Stretch:
    """From when to before when (UTC) time alone changes nothing of what is kept without the minute."""

    since: datetime
    until: datetime


class Present:
    """The game in its `version`, from `at` (UTC) to the end of the minute or, if that is sooner, to when time alone
    changes what is kept of it. Its things are shared by all pages of the process, and nobody changes them.

    A thing is made of all topics but those that it is kept `without`: it stays when one of these changes. Whoever keeps
    a thing without the minute, and not without time, says when time changes it (`end`).
    `values_count`: what is tracked counts for how matters stand, so that it changes what is made of posts.
    """

    _stretch: Stretch
    _things: Store
    _parts: Store
    _lately: Store

    def __init__(
        self,
        version: int,
        at: datetime,
        before: "Present | None" = None,
        *,
        topics: Mapping[Topic, int] | None = None,
    ):
        self.version, self.at = version, at
        if before is not None and before.at - MOMENT <= at < before.changes_at:
            self._stretch = before._stretch
        else:
            self._stretch = Stretch(at, at.replace(hour=0, minute=0, second=0, microsecond=0) + DAY)
        minute = at.replace(second=0, microsecond=0)
        self._minutes_end = minute + MINUTE
        written = dict.fromkeys(WRITTEN, version) | dict(topics or {})
        self._versions: dict[Topic, Hashable] = {
            **written, Topic.TIME: self._stretch.since, Topic.MINUTE: (minute, self._stretch.since),
        }  # fmt: skip
        self.values_count = False
        self._signs: dict[tuple[bool, frozenset[Topic]], Hashable] = {}
        self._things = before._things if before else Store(MOST_THINGS, _one)
        self._parts = before._parts if before else Store(MOST_BYTES, getsizeof)
        self._lately = before._lately if before else Store(MOST_LATELY, getsizeof)

    @property
    def changes_at(self) -> datetime:
        """Before when (UTC) time changes nothing of what is kept without the minute: at midnight at the latest, when a
        day of the game ends."""
        return self._stretch.until

    @property
    def until(self) -> datetime:
        """Before when (UTC) it has to be looked at anew, even if nobody changes anything."""
        return min(self._stretch.until, self._minutes_end)

    def sign(self, without: Collection[Topic] = ()) -> Hashable:
        """What is the same for as long as nothing changes but the topics of `without`."""
        key = self.values_count, frozenset(without)
        if key not in self._signs:
            self._signs[key] = self._sign(without)
        return self._signs[key]

    def _sign(self, without: Collection[Topic]) -> Hashable:
        if self.values_count and Topic.POSTS not in without:
            without = set(without) - {Topic.VALUES}
        if Topic.TIME in without:
            without = {*without, Topic.MINUTE}
        return tuple(version for topic, version in self._versions.items() if topic not in without)

    def kept(self, name: str, make: Callable[[], Thing], *, without: Collection[Topic] = ()) -> Thing:
        """The thing of that name, made when it is first asked for. Names begin with the room they are of."""
        return self._things.kept(name, self.sign(without), make)

    def known(self, name: str, *, without: Collection[Topic] = ()) -> Any:
        """The thing of that name if it is held, else None: for what is asked together with others where it is not."""
        return self._things.known(name, self.sign(without))

    def kept_rows(self, *kinds: "KeptRows") -> list[Any]:
        """The things that are made of rows, in their order; what is not held of them is asked for by one query."""
        things = [self.known(one.name, without=one.without) for one in kinds]
        querysets_by_place = {
            place: kinds[place].ask() for place, thing in enumerate(things) if thing is None
        }
        rows = iter(together(*(one for querysets in querysets_by_place.values() for one in querysets)))
        for place, querysets in querysets_by_place.items():
            one = kinds[place]
            make = partial(one.tell, *[next(rows) for _ in querysets])
            things[place] = self.kept(one.name, make, without=one.without)
        return things

    def few(
        self,
        name: str,
        key: Hashable,
        make: Callable[[], Thing],
        *,
        most: int,
        without: Collection[Topic] = (),
        sign: Hashable = None,
    ) -> Thing:
        """The thing of that name and key, of which there may be very many: the `most` that were asked for last are
        kept, each for as long as the `sign` of what it shows is the same, too."""
        store: Store = self.kept(name, lambda: Store(most, _one), without=without)
        return store.kept(key, sign, make)

    def part(
        self,
        key: Hashable,
        make: Callable[[], str],
        *,
        without: Collection[Topic] = (),
        lately: bool = False,
        sign: Hashable = None,
    ) -> str:
        """HTML of that key, for as long as the `sign` of what it shows is the same, too; `lately` if there may be very
        many, as readers search and look at the past: they have less room, and push nothing else out."""
        store = self._lately if lately else self._parts
        return store.kept(key, (self.sign(without), sign), lambda: make().encode()).decode()

    def kept_while(self, sign: Hashable, name: str, make: Callable[[], Thing]) -> Thing:
        """The thing of that name for as long as its `sign` is the same, which tells every change of what it was made
        from: for what costs much and seldom changes."""
        return self._things.kept(name, sign, make)

    def end(self, until: datetime) -> None:
        """Say that time alone changes one of its things at `until` (UTC), or just after it, where that is now: what is
        so "more than 48 hours" later is not yet so at their end. So a stretch is never empty, for the next one that
        begins at the same instant would be taken for it."""
        self._stretch.until = min(self._stretch.until, max(until, self._stretch.since + INSTANT))

    def is_of(self, version: int, at: datetime) -> bool:
        """Whether it is how the game stands in that version at that instant (UTC), or was a moment later: two requests
        may read their clocks in one order and come here in the other."""
        return self.version == version and self.at - MOMENT <= at < self.until


class _Last:
    presents: dict[str | None, Present] = {}


def present(game: Game, *, at: datetime) -> Present:
    """How the game, as it was just read, stands at `at` (UTC, now), told in the reader's language. No query."""
    language = get_language()
    latest = _Last.presents.get(language)
    if latest is None or not latest.is_of(game.version, at):
        topics = {topic: getattr(game, topic.column) for topic in WRITTEN}
        latest = _Last.presents[language] = Present(game.version, at, latest, topics=topics)
    return latest


def forget() -> None:
    """Work it out anew the next time: for tests, which make rows without locking the game."""
    _Last.presents.clear()
