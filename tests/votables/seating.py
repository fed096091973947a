"""A founded game put down again, row by row, as it was founded the first time: founding takes longer than most tests.

Only where nothing else has been written, so that every row is the one that the services would have made; and only on
SQLite, which takes a key back when what had it is undone.
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
_kept: dict[Hashable, tuple[object, Rows]] = {}


@cache
def tables() -> tuple[str, ...]:
    """The tables of the project."""
    labels = ("players", "ruleset", "gamestate", "votables")
    models = [model for label in labels for model in apps.get_app_config(label).get_models()]
    return tuple(sorted({model._meta.db_table for model in models}))


def all_rows() -> Rows:
    """Every row of every table that has any."""
    with connection.cursor() as cursor:
        found = {table: cursor.execute(f'SELECT * FROM "{table}"').fetchall() for table in tables()}
    return {table: rows for table, rows in found.items() if rows}


def nothing_written() -> bool:
    anything = " OR ".join(f'EXISTS (SELECT 1 FROM "{table}")' for table in tables())
    with connection.cursor() as cursor:
        return not cursor.execute(f"SELECT {anything}").fetchone()[0]


def put_down(found: Rows) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table, rows in found.items():
            places = ", ".join(["%s"] * len(rows[0]))
            cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)


def as_before(key: Hashable, play: Callable[[], Thing]) -> Thing:
    """What `play` answers and writes, which is the same for the same key: played the first time, and put down from then
    on."""
    if connection.vendor != "sqlite" or not nothing_written():
        return play()
    if key in _kept:
        answer, found = _kept[key]
        put_down(found)
    else:
        answer = play()
        _kept[key] = answer, all_rows()
    return deepcopy(answer)


def played_once(play: Callable[How, Thing]) -> Callable[How, Thing]:
    """A function that plays a game for a test to begin from, as its arguments say and by no clock: `as_before`. As a
    fixture, it is decorated below `@pytest.fixture`."""

    @wraps(play)
    def put(*args: How.args, **kwargs: How.kwargs) -> Thing:
        key = (play.__module__, play.__qualname__, args, tuple(sorted(kwargs.items())))
        return as_before(key, partial(play, *args, **kwargs))

    return put
