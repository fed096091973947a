"""A process of the server takes no more memory after a day of readers than it may, whatever they ask for."""

import http.client
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from players.models import Player
from players.services.roster import lock_game
from tests.votables.test_demo_in_summer import SUMMER
from votables.management.commands import demo
from votables.models import Post

from .servers import PATIENCE, Machine, Visitor, database_url, give_password

pytestmark = pytest.mark.django_db(transaction=True)

READERS, MOST = 6, 250  # megabytes
# What readers ask for, and what somebody may make up to fill the memory.
PATHS = [
    "/", "/queue/", "/archive/", "/archive/?page={small}", "/archive/?status=failed&page={small}",
    "/posts/{post}/", "/posts/{post}/", "/posts/{post}/", "/rules/",
    "/rules/?at=2026-{month:02}-{day:02}T12:{minute:02}", "/rules/history/", "/gamestate/",
    "/gamestate/?at=2026-{month:02}-{day:02}T12:{minute:02}", "/gamestate/log/",
    "/gamestate/log/?q={number}", "/welcome/?x={number}", "/?x={number}", "/archive/?tag={number}",
    "/archive/?q=word{number}", "/chronicle/", "/charts/", "/api/v1/posts?limit=20", "/api/v1/game",
    "/feeds/posts/", "/robots.txt", "/nowhere/{number}/",
]  # fmt: skip


@pytest.fixture
def machine(transactional_db, tmp_path) -> Iterator[Machine]:
    """One process that serves the demo, which is a full game."""
    assert demo.make(SUMMER) == ""
    started = Machine(
        tmp_path / "machine", DATABASE_URL=database_url(), RATE_LIMITS="0", EMAIL_VERIFICATION="none"
    )
    try:
        started.wait_until_ready()
        yield started
    finally:
        started.destroy()


def megabytes(machine: Machine) -> int:
    """The most that the process which answers has had."""
    children = Path(f"/proc/{machine.process.pid}/task/{machine.process.pid}/children").read_text().split()
    return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{children[0]}/status").read_text())[1]) // 1024


@pytest.mark.sweep
@pytest.mark.begun_first
@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="What a process keeps is the same on any database; once is enough."
)
def test_a_process_stays_small_whatever_is_asked_of_it(machine, request):
    requests = 4_000 if request.config.getoption("--short") else 20_000
    reader, player = Visitor(), Player.objects.active().order_by("pk").first()
    give_password(player)
    assert reader.sign_in(machine, player).status == 302
    posts = list(Post.objects.values_list("pk", flat=True))
    left, answered, lock = iter(range(requests)), Counter(), threading.Lock()

    def read(seed: int) -> None:
        chance = random.Random(seed)
        line = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=PATIENCE)
        while True:
            with lock:
                number = next(left, None)
            if number is None:
                return line.close()
            path = chance.choice(PATHS).format(
                number=number, post=chance.choice(posts), small=chance.randrange(9),
                month=chance.randrange(1, 13), day=chance.randrange(1, 29), minute=chance.randrange(60),
            )  # fmt: skip
            headers = {
                "Host": "blog.example", "X-Forwarded-Proto": "https",
                "Accept-Language": chance.choice(["en", "de"]), "Accept-Encoding": chance.choice(["", "gzip", "br"]),
            }  # fmt: skip
            if chance.random() < 0.25:
                headers["Cookie"] = f"sessionid={reader.cookies['sessionid']}"
            line.request("GET", path, headers=headers)
            answer = line.getresponse()
            answer.read()
            with lock:
                answered[answer.status] += 1

    readers = [threading.Thread(target=read, args=[seed]) for seed in range(READERS)]
    for one in readers:
        one.start()
    while any(one.is_alive() for one in readers):
        lock_game()
        time.sleep(2)
    assert (sum(answered.values()), answered[500], answered[503]) == (requests, 0, 0)
    assert answered[200] > requests / 2, answered
    assert megabytes(machine) < MOST
