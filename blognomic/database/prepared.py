"""Questions that every page asks, each time with other values in it: put together once.

Django takes ten times as long to write one of these as the database takes to answer it, and to a page for which
everything else is kept that is most of what it costs.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from .together import WrittenQuery, together, written

# What stands for an instant, a key or a text while a statement is put together. What is reckoned from an instant has to
# be a value of its own: two hours before these there is no time, and their midnight is none of them.
_INSTANT, _KEY = datetime(1, 1, 1, 1, 1, 1, tzinfo=UTC), -(2**31) + 1
_FEWEST = 8  # keys that a statement has room for
_MOST_SHAPES = 32


class Prepared:
    """A queryset that is written once for each shape of its values, and then only given others: instants (UTC), texts,
    keys and collections of keys, which have to stand in the statement as they are; anything else is part of the
    shape."""

    def __init__(self, build: Callable[..., QuerySet[Any]]):
        self.build = build
        self._written: dict[tuple[Any, ...], tuple[WrittenQuery, list[Hashable]]] = {}

    def find(self, *values: Any) -> list[Any]:
        """What it finds for those values. One query."""
        return together(self(*values))[0]

    def __call__(self, *values: Any) -> WrittenQuery:
        """The question with those values, to be asked `together` with others."""
        padded = [_padded(value) for value in values]
        shape = tuple([_shape(value) for value in padded])
        query, stand_ins = self._written.get(shape) or self._write(shape, padded)
        return query.given(dict(zip(stand_ins, _flat(padded), strict=True)))

    def _write(self, shape: tuple[Any, ...], values: list[Any]) -> tuple[WrittenQuery, list[Hashable]]:
        number = iter(range(1, 10_000))
        marked = [_marked(value, number) for value in values]
        if len(self._written) >= _MOST_SHAPES:
            self._written.clear()
        self._written[shape] = once = written(self.build(*marked)), list(_flat(marked))
        return once


def _is_key(value: Any) -> bool:
    return type(value) is int


def _is_single(value: Any) -> bool:
    """Whether it is an instant, a text or a key."""
    return isinstance(value, datetime | str) or _is_key(value)


def _padded(value: Any) -> Any:
    """A collection of keys as a list, filled up with the last of them to one of few lengths."""
    if not isinstance(value, list | tuple | set | frozenset) or not all(map(_is_key, value)):
        return value
    keys = list(value)
    room = _FEWEST
    while room < len(keys):
        room *= 2
    return keys + keys[-1:] * (room - len(keys)) if keys else keys


def _shape(value: Any) -> Any:
    if _is_single(value):
        return type(value)
    return (list, len(value)) if isinstance(value, list) else value


def _marked(value: Any, number: Iterator[int]) -> Any:
    if isinstance(value, datetime):
        return _INSTANT + timedelta(microseconds=next(number))
    if _is_key(value):
        return _KEY + next(number)
    if isinstance(value, str):
        return f"\0{next(number)}"
    return [_KEY + next(number) for _ in value] if isinstance(value, list) else value


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    """The instants, as the database is given them, the texts and the keys among the values."""
    for value in values:
        if isinstance(value, datetime):
            yield connection.ops.adapt_datetimefield_value(value)
        elif isinstance(value, list):
            yield from value
        elif _is_single(value):
            yield value
