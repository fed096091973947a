"""What happened since one's last visit, in a few lines for the front page: what the page of all of it begins with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from blognomic.web.addresses import address_named, address_of
from players.models import BESIDE_POSTS
from players.present import Present
from votables.models import Status

from .news import READERS_KEPT, EndedShort, Talk, lately, talks_of

NAMED = 3  # in a line; of the others, how many they are
Row = TypeVar("Row")
Link = tuple[str, str, str]  # a title, its address, and what is said of it


@dataclass(frozen=True, slots=True)
class NewsLine:
    """What is new of one kind: its picture, the first few as links, how many more there are, and at which place of the
    page of all that is new they stand."""

    sign: str
    place: str
    links: list[Link]
    rest: int = 0


@dataclass(frozen=True, slots=True)
class InShort:
    """What happened after `since` (UTC)."""

    since: datetime
    lines: list[NewsLine]

    def __bool__(self) -> bool:
        return bool(self.lines)


def in_short(present: Present, *, since: datetime, but: int) -> InShort:
    """What happened after `since` (UTC) in matters, comments and rules, without what the player of the key `but` said
    themselves; of posts, the front page marks those that are new. One query, or none, once for each version."""
    return present.few(
        "votables.in short",
        (since, but),
        lambda: _in_short(present, since, but),
        most=READERS_KEPT,
        without=BESIDE_POSTS,
    )


def _in_short(present: Present, since: datetime, but: int) -> InShort:
    happened = lately(present)
    ended = {one.post: one for one in reversed(happened.ended) if one.at > since}
    ended = {post: one for post, one in ended.items() if one.status != Status.PENDING}
    talks = talks_of(takewhile(lambda one: one.at > since, happened.comments), but=but)
    revisions = sum(one.at > since for one in happened.revisions)
    lines = [
        _line("tick", "resolved", list(ended.values())[::-1], _of_matter),
        _line("speech", "talks", talks, _of_talk),
    ]
    if revisions:
        words = ngettext("{number} change of the rules", "{number} changes of the rules", revisions)
        address = address_named("votables:since") + "#rules"
        lines.append(NewsLine("book", "rules", [(words.format(number=revisions), address, "")]))
    return InShort(since, [line for line in lines if line.links])


def _of_matter(one: EndedShort) -> Link:
    words = f"{Status(one.status).label} {one.tally}".strip()
    return one.title, address_of("votables:post", one.post), words


def _of_talk(talk: Talk) -> Link:
    return talk.title, talk.address, _("{number} new").format(number=len(talk.comments))


def _line(sign: str, place: str, rows: Sequence[Row], link: Callable[[Row], Link]) -> NewsLine:
    return NewsLine(sign, place, [link(row) for row in rows[:NAMED]], max(len(rows) - NAMED, 0))
