"""The gamestate of a large game: no page of it takes long or weighs much, nor does a change; see `large_game`."""

from collections.abc import Iterator
from time import process_time

import pytest
import time_machine
from django.db import transaction

from gamestate.values.steps import Step
from players.models import Player
from players.present import forget
from votables.models import Post
from votables.services.tracking import update_gamestate

from .large_game import enlarge
from .test_query_counts import NOW, PAGES, WHO, Scene, build

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]
SECONDS, BYTES = 2.0, 2**20  # of a processor, which may be shared with the rest of the suite; of HTML
LOOKED_AT = (
    "gamestate", "gamestate then", "table", "table then", "one's state", "edit a player", "game's file", "undo",
    "define", "alter", "log of updates", "variable",
)  # fmt: skip


@pytest.fixture(scope="module")
def scene(django_db_setup, django_db_blocker) -> Iterator[Scene]:
    with django_db_blocker.unblock(), transaction.atomic():
        with time_machine.travel(NOW, tick=False):
            found = build(1)
            enlarge(Post.objects.get(title="Pending 0"))
        yield found
        transaction.set_rollback(True)


@pytest.mark.parametrize("page", LOOKED_AT)
def test_page_of_a_large_gamestate_is_quick_and_small(scene, page, db, nothing_kept):
    reader = next(who for who in reversed(WHO) if PAGES[page][WHO.index(who)] != "-")
    with time_machine.travel(NOW, tick=False):
        scene.browsers[reader].get("/help/keys/")
        forget()
        begun = process_time()
        answer = scene.browsers[reader].get(scene.paths[page])
        length, took = len(answer.getvalue()), process_time() - begun
    assert (answer.status_code, took < SECONDS, length < BYTES) == (200, True, True), (took, length)


def test_change_of_one_value_of_a_large_gamestate_is_quick(scene, db):
    player = Player.objects.get(name="Many 0007")
    begun = process_time()
    update_gamestate(by=player, at=NOW, steps=[Step.set("many_1", (f"player:{player.pk}",), "41")])
    assert process_time() - begun < SECONDS
