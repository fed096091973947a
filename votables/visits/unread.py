"""Which comments of a thread are new to a reader. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from votables.queries.comments import CommentRow


@dataclass(frozen=True, slots=True)
class Marks:
    """What a post in a list has for its reader alone: whether it needs their vote, whether it is new to them, and how
    many comments are, with the key of the first."""

    needs_vote: bool = False
    is_new: bool = False
    comments: int = 0
    first: int = 0


@dataclass(frozen=True, slots=True)
class Fresh:
    """How many comments of others are new, the key of the first, and whether there was none before it."""

    number: int
    first: int
    is_all: bool


def fresh_of(rows: Sequence[CommentRow], *, since: datetime, but: int) -> Fresh | None:
    """Those after `since` (UTC) of a thread in its order, without those of the player `but`; None where there are
    none."""
    number, first = 0, 0
    for place in range(len(rows) - 1, -1, -1):
        comment = rows[place].comment
        if comment.at <= since:
            break
        if comment.author_id != but:
            number, first = number + 1, place
    return Fresh(number, rows[first].comment.pk, first == 0) if number else None
