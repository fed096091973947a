"""Several questions, asked of the database at once: a page that nothing is kept for waits for one answer, not for five.

For what is asked together wherever it is asked, and where no question hangs on the answer to another.
"""

import json
from collections.abc import Callable
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


def together(*querysets: QuerySet[Any]) -> list[list[Any]]:
    """What each queryset finds, in its order, as `list` would give it. One query for all; what is to be prefetched is
    asked for besides. Their rows travel as JSON, which has no bytes."""
    compilers: list[SQLCompiler | None] = []
    parts: list[str] = []
    values: list[Any] = []
    clones = [queryset.all() for queryset in querysets]
    for queryset in clones:
        compiler = queryset.query.get_compiler(using=connection.alias)
        try:
            sql, params = compiler.as_sql(with_col_aliases=True)
        except EmptyResultSet:  # what finds nothing for sure is not asked
            compilers.append(None)
            continue
        compilers.append(compiler)
        parts.append(f"({_ROWS.format(columns=', '.join(_columns(compiler)), sql=sql)})")
        values += params
    answers = iter(_answers(parts, values))
    for queryset, compiler in zip(clones, compilers, strict=True):
        if compiler is not None:
            _answer(queryset, compiler, json.loads(next(answers)))
    return [list(queryset) for queryset in clones]


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
