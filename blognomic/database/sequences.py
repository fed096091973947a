"""Keys that the database gives, where rows came with keys of their own."""

from collections.abc import Collection

from django.core.management.color import no_style
from django.db import connection, models


def go_on_after_keys(tables: Collection[type[models.Model]]) -> None:
    """Let the database go on after the last key that each of these tables holds, whatever keys it gave before.

    SQLite goes on after the greatest key that a table ever had. Into a database that another game was cleared out of, a
    log of dice would come as one whose last rolls have been taken away (`gamestate.queries.rolling.verified`).
    """
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(tables)):
            cursor.execute(statement)
        if connection.vendor == "sqlite":
            for model in tables:
                table, key = model._meta.db_table, model._meta.pk
                greatest = f'(SELECT COALESCE(MAX("{key.column}"), 0) FROM "{table}")'
                statement = f"UPDATE sqlite_sequence SET seq = {greatest} WHERE name = %s"  # in English
                cursor.execute(statement, [table])
