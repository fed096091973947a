"""What happened since an instant, for one reader: from the latest of everything, which is read once for all readers."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

from blognomic.database.prepared import Prepared
from blognomic.database.together import WrittenQuery, together
from blognomic.web.addresses import address_of
from gamestate.hidden import Viewer
from gamestate.models import Roll
from gamestate.queries.log import LogNames, LogQuestion, UpdateShown, page_of, shown_updates, updates
from gamestate.queries.now import log_seen_as, names_now
from players.models import BESIDE_POSTS, LIVELY, Dynasty, Player, RosterEvent, Topic
from players.present import KeptRows, Present, digest
from ruleset.models import LawVersion, Revision
from votables.archive.counts import SIGN_OF_POSTS
from votables.models import Comment, Post, Resolution

MOST_POSTS = 60
MOST_COMMENTS = 400
MOST_RESOLUTIONS = 60
MOST_REVISIONS = 40
MOST_ENDED = 20
MOST_UPDATES = 30
MOST_ROLLS = 60
MOST_EVENTS = 60
READERS_KEPT = 100
LAST_WEEK, LAST_DAY = timedelta(days=7), timedelta(days=1)
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class CommentNews:
    """A comment, short: its key, whose, when (UTC), and the vote in it ("" for none)."""

    pk: int
    post: int
    title: str
    author: int
    name: str
    at: datetime
    cast: str


@dataclass(frozen=True, slots=True)
class Latest:
    """The latest of everything that all readers see alike, each newest first."""

    posts: tuple[Post, ...]
    comments: tuple[CommentNews, ...]
    resolutions: tuple[Resolution, ...]
    revisions: tuple[Revision, ...]
    laws: tuple[LawVersion, ...]
    rolls: tuple[Roll, ...]
    events: tuple[RosterEvent, ...]
    dynasties: tuple[Dynasty, ...]


@dataclass
class _Memory:
    """What was told last, and of which sign of all posts. One thing, for another page may look meanwhile."""

    last: tuple[Any, Any] | None = None


def _memory(present: Present, name: str) -> _Memory:
    """The memory of that name, for as long as nothing changes but what is posted, values and time."""
    sign = present.sign({Topic.POSTS, Topic.VALUES, Topic.TIME})
    return present.kept_while(sign, f"votables.latest {name} told", _Memory)


def _comments(after: int) -> QuerySet[Any]:
    # What was removed is left out afterwards: else SQLite looks through all posts first.
    columns = ("post__removed_at", "pk", "post_id", "post__title", "author_id", "author__name", "at", "cast")
    return Comment.objects.filter(pk__gt=after).order_by("-pk").values_list(*columns)[:MOST_COMMENTS]


_COMMENTS_AFTER = Prepared(_comments)


def _of_comments(present: Present) -> KeptRows:
    """The latest comments. Only those that came are asked for, where no post has come or changed since: a comment is
    never edited, and whoever writes one holds the lock of the game, so that the last has the largest key."""
    memory = _memory(present, "comments")
    before = memory.last
    known: tuple[tuple[int, CommentNews | None], ...] = before[1] if before else ()
    last = known[0][0] if known else 0

    def tell(signs: list[Any], rows: list[Any]) -> tuple[CommentNews, ...]:
        sign, stay = next(iter(signs), ()), known
        if before is not None and before[0] != sign:
            (rows,), stay = together(_COMMENTS_AFTER(0)), ()
        come = ((row[1], CommentNews(*row[1:]) if row[0] is None else None) for row in rows)
        newest = (*come, *stay)[:MOST_COMMENTS]
        memory.last = sign, newest
        comments = [comment for _pk, comment in newest if comment is not None]
        return tuple(sorted(comments, key=lambda one: (one.at, one.pk), reverse=True))

    return KeptRows(
        "votables.latest comments", lambda: [*SIGN_OF_POSTS.ask(), _COMMENTS_AFTER(last)], tell, BESIDE_POSTS
    )


def _of_posts(present: Present) -> KeptRows:
    """The latest posts and resolutions, which stay while no post comes or changes, whatever is said on it."""
    memory = _memory(present, "posts")
    before = memory.last

    def tell(signs: list[Any], *rows: list[Any]) -> tuple[tuple[Any, ...], ...]:
        sign = next(iter(signs), ())
        if before is not None and before[0] == sign:
            lists: tuple[tuple[Any, ...], ...] = before[1]
            return lists
        lists = _lists(*(rows or together(*_POSTS())))
        memory.last = sign, lists
        return lists

    return KeptRows(
        "votables.latest posts",
        lambda: [*SIGN_OF_POSTS.ask(), *(() if before else _POSTS())],
        tell,
        BESIDE_POSTS,
    )


def latest(present: Present) -> Latest:
    """The latest of everything. One query, or none, of what has changed alone; two more where a post has."""
    (posts, resolutions), comments, (revisions, laws, events, dynasties), (rolls,) = present.kept_rows(
        _of_posts(present), _of_comments(present), _CHANGES, _ROLLS
    )
    return Latest(
        posts=posts,
        comments=comments,
        resolutions=resolutions,
        revisions=revisions,
        laws=laws,
        rolls=rolls,
        events=events,
        dynasties=dynasties,
    )


@dataclass(frozen=True, slots=True)
class EndedShort:
    """How a matter came out, short: its key and title, its status, its tally, and when (UTC)."""

    post: int
    title: str
    status: str
    tally: str
    at: datetime


@dataclass(frozen=True, slots=True)
class LatelyShort:
    """Less of it, for the front page."""

    ended: tuple[EndedShort, ...]
    comments: tuple[CommentNews, ...]
    revisions: tuple[Revision, ...]


def lately(present: Present) -> LatelyShort:
    """What came to an end, what was said, and what changed in the rules, newest first. One query, or none."""
    (ended,), comments, (revisions, *_others) = present.kept_rows(_ENDED, _of_comments(present), _CHANGES)
    return LatelyShort(tuple(EndedShort(*row) for row in ended), comments, revisions)


def _ended() -> tuple[QuerySet[Any], ...]:
    resolutions = Resolution.objects.filter(post__removed_at=None).order_by("-pk")
    columns = ("post_id", "post__title", "to_status", "tally", "at")
    return (resolutions.values_list(*columns)[:MOST_ENDED],)


def latest_comments(present: Present) -> tuple[CommentNews, ...]:
    """The latest comments on posts that are there. One query, or none."""
    (comments,) = present.kept_rows(_of_comments(present))
    return comments


def _posts() -> tuple[QuerySet[Any], ...]:
    posts = Post.objects.visible().newest_first().select_related("author").only(*_OF_POSTS)
    resolutions = Resolution.objects.filter(post__removed_at=None).select_related("post", "by")
    return (
        posts[:MOST_POSTS],
        resolutions.order_by("-pk").only(*_OF_RESOLUTIONS)[:MOST_RESOLUTIONS],
    )


def _changes() -> tuple[QuerySet[Any], ...]:
    """The latest of what a vote or a value changes nothing of."""
    revisions = Revision.objects.order_by("-at", "-pk").select_related("by", "author")
    laws = LawVersion.objects.order_by("-at", "-pk").select_related("by")
    events = RosterEvent.objects.newest_first().select_related("player", "by")
    return (
        revisions.only(*_OF_REVISIONS)[: MOST_REVISIONS + 1],
        laws.only(*_OF_LAWS)[:MOST_REVISIONS],
        events.only(*_OF_EVENTS)[:MOST_EVENTS],
        Dynasty.objects.order_by("-number").only("number", "name", "started_at")[:5],
    )


def _rolls() -> tuple[QuerySet[Any], ...]:
    return (Roll.objects.order_by("-number").only(*_OF_ROLLS)[:MOST_ROLLS],)


def _lists(*rows: list[Any]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(one) for one in rows)


_OF_POSTS = ("title", "category", "label", "status", "posted_at", "author__name")
_OF_RESOLUTIONS = ("at", "from_status", "to_status", "against_verdict", "tally", "by__name", "post__title")
_OF_REVISIONS = ("at", "kind", "why", "link", "by__name", "author__name")
_OF_LAWS = ("at", "why", "link", "by__name")
_OF_EVENTS = ("at", "kind", "cause", "why", "link", "old_name", "player__name", "by__name")
_OF_ROLLS = ("number", "at", "by", "name", "update", "link", "command", "faces", "total")


def _written_once(ask: Callable[[], tuple[QuerySet[Any], ...]]) -> Callable[[], list[WrittenQuery]]:
    """Questions that are the same each time, and written once."""
    questions: list[Prepared] = []

    def written() -> list[WrittenQuery]:
        if not questions:
            questions.extend(Prepared(partial(lambda one: one.all(), one)) for one in ask())
        return [one() for one in questions]

    return written


_POSTS = _written_once(_posts)
_ENDED = KeptRows("votables.latest ended", _written_once(_ended), _lists, BESIDE_POSTS)
_CHANGES = KeptRows("votables.latest changes", _written_once(_changes), _lists, LIVELY)
_ROLLS = KeptRows("votables.latest rolls", _written_once(_rolls), _lists, {Topic.POSTS, Topic.MINUTE})


def latest_updates(present: Present, viewer: Viewer) -> list[UpdateShown]:
    """The latest updates of the gamestate as the viewer may see them. Five queries, or none."""
    known = names_now(present)
    key = f"votables.latest updates {log_seen_as(viewer, present)}"
    return present.kept(key, lambda: _updates(viewer, known), without={Topic.POSTS, Topic.MINUTE})


def _updates(viewer: Viewer, known: LogNames) -> list[UpdateShown]:
    lately = page_of(updates(LogQuestion(), viewer)[:MOST_UPDATES])
    return shown_updates(lately, viewer, known=known)


@dataclass(frozen=True)
class New(Generic[Row]):
    """What is new of one kind, and whether there is more of it than is told."""

    rows: list[Row]
    more: bool = False

    def __bool__(self) -> bool:
        return bool(self.rows)

    @cached_property
    def sign(self) -> str:
        """What tells any two lists of this kind apart, as long as people, rules and law are the same: a page keeps what
        it says of them while it is the same."""
        return digest((self.more, [_words_of(row) for row in self.rows]))


def _words_of(row: Any) -> Hashable:
    """What of a row may change by what people post, with its key."""
    if isinstance(row, Talk):
        return row.post, row.title, tuple(one.pk for one in row.comments)
    if isinstance(row, Post):
        return row.pk, row.title, row.category, row.label, row.status
    if isinstance(row, Resolution):
        return row.pk, row.post.title
    if isinstance(row, UpdateShown):
        return row.update.pk, row.update.kept
    return row.pk


def _new(
    rows: Sequence[Row], most: int, at: Callable[[Row], datetime], since: datetime, own: Callable[[Row], bool]
) -> New[Row]:
    new_rows = [row for row in rows[:most] if at(row) > since]
    return New([row for row in new_rows if not own(row)], more=len(new_rows) == most)


@dataclass(slots=True)
class Talk:
    """What was said on one post: how many comments, by whom, the first of them, and the votes among them."""

    post: int
    title: str
    comments: list[CommentNews] = field(default_factory=list)

    @property
    def first(self) -> CommentNews:
        return self.comments[0]

    @property
    def address(self) -> str:
        """Where the first of them stands."""
        return f"{address_of('votables:post', self.post)}?comment={self.first.pk}#comment-{self.first.pk}"

    @property
    def names(self) -> list[str]:
        """Who said something besides a vote, in order."""
        return list(dict.fromkeys(one.name for one in self.comments if not one.cast))

    @property
    def votes(self) -> list[CommentNews]:
        """The last vote of each who voted."""
        return list({one.author: one for one in self.comments if one.cast}.values())


@dataclass(frozen=True)
class News:
    """What happened after `since` (UTC)."""

    since: datetime
    posts: New[Post]
    talks: New[Talk]
    resolutions: New[Resolution]
    revisions: New[Revision]
    before: Revision | None
    laws: New[LawVersion]
    updates: New[UpdateShown]
    rolls: New[Roll]
    events: New[RosterEvent]
    dynasties: list[Dynasty]

    def __bool__(self) -> bool:
        lists = (
            self.posts, self.talks, self.resolutions, self.revisions, self.laws, self.updates, self.rolls,
            self.events, self.dynasties,
        )  # fmt: skip
        return any(lists)

    @cached_property
    def sign(self) -> str:
        """As `New.sign`, of all of it."""
        several = self.posts, self.talks, self.resolutions, self.updates, self.rolls
        return digest((*(one.sign for one in several), self.sign_of_rules, self.sign_of_people))

    @cached_property
    def sign_of_rules(self) -> str:
        """As `New.sign`, of all that it says of the rules and the law."""
        return digest((self.revisions.sign, self.laws.sign, self.before.pk if self.before else None))

    @cached_property
    def sign_of_people(self) -> str:
        """As `New.sign`, of all that it says of players and dynasties."""
        return digest((self.events.sign, len(self.dynasties)))


def news(present: Present, *, since: datetime, viewer: Viewer, but: Player | None) -> News:
    """What happened after `since`, without what `but` did themselves. At most twelve queries, the first time that
    somebody asks in a version of the game, and none after that."""
    key = but.pk if but else None
    return present.few(
        "votables.news",
        (since, key, log_seen_as(viewer, present)),
        lambda: _news(latest(present), latest_updates(present, viewer), since, key),
        most=READERS_KEPT,
        without={Topic.MINUTE},
    )


def _news(happened: Latest, shown: Sequence[UpdateShown], since: datetime, but: int | None) -> News:
    comments = _new(
        happened.comments, MOST_COMMENTS, lambda one: one.at, since, lambda one: one.author == but
    )
    revisions = _new(happened.revisions, MOST_REVISIONS, _at, since, lambda one: False)
    return News(
        since=since,
        posts=_new(
            happened.posts, MOST_POSTS, lambda one: one.posted_at, since, lambda one: one.author_id == but
        ),
        talks=New(talks_of(comments.rows), comments.more),
        resolutions=_new(happened.resolutions, MOST_RESOLUTIONS, _at, since, lambda one: False),
        revisions=revisions,
        before=next((one for one in happened.revisions if one.at <= since), None) if revisions else None,
        laws=_new(happened.laws, MOST_REVISIONS, _at, since, lambda one: False),
        updates=_new(
            shown, MOST_UPDATES, lambda one: one.update.at, since, lambda one: one.update.by_id == but
        ),
        rolls=_new(
            happened.rolls, MOST_ROLLS, _at, since, lambda one: one.by_id == but or one.update_id is not None
        ),
        events=_new(happened.events, MOST_EVENTS, _at, since, lambda one: False),
        dynasties=[one for one in happened.dynasties if one.started_at > since],
    )


def _at(row: Resolution | Revision | LawVersion | Roll | RosterEvent) -> datetime:
    return row.at


def talks_of(comments: Iterable[CommentNews], *, but: int | None = None) -> list[Talk]:
    """Comments, newest first, by the post that they are on, the post that was spoken of last first; without those of
    the player `but`."""
    talks: dict[int, Talk] = {}
    for one in comments:
        if one.author == but:
            continue
        talks.setdefault(one.post, Talk(one.post, one.title)).comments.insert(0, one)
    return list(talks.values())


def unread_comments(present: Present, *, since: datetime, but: int) -> dict[int, list[CommentNews]]:
    """The latest comments after `since` by the key of their post, oldest first, without those of the player `but`."""
    by_post: dict[int, list[CommentNews]] = defaultdict(list)
    for one in latest_comments(present):
        if one.at <= since:
            break
        if one.author != but:
            by_post[one.post].insert(0, one)
    return by_post
