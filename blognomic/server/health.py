"""Two pages for whatever watches over the servers: whether this process runs, and whether it can serve the game.

They are answered before anything else is looked at, so that a balancer may ask by address and without HTTPS. The first
asks nothing of anybody, so that nobody starts a site again because its database is away.
"""

import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse

from blognomic.database.troubles import HINTS, SENTENCES, Trouble, for_hosts
from blognomic.reach.answers import was_damaged
from blognomic.reach.database import is_away, is_lost
from blognomic.reach.optional import cache_is_there
from blognomic.reach.trying import try_to_write

GetResponse = Callable[[HttpRequest], HttpResponse]
UNASKED = 5.0
"""For how many seconds what was found out is told again, since it is found out by writing."""


def health(get_response: GetResponse) -> GetResponse:
    """Answer /health/ with 200 while the process runs, and /ready/ with 200 or, with a sentence of why not, 503."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info not in {"/health/", "/ready/"}:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return _answer("This page can only be read.", status=405)
        if request.path_info == "/health/":
            return _answer("The site is running.")
        trouble = what_is_missing()
        if trouble:
            return _answer(trouble, status=503)
        without = settings.CACHE_URL and not cache_is_there()
        return _answer(f"The site is ready.{WITHOUT_CACHE if without else ''}")

    return middleware


WITHOUT_CACHE = " The shared cache does not answer: each process counts the limits for itself."


def _answer(sentence: str, *, status: int = 200) -> HttpResponse:
    answer = HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
    answer["Cache-Control"] = "no-store"
    if status == 405:
        answer["Allow"] = "GET, HEAD"
    return answer


class _LastFinding:
    """What was found out last, and when (of `monotonic`)."""

    sentence = ""
    asked_at = float("-inf")
    lock = threading.Lock()


def what_is_missing() -> str:
    """Why the game cannot be served just now, in a sentence; "" when it can. What is a few seconds old will do."""
    if is_away():
        return _said(Trouble.AWAY)
    if was_damaged():
        return _said(Trouble.DAMAGED)
    with _LastFinding.lock:
        if not 0 <= time.monotonic() - _LastFinding.asked_at < UNASKED:
            _LastFinding.sentence = _looked_up()
            _LastFinding.asked_at = time.monotonic()
        return _LastFinding.sentence


def forget() -> None:
    """Find it out again the next time: for tests."""
    _LastFinding.asked_at = float("-inf")


def _said(trouble: Trouble) -> str:
    return f"{SENTENCES[trouble]} {HINTS[trouble]}"


def _looked_up() -> str:
    try:
        waiting = migrations_waiting()
        if waiting:
            return f"The database is not up to date: {waiting} of its migrations are still to be applied."
        try_to_write()
    except Error as error:
        is_lost(error)
        return for_hosts(error) or f"The database refuses: {error}"
    except OSError:
        return _said(Trouble.FULL)
    return ""


_up_to_date = False


def migrations_waiting() -> int:
    """How many migrations of this code the database still lacks. Raises django.db.Error when it does not answer.

    What is applied stays so for as long as this process runs; from then on the database is only asked whether it
    is there.
    """
    global _up_to_date
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    if _up_to_date:
        return 0
    executor = MigrationExecutor(connection)
    waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    _up_to_date = not waiting
    return waiting
