"""The numbers of dynasties, one after the other.

A history that was imported from a table is told from where the table begins, and of dynasties of which it names none
nothing is known: among those the numbers only grow, which the database holds by itself.
"""

from collections.abc import Iterable, Iterator

from players.checking import Check, Finding
from players.models import Dynasty
from votables.models import Post, TableImport


def _numbers(rows: Iterable[Dynasty]) -> Iterator[Finding]:
    """Dynasties are numbered from 1 without a gap, but for what a table did not tell."""
    table_import = TableImport.objects.filter(pk=1).first()
    last_of_table = (
        Post.objects.filter(pk=table_import.written).first()
        if table_import and table_import.is_complete
        else None
    )
    before = 0
    for dynasty in rows:
        is_of_table = table_import is not None and (
            last_of_table is None or dynasty.started_at <= last_of_table.posted_at
        )
        if dynasty.number != before + 1 and not is_of_table:
            sentence = (
                f"Dynasty {before} is followed by dynasty {dynasty.number}."
                if before
                else f"The first dynasty that there is has the number {dynasty.number}."
            )
            yield Finding(f"dynasty {dynasty.number}", sentence, f"/players/dynasties/{dynasty.number}/")
        before = dynasty.number


CHECKS = (Check("the numbers of dynasties", lambda: Dynasty.objects.order_by("number"), _numbers),)
