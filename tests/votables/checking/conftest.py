"""A game in which everything has happened, played once for each module: each test breaks it in a transaction of its
own."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.votables import rich_game


@pytest.fixture(scope="module")
def played(django_db_setup, django_db_blocker) -> Iterator[None]:
    with django_db_blocker.unblock(), transaction.atomic():
        rich_game.play()
        yield
        transaction.set_rollback(True)


@pytest.fixture
def rich(played, db) -> None:
    """The rich game, as it is at its end."""
