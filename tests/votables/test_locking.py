"""The watch that `test_views_who_may` keeps over every request: who changes the game locks it first."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import transaction

from players.models import Dynasty, Notice, Player
from players.services.roster import lock_game

from .locking import FREE, watching
from .table import seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def table() -> list[Player]:
    return seat("Alice", "Bobby")


def rename() -> None:
    Dynasty.objects.update(theme="Others")


@transaction.atomic
def locking_first() -> None:
    lock_game()
    with transaction.atomic():
        rename()
    rename()


@transaction.atomic
def locking_last() -> None:
    rename()
    lock_game()


def after_another() -> None:
    locking_first()
    rename()


@transaction.atomic
def only_in_another() -> None:
    rename()


def both() -> None:
    locking_first()
    only_in_another()


def for_one() -> None:
    Notice.objects.all().delete()
    Notice.objects.update(read_at=None)


@pytest.mark.parametrize(
    ("act", "unlocked"),
    [
        (locking_first, []),
        (locking_last, ["players_dynasty"]),
        (after_another, ["players_dynasty"]),
        (both, ["players_dynasty"]),
        (rename, ["players_dynasty"]),
        (for_one, []),
    ],
)
def test_a_write_before_the_lock_or_without_it_is_seen(act: Callable[[], None], unlocked):
    with watching() as locked:
        act()
    assert locked == unlocked


def test_what_is_free_of_the_lock_is_there():
    known = {model._meta.db_table for model in apps.get_models()}
    assert FREE.keys() <= known
