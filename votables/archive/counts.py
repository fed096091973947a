"""How many posts there are of each month, category and status: what the archive counts with."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Count, Q, QuerySet, Subquery

from blognomic.database.together import together
from players.models import BESIDE_POSTS, Dynasty
from players.present import Present
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


def census(of: Q) -> tuple[PostCount, ...]:
    """The posts counted. One query."""
    return _groups(_counted(of))


def _counted(of: Q) -> QuerySet[Any]:
    """How many there are of each month, category, status and label."""
    posts = Post.objects.visible().filter(of).annotate(month=Month("posted_at")).order_by()
    return posts.values_list("month", "category", "status", "label").annotate(number=Count("pk"))


def _groups(rows: Iterable[Any]) -> tuple[PostCount, ...]:
    numbers: Counter[tuple[str, str, str]] = Counter()
    for month, category, status, _label, number in rows:
        numbers[month, category, status] += number
    return tuple([PostCount(*group, number) for group, number in numbers.items()])


def sign_of_posts() -> Hashable:
    """The first of `signs_of_posts`. One query."""
    return signs_of_posts().first()


def signs_of_posts() -> QuerySet[Any]:
    """What is another whenever a post came, was changed or removed, or got another status, and when a dynasty began."""
    resolution = Subquery(Resolution.objects.order_by("-pk").values("pk")[:1])
    dynasty = Subquery(Dynasty.objects.order_by("-pk").values("pk")[:1])
    return PostVersion.objects.order_by("-pk").values_list("pk", resolution, dynasty)[:1]


def label_of(category: str, label: str) -> str:
    """The name of a category under which something was posted."""
    return str(label or STANDARD_LABELS.get(category, category))


@dataclass(frozen=True, slots=True)
class ArchiveCounts:
    """What is kept of all posts: the census of them, the names of the categories that they were posted in, how many
    have each tag, the most frequent first; and the dynasties, the newest first."""

    groups: tuple[PostCount, ...]
    categories: tuple[tuple[str, str], ...]
    tags: tuple[tuple[str, int], ...]
    dynasties: tuple[Dynasty, ...]


def whole_census(present: Present | None = None) -> ArchiveCounts:
    """The census of all posts: one query, and none but its sign while nothing changes them."""
    return _kept(present, "votables.archive.counts", _made)


def _kept(present: Present | None, name: str, make: Callable[[], Thing]) -> Thing:
    """What is made from posts and dynasties, kept until one of them changes."""
    return present.kept_while(sign_of_all(present), name, make) if present else make()


def sign_of_all(present: Present | None) -> Hashable:
    """What `sign_of_posts` answers. One query, or none."""
    return present.kept("votables.sign of posts", sign_of_posts, without=BESIDE_POSTS) if present else None


def _made() -> ArchiveCounts:
    tagged = Post.objects.visible().alias(bracket=HasBracket("title")).filter(bracket=1).order_by()
    counts, titles, dynasties = together(
        _counted(Q()),
        tagged.values_list("title", flat=True),
        Dynasty.objects.order_by("-number"),
    )
    return ArchiveCounts(
        _groups(counts),
        tuple(with_labels(sorted({(category, label) for _, category, _, label, _ in counts}))),
        tuple(_tags(titles)),
        tuple(dynasties),
    )


def posted_categories() -> list[tuple[str, str]]:
    """The categories that posts are in, with their names. One query."""
    return with_labels(categories_posted())


def categories_posted() -> QuerySet[Any]:
    return Post.objects.visible().order_by("category").values_list("category", "label").distinct()


def with_labels(posted: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(category, label_of(category, label)) for category, label in posted]


def _tags(titles: Iterable[str]) -> list[tuple[str, int]]:
    """How many posts have each tag. What differs in case alone is one tag, called as it mostly is."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    for title in titles:
        for key, tag in {tag.strip().casefold(): tag.strip() for tag in TAG.findall(title)}.items():
            if key:
                spellings[key][tag] += 1
    counted = [(spelt.most_common(1)[0][0], spelt.total()) for spelt in spellings.values()]
    return sorted(counted, key=lambda pair: (-pair[1], pair[0].casefold()))


def asked_for(
    filters: ArchiveFilter, whole: ArchiveCounts, present: Present | None = None
) -> tuple[PostCount, ...]:
    """The census of what is asked for, of any time. At most a query, where category and status do not say it all."""
    if not filters.is_plain:
        what = filters.of_any_time.query
        return _kept(present, f"votables.archive.counts {what}", lambda: census(filters.but_when))
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
