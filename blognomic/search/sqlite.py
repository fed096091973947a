"""Words on SQLite: a table of FTS5 beside each table, which keeps the index and takes the words from the table."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.db import models

from .question import SearchQuestion, Term

if TYPE_CHECKING:
    from .indexes import Index

HEADING_WEIGHS = 6


def _names(index: "Index") -> tuple[str, ...]:
    return (*([index.heading] if index.heading else []), *index.columns)


def installing(index: "Index") -> Iterator[str]:
    """The statements that make and fill the index."""
    table, words = index.table, f"{index.table}_words"
    columns = ", ".join(_names(index))
    new, old = (", ".join(f"{row}.{name}" for name in _names(index)) for row in ("new", "old"))
    add = f"INSERT INTO {words} (rowid, {columns}) VALUES (new.id, {new});"
    drop = f"INSERT INTO {words} ({words}, rowid, {columns}) VALUES ('delete', old.id, {old});"
    yield (
        f"CREATE VIRTUAL TABLE {words} USING fts5({columns}, content='{table}', content_rowid='id',"
        " tokenize='porter unicode61 remove_diacritics 2')"
    )
    yield f"CREATE TRIGGER {words}_added AFTER INSERT ON {table} BEGIN {add} END"
    yield f"CREATE TRIGGER {words}_gone AFTER DELETE ON {table} BEGIN {drop} END"
    yield f"CREATE TRIGGER {words}_changed AFTER UPDATE OF id, {columns} ON {table} BEGIN {drop} {add} END"
    yield f"INSERT INTO {words} ({words}) VALUES ('rebuild')"


def removing(index: "Index") -> Iterator[str]:
    """The statements that take the index away."""
    words = f"{index.table}_words"
    for name in ("added", "gone", "changed"):
        yield f"DROP TRIGGER IF EXISTS {words}_{name}"
    yield f"DROP TABLE IF EXISTS {words}"


def having(index: "Index", rows: models.QuerySet, question: SearchQuestion) -> models.QuerySet:
    """Those of the rows that have the words, the newest first, with how well each `fits`."""
    words = f"{index.table}_words"
    weights = ", ".join(str(HEADING_WEIGHS if name == index.heading else 1) for name in _names(index))
    # The plus keeps SQLite from looking every row up in the index one by one; the index gives them in their order.
    return rows.extra(
        tables=[words],
        where=[f"{words} MATCH %s", f"{index.table}.id = +{words}.rowid"],
        params=[expression(question)],
        select={"fits": f"-bm25({words}, {weights})"},
        order_by=[f"-{words}.rowid"],
    )


def since(index: "Index", rows: models.QuerySet, question: SearchQuestion, key: int) -> models.QuerySet:
    """Those of the rows that have the words and came after the row of that key, the newest first."""
    words = f"{index.table}_words"
    return rows.extra(
        tables=[words],
        where=[f"{words} MATCH %s", f"{words}.rowid > %s", f"{index.table}.id = +{words}.rowid"],
        params=[expression(question), key],
        order_by=[f"-{words}.rowid"],
    )


def called(index: "Index", rows: models.QuerySet, words: Sequence[str]) -> models.QuerySet:
    """Those of the rows in whose heading all the words are, the last one perhaps only begun; the newest first."""
    table = f"{index.table}_words"
    *whole, begun = [word.replace('"', '""') for word in words]
    query = " AND ".join([*(f'"{word}"' for word in whole), f'"{begun}" *'])
    return rows.extra(
        tables=[table],
        where=[f"{table} MATCH %s", f"{index.table}.id = +{table}.rowid"],
        params=[f"{index.heading} : ({query})"],
        order_by=[f"-{table}.rowid"],
    )


def expression(question: SearchQuestion) -> str:
    """The question in the language of FTS5, each term as a string of its own."""
    required = " AND ".join(map(_quoted, question.required))
    return "".join([f"({required})", *(f" NOT {_quoted(term)}" for term in question.excluded)])


def _quoted(term: Term) -> str:
    doubled = term.typed.replace('"', '""')
    return f'"{doubled}"'
