"""Whether all that is stored of the game fits together: whatever can be worked out again is, and compared.

Each app checks its own (`checking` in players, ruleset, gamestate and votables). Nothing is changed, and rows are read
a few at a time, so that a game of twenty years fits into memory.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import IntegrityError, connection

import gamestate.checking
import players.checking
import ruleset.checking
import votables.checking
from blognomic.commands.progress import Tell
from players.checking import Check, Finding

CHECKS: tuple[Check, ...] = (
    *players.checking.CHECKS,
    *ruleset.checking.CHECKS,
    *gamestate.checking.CHECKS,
    *votables.checking.CHECKS,
)
CHUNK = 500


def found(*, tell: Tell | None = None) -> Iterator[Finding]:
    """All that does not fit, in the order of CHECKS. `tell` is told how far it has come, now and then. Must run in a
    transaction that sees one state (see `blognomic.database.snapshots`)."""
    yield from _dangling()
    for check in CHECKS:
        rows = check.rows()
        whole = rows.count() if tell is not None else 0
        yield from check.look(_counted(rows.iterator(chunk_size=CHUNK), check.name, whole, tell))


def _counted(rows: Iterable[Any], name: str, whole: int, tell: Tell | None) -> Iterator[Any]:
    for number, row in enumerate(rows):
        if tell is not None and number % CHUNK == 0:
            tell(name, number, whole)
        yield row


def _dangling() -> Iterator[Finding]:
    """Rows that refer to rows there are not, which only SQLite's owner can bring about."""
    try:
        connection.check_constraints()
    except IntegrityError as error:
        yield Finding("database", f"A row refers to one that there is not: {error}")
