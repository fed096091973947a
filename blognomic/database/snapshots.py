"""Reading the whole database as it is at one moment, while the site goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_state() -> Iterator[None]:
    """While this lasts, whatever is read is of one state of the database; nobody who writes waits for it. Nothing may
    be written, and no transaction begun. Inside a transaction that has begun already, it is that one."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        # Not Django's own transactions, which begin as those of writers do here: in one that only reads, SQLite shows
        # the state of its first look, and keeps nobody waiting.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
