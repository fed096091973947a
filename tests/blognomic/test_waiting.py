"""Whoever waits is answered in the order of coming, or is soon told to come again, before anything is done."""

import http.client
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from blognomic.middleware import waiting
from blognomic.middleware.waiting import waited

from .servers import PATIENCE, ROOT, free_port

CLIENTS, TAKES, PROCESSES, THREADS = 12, 0.05, 2, 2


@pytest.fixture
def port() -> Iterator[int]:
    """Two processes of the site's server, with two threads each, and an application that takes its time."""
    port = free_port()
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gunicorn",
            "--config",
            "python:blognomic.server.serving",
            "tests.blognomic.slow_app:app",
        ],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "blognomic.settings",
            "BIND": f"127.0.0.1:{port}",
            "WEB_WORKERS": str(PROCESSES),
            "WEB_THREADS": str(THREADS),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(port)
        yield port
    finally:
        server.terminate()
        server.wait(PATIENCE)


def wait_for(port: int) -> None:
    """Until each process has answered: more ask at once than one of them takes."""
    until, answered = time.monotonic() + PATIENCE, set()

    def ask() -> None:
        with suppress(OSError, http.client.HTTPException), closing(line(port)) as connection:
            connection.request("GET", "/?0.05")
            answered.add(connection.getresponse().getheader("X-Process"))

    while len(answered) < PROCESSES:
        assert time.monotonic() < until, "The server did not come up."
        threads = [threading.Thread(target=ask) for _ in range(THREADS + 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def line(port: int) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.connect()
    return connection


@pytest.mark.sweep
def test_clients_who_ask_again_at_once_get_as_many_answers_each(port):
    """Far more clients than threads, each of whom asks again as soon as it is answered. Whichever process is free
    takes whoever came first: none lets some wait in a line of its own. A machine that pauses may disturb a try, but not
    each."""
    tries = []
    while len(tries) < 3 and not (tries and _fair(*tries[-1])):
        tries.append(_asked_again_and_again(port))
    assert _fair(*tries[-1]), tries


def _fair(got: list[int], overtaken: int) -> bool:
    return min(got) >= 2 and max(got) <= 1.5 * min(got) and overtaken <= 1


def _asked_again_and_again(port: int) -> tuple[list[int], int]:
    """How many answers each client got, and how many times at most somebody else was answered, of all who came later,
    while one waited: counted in answers and not in seconds."""
    answered: list[list[tuple[float, float]]] = [[] for _ in range(CLIENTS)]
    begin, until = threading.Barrier(CLIENTS), time.monotonic() + 3

    def ask(number: int) -> None:
        begin.wait()
        while time.monotonic() < until:
            begun = time.monotonic()
            with closing(line(port)) as connection:
                connection.request("GET", f"/?{TAKES}")
                connection.getresponse().read()
            answered[number].append((begun, time.monotonic()))

    threads = [threading.Thread(target=ask, args=[number]) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    overtaken = max(
        sum(begun < first and last < ended for first, last in other)
        for each in answered
        for begun, ended in each
        for other in answered
    )
    return [len(each) for each in answered], overtaken


@pytest.mark.sweep
def test_how_long_a_request_has_waited_is_known_of_its_connection(port):
    """Who is one too many of those who ask at once waits for as long as the first takes, whatever process answers."""
    answers = []

    def ask() -> None:
        with closing(line(port)) as connection:
            connection.request("GET", "/?1.0&waited")
            answers.append(float(connection.getresponse().read()))

    threads = [threading.Thread(target=ask) for _ in range(PROCESSES * THREADS + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    *served, last = sorted(answers)
    assert max(served) < 0.6 < last < 5, answers


@pytest.mark.sweep
def test_whether_it_runs_is_answered_past_all_who_wait(port):
    """All threads are busy, and more wait than there are threads."""
    taken = []

    def ask(address: str) -> None:
        with closing(line(port)) as connection:
            connection.request("GET", address)
            begun = time.monotonic()
            assert connection.getresponse().status == 200
            taken.append((address, time.monotonic() - begun))

    threads = [threading.Thread(target=ask, args=["/?2.0"]) for _ in range(PROCESSES * THREADS + 2)]
    for thread in threads:
        thread.start()
    time.sleep(0.2)
    for _ in range(3):
        ask("/health/")
    silent = [line(port) for _ in range(3)]  # who says nothing holds nobody up
    ask("/health/")
    for each in silent:
        each.close()
    for thread in threads:
        thread.join()
    assert [address for address, _ in taken] == 4 * ["/health/"] + len(threads) * ["/?2.0"]
    assert max(seconds for address, seconds in taken if address == "/health/") < 1


class Connection:
    """A line of which the request came so long ago."""

    def __init__(self, seconds: float):
        self.seconds = seconds


@pytest.mark.parametrize("language", ["en", "de"])
def test_whoever_has_waited_too_long_is_refused_before_anything_is_done(monkeypatch, language, client):
    requests = []
    monkeypatch.setattr(waiting, "waited", lambda connection: connection.seconds)
    site = waiting.waiting(lambda request: requests.append(request) or HttpResponse("Done."))
    patient, late = (
        RequestFactory().post("/", **{"gunicorn.socket": Connection(10 + each)}) for each in (0, 0.1)
    )
    assert site(patient).content == b"Done."
    refusal = site(late)
    assert (refusal.status_code, refusal.headers["Retry-After"], len(requests)) == (503, "10", 1)
    assert refusal.headers["Cache-Control"] == "no-store"
    response = client.get(
        "/queue/", headers={"Accept-Language": language}, **{"gunicorn.socket": Connection(11)}
    )
    assert (response.status_code, "Nothing was done" in response.content.decode()) == (503, language == "en")
    assert client.get("/health/", **{"gunicorn.socket": Connection(11)}).status_code == 200


def test_where_it_cannot_be_told_nobody_has_waited():
    assert waited(None) == 0
