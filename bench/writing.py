"""What it costs to write: `make bench ARGS=--cold` has it below the pages.

A vote, an update of ten values and an enactment of five changes, each a form that is sent, in one process, from the
request as gunicorn hands it on to the last byte of the answer. For each the time of the processor, the queries, and for
how long others had to wait: from when the request has the database to itself, so that nobody else can write, to when it
lets go of it.
"""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from statistics import median
from typing import Any

TIMES = 7
VALUES = 10


def costs(ask: Callable[..., Any], admin: Any, session: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each act by its name, with what it costs: medians of so many."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for name, acts in (("a vote", votes), ("an update", updates), ("an enactment", enactments)):
        times, waits = [], []
        for number, (path, fields) in enumerate(acts(admin)):
            gc.collect()
            if number == TIMES:
                with CaptureQueriesContext(connection) as queries:
                    ask(path, session, fields)
                break
            with the_lock_timed() as locked:
                begun = time.process_time()
                ask(path, session, fields)
                times.append(1000 * (time.process_time() - begun))
            waits.append(1000 * sum(locked))
        yield name, {"ms": round(median(times), 1), "held": round(median(waits), 1), "queries": len(queries)}


@contextmanager
def the_lock_timed() -> Iterator[list[float]]:
    """For how many seconds of the processor each transaction within has the database to itself."""
    from django.db import connection

    spans: list[float] = []
    begun: list[float] = []

    def see(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        answer = execute(sql, params, many, context)
        if not begun and sql.startswith(("INSERT", "UPDATE", "DELETE")):
            begun.append(time.process_time())
        return answer

    let_go = connection._commit

    def commit() -> None:
        let_go()
        if begun:
            spans.append(time.process_time() - begun.pop())

    connection._commit = commit
    try:
        with connection.execute_wrapper(see):
            yield spans
    finally:
        del connection._commit


def votes(admin: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Votes on the matter that is last in the queue."""
    from votables.models import Post

    post = Post.objects.filter(status="pending").exclude(author=admin)
    post = post.order_by("-matter_since", "-pk").first()
    while True:
        for icon in (":for:", ":against:"):
            yield f"{post.get_absolute_url()}comment/", {"text": icon, "asks": "", "warned": "on"}


def updates(admin: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Changes of ten numbers of one player."""
    from gamestate.models import Cell

    number = 0
    while True:
        number += 1
        cells = Cell.objects.filter(player=admin, variable__definition__kind="whole")
        names = (f"{cell.variable_id}/player:{cell.player_id}@{cell.last_id}" for cell in cells[:VALUES])
        yield "/gamestate/edit/", {**dict.fromkeys(names, f"+{number}"), "comment": "", "insist": ""}


def enactments(admin: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Matters of five changes each, that have been voted on for days."""
    from django.utils import timezone

    from players.models import Player
    from ruleset.queries import revision_at, tree_after
    from votables.models import Post
    from votables.services import commenting, posting, resolving

    now = timezone.now
    tree = tree_after(revision_at(now()).pk)
    dynastic = next(section for section in tree.sections if section.title == "Dynastic Rules")
    core = tree.sections[0].children[0]
    roster = list(Player.objects.active())
    for post in Post.objects.pending().order_by("matter_since", "pk"):
        resolving.resolve_against_verdict(post=post, to="failed", by=admin, at=now(), reason="Bench")
    matters = []
    for number in range(TIMES + 1):
        author = roster[number % len(roster)]
        changes = [
            {
                "op": "add",
                "parent": dynastic.key,
                "after": "",
                "title": f"Whistle {number}",
                "text": "It blows.",
            },
            {
                "op": "add",
                "parent": dynastic.key,
                "after": "",
                "title": f"Bell {number}",
                "text": "It rings.",
            },
            {"op": "replace", "rule": core.key, "find": core.text[:20], "text": f"{core.text[:20]} {number}"},
            *(
                {
                    "op": "track",
                    "step": {"do": "set", "path": path, "of": [f"player:{admin.pk}"], "to": f"+{number}"},
                }
                for path in ("value_1", "value_2")
            ),
        ]
        text = {
            "category": "proposal",
            "title": f"Five {number}",
            "body": "Five changes.",
            "changes": changes,
        }
        post = posting.publish(by=author, at=now(), amends=["dynastic", "core", "gamestate"], **text)
        for voter in roster:
            commenting.comment(post=post, by=voter, at=now(), text=":for:", confirmed=True)
        matters.append(post)
    timezone.now = lambda: now() + timedelta(days=3)
    for post in matters:
        yield f"{post.get_absolute_url()}resolve/enacted/", {}
