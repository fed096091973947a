"""Whether all that is stored of the game fits together: whatever can be worked out again is, and compared.

    comments.py     the icons in comments, what they cast, whose they are, and their HTML
    posts.py        posts against their versions and resolutions; types of official posts
    resolutions.py  verdicts against the facts that they were made from
    dynasties.py    their numbers, which nobody but a table of the past leaves out
    outcomes.py     what followed from matters and Ascension Addresses: rules, law, gamestate, dynasties
    links.py        paths of this site, in whatever row, lead to what there is
    words.py        the indexes that people search by

The other rooms check their own (`checking` in players, ruleset and gamestate). Nothing is changed, and rows are read a
few at a time, so that a game of twenty years fits into memory.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import IntegrityError, connection

import gamestate.checking
import players.checking
import ruleset.checking
from blognomic.commands.progress import Tell
from players.checking import Check, Finding
from votables.checking import comments, dynasties, links, outcomes, posts, resolutions, words

CHECKS: tuple[Check, ...] = (
    *players.checking.CHECKS,
    *dynasties.CHECKS,
    *ruleset.checking.CHECKS,
    *gamestate.checking.CHECKS,
    *posts.CHECKS,
    *comments.CHECKS,
    *resolutions.CHECKS,
    *outcomes.CHECKS,
    *links.CHECKS,
    *words.CHECKS,
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
