"""The game of canaries, played once for all tests of a module: each acts on it in a transaction of its own."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.undoing import built_once

from .game import NOW, Game, play, play_bare


@pytest.fixture(scope="module")
def played_game(django_db_setup, django_db_blocker) -> Iterator[Game]:
    with built_once(django_db_blocker, play) as game:
        yield game


@pytest.fixture
def game(played_game: Game, db) -> Iterator[Game]:
    """The game at NOW, by a clock that stands still."""
    with time_machine.travel(NOW, tick=False):
        yield played_game


@pytest.fixture(scope="module")
def played_bare_game(django_db_setup, django_db_blocker) -> Iterator[Game]:
    with built_once(django_db_blocker, play_bare) as game:
        yield game
