"""Several machines start on one database at once: only one of them may migrate it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

# Any number will do that nothing else takes as an advisory lock in this database.
LOCK = 0x426C6F67_4E6F6D69


@contextmanager
def one_at_a_time(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Wait until nobody else migrates this database, and keep others waiting meanwhile.

    On PostgreSQL by an advisory lock of the session, which goes with the connection however that ends; on SQLite by
    a lock of a file beside the database, for there all processes are on one machine.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    else:
        name = Path(connection.settings_dict["NAME"])
        name.parent.mkdir(parents=True, exist_ok=True)
        with open(f"{name}-migrating", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
