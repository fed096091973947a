"""Several questions, asked of the database at once: a page that nothing is kept for waits for one answer, not for five.

For what is asked together wherever it is asked, and where no question hangs on the answer to another.
"""

import json
from collections.abc import Callable, Hashable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import DateTimeField, JSONField, QuerySet
from django.db.models.sql.compiler import SQLCompiler

_POSTGRESQL = connection.vendor == "postgresql"
_ROWS = (
    "SELECT coalesce(json_agg(json_build_array({columns})), '[]')::text FROM ({sql}) AS found"
    if _POSTGRESQL
    else "SELECT json_group_array(json_array({columns})) FROM ({sql})"
)


@dataclass(frozen=True, slots=True)
class WrittenQuery:
    """A question as the database is asked it among others. Django takes longer to write it than the database to answer,
    so what is asked often, and never otherwise but in its values, is written once. `compiler`: None where it finds
    nothing for sure, and is not asked."""

    queryset: QuerySet[Any]
    compiler: SQLCompiler | None
    sql: str
    params: tuple[Hashable, ...]

    def given(self, values: Mapping[Any, Hashable]) -> "WrittenQuery":
        """The same with other values in the places of those that stood in for them."""
        return replace(self, params=tuple(values.get(param, param) for param in self.params))


def written(queryset: QuerySet[Any]) -> WrittenQuery:
    """The question that a queryset asks, written for `together`. No query."""
    compiler = queryset.query.get_compiler(using=connection.alias)
    try:
        sql, params = compiler.as_sql(with_col_aliases=True)
    except EmptyResultSet:
        return WrittenQuery(queryset, None, "", ())
    part = _ROWS.format(columns=", ".join(_columns(compiler)), sql=sql)
    # Looked for once: to find what reads each column takes Django longer than to read a few rows.
    readers = compiler.get_converters(
        [shown for shown, _sql, _alias in compiler.select[: compiler.col_count]]
    )
    compiler.get_converters = lambda _expressions: readers
    return WrittenQuery(queryset, compiler, f"({part})", tuple(params))


def together(*querysets: QuerySet[Any] | WrittenQuery) -> list[list[Any]]:
    """What each queryset finds, in its order, as `list` would give it. One query for all; what is to be prefetched is
    asked for besides. Their rows travel as JSON, which has no bytes."""
    questions = [one if isinstance(one, WrittenQuery) else written(one) for one in querysets]
    with_answers = [one for one in questions if one.compiler is not None]
    answers = iter(
        _answers([one.sql for one in with_answers], [param for one in with_answers for param in one.params])
    )
    clones = [one.queryset.all() for one in questions]
    for clone, one in zip(clones, questions, strict=True):
        if one.compiler is not None:
            compiler = copy(one.compiler)
            compiler.connection = connection  # each thread has its own
            _answer(clone, compiler, json.loads(next(answers)))
    return [list(clone) for clone in clones]


def _answers(parts: list[str], values: list[Any]) -> tuple[str, ...]:
    if not parts:
        return ()
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(parts)}", values)
        return cursor.fetchone()


def _columns(compiler: SQLCompiler) -> list[str]:
    """The columns of what was compiled; on PostgreSQL those of JSON as the texts that its fields read."""
    quote = connection.ops.quote_name
    return [
        f"{quote(alias)}::text" if _POSTGRESQL and isinstance(shown.output_field, JSONField) else quote(alias)
        for shown, _sql, alias in compiler.select
    ]


def _answer(queryset: QuerySet[Any], compiler: SQLCompiler, rows: list[list[Any]]) -> None:
    """Let the queryset find these rows instead of asking for them."""
    if _POSTGRESQL:
        readers = [(place, read) for place, read in enumerate(map(_reader, compiler.select)) if read]
        for row in rows:
            for place, read in readers:
                if row[place] is not None:
                    row[place] = read(row[place])
    compiler.execute_sql = lambda *_, **__: [rows]
    queryset.query.get_compiler = lambda *_, **__: compiler


def _reader(selected: tuple[Any, ...]) -> Callable[[str], Any] | None:
    """What makes of a text in JSON what PostgreSQL's driver would have given; None where it is that already."""
    return datetime.fromisoformat if isinstance(selected[0].output_field, DateTimeField) else None
