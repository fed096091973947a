"""A process that is killed in the middle of moves and of what happens by itself, again and again: each is there whole
or not at all, and the next one goes on."""

import os
import signal
import time
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from random import Random
from traceback import format_exc

import pytest
from django.db import connections
from django.db.models import Max

from blognomic.transfer.checking import found
from gamestate.models import LimitedAction, Occurrence, Roll, Taking, Update
from gamestate.services import acting, moving
from gamestate.services.clockwork import catch_up
from players.models import Player
from tests.gamestate.services.test_clockwork import by_itself
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.django_db(transaction=True),
    # Newer Pythons warn of threads, which a forked process does not have. This one waits for none of them.
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
PATIENCE = 0.1  # seconds within which a process is killed once it has begun
AT_MOST = 40  # kills; more are of another seed
ALL = 4 * 100
SWAP = "let d = DICE6\nother.gold -= d\ngold += d\nsteps += 1"


def play(tell: Callable[[], object]) -> None:
    """Make moves and let time pass, for ever; tell before each."""
    players = list(Player.objects.order_by("pk"))
    action = LimitedAction.objects.get(name="Rob")
    last = Update.objects.aggregate(at=Max("at"))["at"]
    for number in count(1):
        at = last + timedelta(hours=number)
        tell()
        by, other = players[number % 4], players[(number + 1) % 4]
        moving.make(leave=GIVEN, action=action, by=by, at=at, answers={"other": other.name})
        catch_up(leave=GIVEN, at=at)


def kill(random: Random) -> None:
    """Let a process of its own play on, and kill it soon."""
    connections.close_all()
    heard, tell = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(heard)
            play(lambda: os.write(tell, b"m"))
        except BaseException:
            os.write(2, format_exc().encode())
        finally:
            os._exit(1)  # it only comes here by a mistake, which the parent sees by how it ended
    os.close(tell)
    try:
        for _ in range(random.randint(1, 3)):
            os.read(heard, 1)
        time.sleep(random.uniform(0, PATIENCE))
    finally:
        os.kill(child, signal.SIGKILL)
        _pid, status = os.waitpid(child, 0)
        os.close(heard)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def check_whole() -> None:
    """All Gold is there; each move is one taking, one update and one roll; each day's upkeep has been done once."""
    gold, steps = shown("gold"), shown("steps")
    assert sum(map(int, gold.values())) + int(shown("pot")["the game"]) == ALL
    made = Update.objects.filter(kind="change")
    assert made.count() == Taking.objects.count() == Roll.objects.count() == sum(map(int, steps.values()))
    assert not Taking.objects.filter(update=None).exists()
    days = list(Update.objects.filter(kind="upkeep").order_by("pk").values_list("at", flat=True))
    assert days == [noon(2) - timedelta(hours=12) + timedelta(days=day) for day in range(len(days))]
    done = Occurrence.objects.filter(state="done")
    assert done.count() == len(days) and not done.filter(update=None).exists()
    assert Occurrence.objects.filter(state="due").count() == 1
    assert list(found()) == []


def test_moves_and_upkeep_whose_process_is_killed_again_and_again_are_whole(pytestconfig):
    alice, *_ = seat("Alice", "Bobby", "Carol", "David", emperor=False)
    track(
        define("gold", default="100"),
        define("steps", default="0"),
        define("pot", scope="game", default="0"),
        by=alice,
        at=noon(1),
    )
    acting.declare(
        leave=GIVEN,
        by=alice,
        at=noon(1),
        name="Rob",
        frequency="",
        lines={"asks": "other: player among players.filter(p, p != me)", "does": SWAP},
    )
    by_itself(alice, "Tax", "each day", does="for p in players: p.gold -= 1; pot += 1")
    random = Random(f"{pytestconfig.getoption('kill_seed')} moves")
    for _ in range(min(AT_MOST, pytestconfig.getoption("kills"))):
        kill(random)
        check_whole()
    catch_up(leave=GIVEN, at=Update.objects.aggregate(at=Max("at"))["at"] + timedelta(days=2))
    check_whole()
    assert Taking.objects.count() > 0
