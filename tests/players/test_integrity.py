"""Whether a database can give back what was stored: its own check finds what no reading of rows would."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.db.utils import ConnectionHandler

from blognomic.database.troubles import SENTENCES, Trouble
from players import integrity
from players.checking import Finding

pytestmark = pytest.mark.django_db
PARENT, CHILD = "CREATE TABLE parent (pk PRIMARY KEY)", "CREATE TABLE child (parent REFERENCES parent)"


def damage(path: Path, name: str) -> None:
    """Overwrite the first page of a table or an index of a file of SQLite."""
    with closing(sqlite3.connect(path)) as own:
        page = own.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [name]).fetchone()[0]
        size = own.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xa5" * size)


@pytest.fixture
def findings_in(tmp_path, monkeypatch):
    """What is found in a file of SQLite that these statements make, and of which so much is damaged then."""
    path = tmp_path / "game.sqlite3"
    other = ConnectionHandler({"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path}})["default"]

    def find(*statements: str, damaged: str = "") -> list[Finding]:
        with closing(sqlite3.connect(path)) as own:
            for statement in statements:
                own.execute(statement)
            own.commit()
        if damaged:
            damage(path, damaged)
        with monkeypatch.context() as patch, closing(other):
            patch.setattr(integrity, "connection", other)
            return list(integrity.damages())

    return find


def test_a_damaged_index_is_found_though_every_row_can_be_read(findings_in):
    (finding,) = findings_in(
        "CREATE TABLE cats (name)",
        "CREATE INDEX by_name ON cats (name)",
        "INSERT INTO cats VALUES ('Tom')",
        damaged="by_name",
    )
    assert finding.row == "database"
    assert finding.sentence.startswith(SENTENCES[Trouble.DAMAGED])


def test_a_row_that_belongs_to_one_that_there_is_not_is_found(findings_in):
    assert findings_in(PARENT, CHILD, "INSERT INTO child VALUES (7)") == [
        Finding("row 1 of child", "It belongs to a row of parent that there is not.")
    ]


def test_a_file_that_is_whole_has_nothing_to_say(findings_in):
    assert findings_in(PARENT, CHILD, "INSERT INTO parent VALUES (7)", "INSERT INTO child VALUES (7)") == []


def test_the_games_own_database_is_read_whole(django_assert_num_queries):
    tables = len(connection.introspection.table_names()) + 1  # which asks once itself
    with django_assert_num_queries(2 if connection.vendor == "sqlite" else tables):
        assert list(integrity.damages()) == []
