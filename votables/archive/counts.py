"""How many posts there are of each month, category and status: what the archive counts with."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import Count, Q, QuerySet, Subquery

from blognomic.database.prepared import Prepared
from blognomic.database.together import together
from players.models import BESIDE_POSTS, Dynasty
from players.present import KeptRows, Present
from players.queries.roster import DYNASTIES, dynasties_begun
from votables.models import STANDARD_LABELS, TAG, HasBracket, Month, Post, PostVersion, Resolution

from .filters import ALL, ArchiveFilter

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class PostCount:
    """How many posts (`number`) there are of a month, category and status."""

    month: str
    category: str
    status: str
    number: int


def count_posts(of: Q) -> tuple[PostCount, ...]:
    """The posts counted. One query."""
    return _groups(_counted(of))


def _counted(of: Q) -> QuerySet[Any]:
    """How many there are of each month, category, status and label, of those that are asked for (also by `month`)."""
    posts = Post.objects.visible().annotate(month=Month("posted_at")).filter(of).order_by()
    return posts.values_list("month", "category", "status", "label").annotate(number=Count("*"))


def _groups(rows: Iterable[Any]) -> tuple[PostCount, ...]:
    numbers: Counter[tuple[str, str, str]] = Counter()
    for month, category, status, _label, number in rows:
        numbers[month, category, status] += number
    return tuple([PostCount(*group, number) for group, number in numbers.items()])


def signs_of_posts() -> QuerySet[Any]:
    """What is another whenever a post came, was changed or removed, or got another status, and when a dynasty began."""
    resolution = Subquery(Resolution.objects.order_by("-pk").values("pk")[:1])
    dynasty = Subquery(Dynasty.objects.order_by("-pk").values("pk")[:1])
    return PostVersion.objects.order_by("-pk").values_list("pk", resolution, dynasty)[:1]


_SIGNS = Prepared(signs_of_posts)
SIGN_OF_POSTS = KeptRows(
    "votables.sign of posts", lambda: [_SIGNS()], lambda rows: next(iter(rows), ()), BESIDE_POSTS
)


def label_of(category: str, label: str) -> str:
    """The name of a category under which something was posted."""
    return str(label or STANDARD_LABELS.get(category, category))


@dataclass(frozen=True, slots=True)
class ArchiveCounts:
    """What is kept of all posts: the counts of them, the names of the categories that they were posted in, how many
    have each tag, the most frequent first; and the dynasties, the newest first."""

    groups: tuple[PostCount, ...]
    categories: tuple[tuple[str, str], ...]
    tags: tuple[tuple[str, int], ...]
    dynasties: tuple[Dynasty, ...]


@dataclass(frozen=True, slots=True)
class _Counted:
    """All posts as they were counted last: up to which version and resolution, the rows of `_counted` of each month,
    the tags of each post that has any, and how often each is spelt in which way."""

    version: int
    resolution: int
    rows: Mapping[str, tuple[tuple[Any, ...], ...]]
    tags: Mapping[int, Mapping[str, str]]
    spellings: Mapping[str, Counter[str]]


@dataclass
class _LastCounted:
    """What was counted last. One thing, for another page may count meanwhile."""

    counted: _Counted | None = None


def whole_archive(present: Present | None = None) -> ArchiveCounts:
    """The counts of all posts: one query, and none but its sign while nothing changes them. Where all have been counted
    before, only the months are counted anew of which a post has come or changed since."""
    if present is None:
        return _archive_counts(*_counted_whole())
    sign: Any = sign_of_all(present)
    last = present.kept_while(None, "votables.archive.last", _LastCounted)

    def make() -> ArchiveCounts:
        if last.counted is None or not sign:
            last.counted, dynasties = _counted_whole(sign)
            present.kept(DYNASTIES.name, lambda: tuple(dynasties), without=DYNASTIES.without)
        else:
            last.counted = _counted_since(last.counted, *sign[:2])
        return _archive_counts(last.counted, dynasties_begun(present))

    return present.kept_while(sign, "votables.archive.counts", make)


def _kept(present: Present | None, name: str, make: Callable[[], Thing]) -> Thing:
    """What is made from posts and dynasties, kept until one of them changes."""
    return present.kept_while(sign_of_all(present), name, make) if present else make()


def sign_of_all(present: Present | None) -> Hashable:
    """The first of `signs_of_posts`. One query, or none."""
    return present.kept_rows(SIGN_OF_POSTS)[0] if present else None


def _titles(posts: QuerySet[Post]) -> QuerySet[Any]:
    return posts.order_by().values_list("pk", "title")


def _counted_whole(sign: Any = None) -> tuple[_Counted, list[Dynasty]]:
    """All posts counted, up to the version and the resolution of the sign; and the dynasties. One query."""
    tagged = Post.objects.visible().alias(bracket=HasBracket("title")).filter(bracket=1)
    rows, titles, dynasties = together(_counted(Q()), _titles(tagged), *DYNASTIES.ask())
    version, resolution, _dynasty = sign or (0, 0, 0)
    empty = _Counted(version, resolution or 0, {}, {}, {})
    return _with(empty, {row[0] for row in rows}, rows, titles, []), dynasties


def _those(keys: QuerySet[Any]) -> QuerySet[Any]:
    posts = Post.objects.filter(pk__in=keys.values("post")).order_by()
    return posts.values_list("pk", Month("posted_at"), "title", "removed_at")


_CHANGED = Prepared(lambda version: _those(PostVersion.objects.filter(pk__gt=version)))
_RESOLVED = Prepared(lambda resolution: _those(Resolution.objects.filter(pk__gt=resolution)))


def _counted_since(before: _Counted, version: int, resolution: int | None) -> _Counted:
    """What was counted, up to a later version and resolution. Two queries: the database finds months by an index where
    it is told which, and posts where it is asked for those of one table at a time."""
    both = together(_CHANGED(before.version), _RESOLVED(before.resolution))
    changed = {row[0]: row for rows in both for row in rows}.values()
    months = {month for _pk, month, *_ in changed}
    (rows,) = together(_counted(Q(month__in=sorted(months))))
    counted = replace(before, version=version, resolution=resolution or 0)
    titles = [(pk, title) for pk, _month, title, removed in changed if removed is None]
    return _with(counted, months, rows, titles, [pk for pk, *_ in changed])


def _with(
    before: _Counted,
    months: Collection[str],
    rows: Iterable[tuple[Any, ...]],
    titles: Iterable[tuple[int, str]],
    changed: Iterable[int],
) -> _Counted:
    """What was counted with these months counted anew, and other titles of the posts of the keys `changed`."""
    by_month: dict[str, list[tuple[Any, ...]]] = {month: [] for month in months}
    for row in rows:
        by_month[row[0]].append(row)
    counted = {month: tuple(those) for month, those in {**before.rows, **by_month}.items()}
    tags, spellings = dict(before.tags), defaultdict(Counter[str], before.spellings)
    gone = {pk: tags.pop(pk) for pk in changed if pk in tags}
    come = {pk: those for pk, title in titles if (those := _tags_in(title))}
    for posts, sign in ((gone, -1), (come, 1)):
        for of_post in posts.values():
            for key, tag in of_post.items():
                spellings[key] = +Counter({**spellings[key], tag: spellings[key][tag] + sign})
    return replace(
        before, rows=counted, tags=tags | come, spellings={key: of for key, of in spellings.items() if of}
    )


def _tags_in(title: str) -> dict[str, str]:
    """The tags of a title as they are written there. What differs in case alone is one tag."""
    return {tag.strip().casefold(): tag.strip() for tag in TAG.findall(title) if tag.strip()}


def _archive_counts(counted: _Counted, dynasties: Iterable[Dynasty]) -> ArchiveCounts:
    rows = [row for those in counted.rows.values() for row in those]
    tags = [(max(of, key=lambda tag: (of[tag], tag)), of.total()) for of in counted.spellings.values()]
    return ArchiveCounts(
        _groups(rows),
        tuple(with_labels(sorted({(category, label) for _, category, _, label, _ in rows}))),
        tuple(sorted(tags, key=lambda pair: (-pair[1], pair[0].casefold()))),
        tuple(dynasties),
    )


def posted_categories() -> list[tuple[str, str]]:
    """The categories that posts are in, with their names. One query."""
    return with_labels(categories_posted())


@dataclass
class _Posted:
    """The categories that posts are in, each with its name then, in which state of all posts. One thing, for another
    page may look meanwhile."""

    of: Any = ()
    categories: frozenset[tuple[str, str]] = frozenset()


def categories_known(present: Present) -> list[tuple[str, str]]:
    """The same, as all readers share them: where no post was moved or removed since they were looked up, only those of
    what came are looked at. Two queries at most, or none."""
    of: Any = sign_of_all(present)
    posted = present.kept_while(None, "votables.categories", _Posted)
    if posted.of != of or not of:
        come = _come_since(posted.of[0]) if posted.of else None
        posted.categories = frozenset(categories_posted()) if come is None else posted.categories | come
        posted.of = of
    return with_labels(sorted(posted.categories))


def _come_since(version: int) -> set[tuple[str, str]] | None:
    """The categories of the posts that came or were edited after that version; None where others were moved or
    removed, or they are many."""
    rows = _COME.find(version)
    come = {(category, label) for kind, category, label in rows if kind not in ("category", "removed")}
    gone = any(kind in ("category", "removed") for kind, *_ in rows)
    return None if gone or len(rows) == MANY_VERSIONS else come


MANY_VERSIONS = 50
_COME = Prepared(
    lambda version: PostVersion.objects.filter(pk__gt=version).values_list(
        "kind", "post__category", "post__label"
    )[:MANY_VERSIONS]
)


def categories_posted() -> QuerySet[Any]:
    return Post.objects.visible().order_by("category").values_list("category", "label").distinct()


def with_labels(posted: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(category, label_of(category, label)) for category, label in posted]


def asked_for(
    filters: ArchiveFilter, whole: ArchiveCounts, present: Present | None = None
) -> tuple[PostCount, ...]:
    """The counts of what is asked for, of any time. At most a query, where category and status do not say it all."""
    if not filters.is_plain:
        what = filters.of_any_time.query
        return _kept(present, f"votables.archive.counts {what}", lambda: count_posts(filters.but_when))
    return tuple(
        group
        for group in whole.groups
        if filters.category in (ALL, group.category) and filters.status in (ALL, group.status)
    )


def of_time(groups: Iterable[PostCount], filters: ArchiveFilter) -> list[PostCount]:
    """Those of the year and month that are asked for."""
    if filters.year is None:
        return list(groups)
    start = f"{filters.year:04}-{filters.month:02}" if filters.month else f"{filters.year:04}-"
    return [group for group in groups if group.month.startswith(start)]


@dataclass(frozen=True, slots=True)
class CalendarMonth:
    """A month of the calendar: how many posts, and how dark it is drawn (0 to 5)."""

    month: int
    number: int
    shade: int


@dataclass(frozen=True, slots=True)
class Year:
    """A year of the calendar."""

    year: int
    number: int
    cells: tuple[CalendarMonth, ...]


SHADES = 5


def calendar(groups: Iterable[PostCount]) -> list[Year]:
    """The years from the first with a post to the last, the newest first."""
    counts: Counter[str] = Counter()
    for group in groups:
        counts[group.month] += group.number
    if not counts:
        return []
    most = max(counts.values())
    years = range(int(max(counts)[:4]), int(min(counts)[:4]) - 1, -1)
    calendar_years = []
    for year in years:
        numbers = [counts[f"{year:04}-{month:02}"] for month in range(1, 13)]
        cells = tuple(
            CalendarMonth(month, number, -(-number * SHADES // most))
            for month, number in enumerate(numbers, start=1)
        )
        calendar_years.append(Year(year, sum(numbers), cells))
    return calendar_years
