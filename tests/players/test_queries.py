"""Who was in the roster when, and in which dynasty that was."""

from datetime import UTC, datetime, timedelta

import pytest

from players.models import Dynasty, Player, RosterEvent, Standing
from players.queries.roster import IDLE, PLAYING, Spell, dynasty_at, roster_then, spells
from tests.votables.table import person

NOW = datetime(2026, 3, 2, tzinfo=UTC)
DAY = timedelta(days=1)
BIT = timedelta(microseconds=1)


def history(*steps: tuple[int, str]) -> list[RosterEvent]:
    """Events of one player: the day, and the standing that it led to."""
    return [RosterEvent(at=NOW + day * DAY, standing=standing) for day, standing in steps]


def days(*pairs: tuple[int, int | None]) -> tuple[Spell, ...]:
    return tuple(Spell(NOW + a * DAY, None if b is None else NOW + b * DAY) for a, b in pairs)


CAREERS = {
    "nothing": ([], days(), days()),
    "only a name": ([(0, "guest")], days(), days()),
    "joined": ([(1, "active")], days((1, None)), days()),
    "idled and back": ([(1, "active"), (2, "idle"), (4, "active")], days((1, None)), days((2, 4))),
    "left while idle": ([(1, "active"), (2, "idle"), (3, "left")], days((1, 3)), days((2, 3))),
    "left and back": ([(1, "active"), (2, "left"), (5, "active")], days((1, 2), (5, None)), days()),
    "in and out at once": ([(1, "active"), (1, "left"), (2, "active")], days((2, None)), days()),
    "back at once": ([(1, "active"), (2, "left"), (2, "active")], days((1, None)), days()),
    "become an admin": (
        [(1, "active"), (2, "active"), (3, "idle"), (4, "idle")],
        days((1, None)),
        days((3, None)),
    ),
}


@pytest.mark.parametrize(("steps", "playing", "idle"), CAREERS.values(), ids=list(CAREERS))
def test_the_stretches_of_a_career(steps, playing, idle):
    events = history(*steps)
    assert (spells(events, PLAYING), spells(events, IDLE)) == (playing, idle)


@pytest.fixture
def people(db) -> dict[str, Player]:
    """Alice joined on day 1; Bobby joined on day 1, was idle from 2 to 4, an admin from 3, and left on day 5."""
    players = {name: person(name) for name in ("Alice", "bobby", "Carol")}
    for name, day, kind, standing, admin in [
        ("Alice", 1, "joined", "active", False),
        ("bobby", 1, "joined", "active", False),
        ("bobby", 2, "idled", "idle", False),
        ("bobby", 3, "admin", "idle", True),
        ("bobby", 4, "unidled", "active", True),
        ("bobby", 5, "left", "left", True),
    ]:
        RosterEvent.objects.create(
            player=players[name],
            kind=kind,
            cause="record",
            at=NOW + day * DAY,
            standing=standing,
            is_admin=admin,
        )
    return players


AT = {
    0: ([], []),
    1: (["Alice", "bobby"], []),
    2: (["Alice"], ["bobby"]),
    3: (["Alice"], ["bobby"]),
    4: (["Alice", "bobby"], []),
    5: (["Alice"], []),
}


@pytest.mark.parametrize("day", AT)
def test_the_roster_of_an_instant_from_the_first_to_the_last_moment_of_it(
    people, day, django_assert_num_queries
):
    for at in (NOW + day * DAY, NOW + (day + 1) * DAY - BIT):
        with django_assert_num_queries(1):
            groups = roster_then(at)
        names = {standing: [player.name for player in group] for standing, group in groups.items()}
        assert names == {Standing.ACTIVE: AT[day][0], Standing.IDLE: AT[day][1]}
        assert [player.name for player in Player.objects.roster_at(at).order_by("name_key")] == AT[day][0]


def test_who_was_an_admin_then(people):
    admins = [
        [
            player.name
            for group in roster_then(NOW + day * DAY).values()
            for player in group
            if player.admin_then
        ]
        for day in range(6)
    ]
    assert admins == [[], [], [], ["bobby"], ["bobby"], []]


def test_the_standing_of_everybody_at_an_instant(people):
    standings = Player.objects.with_standing_at(NOW + 5 * DAY).values_list("name", "standing_then")
    assert dict(standings) == {"Alice": "active", "bobby": "left", "Carol": None}


@pytest.mark.django_db
def test_the_dynasty_of_an_instant():
    for number, day in ((1, 1), (2, 3), (3, 3)):
        Dynasty.objects.create(number=number, name=f"Dynasty {number}", started_at=NOW + day * DAY)
    dynasties = [dynasty_at(NOW + day * DAY) for day in range(5)]
    assert [dynasty and dynasty.number for dynasty in dynasties] == [None, 1, 1, 3, 3]
