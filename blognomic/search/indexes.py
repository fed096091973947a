"""The words of a table, indexed by the database itself: with the same functions on SQLite and on PostgreSQL.

An index follows its table within the transaction that writes, whoever writes: by triggers on SQLite, as a column made
from the others on PostgreSQL. Nothing but the words is in it, so that who may see a row, and of what category or status
it is, is asked of the row itself.

A later migration that makes a table of SQLite anew (as Django does to alter a column) takes its triggers with it, and
has to call `install` again; the tests of what is found say so.
"""

from dataclasses import dataclass
from datetime import datetime
from types import ModuleType
from typing import Any

from django.db import connection, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from blognomic.database.together import together

from . import postgres, sqlite
from .question import SearchQuestion, words_of

LOOKED_AT = 1_000  # rows that are weighed against each other
MOST_WORDS = 8  # of a heading that are looked for


@dataclass(frozen=True, slots=True)
class Index:
    """A table, and its columns whose words are indexed: `heading` weighs more than the others."""

    table: str
    columns: tuple[str, ...]
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A row in which the words are: its key, when it was written (UTC), how well it fits, the larger the better, and
    what `more` of it was asked for."""

    key: int
    at: datetime
    fits: float
    more: tuple[Any, ...] = ()


def install(index: Index, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the index and fill it from the rows that are there. An older one of that table is replaced."""
    remove(index, schema_editor)
    for sql in _database().installing(index):
        schema_editor.execute(sql, params=None)


def remove(index: Index, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the index away, if it is there."""
    for sql in _database().removing(index):
        schema_editor.execute(sql, params=None)


@dataclass(frozen=True, slots=True)
class WordsSought:
    """What is looked for in an index: the `rows`, of its table, that have the words. `written` names the field that
    says when, `more` others that are wanted."""

    index: Index
    rows: models.QuerySet
    question: SearchQuestion
    written: str
    more: tuple[str, ...] = ()

    def having(self) -> models.QuerySet:
        """The newest LOOKED_AT that have the words, by their keys."""
        matches = _database().having(self.index, self.rows, self.question)
        return matches.values_list("pk", self.written, "fits", *self.more)[:LOOKED_AT]

    def since(self, key: int) -> models.QuerySet:
        """Those that have the words and came after the row of that key, the newest first."""
        return _database().since(self.index, self.rows, self.question, key)


def find(*sought: WordsSought) -> list[list[Found]]:
    """The rows that each looks for, the newest LOOKED_AT of them. One query for all."""
    return [
        [Found(key, at, fits, tuple(rest)) for key, at, fits, *rest in rows]
        for rows in together(*(one.having() for one in sought))
    ]


def called(index: Index, rows: models.QuerySet, text: str) -> models.QuerySet:
    """Those of the rows whose heading has the words of a text, of which the last may be only begun: the newest first;
    none where the text has no words."""
    words = words_of(text)[:MOST_WORDS]
    return _database().called(index, rows, words) if words else rows.none()


def _database() -> ModuleType:
    return postgres if connection.vendor == "postgresql" else sqlite
