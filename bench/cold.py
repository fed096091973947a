"""What it costs to make each page: `make bench ARGS=--cold`.

The time is that of the processor, in one process and in PostgreSQL's, from the request as gunicorn hands it on to the
last byte of the answer. In each of STATES: `new`, with all emptied that the process has worked out, also of texts and
laws, which stay the same whatever the game does; `nothing`, with nothing kept of the game; `shown`, the first after a
change that the page shows (`bench.acts`); `change`, the first after somebody has voted on another matter; `kept`, once
more.
"""

import argparse
import functools
import gc
import io
import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import Any
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

import django
from rich.table import Table

from bench import acts, writing
from bench.pages import FOR_SIGNED_IN, pages, people, session_of
from bench.servers import ROOT, postgres_process, seconds_below

TIMES = 7
STATES = ("new", "nothing", "shown", "change", "kept")
OURS = ("players.", "ruleset.", "gamestate.", "votables.", "blognomic.")
FORMS = "k4yobif7jnrqx4lcxx5whf51brsodmci"  # the secret of its forms that a browser has been given before
Ask = Callable[..., bytes]


def measured(
    environment: dict[str, str], *, only: str = "", states: Sequence[str] = STATES
) -> dict[str, Any]:
    """For each page, signed out and in, milliseconds of the processor and queries in each of the `states`, of the site
    in that environment, whose database is then another."""
    command = [sys.executable, "-m", "bench.cold", "--only", only, "--states", *states]
    answer = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(line) for line in answer.stdout.splitlines())


def table(results: dict[str, Any]) -> Table:
    """The figures of `measured` to look at."""
    title = f"ms of a processor for each page (queries): {', '.join(STATES)}"
    shown = Table(title=title, title_justify="left")
    for head in ("page", *(f"{state}, {who}" for who in ("out", "in") for state in STATES)):
        shown.add_column(head, justify="left" if head == "page" else "right", no_wrap=True)
    writes = {name: costs["in"] for name, costs in results.items() if "held" in costs["in"]}
    for page, costs in results.items():
        if page in writes:
            continue
        cells = (costs[who][state] if who in costs else None for who in ("out", "in") for state in STATES)
        shown.add_row(page, *(f"{cost['ms']:.1f} ({cost['queries']})" if cost else "–" for cost in cells))
    shown.caption = "\n".join(
        f"{name}: {cost['ms']:.1f} ms, others kept waiting for {cost['held']:.1f}, queries {cost['queries']}"
        for name, cost in writes.items()
    )
    return shown


def main() -> None:
    """Measure the pages whose names begin so, of the database that the environment names, and print a line of JSON for
    each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--only", default="", help="the beginning of a page's name")
    parser.add_argument("--states", nargs="+", default=STATES, choices=STATES)
    arguments = parser.parse_args()
    django.setup()
    logging.disable(logging.INFO)
    from blognomic.wsgi import application

    admin = people(1)[0]
    ask, session, paths = asking(application), session_of(admin), pages()
    for name, path in paths.items():
        for key in readers(name, session).values():
            ask(path, key)  # the templates are read, and the code is there
    gc.collect()
    gc.freeze()
    votes = acts.votes(admin)
    for name, path in paths.items():
        if arguments.only == "writing" or not name.startswith(arguments.only):
            continue
        changes = {"shown": acts.shown_on(name, path, admin), "change": votes}
        costs = {
            who: {state: cost(ask, path, key, state=state, changes=changes) for state in arguments.states}
            for who, key in readers(name, session).items()
        }
        print(json.dumps([name, costs]), flush=True)
    if not arguments.only or arguments.only == "writing":
        for name, costs in writing.costs(ask, admin, session):
            print(json.dumps([name, {"in": costs}]), flush=True)


def readers(name: str, session: str) -> dict[str, str]:
    """Who may look at the page of that name: the session of each."""
    return {"in": session} if name in FOR_SIGNED_IN else {"out": "", "in": session}


def asking(application: Callable[..., Any]) -> Ask:
    """What asks the application for a path, as the reader whose session is named, or sends it a form: the answer's
    body."""

    def ask(path: str, session: str, sent: dict[str, str] | None = None) -> bytes:
        environ: dict[str, Any] = {}
        setup_testing_defaults(environ)
        path, _, query = path.partition("?")
        environ |= {
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "HTTP_HOST": "127.0.0.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.input": io.BytesIO(),
            "HTTP_ACCEPT": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "HTTP_ACCEPT_LANGUAGE": "en-GB,en;q=0.5",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br",
            "HTTP_SEC_FETCH_MODE": "navigate",
            "HTTP_USER_AGENT": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        }
        if session:
            environ["HTTP_COOKIE"] = f"sessionid={session}; csrftoken={FORMS}"
        if sent is not None:
            environ |= sending(sent, environ)
        statuses: list[str] = []
        answer = application(environ, lambda status, headers, *more: statuses.append(status))
        body = b"".join(answer)
        answer.close()
        good = "302 Found" if sent is not None else "200 OK"
        assert statuses == [good], (path, statuses, body[-2000:])
        return body

    return ask


def sending(fields: dict[str, str], environ: dict[str, Any]) -> dict[str, Any]:
    """What a request has besides, when a form is sent, as from a page of its own."""
    from django.http import HttpRequest
    from django.middleware.csrf import get_token

    page = HttpRequest()
    page.META["CSRF_COOKIE"] = FORMS
    body = urlencode({"csrfmiddlewaretoken": get_token(page), **fields}).encode()
    return {
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_COOKIE": environ["HTTP_COOKIE"],
        "wsgi.input": io.BytesIO(body),
    }


def cost(ask: Ask, path: str, session: str, *, state: str, changes: dict[str, acts.Acts]) -> dict[str, Any]:
    """What the page costs in that state: the median of so many times (ms), and how many queries."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times, size = [], 0
    for turn in range(TIMES + 1):
        prepare(state, changes)
        if turn == TIMES:
            with CaptureQueriesContext(connection) as queries:
                size = len(ask(path, session))
            continue
        with processor_timed() as times_of_turn:
            ask(path, session)
        times += times_of_turn
    return {"ms": round(median(times), 1), "queries": len(queries), "bytes": size}


@contextmanager
def processor_timed() -> Iterator[list[float]]:
    """How long (ms) this process and PostgreSQL's take the processor for what is done within, if it is the database."""
    database = postgres_process(os.environ["DATABASE_URL"])
    before = seconds_below(database) if database else 0.0
    begun = time.process_time()
    taken: list[float] = []
    yield taken
    ours = time.process_time() - begun
    taken.append(1000 * (ours + (seconds_below(database) - before if database else 0.0)))


def prepare(state: str, changes: dict[str, acts.Acts]) -> None:
    """Bring the process into that state."""
    if state in ("new", "nothing"):
        forget(texts=state == "new")
    elif state in changes:
        from blognomic.cache import version

        next(changes[state])
        version.forget()
    gc.collect()


def forget(*, texts: bool = False) -> None:
    """Empty all that the process keeps of the game; with `texts`, what it has worked out of texts and laws, too."""
    from blognomic.cache import version
    from blognomic.cache.page_cache import SHELF
    from players import present

    present.forget()
    version.forget()
    SHELF.clear()
    for memo in memos() if texts else ():
        memo.cache_clear()


@functools.cache
def memos() -> list[Any]:
    """The functions of the site that remember what they answered."""
    return [
        one
        for name, module in list(sys.modules.items())
        if name.startswith(OURS)
        for one in vars(module).values()
        if hasattr(one, "cache_clear") and one.__module__ == name
    ]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "blognomic.settings")
    main()
