"""A game that is put down again is the one that the services found."""

import pytest
from django.db import connection, transaction

from players.models import Player

from . import seating
from .table import BEGINNING, noon, person, seat

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite takes keys back"),
]
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def seated(**how: object) -> tuple[list[str], seating.Rows]:
    """The players of a game and all that is stored of it; it is undone."""
    with transaction.atomic():
        names = [player.name for player in seat(*FIVE, **how)]
        rows = seating.all_rows()
        transaction.set_rollback(True)
    return names, rows


@pytest.mark.parametrize(
    "how", [{}, {"law": "ruleset-37"}, {"emperor": False}], ids=["", "law", "metadynasty"]
)
def test_a_game_put_down_again_is_the_one_that_was_founded(how, monkeypatch):
    monkeypatch.setattr(seating, "_kept", {})
    founded = seated(**how)
    assert len(seating._kept) == 1
    assert seated(**how) == founded
    assert founded[0] == list(FIVE)
    assert {table: len(rows) for table, rows in founded[1].items()}["players_player"] == 5


def test_what_is_written_before_stays_and_nothing_is_put_down_over_it(monkeypatch):
    seated()
    monkeypatch.setattr(seating, "put_down", lambda *rows: pytest.fail("Something is written already."))
    person("Larkspur")
    assert sorted(player.name for player in seat(*FIVE)) == sorted(["Larkspur", *FIVE])


def test_the_next_to_come_has_a_later_key():
    """How much later depends on the tests before: those that commit leave the counter of keys where it was."""
    seat(*FIVE)
    seated = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    assert person("Larkspur", at=noon(1)).pk > seated[-1]
    assert Player.objects.earliest("pk").registered_at == BEGINNING


played: list[str] = []


@seating.played_once
def guest(name: str) -> Player:
    played.append(name)
    return person(name)


def test_a_game_is_played_once_for_the_same_words_and_stored_each_time(monkeypatch):
    monkeypatch.setattr(seating, "_kept", {})
    played.clear()
    for name in ("Larkspur", "Larkspur", "Monkshood"):
        with transaction.atomic():
            assert guest(name) == Player.objects.get(name=name)
            transaction.set_rollback(True)
    assert played == ["Larkspur", "Monkshood"]


@seating.played_once
def gone_on(people: list[Player]) -> list[Player]:
    played.append("on")
    Player.objects.filter(pk=people[1].pk).update(name="Monkshood")
    person("Betony", at=noon(1))
    return list(Player.objects.order_by("pk"))


def test_what_goes_on_from_a_game_is_put_down_upon_the_same_alone(monkeypatch):
    monkeypatch.setattr(seating, "_kept", {})
    played.clear()
    states = []
    for name in ("", "", "Larkspur"):
        with transaction.atomic():
            people = seat(*FIVE)
            if name:
                person(name)
            states.append(([one.name for one in gone_on(people)], seating.all_rows()))
            transaction.set_rollback(True)
    first, again, other = states
    assert first == again and first[0] == ["Alice", "Monkshood", *FIVE[2:], "Betony"]
    assert other[0] == ["Alice", "Monkshood", *FIVE[2:], "Larkspur", "Betony"]
    assert played == ["on", "on"]
