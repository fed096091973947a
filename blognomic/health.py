"""Two pages for whatever watches over the servers: whether this process runs, and whether it can serve the game.

They are answered before anything else is looked at, so that a balancer may ask by address and without HTTPS.
"""

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def health(get_response: GetResponse) -> GetResponse:
    """Answer /health/ with 200 while the process runs, and /ready/ with 200 or, with a sentence of why not, 503."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info not in {"/health/", "/ready/"}:
            return get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return _answer("This page can only be read.", status=405)
        if request.path_info == "/health/":
            return _answer("The site is running.")
        trouble = _what_is_missing()
        return _answer(trouble, status=503) if trouble else _answer("The site is ready.")

    return middleware


def _answer(sentence: str, *, status: int = 200) -> HttpResponse:
    answer = HttpResponse(f"{sentence}\n", content_type="text/plain; charset=utf-8", status=status)
    answer["Cache-Control"] = "no-store"
    if status == 405:
        answer["Allow"] = "GET, HEAD"
    return answer


def _what_is_missing() -> str:
    """Why the game cannot be served just now, in a sentence; "" when it can."""
    try:
        waiting = migrations_waiting()
    except Error:
        return "The database does not answer."
    if waiting:
        return f"The database is not up to date: {waiting} of its migrations are still to be applied."
    if settings.CACHE_URL:
        from redis.exceptions import RedisError  # only where there is one

        try:
            cache.get("ready")
        except RedisError:
            return "The cache does not answer."
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
