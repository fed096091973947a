"""Instants that come from SQLite, which the site's engine reads by itself."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.backends.sqlite3.base import DatabaseOperations

from tests.votables.table import noon, person


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's driver reads them")
@pytest.mark.parametrize(
    "instant", [noon(3), noon(3) + timedelta(microseconds=120), datetime(1, 1, 1, tzinfo=UTC)]
)
def test_an_instant_comes_back_as_django_reads_it(db, instant):
    alice = person("Alice")
    type(alice).objects.filter(pk=alice.pk).update(standing_since=instant)
    with connection.cursor() as cursor:
        cursor.execute("SELECT standing_since FROM players_player WHERE id = %s", [alice.pk])
        (stored,) = cursor.fetchone()

    read = connection.ops.convert_datetimefield_value(stored, None, connection)

    assert (
        read
        == instant
        == DatabaseOperations(connection).convert_datetimefield_value(stored, None, connection)
    )
    alice.refresh_from_db()
    assert alice.standing_since == instant and alice.standing_since.tzinfo is UTC
