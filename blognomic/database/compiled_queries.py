"""Queries that every page asks: written once, for writing them takes longer than the database takes to answer."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler

_KEY = 7_000_000_001  # a key that no row has


class _Place(int):
    """Where a written query takes one of the instants or keys that it is asked for."""


class Written:
    """A query that depends on nothing but instants and keys. `ask` makes it, of as many `instants`, and after them as
    many `keys`, as are said."""

    def __init__(self, ask: Callable[..., QuerySet], instants: int = 0, *, keys: int = 0) -> None:
        self.ask, self.instants, self.keys = ask, instants, keys
        self._kept: dict[str, tuple[type, str, tuple[object, ...]]] = {}
        self._compiled: dict[str, tuple[SQLCompiler, dict[int, Any], str, tuple[object, ...]]] = {}

    def rows(self, *asked: datetime | int) -> list[Any]:
        """The rows for these instants (UTC) and keys, their annotations with them. One query."""
        if connection.vendor not in self._kept:
            self._kept[connection.vendor] = self._write()
        model, sql, params = self._kept[connection.vendor]
        said = [_adapted(each) for each in asked]
        found = model._default_manager.raw(
            sql, [said[each] if type(each) is _Place else each for each in params]
        )
        return list(found)

    def tuples(self, *asked: datetime | int) -> list[tuple[Any, ...]]:
        """The same of a query that asks for some values alone (`values_list`). One query, and no rows of the model,
        which take longer to make than to read."""
        if connection.vendor not in self._compiled:
            self._compiled[connection.vendor] = self._compile()
        compiler, converters, sql, params = self._compiled[connection.vendor]
        said = [_adapted(each) for each in asked]
        with connection.cursor() as cursor:
            cursor.execute(sql, [said[each] if type(each) is _Place else each for each in params])
            rows = cursor.fetchall()
        return [tuple(row) for row in compiler.apply_converters(rows, converters)]

    def _compile(self) -> tuple[SQLCompiler, dict[int, Any], str, tuple[object, ...]]:
        marks, places = self._marks()
        compiler = self.ask(*marks).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        converters = compiler.get_converters([column for column, *_ in compiler.select])
        return compiler, converters, sql, tuple(places.get(param, param) for param in params)

    def _write(self) -> tuple[type, str, tuple[object, ...]]:
        marks, places = self._marks()
        asked = self.ask(*marks)
        sql, params = asked.query.sql_with_params()
        return asked.model, sql, tuple(places.get(param, param) for param in params)

    def _marks(self) -> tuple[list[datetime | int], dict[Any, _Place]]:
        """Instants and keys to write the query with, and which of those that are asked for each stands for."""
        marks: list[datetime | int] = [
            datetime(2001, 1, 1 + place, tzinfo=UTC) for place in range(self.instants)
        ]
        marks += [_KEY + place for place in range(self.keys)]
        return marks, {_adapted(mark): _Place(place) for place, mark in enumerate(marks)}


def _adapted(value: datetime | int) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
