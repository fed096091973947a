"""The archive: the posts that are asked for, how many of them came out how and when, and what can be asked for."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from blognomic.database.prepared import Prepared
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from players.models import BESIDE_POSTS, Dynasty, Player, Topic
from players.present import KeptRows, Present, new_number
from ruleset.law import Law
from votables.models import Ballot, Comment, Post, PostQuerySet, Status
from votables.queries.matter_kinds import labels

from .counts import (
    SIGN_OF_POSTS,
    ArchiveCounts,
    PostCount,
    Year,
    asked_for,
    calendar,
    categories_known,
    of_time,
    posted_categories,
    whole_archive,
)
from .filters import ArchiveFilter, read_wanted


@dataclass(frozen=True)
class Archive:
    """The posts that are asked for, and of what else one can ask. What is
    counted is counted when somebody first looks at it."""

    filters: ArchiveFilter
    whole: ArchiveCounts
    categories: Mapping[str, str]
    dynasties: tuple[Dynasty, ...]
    present: Present | None = None

    @property
    def posts(self) -> PostQuerySet:
        return self.filters.among(Post.objects.visible().newest_first())

    @property
    def tags_counted(self) -> list[tuple[str, str]]:
        """Each tag, and the same with how many posts have it, the most frequent first."""
        return [(tag, f"{tag} ({number})") for tag, number in self.whole.tags]

    @property
    def tag(self) -> str:
        """The tag that is asked for, as it is mostly written."""
        key = self.filters.tag.casefold()
        return next((tag for tag, _number in self.whole.tags if tag.casefold() == key), "") if key else ""

    @cached_property
    def _groups(self) -> tuple[PostCount, ...]:
        """The counts of what is asked for, of any time. At most one query."""
        return asked_for(self.filters, self.whole, self.present)

    @cached_property
    def groups(self) -> list[PostCount]:
        """The same of the time that is asked for."""
        return of_time(self._groups, self.filters)

    @cached_property
    def calendar(self) -> list[Year]:
        """How many posts each month of any year has."""
        return calendar(self._groups)

    @property
    def number(self) -> int:
        return sum(group.number for group in self.groups)

    @property
    def came_out(self) -> list[tuple[int, str]]:
        """How many matters have each status, where there are any."""
        counts: Counter[str] = Counter()
        for group in self.groups:
            counts[group.status] += group.number
        return [(counts[status], label) for status, label in Status.choices if status and counts[status]]

    @property
    def chips(self) -> list[tuple[str, str]]:
        """Each thing that is asked for in words, and the address of the rest without it."""
        return list(self.filters.chips(self.categories))


def archive(
    query: Mapping[str, str], *, law: Law | None, at: datetime, present: Present | None = None
) -> Archive:
    """The archive as the query of an address asks for it, as `read_wanted` reads it. `at`: the present (UTC). One query
    for each person who is named, and five where nothing is kept in `present`.

    Raises RuleBroken (404) as `read_wanted` does.
    """
    if present is not None:
        present.kept_rows(SIGN_OF_POSTS, RECENT_COMMENTS)  # by one query
    whole = whole_archive(present)
    categories = _categories(law, whole.categories)
    dynasties = tuple(one for one in whole.dynasties if one.started_at <= at)
    filters = read_wanted(query, categories=categories, dynasties=dynasties)
    return Archive(filters, whole, categories, dynasties, present)


def _listed(keys: QuerySet[Any], order: Sequence[str]) -> list[Post]:
    """The posts of these keys, in that order, with what a list shows of them. One query."""
    comments = Comment.objects.filter(post=OuterRef("pk")).order_by().values("post")
    number = Subquery(comments.annotate(number=Count("pk")).values("number"), output_field=IntegerField())
    shown = ("title", "category", "label", "status", "posted_at", "tally", "vetoed", "author__name")
    posts = Post.objects.filter(pk__in=keys).select_related("author").only(*shown)
    return list(posts.annotate(comment_count=Coalesce(number, 0)).order_by(*order))


def _add_votes(posts: list[Post], voter: Player) -> None:
    """Give each post that the voter voted on its `vote`. One query."""
    by_key = {post.pk: post for post in posts}
    ballots = Ballot.objects.filter(player=voter, resolution__post__in=by_key)
    final = ballots.filter(resolution=F("resolution__post__settled_by"))
    for ballot in final.annotate(post=F("resolution__post")):
        by_key[ballot.post].vote = ballot


def count_by_status(of: Q) -> dict[str, int]:
    """How many posts there are of each status. One query."""
    posts = Post.objects.visible().filter(of).order_by().values_list("status")
    return dict(posts.annotate(number=Count("pk")))


def archived_categories(law: Law | None) -> dict[str, str]:
    """The categories that there are, with their names: those of the law in force and of what stands there, which a law
    of the past may have known. One query."""
    return _categories(law, posted_categories())


def kept_categories(law: Law | None, present: Present) -> dict[str, str]:
    """The same, as all readers share them."""
    return _categories(law, categories_known(present))


def _categories(
    law: Law | None, posted: tuple[tuple[str, str], ...] | list[tuple[str, str]]
) -> dict[str, str]:
    known = labels(law) if law else {}
    return known | {category: label for category, label in dict(posted).items() if category not in known}


@dataclass(frozen=True, slots=True)
class PageStart:
    """Where a page of the archive begins: next older or newer than the post with the key `beyond`, posted at `at` (UTC)
    or, without one, at the newest or oldest post of all and from there on."""

    older: bool
    beyond: int | None = None
    at: datetime | None = None

    @property
    def of(self) -> Q:
        """The posts from there on."""
        if self.beyond is None:
            return Q()
        if self.older:
            return Q(posted_at__lte=self.at) & (Q(posted_at__lt=self.at) | Q(pk__lt=self.beyond))
        return Q(posted_at__gte=self.at) & (Q(posted_at__gt=self.at) | Q(pk__gt=self.beyond))


def read_place(query: Mapping[str, str], *, oldest_first: bool) -> PageStart:
    """The place that the query of an address names: what is next older than a post (`before`, its key) or next newer
    (`after`), the last page (`page=last`) or else the first one. At most one query.

    Raises RuleBroken (404) for a key that is none.
    """
    before, after = query.get("before", ""), query.get("after", "")
    key = before or after
    if not key:
        return PageStart(older=(query.get("page") == "last") == oldest_first)
    at = Post.objects.filter(pk=int(key)).values_list("posted_at", flat=True).first() if is_key(key) else None
    if at is None:
        raise RuleBroken(_("There is no such page."), status=404)
    return PageStart(bool(before), int(key), at)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of posts in the order that is asked for. `back` and `on` say, as part of an address, where the page before
    and the next begin; "" where there is none."""

    posts: list[Post]
    back: str
    on: str


