"""The archive: which posts are asked for, how many of them came out how, and what can be asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.db.models import Count, Q

from players.models import Dynasty
from ruleset.law import Law
from votables.kinds import labels
from votables.models import STANDARD_LABELS, Post, PostQuerySet, Status

ALL = "all"


def made_in(dynasty: Dynasty) -> Q:
    """The posts made in a dynasty. A matter counts from when it became one, which may be after it was posted."""
    found = Q(matter_since__gte=dynasty.started_at) | Q(
        matter_since__isnull=True, posted_at__gte=dynasty.started_at
    )
    if dynasty.ended_at is not None:
        before = Q(matter_since__isnull=True) | Q(matter_since__lt=dynasty.ended_at)
        found &= before & Q(posted_at__lt=dynasty.ended_at)
    return found


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of the archive is asked for. A category or status that there is none of is as good as all."""

    category: str = ALL
    status: str = ALL
    dynasty: Dynasty | None = None

    @property
    def of(self) -> Q:
        """The posts that are asked for."""
        found = Q()
        if self.category != ALL:
            found &= Q(category=self.category)
        if self.status != ALL:
            found &= Q(status=self.status)
        if self.dynasty is not None:
            found &= made_in(self.dynasty)
        return found

    @property
    def query(self) -> str:
        """It as an address says it, ending in "&" so that more can follow; "" for everything."""
        said = {} if self.category == ALL else {"category": self.category}
        said |= {} if self.status == ALL else {"status": self.status}
        said |= {} if self.dynasty is None else {"dynasty": str(self.dynasty.number)}
        return f"{urlencode(said)}&" if said else ""


@dataclass(frozen=True, slots=True)
class Archive:
    """The posts that are asked for, and of what else one can ask."""

    wanted: Wanted
    posts: PostQuerySet
    counts: Mapping[str, int]
    categories: Mapping[str, str]
    dynasties: tuple[Dynasty, ...]

    @property
    def number(self) -> int:
        return sum(self.counts.values())

    @property
    def came_out(self) -> list[tuple[int, str]]:
        """How many matters have each status, where there are any."""
        kept = [(self.counts.get(status, 0), label) for status, label in Status.choices if status]
        return [(number, label) for number, label in kept if number]


def archive(asked: Mapping[str, str], *, law: Law | None, at: datetime) -> Archive:
    """The archive as the query of an address asks for it: `category`, `status`, and `dynasty` by its number, each left
    out or "all" for everything. Three queries, and the posts. `at`: the present (UTC)."""
    categories = archived_categories(law)
    dynasties = tuple(Dynasty.objects.filter(started_at__lte=at).order_by("-number"))
    category, status = asked.get("category", ALL), asked.get("status", ALL)
    wanted = Wanted(
        category=category if category in categories else ALL,
        status=status if status in Status.values and status else ALL,
        dynasty=next((one for one in dynasties if str(one.number) == asked.get("dynasty", "")), None),
    )
    return Archive(
        wanted=wanted,
        posts=Post.objects.for_front_page().filter(wanted.of),
        counts=count_by_status(wanted.of),
        categories=categories,
        dynasties=dynasties,
    )


def count_by_status(of: Q) -> dict[str, int]:
    """How many posts there are of each status. One query."""
    posts = Post.objects.visible().filter(of).order_by().values_list("status")
    return dict(posts.annotate(number=Count("pk")))


def archived_categories(law: Law | None) -> dict[str, str]:
    """The categories that there are, with their names: those of the law in force and of what stands there, which a law
    of the past may have known. One query."""
    known = labels(law) if law else {}
    posted = Post.objects.visible().order_by("category").values_list("category", "label").distinct()
    found = {category: label or STANDARD_LABELS.get(category, category) for category, label in posted}
    return known | {category: label for category, label in found.items() if category not in known}
