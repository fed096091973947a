"""What pages read about players, in a fixed number of queries."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, OuterRef, QuerySet, Subquery

from blognomic.database.prepared import Prepared
from blognomic.database.together import WrittenQuery
from players.models import BESIDE_PEOPLE, Dynasty, Introduction, Player, RosterEvent, Standing, Topic
from players.present import KeptRows, Present

NEWEST_GUESTS = 20
FEW_IDLE = 40  # whom there is room for beside every page


@dataclass(frozen=True, slots=True)
class Spell:
    """A stretch of time from `start` up to but not including `end` (UTC; None: still going on)."""

    start: datetime
    end: datetime | None


def newest_guests() -> QuerySet[Player]:
    """Who has an account and does not play, the newest first, and a few of them. One query."""
    return Player.objects.guests().filter(is_active=True).order_by("-registered_at")[:NEWEST_GUESTS]


def everybody(standing: str | None = None) -> QuerySet[Player]:
    """Everybody whose account is open, or of these who stands so on the roster."""
    people = Player.objects.filter(is_active=True)
    return people if standing is None else people.filter(standing=standing)


def roster_events(player: int | None = None) -> QuerySet[RosterEvent]:
    """Every change of the roster, or those of one person, with who it is about and by whom."""
    events = RosterEvent.objects.select_related("player", "by")
    return events if player is None else events.filter(player=player)


def introduction_of(player: Player) -> Introduction | None:
    """What somebody says of themselves, if they do. One query."""
    return Introduction.objects.filter(player=player).first()


def people_by_key(keys: Collection[int]) -> dict[int, Player]:
    """The people of these keys; who is not there is left out. One query."""
    return Player.objects.in_bulk(keys)


def other_players(player: Player) -> QuerySet[Player]:
    """Who plays besides somebody, by name."""
    return Player.objects.active().exclude(pk=player.pk).order_by("name_key")


def spells(events: Iterable[RosterEvent], standings: Collection[str]) -> tuple[Spell, ...]:
    """The stretches in which one player, whose `events` come in order, stood in one of `standings`.

    Events of one instant leave no empty stretch, and stretches that touch are one.
    """
    return tuple(_joined(_steps(events, standings)))


def _steps(events: Iterable[RosterEvent], standings: Collection[str]) -> Iterator[Spell]:
    start: datetime | None = None
    for event in events:
        inside = event.standing in standings
        if inside and start is None:
            start = event.at
        elif not inside and start is not None:
            if event.at > start:
                yield Spell(start, event.at)
            start = None
    if start is not None:
        yield Spell(start, None)


def _joined(stretches: Iterable[Spell]) -> Iterator[Spell]:
    last: Spell | None = None
    for spell in stretches:
        if last is not None and last.end == spell.start:
            last = Spell(last.start, spell.end)
            continue
        if last is not None:
            yield last
        last = spell
    if last is not None:
        yield last


OFFICE = frozenset({RosterEvent.Kind.ADMIN, RosterEvent.Kind.NOT_ADMIN})
PLACE = frozenset(
    {RosterEvent.Kind.JOINED, RosterEvent.Kind.LEFT, RosterEvent.Kind.IDLED, RosterEvent.Kind.UNIDLED}
)


# The causes of what somebody did to the roster, which may have been a mistake.
ACTED = frozenset(
    {
        RosterEvent.Cause.REQUEST,
        RosterEvent.Cause.INACTIVITY,
        RosterEvent.Cause.SELF,
        RosterEvent.Cause.MATTER,
        RosterEvent.Cause.CORRECTION,
    }
)


def last_of_their_sort(events: Iterable[RosterEvent]) -> set[int]:
    """The keys of those among the events after which nothing of their sort has happened to the player: nothing else
    about their place on the roster, or about their office of admin. One query."""
    players = {event.player_id for event in events}
    rows = RosterEvent.objects.filter(player__in=players, kind__in=PLACE | OFFICE).in_order()
    last: dict[tuple[int, bool], int] = {}
    for key, player, kind in rows.values_list("pk", "player_id", "kind"):
        last[player, kind in OFFICE] = key
    return set(last.values())


PLAYING = {Standing.ACTIVE, Standing.IDLE}
IDLE = {Standing.IDLE}


def dynasty_at(at: datetime) -> Dynasty | None:
    """The dynasty of that instant (UTC), or None before the first."""
    return Dynasty.objects.up_to(at).first()


class IdleInShort(NamedTuple):
    """How many players are idle, and who they are, by name, where they are few."""

    number: int
    few: list[Player]


def idle_in_short() -> tuple[WrittenQuery, WrittenQuery]:
    """The rows of that, to be asked for with others."""
    return _IDLE_COUNTED(), _FEW_IDLE()


def _idle_counted() -> QuerySet[Any]:
    idle = Player.objects.idle().order_by().values("standing")
    return idle.annotate(number=Count("pk")).values_list("number")


def _few_idle() -> QuerySet[Player]:
    few = Player.objects.idle().alias(number=Subquery(_idle_counted())).filter(number__lte=FEW_IDLE)
    return few.order_by("name_key").only("name", "name_key", "is_admin")


_IDLE_COUNTED, _FEW_IDLE = Prepared(_idle_counted), Prepared(_few_idle)


def told_in_short(counted: list[tuple[int]], few: list[Player]) -> IdleInShort:
    """The same of those rows."""
    return IdleInShort(next((number for (number,) in counted), 0), few)


IDLE_IN_SHORT = KeptRows("players.idle in short", idle_in_short, told_in_short, BESIDE_PEOPLE | {Topic.TIME})
EVERYBODY_IDLE = KeptRows(
    "players.idle", lambda: [Player.objects.idle().order_by("name_key")], list, BESIDE_PEOPLE | {Topic.TIME}
)


def newest_dynasties() -> QuerySet[Dynasty]:
    """The dynasties, the one that began last first. A dynasty begins by an act, never later by itself."""
    return Dynasty.objects.newest_first()


DYNASTIES = KeptRows("players.dynasties", lambda: [Dynasty.objects.order_by("-number")], tuple, BESIDE_PEOPLE)


def dynasties_begun(present: Present) -> tuple[Dynasty, ...]:
    """All dynasties, the newest first. One query, or none."""
    (dynasties,) = present.kept_rows(DYNASTIES)
    return dynasties


def people_called(key: str, present: Present | None) -> list[Player]:
    """Whoever plays or has played and whose name begins so, by name; `key` is as `name_key` makes it. Of each
    what `NamedRow` has. One query, or none."""
    if present is None:
        return list(map(_player, _by_name().filter(name_key__startswith=key)))
    return [_player(row) for row in by_name(present) if row.name_key.startswith(key)]


class NamedRow(NamedTuple):
    """Somebody as they are found by name: a row, for there are hundreds, of whom few are shown."""

    id: int
    name: str
    name_key: str
    standing: str
    is_admin: bool


def by_name(present: Present) -> list[NamedRow]:
    """Whoever plays or has played, by name. One query, or none."""
    return present.kept(
        "players.by name", lambda: list(map(NamedRow._make, _by_name())), without=BESIDE_PEOPLE
    )


def players_by_name(present: Present) -> list[Player]:
    """Whoever plays, active or idle, by name, as `people_called` has them. One query, or none."""
    return [_player(row) for row in by_name(present) if row.standing in PLAYING]


def _by_name() -> QuerySet[Any]:
    people = Player.objects.exclude(standing=Standing.GUEST).order_by("name_key")
    return people.values_list(*NamedRow._fields)


def _player(row: tuple[Any, ...]) -> Player:
    return Player.from_db(None, NamedRow._fields, row)


def roster_then(at: datetime) -> dict[str, list[Player]]:
    """Who stood how at `at` (UTC): active and idle players by name, with `admin_then`; of each the key and the name.
    One query."""
    return grouped(standing_then(at))


def standing_then(at: datetime) -> QuerySet[Player]:
    """Who played or idled at `at` (UTC), by name, with how they stood `then`, and `admin_then`."""
    last = RosterEvent.objects.filter(player=OuterRef("pk"), at__lte=at).order_by("-at", "-pk")
    return (
        Player.objects.annotate(then=Subquery(last.values("standing")[:1]))
        .filter(then__in=PLAYING)
        .annotate(admin_then=Subquery(last.values("is_admin")[:1]))
        .order_by("name_key")
        .only("pk", "name", "name_key")
    )


def grouped(players: Iterable[Player]) -> dict[str, list[Player]]:
    """Those players by how they stood then."""
    groups: dict[str, list[Player]] = {Standing.ACTIVE: [], Standing.IDLE: []}
    for player in players:
        groups[player.then].append(player)
    return groups