def leaf(
    posts: PostQuerySet,
    place: PageStart,
    *,
    size: int,
    oldest_first: bool = False,
    voter: Player | None = None,
) -> Leaf:
    """A page of posts from a place on, as quick wherever that is. One query, and one for the votes of a voter."""
    order = ("-posted_at", "-pk") if place.older else ("posted_at", "pk")
    listed = _listed(posts.filter(place.of).order_by(*order).values("pk")[: size + 1], order)
    more, listed = len(listed) > size, listed[:size]
    if not listed:
        return Leaf([], "", "")
    if voter is not None:
        _add_votes(listed, voter)
    if not place.older:
        listed.reverse()
    # Behind lies the post that one came from, ahead what did not fit on the page.
    behind = place.beyond is not None
    older, newer = (more, behind) if place.older else (behind, more)
    links = [f"after={listed[0].pk}" if newer else "", f"before={listed[-1].pk}" if older else ""]
    if oldest_first:
        listed.reverse()
        links.reverse()
    return Leaf(listed, *links)


RECENT = 200  # comments; where more have come, a page is made again
LEAVES_KEPT = 200
_RECENT = Prepared(lambda: Comment.objects.order_by("-pk").values_list("pk", "post_id")[:RECENT])
RECENT_COMMENTS = KeptRows("votables.recent comments", lambda: [_RECENT()], tuple, BESIDE_POSTS)


@dataclass
class _LastMade:
    """The posts of a page of the archive as it was made last; up to which comment somebody has looked for others on
    them, in which state of the game, and a `number` that is another whenever there are some. One thing, for another
    page may look meanwhile."""

    posts: frozenset[int] = frozenset()
    comment: int | None = None
    of: Hashable = None
    number: int = field(default_factory=new_number)


class LeafSign:
    """Tells whether the page of the archive at an address says the same as when it was made last: `sign` is another
    when something changed that the archive counts, or somebody commented on one of its posts. One query at most."""

    def __init__(self, address: str, present: Present | None):
        self.sign: Hashable = None
        self._last = _LastMade()
        if present is not None:
            counted, recent = present.kept_rows(SIGN_OF_POSTS, RECENT_COMMENTS)
            self._last = present.few(
                "votables.archive.leaves",
                address,
                _LastMade,
                most=LEAVES_KEPT,
                without=set(Topic),
                sign=counted,
            )
            self._look(recent, of=present.sign(BESIDE_POSTS))
            self.sign = self._last.number

    def _look(self, recent: Sequence[tuple[int, int]], *, of: Hashable) -> None:
        last = self._last
        if last.of == of:
            return
        if last.comment is not None:
            come = [post for pk, post in recent if pk > last.comment]
            if len(come) == RECENT or not last.posts.isdisjoint(come):
                last.number = new_number()
        last.comment, last.of = max((pk for pk, _post in recent), default=0), of

    def made(self, leaf: Leaf) -> Leaf:
        """Note what the page shows that is being made."""
        self._last.posts = frozenset(post.pk for post in leaf.posts)
        return leaf
