"""A large game (see `large_game`): no address of it takes a second of a processor or weighs a megabyte, whoever asks,
nor does a change take longer. Files that hold a whole log or table are sent while they are made, in parts that are
quick."""

import os
import re
from collections.abc import Callable, Iterator
from time import process_time

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from gamestate.models import Update, Variable
from gamestate.services import updating
from gamestate.values.steps import Step
from players.models import Player
from players.present import forget
from players.services import tokens
from tests.blognomic.api.programs import API, operations
from tests.undoing import built_once, undone
from votables.models import Post
from votables.services.leave import BY_THE_LAW

from .large_game import enlarge
from .test_query_counts import NOW, PAGES, WHO, Scene, build

pytestmark = [pytest.mark.django_db, pytest.mark.sweep]
SECONDS, BYTES = 1.0, 2**20
CROWDED = 1.5  # times as long does everything take where more is run than there are processors
TRIES = 3  # of which the quickest tells what it takes: the processor may be shared with the rest of the suite
FILES = {"log as CSV", "log as a file", "players as CSV", "players' file"}
TOO_MUCH = {"edit all players"}  # for one form, which says so
ENOUGH = 150  # parts of a file, of which the first are the largest: updates of a thousand changes
BY_PROGRAM = sorted({f"{API}{path}" for method, path, _ in operations().values() if method == "GET"})


@pytest.fixture(scope="module")
def scene(django_db_setup, django_db_blocker) -> Iterator[Scene]:
    with built_once(django_db_blocker, build_large) as built:
        yield built


@time_machine.travel(NOW, tick=False)
def build_large() -> Scene:
    game = build(1)
    enlarge(Post.objects.get(title="Pending 0"))
    admin = Player.objects.get(pk=game.browsers["admin"].session["_auth_user_id"])
    _, token = tokens.make(by=admin, at=NOW, name="A program", scopes=tokens.SCOPES)
    game.browsers["program"] = Client(headers={"Authorization": f"Bearer {token}"})
    for browser in (game.browsers["stranger"], game.browsers["admin"]):  # what a process makes once
        browser.get("/api/")
    return game


def quick() -> float:
    """In how many seconds of a processor something is quick, as busy as they are."""
    return SECONDS * (CROWDED if os.getloadavg()[0] > (os.cpu_count() or 1) else 1)


def measured(ask: Callable[[], tuple[int, list[tuple[float, int]]]]) -> tuple[int, float, int]:
    """The status, the seconds of the slowest part, and the bytes, of the quickest of some tries with nothing kept."""
    timings = []
    for _ in range(TRIES):
        cache.clear()
        forget()
        status, parts = ask()
        timings.append((max(took for took, _ in parts), sum(length for _, length in parts)))
        if min(timings)[0] < quick():
            break
    return (status, *min(timings))


def answer(
    browser: Client, path: str, query: dict[str, object] | None = None, *, most: int | None = None
) -> tuple[int, list[tuple[float, int]]]:
    """The status of an answer, and how long each part of it took and is; of at `most` so many."""
    parts, begun = [], process_time()
    response = browser.get(path, query)
    for part in response if response.streaming else [response.content]:
        parts.append((process_time() - begun, len(part)))
        begun = process_time()
        if len(parts) == most:
            break
    return response.status_code, parts


@pytest.mark.parametrize("page", PAGES)
def test_page_of_a_large_game_is_quick_and_small(scene, page, db, nothing_kept):
    faults = {}
    readers = [who for who in WHO if PAGES[page][1 + WHO.index(who)] != "-"]
    for who in readers[-1:] if page in FILES else readers:  # whoever sees most has the largest file
        with time_machine.travel(NOW, tick=False):
            status, took, length = measured(
                lambda who=who: answer(scene.browsers[who], scene.paths[page], most=ENOUGH)
            )
        is_small = page in FILES or length < BYTES
        if (status, took < quick(), is_small) != (400 if page in TOO_MUCH else 200, True, True):
            faults[who] = (status, round(took, 2), length)
    assert faults == {}


def addresses(path: str) -> str:
    """An address of the API with the keys that its template asks for: of what is largest, where there is a choice."""
    matter, player = Post.objects.get(title="Pending 0"), Player.objects.get(name="Many 0007")
    variable = Variable.objects.get(key="many_1")
    update = Update.objects.get(comment="All begin with 1.")
    keys = {
        "variable": variable.pk,
        "update": update.pk,
        "post": matter.pk,
        "player": player.pk,
        "week": "2026-W11",
        "key": "locations",
        "number": 1,
        "law": "now",
    }
    return re.sub(r"{(\w+)}", lambda match: str(keys.get(match[1], 1)), path)


@pytest.mark.parametrize("path", BY_PROGRAM)
def test_answer_to_programs_of_a_large_game_is_quick_and_small(scene, path, db, nothing_kept):
    faults = {}
    for who in ("stranger", "program"):
        with time_machine.travel(NOW, tick=False):
            status, took, length = measured(lambda who=who: answer(scene.browsers[who], addresses(path)))
        if status >= 500 or took >= quick() or length >= BYTES:
            faults[who] = (status, round(took, 2), length)
    assert faults == {}


def test_change_of_one_value_of_a_large_gamestate_is_quick(scene, db):
    player = Player.objects.get(name="Many 0007")

    def change() -> tuple[int, list[tuple[float, int]]]:
        with undone():
            begun = process_time()
            updating.update(
                leave=BY_THE_LAW,
                by=player,
                at=NOW,
                steps=[Step.set("many_1", (f"player:{player.pk}",), "41")],
            )
            return 200, [(process_time() - begun, 0)]

    _, took, _ = measured(change)
    assert took < quick()
