"""Connections go to the process that has a thread free, not to the one that wakes first."""

import http.client
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest

from .servers import PATIENCE, ROOT, free_port

THREADS, PROCESSES = 4, 2
LINES = THREADS * PROCESSES


@pytest.fixture
def port() -> Iterator[int]:
    port = free_port()
    options = f"--workers {PROCESSES} --threads {THREADS} --keep-alive 5 --bind 127.0.0.1:{port}".split()
    worker = ["--worker-class", "blognomic.even_worker.EvenWorker", "--no-control-socket"]
    server = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", "tests.blognomic.slow_app:app", *worker, *options],
        cwd=ROOT,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for_both(port)
        yield port
    finally:
        server.terminate()
        server.wait(PATIENCE)


def wait_for_both(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while len(who_answers(port)) < PROCESSES:
        assert time.monotonic() < until, "The processes did not come up."
        time.sleep(0.05)


def who_answers(port: int) -> Counter[str]:
    """By process, how many of as many kept connections as there are threads it answers, all asked at once."""
    answered: list[str] = []
    at_once = threading.Barrier(LINES)

    def ask() -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        at_once.wait()
        with suppress(ConnectionError), closing(line):
            for _ in range(2):
                line.request("GET", "/?0.2")
                last = line.getresponse().read().decode()
            answered.append(last)

    threads = [threading.Thread(target=ask) for _ in range(LINES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(answered)


def test_each_process_takes_as_many_connections_as_it_has_threads(port):
    assert list(who_answers(port).values()) == [THREADS] * PROCESSES
