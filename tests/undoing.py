"""What tests stand on, and what they try: written, and undone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from players.present import forget

Thing = TypeVar("Thing")


@contextmanager
def undone() -> Iterator[None]:
    """What is done within is not done afterwards, nor does any page keep it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    forget()


@contextmanager
def built_once(blocker: DjangoDbBlocker, build: Callable[[], Thing]) -> Iterator[Thing]:
    """What `build` writes and answers, for all tests of a module: each plays on it in a transaction of its own.

    What its rows refer to is checked here: PostgreSQL would check all of them anew after each test, which takes
    seconds for a large game. Before that it looks at how much there is: by the plans that it made for empty tables, it
    would read the whole of one for each row of another.
    """
    with blocker.unblock(), undone():
        game = build()
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        connection.check_constraints()
        yield game
