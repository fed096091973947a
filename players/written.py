"""Queries that every page asks: written once, for writing them takes longer than the database takes to answer."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import QuerySet

_KEY = 7_000_000_001  # a key that no row has


class _Place(int):
    """Where a written query takes one of the instants or keys that it is asked for."""


class Written:
    """A query that depends on nothing but instants and keys. `ask` makes it, of as many `instants`, and after them as
    many `keys`, as are said."""

    def __init__(self, ask: Callable[..., QuerySet], instants: int = 0, *, keys: int = 0) -> None:
        self.ask, self.instants, self.keys = ask, instants, keys
        self._kept: dict[str, tuple[type, str, tuple[object, ...]]] = {}

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

    def _write(self) -> tuple[type, str, tuple[object, ...]]:
        marks = [datetime(2001, 1, 1 + place, tzinfo=UTC) for place in range(self.instants)]
        marks += [_KEY + place for place in range(self.keys)]
        asked = self.ask(*marks)
        sql, params = asked.query.sql_with_params()
        places = {_adapted(mark): _Place(place) for place, mark in enumerate(marks)}
        return asked.model, sql, tuple(places.get(param, param) for param in params)


def _adapted(value: datetime | int) -> Any:
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value
