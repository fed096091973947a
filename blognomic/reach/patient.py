"""A connection to PostgreSQL that waits for a slow answer as long as it takes, and for a silent server not at all.

A server that hangs, or a network that loses what is sent, says nothing: without this every thread of the site would
wait in its query, and none would be left to say so.
"""

from typing import TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout

Found = TypeVar("Found")
INTERVAL = 0.1


class PatientConnection(psycopg.Connection):
    """As psycopg's own, but a query that has waited for a second asks whether the server answers anybody."""

    def wait(self, gen: PQGen[Found], interval: float = INTERVAL, timeout: float | None = None) -> Found:
        """What the query answers. Raises OperationalError when the server is silent; the connection is no more then."""
        # These need the settings, and the settings need this.
        from blognomic.reach.database import SILENCE, is_silent

        if timeout is not None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(gen, interval, SILENCE)
        except _WaitTimeout:
            while True:
                if is_silent():
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer") from None
                try:
                    return super().wait(_resumed(gen), interval, SILENCE)
                except _WaitTimeout:
                    continue


def _resumed(gen: PQGen[Found]) -> PQGen[Found]:
    """The rest of a query that was waited for already: it is told first that nothing has come."""
    ready: psycopg.waiting.Ready | int = psycopg.waiting.READY_NONE
    while True:
        try:
            awaited = gen.send(ready)
        except StopIteration as done:
            return done.value
        ready = yield awaited
