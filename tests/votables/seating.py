"""A game put down again, row by row, as it was played the first time: playing it takes longer than most tests.

Only where all that is written already is what it was then, so that every row is the one that the services would have
made; and only on SQLite, which takes a key back when what had it is undone.
"""

from collections.abc import Callable, Hashable
from copy import deepcopy
from functools import cache, partial, wraps
from typing import ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction

Thing = TypeVar("Thing")
How = ParamSpec("How")
Rows = dict[str, list[tuple[object, ...]]]
# By their keys: what was answered, all that was written before, and all that was written after it.
_kept: dict[Hashable, tuple[object, Rows, Rows]] = {}


@cache
def tables() -> tuple[str, ...]:
    """The tables of the project."""
    labels = ("players", "ruleset", "gamestate", "votables")
    models = [model for label in labels for model in apps.get_app_config(label).get_models()]
    return tuple(sorted({model._meta.db_table for model in models}))


def all_rows() -> Rows:
    """Every row of every table that has any."""
    with connection.cursor() as cursor:
        contents = {table: cursor.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables()}
    return {table: rows for table, rows in contents.items() if rows}


def nothing_written() -> bool:
    anything = " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in tables())
    with connection.cursor() as cursor:
        return not cursor.execute(f"SELECT {anything}").fetchone()[0]


def put_down(before: Rows, after: Rows) -> None:
    """Let there be the rows of `after`, where there are those of `before`."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in before.keys() | after.keys():
            old, new = before.get(table, []), after.get(table, [])
            if new[: len(old)] != old:
                cursor.execute(f'DELETE FROM "{table}"')
                old = []
            if more := new[len(old) :]:
                places = ", ".join(["%s"] * len(more[0]))
                cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', more)


def as_before(key: Hashable, play: Callable[[], Thing]) -> Thing:
    """What `play` answers and writes, which is the same for the same key where the same is written already: played the
    first time, and put down from then on."""
    if connection.vendor != "sqlite":
        return play()
    before = {} if nothing_written() else all_rows()
    answer, base, after = _kept.get(key, (None, None, {}))
    if base == before:
        put_down(before, after)
    else:
        answer = play()
        _kept[key] = answer, before, all_rows()
    return deepcopy(answer)


def played_once(play: Callable[How, Thing]) -> Callable[How, Thing]:
    """A function that plays a game for a test to begin from, or plays on, as its arguments say: `as_before`. As a
    fixture, it is decorated below `@pytest.fixture`."""

    @wraps(play)
    def put(*args: How.args, **kwargs: How.kwargs) -> Thing:
        key = (play.__module__, play.__qualname__, repr(args), repr(kwargs))
        return as_before(key, partial(play, *args, **kwargs))

    return put
