"""Whoever wants to write to SQLite stands in line: all get as many turns, none waits long, and who is killed holds
nobody up."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction

from blognomic.database.troubles import Trouble, trouble_of
from blognomic.database.unhurried import in_haste
from blognomic.reach.sqlite3.waiting_line import TurnLine, line_of
from players.models import Game, Player
from tests.votables.table import seat

from .servers import PATIENCE, ROOT

PROCESSES, THREADS, SECONDS, TAKES = 3, 3, 3.0, 0.004
# Each thread takes turns without a pause, and tells its longest wait and how many turns it had.
CROWD = f"""
import json, sys, threading, time
from blognomic.reach.sqlite3.waiting_line import TurnLine

line, found = TurnLine(sys.argv[1]), []
print("ready", flush=True)
begin = float(sys.stdin.readline())
time.sleep(max(0, begin - time.time()))
until = time.monotonic() + {SECONDS}

def play():
    turns, longest = 0, 0.0
    while time.monotonic() < until:
        begun = time.monotonic()
        assert line.take(5)
        longest = max(longest, time.monotonic() - begun)
        with open(sys.argv[2], "r+") as file:
            held = int(file.read())
            time.sleep({TAKES})
            file.seek(0)
            file.write(str(held + 1))
        line.give()
        turns += 1
    found.append([turns, longest])

threads = [threading.Thread(target=play) for _ in range({THREADS})]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(json.dumps(found), flush=True)
"""
HOLDER = """
import sys, time
from blognomic.reach.sqlite3.waiting_line import TurnLine
line = TurnLine(sys.argv[1])
print(line.take(5), flush=True)
time.sleep(60)
"""
# Asks for a turn whenever it is told to, says when it has to wait for it, and writes down that it has come.
OTHER = """
import sys, time
from types import SimpleNamespace
from blognomic.reach.sqlite3 import waiting_line

def sleep(seconds):
    global has_said
    if not has_said:
        print("waits", flush=True)
        has_said = True
    time.sleep(seconds)

waiting_line.time = SimpleNamespace(monotonic=time.monotonic, sleep=sleep)
line = waiting_line.TurnLine(sys.argv[1])
for _ in sys.stdin:
    has_said = False
    assert line.take(60)
    with open(sys.argv[2], "a") as order:
        order.write("other ")
    line.give()
    print("had it", flush=True)
"""
ROUNDS, WHILE = 3, 0.5
"""How often who is next is passed by, if it can be, and for how many seconds it can."""


def begin(code: str, *arguments: Path) -> subprocess.Popen[str]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], cwd=ROOT, **pipes)


def test_threads_of_all_processes_get_as_many_turns_one_at_a_time(tmp_path):
    count = tmp_path / "count"
    count.write_text("0")
    crowd = [begin(CROWD, tmp_path / "line", count) for _ in range(PROCESSES)]
    for process in crowd:
        assert process.stdout.readline() == "ready\n"
    for process in crowd:
        process.stdin.write(f"{time.time() + 0.3}\n")
        process.stdin.flush()
    outputs = [process.communicate(timeout=PATIENCE)[0] for process in crowd]
    turns, longest = zip(*(each for one in outputs for each in json.loads(one)), strict=True)
    assert sum(turns) == int(count.read_text())
    assert max(turns) <= 3 * min(turns), turns
    assert max(longest) < SECONDS / 3, longest


def test_process_that_is_next_comes_before_threads_of_the_one_that_has_had_a_turn(tmp_path):
    """It waits, and then nobody lets it run for a while in which the turn is free: it is still the next."""
    order, line = tmp_path / "order", TurnLine(str(tmp_path / "line"))
    other = begin(OTHER, tmp_path / "line", order)

    def again() -> None:
        assert line.take(60)
        with order.open("a") as file:
            file.write("own ")
        line.give()

    for _ in range(ROUNDS):
        assert line.take(10)
        own = threading.Thread(target=again)
        own.start()
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.stdout.readline() == "waits\n"
        os.kill(other.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, other.pid, os.WSTOPPED)
        line.give()
        own.join(WHILE)
        os.kill(other.pid, signal.SIGCONT)
        own.join()
        assert other.stdout.readline() == "had it\n"
    other.communicate(timeout=PATIENCE)
    assert order.read_text().split() == ["other", "own"] * ROUNDS


def test_who_is_killed_holds_nobody_up_and_who_hangs_only_so_long(tmp_path):
    holder = begin(HOLDER, tmp_path / "line")
    assert holder.stdout.readline() == "True\n"
    line = TurnLine(str(tmp_path / "line"))
    begun = time.monotonic()
    assert not line.take(0.2)
    assert 0.2 <= time.monotonic() - begun < 2
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    other = begin(HOLDER, tmp_path / "line")
    assert other.stdout.readline() == "True\n", "who has given up is not the next"
    os.kill(other.pid, signal.SIGKILL)
    other.communicate()
    assert line.take(5)
    line.give()


@pytest.mark.django_db(transaction=True)
def test_what_writes_waits_in_line_within_a_transaction_and_without_one():
    if connection.vendor != "sqlite":
        return
    seat("Alice")
    line = line_of(str(connection.settings_dict["NAME"]))
    for write in (
        lambda: Player.objects.update(name="Bobby"),
        lambda: transaction.atomic(Game.objects.get)(),
    ):
        assert line.take(5)
        threading.Timer(0.3, line.give).start()
        begun = time.monotonic()
        write()
        assert time.monotonic() - begun > 0.25
    assert Player.objects.get().name == "Bobby"
    assert line.take(0), "given back"
    assert Player.objects.count() == 1, "who only reads waits for nobody"
    line.give()


@pytest.mark.django_db(transaction=True)
def test_who_waits_too_long_is_told_that_it_is_busy_and_who_is_in_haste_at_once():
    if connection.vendor != "sqlite":
        return
    seat("Alice")
    line = line_of(str(connection.settings_dict["NAME"]))
    assert line.take(5)
    try:
        begun = time.monotonic()
        with in_haste(), pytest.raises(OperationalError) as refused:
            Player.objects.update(name="Bobby")
        assert trouble_of(refused.value) is Trouble.BUSY
        assert 0.1 <= time.monotonic() - begun < 2
    finally:
        line.give()
    assert (connection.patience, connection.has_turn) == (5, None)
    Player.objects.update(name="Bobby")
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with in_haste(), pytest.raises(OperationalError), transaction.atomic():
            pass
        other.execute("ROLLBACK")
    assert connection.has_turn is None, "given back by who could not begin"
    with transaction.atomic():
        Player.objects.update(name="Carol")
