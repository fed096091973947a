"""A game in which everything has happened, played once for each module: each test breaks it in a transaction of its
own."""

from collections.abc import Iterator

import pytest

from tests.undoing import built_once
from tests.votables import rich_game


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker) -> Iterator[None]:
    with built_once(django_db_blocker, rich_game.play):
        yield


@pytest.fixture
def rich(played, db) -> None:
    """The rich game, as it is at its end."""
