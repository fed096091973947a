"""SQLite as Django knows it, but that whoever wants to write stands in line (see `waiting_line`), and instants are
read at a tenth of the cost."""

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from django.db.backends.sqlite3 import base, operations

from blognomic.reach.sqlite3.waiting_line import TurnLine, line_of

_WRITES = re.compile(r"\s*(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor by which a statement that writes outside of a transaction takes a turn of its own."""

    wrapper: "DatabaseWrapper"

    def execute(self, query: str, params: Any = None) -> Any:
        if self.connection.in_transaction or not _WRITES.match(query):
            return super().execute(query, params)
        with self.wrapper.own_turn():
            return super().execute(query, params)


class Operations(operations.DatabaseOperations):
    """A page that nothing is kept for reads two thousand instants."""

    def convert_datetimefield_value(self, value: Any, expression: Any, connection: Any) -> Any:
        if type(value) is not str:
            return super().convert_datetimefield_value(value, expression, connection)
        instant = datetime.fromisoformat(value)
        return instant if instant.tzinfo else instant.replace(tzinfo=UTC)


class DatabaseWrapper(base.DatabaseWrapper):
    """`patience`: for how many seconds a turn is waited for, in line and at the file together."""

    ops_class = Operations
    has_turn: TurnLine | None = None

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.patience = float(self.settings_dict["OPTIONS"].get("timeout", 5))

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = self.connection.cursor(factory=Cursor)
        cursor.wrapper = self
        return cursor

    @contextmanager
    def own_turn(self) -> Iterator[None]:
        """The turn, for one statement. Raises OperationalError when it does not come."""
        self._take_turn()
        try:
            yield
        finally:
            self._give_turn()

    def _start_transaction_under_autocommit(self) -> None:
        begun = time.monotonic()
        self._take_turn()
        try:
            with self._patient_for(self.patience - (time.monotonic() - begun)):
                super()._start_transaction_under_autocommit()
        except BaseException:
            self._give_turn()
            raise

    def _commit(self) -> None:
        super()._commit()
        self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._give_turn()

    def _take_turn(self) -> None:
        line = None if self.is_in_memory_db() else line_of(str(self.settings_dict["NAME"]))
        if line is None or self.has_turn is not None:
            return
        if not line.take(self.patience):
            with self.wrap_database_errors:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
        self.has_turn = line

    def _give_turn(self) -> None:
        line, self.has_turn = self.has_turn, None
        if line is not None:
            line.give()

    @contextmanager
    def _patient_for(self, seconds: float) -> Iterator[None]:
        """Wait at the file for what is left of the patience, where much of it is gone already."""
        if self.patience - seconds < 0.1:
            yield
            return
        # Past Django, which would count these among the queries of a page.
        self.connection.execute(f"PRAGMA busy_timeout = {max(1, int(1000 * seconds))}").close()
        try:
            yield
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {int(1000 * self.patience)}").close()
