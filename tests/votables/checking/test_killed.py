"""A process that is killed in the middle of enactments and ascensions, again and again: the next one goes on, and
whatever was half done is not there.

Six times in the suite; `make torture` kills more often (KILLS=1000), at the moments that its SEED gives. Of so many
kills each game has a part, for a short game is checked in no time: the games begin all over the year, and each with
another seed.
"""

import os
import signal
import time
from collections import Counter
from random import Random
from traceback import format_exc

import pytest
from django.db import connections

from blognomic.transfer.checking import found
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.votables.table import BEGINNING, make_admin, seat
from votables.models import Post, Resolution

from . import unruly

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # Newer Pythons warn of threads, which a forked process does not have. This one waits for none of them.
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
PATIENCE = 0.12  # seconds within which a process is killed once it has begun
OF_ONE_GAME = 40  # kills
APART = 17  # days between the beginnings of two games


def killed(random: Random) -> str:
    """Let a process of its own play on, and kill it soon after it has begun to enact or ascend. Which of the two."""
    connections.close_all()
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(heard)
            unruly.play(lambda what: os.write(tell, what[:1].encode()))
        except BaseException:
            os.write(2, format_exc().encode())
        finally:
            os._exit(1)  # it only comes here by a mistake, which the parent sees by how it ended
    os.close(tell)
    try:
        for _ in range(random.randint(1, 2)):
            what = os.read(heard, 1)
        time.sleep(random.uniform(0, PATIENCE))
    finally:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        os.close(heard)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    return {b"e": "enact", b"a": "ascend"}[what]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A game for each OF_ONE_GAME kills: how often its process is killed, and which game it is."""
    kills = metafunc.config.getoption("kills")
    games = [min(OF_ONE_GAME, kills - before) for before in range(0, kills, OF_ONE_GAME)]
    if "game" in metafunc.fixturenames:
        metafunc.parametrize(("game", "kills"), list(enumerate(games)))


def test_a_game_whose_process_is_killed_again_and_again_fits_together(game: int, kills: int, pytestconfig):
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    make_admin(bobby)
    sections = (Node("a", "Core Rules", "Everybody plays."), Node("b", "Dynastic Rules", "None yet."))
    revise(tree=Tree(sections), seen=None, kind="founding", at=BEGINNING, by=alice, why="A beginning")
    unruly.turn(BEGINNING + (1 + game * APART) * unruly.DAY, lambda what: None)
    for _ in range(3):  # up to where a victory is declared
        unruly.turn(unruly.now() + unruly.DAY, lambda what: None)
    random = Random(f"{pytestconfig.getoption('kill_seed')} {game}")
    killing: Counter[str] = Counter()
    for _ in range(kills):
        killing[killed(random)] += 1
        assert list(found()) == []
    unruly.turn(unruly.now() + unruly.DAY, lambda what: None)
    assert list(found()) == []
    print(
        f"\nKilled {dict(killing)}; {Post.objects.count()} posts, {Resolution.objects.count()} resolutions."
    )
