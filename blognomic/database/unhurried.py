"""Writing what may as well be written later: without waiting for a turn that somebody else has."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

HASTE = 100
"""Milliseconds that are waited for a turn."""


@contextmanager
def in_haste() -> Iterator[None]:
    """While this lasts, whatever would wait longer for its turn to write on SQLite raises OperationalError. On
    PostgreSQL only those wait for each other who write the same row."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    usual, connection.patience = connection.patience, HASTE / 1000
    # Past Django, which would count these among the queries of a page.
    connection.connection.execute(f"PRAGMA busy_timeout = {HASTE}").close()
    try:
        yield
    finally:
        connection.patience = usual
        connection.connection.execute(f"PRAGMA busy_timeout = {int(1000 * usual)}").close()
