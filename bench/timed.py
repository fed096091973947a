"""The site as gunicorn serves it, which says in a header of each answer what it cost: milliseconds of the processor,
queries, and the names of what was made for it because it was not kept."""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.db import connection

from blognomic.wsgi import application as site
from players.present import Store

COST = "X-Cost"


class _Made(threading.local):
    names: list[str]


_made = _Made()
_put = Store._put


def _noted(store: Store, name: Any, *more: Any) -> Any:
    word = next((part for part in (name if isinstance(name, tuple) else [name]) if isinstance(part, str)), "")
    _made.names.append(word or type(name).__name__)
    return _put(store, name, *more)


Store._put = _noted  # type: ignore[method-assign]


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The site's answer with the header COST."""
    _made.names = []
    queries = 0
    begun = time.thread_time()
    start: list[Any] = []

    def count(execute: Any, *query: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*query)

    with connection.execute_wrapper(count):
        answer = site(environ, lambda *head: start.extend(head))
        body = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
    status, headers, *more = start
    cost = f"{1000 * (time.thread_time() - begun):.3f} {queries} {','.join(_made.names)}"
    start_response(status, [*headers, (COST, cost.encode("ascii", "replace").decode()[:2000])], *more)
    return [body]
