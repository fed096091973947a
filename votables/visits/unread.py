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
    """The comments of others that are new, by their keys in order, and whether there was none before them."""

    keys: tuple[int, ...]
    is_all: bool

    @property
    def number(self) -> int:
        return len(self.keys)

    @property
    def first(self) -> int:
        return self.keys[0]


def fresh_of(rows: Sequence[CommentRow], *, since: datetime, but: int) -> Fresh | None:
    """Those after `since` (UTC) of a thread in its order, without those of the player `but`; None where there are
    none."""
    keys, first = [], 0
    for place in range(len(rows) - 1, -1, -1):
        comment = rows[place].comment
        if comment.at <= since:
            break
        if comment.author_id != but:
            keys.append(comment.pk)
            first = place
    return Fresh(tuple(reversed(keys)), first == 0) if keys else None


LONG, LAST = 20, 10  # comments from which on a thread is folded, and how many of them stay open


def earlier(rows: Sequence[CommentRow], *, new: Fresh | None, sought: int = 0) -> int:
    """How many of the comments of a page are folded: all but the last few, and none that is new or sought (by its
    key), nor the one before it."""
    if len(rows) <= LONG:
        return 0
    shown = {*(new.keys if new else ()), sought}
    first = next((place for place, row in enumerate(rows) if row.comment.pk in shown), len(rows))
    return max(min(len(rows) - LAST, first - 1), 0)
