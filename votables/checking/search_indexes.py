"""The indexes of the words that people search by. On PostgreSQL an index is a column that the database makes from the
others, so there is nothing to look at; on SQLite triggers keep it, which a careless migration loses."""

from collections.abc import Iterable, Iterator

from django.db import connection

from blognomic.search.indexes import Index
from players.checking import Check, Finding
from votables.models import Post
from votables.queries.search import COMMENT_WORDS, PAGE_WORDS, POST_WORDS, RULE_WORDS

INDEXES: tuple[Index, ...] = (RULE_WORDS, PAGE_WORDS, POST_WORDS, COMMENT_WORDS)


def _words(rows: Iterable[Post]) -> Iterator[Finding]:
    """Every row is in the index of its table, once, and nothing else is. No rows are gone through here."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        triggers = {name for (name,) in cursor.fetchall()}
        for index in INDEXES:
            table, words = index.table, f"{index.table}_words"
            for place in ("added", "gone", "changed"):
                if f"{words}_{place}" not in triggers:
                    yield Finding(
                        words, f"The index of words does not hear of rows of {table} that are {place}."
                    )
            cursor.execute(
                f"SELECT (SELECT COUNT(*) FROM (SELECT id FROM {table} EXCEPT SELECT id FROM {words}_docsize)),"
                f" (SELECT COUNT(*) FROM (SELECT id FROM {words}_docsize EXCEPT SELECT id FROM {table}))"
            )
            missing, left = cursor.fetchone()
            if missing or left:
                yield Finding(
                    words,
                    f"Of {table}, {missing:,} rows are not in the index of words, and {left:,} that are gone are.",
                )


CHECKS = (Check("words to search by", Post.objects.none, _words),)
