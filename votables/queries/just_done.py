"""What an admin has just done, several acts at once, as it may be taken back."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from blognomic.text.outside import is_key
from players.models import Player, RosterEvent
from players.queries.roster import last_of_their_sort
from votables.models import Resolution

from .admin_desk import CLICK

MOST: Final = 50
_DONE = re.compile(r"(matter|roster)-(\d+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Done:
    """What was done, as it is written down: the resolution of that key (`matter`), or the event of the `roster`."""

    kind: str
    key: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.key}"


@dataclass(frozen=True, slots=True)
class JustDone(Done):
    """The same with what it was ("enacted", "joined the game"), with what or whom, and where that is."""

    what: str
    name: str
    link: str


def read_done(words: str) -> list[Done]:
    """What was done, as `Done` writes it, with spaces in between; what is none is left out."""
    matches = (_DONE.fullmatch(word) for word in words.split())
    done = (Done(one[1], int(one[2])) for one in matches if one is not None and is_key(one[2]))
    return list(dict.fromkeys(done))[:MOST]


def just_done(done: Collection[Done], *, by: Player, at: datetime) -> list[JustDone]:
    """Of what was done, what `by` did within the hour before `at` (UTC) and stands as it was done, in that order. Two
    queries at most."""
    keys = {kind: [one.key for one in done if one.kind == kind] for kind in ("matter", "roster")}
    since = at - CLICK
    resolutions, events = together(
        _RESOLUTIONS(keys["matter"], by.pk, since), _EVENTS(keys["roster"], by.pk, since)
    )
    return [*_matters(resolutions), *_roster(events)]


def _matters(resolutions: Iterable[Resolution]) -> Iterable[JustDone]:
    for one in resolutions:
        what = one.get_to_status_display()
        yield JustDone("matter", one.pk, what, one.post.title, one.post.get_absolute_url())


def _roster(events: list[RosterEvent]) -> Iterable[JustDone]:
    last = last_of_their_sort(events) if events else ()
    for one in events:
        if one.pk in last:
            what = one.get_kind_display()
            yield JustDone("roster", one.pk, what, one.player.name, one.player.get_absolute_url())


def _resolutions(keys: list[int], by: int, since: datetime) -> QuerySet[Resolution]:
    standing = Resolution.objects.filter(pk__in=keys, by=by, at__gte=since, post__settled_by=F("pk"))
    return standing.select_related("post").order_by("pk")


def _events(keys: list[int], by: int, since: datetime) -> QuerySet[RosterEvent]:
    events = RosterEvent.objects.filter(pk__in=keys, by=by, at__gte=since)
    return events.select_related("player").order_by("pk")


_RESOLUTIONS, _EVENTS = Prepared(_resolutions), Prepared(_events)
