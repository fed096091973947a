"""The roster's history, the offices and the dynasties: what fits together and what does not."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import transaction

from blognomic.web.errors import RuleBroken, Stale
from players.models import AdminAct, Dynasty, Player, Reign, RosterEvent, Standing
from players.services.roster import begin_dynasty, crown, lock_game, log_act, ordinal, record, rename
from tests.votables.table import bare_game, person

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)
Kind, Cause = RosterEvent.Kind, RosterEvent.Cause
GUEST, ACTIVE, IDLE, LEFT = Standing.GUEST, Standing.ACTIVE, Standing.IDLE, Standing.LEFT


def a_player(standing: str = ACTIVE, *, admin: bool = False, name: str = "Alice") -> Player:
    return person(name, standing=standing, standing_since=NOW - HOUR, is_admin=admin)


def write(player: Player, kind: str, at: datetime = NOW) -> RosterEvent:
    return record(player=player, kind=kind, cause=Cause.REQUEST, at=at, by=None)


# From which standings each kind of event may come, and where it leads.
STEPS = {
    Kind.JOINED: {GUEST: ACTIVE, LEFT: ACTIVE},
    Kind.LEFT: {ACTIVE: LEFT, IDLE: LEFT},
    Kind.IDLED: {ACTIVE: IDLE},
    Kind.UNIDLED: {IDLE: ACTIVE},
    Kind.EMPEROR: {GUEST: GUEST, ACTIVE: ACTIVE, IDLE: IDLE, LEFT: LEFT},
    Kind.NOT_EMPEROR: {GUEST: GUEST, ACTIVE: ACTIVE, IDLE: IDLE, LEFT: LEFT},
}


@pytest.mark.parametrize("standing", Standing.values)
@pytest.mark.parametrize("kind", STEPS)
def test_an_event_fits_how_its_player_stands_or_is_refused(kind, standing):
    player = a_player(standing)
    leads_to = STEPS[kind].get(standing)
    if leads_to is None:
        with pytest.raises(Stale):
            write(player, kind)
        assert RosterEvent.objects.count() == 0
        return
    event = write(player, kind)
    player.refresh_from_db()
    since = NOW if leads_to != standing else NOW - HOUR
    assert (player.standing, player.standing_since) == (leads_to, since)
    assert (event.standing, event.is_admin, event.kind) == (leads_to, False, kind)


@pytest.mark.parametrize("admin", [False, True])
@pytest.mark.parametrize("standing", Standing.values)
def test_only_a_player_becomes_an_admin_and_only_an_admin_stops_being_one(standing, admin):
    fits = {
        Kind.ADMIN: not admin and standing in (ACTIVE, IDLE),
        Kind.NOT_ADMIN: admin and standing != GUEST,
    }
    for kind, expected in fits.items():
        player = a_player(standing, admin=admin, name=f"For {kind}")
        if expected:
            assert (write(player, kind).is_admin, player.standing) == (kind == Kind.ADMIN, standing)
        else:
            with pytest.raises(Stale):
                write(player, kind)


def test_the_history_goes_forward_only():
    player = a_player(GUEST)
    write(player, Kind.JOINED, NOW)
    write(player, Kind.IDLED, NOW)
    with pytest.raises(Stale, match="already has something later"):
        write(player, Kind.UNIDLED, NOW - timedelta(microseconds=1))
    assert [event.standing for event in RosterEvent.objects.in_order()] == [ACTIVE, IDLE]


def test_a_name_that_somebody_has_is_not_given_again():
    alice, bobby = a_player(), a_player(name="Bobby")
    with pytest.raises(RuleBroken, match="Somebody is already called BOBBY") as broken:
        rename(player=alice, name="BOBBY", at=NOW, by=None, why="")
    assert (broken.value.status, RosterEvent.objects.count()) == (409, 0)
    event = rename(player=bobby, name="BOBBY", at=NOW, by=alice, why="Louder", link="/posts/1/")
    assert (event.old_name, event.standing, event.cause, event.link) == (
        "Bobby",
        ACTIVE,
        "matter",
        "/posts/1/",
    )


def test_one_emperor_follows_another():
    alice, bobby = a_player(), a_player(name="Bobby")
    arguments = {"by": alice, "cause": Cause.MATTER, "why": "Won"}
    crown(player=alice, at=NOW, **arguments)
    crown(player=bobby, at=NOW + HOUR, **arguments)
    crown(player=None, at=NOW + 2 * HOUR, **arguments)
    crown(player=alice, at=NOW + 3 * HOUR, **arguments)
    assert list(Reign.objects.order_by("pk").values_list("player__name", "since", "until")) == [
        ("Alice", NOW, NOW + HOUR),
        ("Bobby", NOW + HOUR, NOW + 2 * HOUR),
        ("Alice", NOW + 3 * HOUR, None),
    ]
    reigning = [Reign.objects.at(NOW + hours * HOUR).first() for hours in range(-1, 4)]
    assert [reign and reign.player.name for reign in reigning] == [None, "Alice", "Bobby", None, "Alice"]


def test_a_reign_of_no_length_leaves_no_trace_but_in_the_history():
    alice, bobby = a_player(), a_player(name="Bobby")
    for player in (alice, bobby):
        crown(player=player, at=NOW, by=alice, cause=Cause.MATTER, why="Mantle")
    assert list(Reign.objects.values_list("player__name", "since", "until")) == [("Bobby", NOW, None)]
    assert [(e.player.name, e.kind) for e in RosterEvent.objects.in_order()] == [
        ("Alice", "emperor"),
        ("Alice", "not_emperor"),
        ("Bobby", "emperor"),
    ]


def test_dynasties_are_counted_for_each_emperor():
    alice, malice = a_player(), a_player(name="Malice")
    meta = a_player(name="Metadynasty")
    for day, emperor in enumerate([alice, malice, None, alice, meta, None]):
        begin_dynasty(emperor=emperor, at=NOW + day * 24 * HOUR, theme=f"Theme {day}")
    dynasties = list(Dynasty.objects.order_by("number"))
    assert [dynasty.name for dynasty in dynasties] == [
        "The First Dynasty of Alice",
        "The First Dynasty of Malice",
        "The First Metadynasty",
        "The Second Dynasty of Alice",
        "The First Dynasty of Metadynasty",
        "The Second Metadynasty",
    ]
    assert [dynasty.number for dynasty in dynasties] == [1, 2, 3, 4, 5, 6]
    assert [dynasty.ended_at for dynasty in dynasties] == [
        dynasty.started_at for dynasty in dynasties[1:]
    ] + [None]
    assert [dynasty.begun_by for dynasty in dynasties] == [alice, malice, None, alice, meta, None]
    assert [dynasty.is_metadynasty for dynasty in dynasties] == [False, False, True, False, False, True]


def test_dynasties_of_a_renamed_emperor_are_counted_on_and_nobody_elses_are():
    alice, bobby = a_player(), a_player(name="Bobby")
    begin_dynasty(emperor=alice, at=NOW, theme="Cats")
    crown(player=bobby, at=NOW + HOUR, by=alice, cause="matter", why="The mantle was passed.")
    rename(player=alice, name="Alicia", at=NOW + 2 * HOUR, by=None, why="A matter said so.")
    alice.refresh_from_db()
    namesake = a_player(name="Alice")
    for hour, emperor in enumerate([alice, namesake, bobby, alice], start=3):
        begin_dynasty(emperor=emperor, at=NOW + hour * HOUR, theme="Dogs")
    assert list(Dynasty.objects.order_by("number").values_list("name", flat=True)) == [
        "The First Dynasty of Alice",
        "The Second Dynasty of Alicia",
        "The First Dynasty of Alice",
        "The First Dynasty of Bobby",
        "The Third Dynasty of Alicia",
    ]


def test_dynasties_of_before_are_theirs_who_reigned_when_they_began():
    alice, bobby = a_player(), a_player(name="Bobby")
    Reign.objects.create(player=alice, since=NOW, until=NOW + 5 * HOUR)
    Reign.objects.create(player=bobby, since=NOW + 4 * HOUR, until=NOW + 6 * HOUR)
    names = (
        "The First Metadynasty",
        "The First Dynasty of Alice",
        "The First Dynasty of Bobby Metadynasty",
        "Long ago",
    )
    for number, (name, hour) in enumerate(zip(names, (0, 1, 5, 6), strict=True), start=1):
        Dynasty.objects.create(number=number, name=name, started_at=NOW + hour * HOUR)
    import_module("players.migrations.0007_fill_in_who_began").say_who_began(apps, None)
    dynasties = Dynasty.objects.order_by("number").values_list("begun_by__name", flat=True)
    assert list(dynasties) == [None, "Alice", "Bobby", None]


def test_ordinals():
    assert [ordinal(number) for number in (1, 2, 3, 12, 13, 20, 21, 22, 23, 101, 111, 112, 113, 1002)] == [
        "First", "Second", "Third", "Twelfth", "13th", "20th", "21st", "22nd", "23rd", "101st", "111th", "112th",
        "113th", "1002nd",
    ]  # fmt: skip


def test_the_games_lock_says_when_there_is_no_game():
    with pytest.raises(RuleBroken, match="No game has been founded") as broken, transaction.atomic():
        lock_game()
    assert broken.value.status == 409
    game = bare_game()
    with transaction.atomic():
        assert lock_game() == game


def test_what_an_admin_does_is_in_the_log_whatever_the_length_of_a_title():
    alice = a_player(admin=True)
    log_act(by=alice, at=NOW, act="resolve", sentence="x" * 600, reason="Why", against_verdict=True)
    act = AdminAct.objects.get()
    assert (act.sentence, act.reason, act.against_verdict) == ("x" * 600, "Why", True)
