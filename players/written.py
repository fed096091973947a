"""Queries that every page asks: written once, for writing them takes longer than the database takes to answer."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet


class _Place(int):
    """Where a written query takes one of the instants that it is asked for."""


class Written:
    """A query that depends on nothing but instants. `ask` makes it, of as many instants as `number` says."""

    def __init__(self, ask: Callable[..., QuerySet], number: int) -> None:
        self.ask, self.number = ask, number
        self._kept: dict[str, tuple[type, str, tuple[object, ...]]] = {}

    def rows(self, *instants: datetime) -> list[Any]:
        """The rows for these instants (UTC), their annotations with them. One query."""
        if connection.vendor not in self._kept:
            self._kept[connection.vendor] = self._write()
        model, sql, params = self._kept[connection.vendor]
        said = [connection.ops.adapt_datetimefield_value(instant) for instant in instants]
        found = model._default_manager.raw(
            sql, [said[each] if type(each) is _Place else each for each in params]
        )
        return list(found)

    def _write(self) -> tuple[type, str, tuple[object, ...]]:
        marks = [datetime(2001, 1, 1 + place, tzinfo=UTC) for place in range(self.number)]
        asked = self.ask(*marks)
        sql, params = asked.query.sql_with_params()
        places = {
            connection.ops.adapt_datetimefield_value(mark): _Place(place) for place, mark in enumerate(marks)
        }
        return asked.model, sql, tuple(places.get(param, param) for param in params)
