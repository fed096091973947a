"""What the whole database holds, to see whether something that is sent twice is done once."""

from django.apps import apps
from django.db import connection

from players.models import Sending, Session

# What is kept of the sending itself, and what is told to its sender once.
BESIDE = (Sending, Session)
Held = dict[str, list[tuple[object, ...]]]


def whole() -> Held:
    """All rows of all tables, but for those beside what is done."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model not in BESIDE and model._meta.managed:
                table = model._meta.db_table
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
                rows[table] = sorted(cursor.fetchall(), key=repr)
    return rows


def changed(before: Held, after: Held) -> set[str]:
    """The tables of which the rows are others."""
    return {table for table in before if before[table] != after[table]}
