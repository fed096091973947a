"""Questions that every page asks, each time with another value in it: put together once.

Django takes ten times as long to write one of these as the database takes to answer it, and to a page for which
everything else is kept that is most of what it costs.
"""

from collections.abc import Callable, Hashable
from copy import copy
from functools import cached_property
from typing import Generic, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row", bound=Model)


class Prepared(Generic[Row]):
    """What `ask` answers for values that are only known later. `stand_ins`: values that it is called with once, and
    that nothing else in the question is equal to, each as the database is given it (a number, a text)."""

    def __init__(self, ask: Callable[..., QuerySet[Row]], *stand_ins: Hashable):
        self.ask, self.stand_ins = ask, stand_ins

    def find(self, *values: Hashable) -> list[Row]:
        """The rows for these values, in the order of the stand-ins. One query."""
        written, compiler, sql, params = self._written
        given = dict(zip(self.stand_ins, values, strict=True))
        mine = copy(compiler)
        mine.connection = connection  # each thread has its own
        mine.as_sql = lambda *_, **__: (sql, tuple(given.get(value, value) for value in params))
        rows = written.all()
        rows.query.get_compiler = lambda *_, **__: mine
        return list(rows)

    @cached_property
    def _written(self) -> tuple[QuerySet[Row], SQLCompiler, str, tuple[Hashable, ...]]:
        written = self.ask(*self.stand_ins)
        compiler = written.query.get_compiler(using=connection.alias)
        sql, params = compiler.as_sql()
        return written, compiler, sql, tuple(params)
