"""Whether something can be written now. That nothing has gone wrong yet does not say it: a disk fills up unseen."""

import os
import tempfile
from pathlib import Path

from django.db import connection, transaction

ROOM = 256 * 1024
"""How many bytes the disk has to take."""


def try_to_write() -> None:
    """Write something that changes nothing of the game. Raises django.db.Error or OSError when that cannot be done.

    On SQLite a number in the file's head, by a transaction like any other, and a file beside it that is gone at once:
    the log of the database reuses its own room for a while after there is no other. On PostgreSQL a transaction with a
    number of its own, and so much to sort that it goes by a file.
    """
    if connection.vendor == "sqlite":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("PRAGMA user_version = 0")
        folder = Path(connection.settings_dict["NAME"]).parent
        with tempfile.TemporaryFile(dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id()")
            cursor.execute("SET LOCAL work_mem = '64kB'")
            cursor.execute(
                "SELECT MAX(number) FROM (SELECT number FROM generate_series(1, 20000) AS all_of(number)"
                " ORDER BY -number OFFSET 1) AS sorted"
            )
