"""The copy of a migrated database that each worker has: never one of other code, nothing is missing in it, and nothing
of the test before is left in it."""

import shutil

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from . import migrated
from .votables.table import BEGINNING, seat, write


def test_sign_is_another_when_anything_is_that_a_migration_could_depend_on(tmp_path, monkeypatch):
    of_a_migration = (
        "players/migrations/0001_first.py",
        "blognomic/search/indexes.py",
        "blognomic/search/stems.py",
        "tests/settings.py",
        "requirements.txt",
    )
    for path in (*of_a_migration, "votables/views.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("from blognomic.search.indexes import Index\n")
    monkeypatch.setattr(migrated, "ROOT", tmp_path)
    signs = [migrated.sign()]
    for path in of_a_migration:
        (tmp_path / path).write_text("import blognomic.search.indexes\n")
        signs.append(migrated.sign())
    shutil.move(
        tmp_path / "blognomic" / "search" / "stems.py", tmp_path / "blognomic" / "search" / "words.py"
    )
    signs.append(migrated.sign())
    (tmp_path / "votables" / "migrations").mkdir()
    (tmp_path / "votables" / "migrations" / "0001_first.py").touch()
    signs.append(migrated.sign())
    (tmp_path / "votables" / "views.py").write_text("x = 2\n")
    assert (migrated.sign(), len(set(signs))) == (signs[-1], 8)


@pytest.mark.django_db
def test_no_migration_is_missing_in_the_database_of_the_tests():
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


@pytest.mark.django_db(transaction=True)
def test_of_what_a_test_saves_nothing_is_left_after_it():
    """Not a row, nor that there had been rows: which keys were given, and what plans of queries go by."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL gives each key once, saved or not: no test can count on them there")
    own = connection.settings_dict["NAME"]
    before = migrated.content(own)
    write(seat("Alice")[0], BEGINNING, "A cat", "It sleeps.")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    assert migrated.content(own) != before
    call_command("flush", interactive=False, verbosity=0)  # as Django does after a test that saves
    assert migrated.content(own) == before
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
