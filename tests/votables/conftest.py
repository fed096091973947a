"""The stage, set once for all tests of a module: each plays on it in a transaction of its own."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.undoing import built_once

from .stage import NOW, Stage, build


@pytest.fixture(scope="module")
def built_stage(django_db_setup, django_db_blocker) -> Iterator[Stage]:
    with built_once(django_db_blocker, time_machine.travel(NOW, tick=False)(build)) as built:
        yield built


@pytest.fixture
def stage(built_stage: Stage, db) -> Iterator[Stage]:
    """The stage at NOW, by a clock that stands still."""
    with time_machine.travel(NOW, tick=False):
        yield built_stage
