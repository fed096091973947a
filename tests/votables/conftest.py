"""The stage, set once for all tests of a module: each plays on it in a transaction of its own."""

from collections.abc import Iterator

import pytest
import time_machine
from django.db import transaction

from .stage import NOW, Stage, build


@pytest.fixture(scope="module")
def built_stage(django_db_setup, django_db_blocker) -> Iterator[Stage]:
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(NOW, tick=False):
            found = build()
        yield found
        transaction.set_rollback(True)


@pytest.fixture
def stage(built_stage: Stage, db) -> Iterator[Stage]:
    """The stage at NOW, by a clock that stands still."""
    with time_machine.travel(NOW, tick=False):
        yield built_stage
