"""Words on PostgreSQL: a column of each table, which the database makes from the others, with a GIN index.

Accents are taken off by what every PostgreSQL has, since the extension for it may not be there to install; and every
sign between words counts as a space, as it does on SQLite.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from django.db import models
from django.db.models.expressions import RawSQL

from .question import SearchQuestion

if TYPE_CHECKING:
    from .indexes import Index

COLUMN = "words_in_it"
LONGEST = 100_000  # characters of a text that are indexed: no more than a tsvector holds in any case

_PLAIN = rf"""
CREATE OR REPLACE FUNCTION plain_words(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(normalize(regexp_replace(normalize(left(said, {LONGEST}), NFD),
    '[\u0300-\u036f]', '', 'g'), NFC), '[!-/:-@\[-`{{-~\u00a0-\u00bf\u2000-\u206f]+', ' ', 'g')
$$
"""
_VECTOR = "setweight(to_tsvector('pg_catalog.english', plain_words({said})), '{weight}')"
_QUERY = "phraseto_tsquery('pg_catalog.english', plain_words(%s))"


def installing(index: "Index") -> Iterator[str]:
    """The statements that make and fill the index."""
    body = _VECTOR.format(said=" || ' ' || ".join(index.columns), weight="D")
    heading = _VECTOR.format(said=index.heading, weight="A") if index.heading else ""
    vector = " || ".join(part for part in (heading, body) if part)
    yield _PLAIN
    column = f"{COLUMN} tsvector GENERATED ALWAYS AS ({vector}) STORED"  # SQL is in English
    yield f"ALTER TABLE {index.table} ADD COLUMN {column}"
    yield f"CREATE INDEX {index.table}_words ON {index.table} USING gin ({COLUMN})"


def removing(index: "Index") -> Iterator[str]:
    """The statements that take the index away."""
    yield f"ALTER TABLE {index.table} DROP COLUMN IF EXISTS {COLUMN}"


def having(index: "Index", rows: models.QuerySet, question: SearchQuestion) -> models.QuerySet:
    """Those of the rows that have the words, the newest first, with how well each `fits`."""
    column = f"{index.table}.{COLUMN}"
    required = " && ".join([_QUERY] * len(question.required))
    excluded = f" && !!{_QUERY}" * len(question.excluded)
    required_words, excluded_words = (
        [term.typed for term in terms] for terms in (question.required, question.excluded)
    )
    return (
        rows.extra(where=[f"{column} @@ ({required}{excluded})"], params=[*required_words, *excluded_words])
        .annotate(fits=RawSQL(f"ts_rank({column}, {required})", required_words))
        .order_by("-pk")
    )


def since(index: "Index", rows: models.QuerySet, question: SearchQuestion, key: int) -> models.QuerySet:
    """Those of the rows that have the words and came after the row of that key, the newest first."""
    return having(index, rows, question).filter(pk__gt=key)


def called(index: "Index", rows: models.QuerySet, words: Sequence[str]) -> models.QuerySet:
    """Those of the rows in whose heading all the words are, the last one perhaps only begun; the newest first."""
    column = f"{index.table}.{COLUMN}"
    *whole, begun = ["'" + word.replace("\\", "").replace("'", "''") + "'" for word in words]
    query = " & ".join([*(f"{word}:A" for word in whole), f"{begun}:*A"])
    return rows.extra(where=[f"{column} @@ to_tsquery('pg_catalog.english', %s)"], params=[query]).order_by(
        "-pk"
    )
