"""What few are asked, and only when a game stands in a certain way, is quick in a large game, too."""

from collections.abc import Iterator

import pytest
import time_machine

from tests.undoing import built_once

from .large_game import enlarge
from .stage import NOW, ROLES, Stage, build
from .test_large_game import BYTES, answer, measured, quick
from .test_rare_pages import of_rare_pages
from .test_views_who_may import path_of, sent

pytestmark = [pytest.mark.django_db, pytest.mark.sweep, pytest.mark.usefixtures("without_the_sidebar")]


@pytest.fixture(scope="module")
def large_stage(django_db_setup, django_db_blocker) -> Iterator[Stage]:
    with built_once(django_db_blocker, build_large) as built:
        yield built


@time_machine.travel(NOW, tick=False)
def build_large() -> Stage:
    game = build()
    enlarge(game.posts["ready"])
    return game


@of_rare_pages
def test_a_rare_page_of_a_large_game_is_quick_and_small(large_stage, row, db, nothing_kept):
    method, route, things, _ = row
    faults = {}
    with time_machine.travel(NOW, tick=False):
        path, data = path_of(large_stage, route, things), sent(large_stage, method, route)
        for role in ROLES:
            status, took, length = measured(lambda role=role: answer(large_stage.browsers[role], path, data))
            if status >= 500 or took >= quick() or length >= BYTES:
                faults[role] = (status, round(took, 2), length)
    assert faults == {}
