"""Whether the database can give back all that was stored, whatever it means: its own check of its files."""

from collections.abc import Iterator

from django.db import DatabaseError, connection

from blognomic.database.troubles import SENTENCES, Trouble, for_hosts
from players.checking import Finding

MOST = 20


def damages() -> Iterator[Finding]:
    """What of the database cannot be read, or hangs together with nothing. Of SQLite its own check of every page and
    index, and of keys that lead nowhere; of PostgreSQL that each row of each table can be read, long values and all."""
    try:
        if connection.vendor == "sqlite":
            yield from _of_a_file()
        else:
            yield from _of_tables()
    except DatabaseError as error:
        yield Finding("database", for_hosts(error) or str(error))


def _of_a_file() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA integrity_check({MOST})")
        lines = [str(row[0]) for row in cursor.fetchall()]
        if lines != ["ok"]:
            yield Finding("database", f"{SENTENCES[Trouble.DAMAGED]} SQLite says: {'; '.join(lines)}")
            return
        cursor.execute("PRAGMA foreign_key_check")
        for table, row, other, _ in cursor.fetchmany(MOST):
            words = f"It belongs to a row of {other} that there is not."  # in English, as all findings
            yield Finding(f"row {row} of {table}", words)


def _of_tables() -> Iterator[Finding]:
    for table in sorted(connection.introspection.table_names()):
        try:
            with connection.cursor() as cursor:
                cursor.execute(
                    f"SELECT SUM(LENGTH(each::text)) FROM {connection.ops.quote_name(table)} AS each"
                )
        except DatabaseError as error:
            yield Finding(f"table {table}", f"{for_hosts(error) or error} PostgreSQL says: {error}".strip())
