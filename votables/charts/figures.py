"""What the charts show, in numbers: counted by the database, in a fixed number of queries whatever the history."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import (
    Case,
    Count,
    ExpressionWrapper,
    F,
    Func,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
    Window,
)
from django.db.models.functions import Least, RowNumber, Substr

from blognomic.database.together import together
from players.models import Dynasty, RosterEvent, Standing
from players.present import Present
from votables.archive.counts import signs_of_posts
from votables.models import Category, Month, Post, Status
from votables.queries.dynasties import by_dynasty, proposals_counted

RESOLVED = (Status.ENACTED, Status.FAILED, Status.ILLEGAL)
BUCKET = 6  # hours
BUCKETS = 20  # the last one is for whatever took longer


@dataclass(frozen=True, slots=True)
class OfDynasty:
    """How many proposals of a dynasty, `since` when it began (UTC), have each status."""

    number: int
    name: str
    since: datetime
    enacted: int
    failed: int
    illegal: int
    pending: int

    @property
    def proposals(self) -> int:
        return self.enacted + self.failed + self.illegal + self.pending

    @property
    def other(self) -> int:
        return self.illegal + self.pending

    @property
    def rate(self) -> int | None:
        """How many of a hundred that were enacted or failed were enacted; None without any."""
        decided = self.enacted + self.failed
        return round(100 * self.enacted / decided) if decided else None


@dataclass(frozen=True, slots=True)
class OfMonth:
    """How many players were active at some time of a month, and how many posted a proposal in it."""

    year: int
    month: int
    active: int
    proposed: int


@dataclass(frozen=True, slots=True)
class OfYear:
    """How long the proposals of a year were pending before they were `resolved`: a quarter of them at most `quick`,
    half of them `median`, three quarters `slow`. Each is the time of one of them."""

    year: int
    resolved: int
    quick: timedelta
    median: timedelta
    slow: timedelta


@dataclass(frozen=True, slots=True)
class Took:
    """How many proposals took from `hours` to BUCKET hours more (the last: or longer), by how they came out."""

    hours: int
    enacted: int
    failed: int
    illegal: int

    @property
    def number(self) -> int:
        return self.enacted + self.failed + self.illegal


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that the charts show, each part in the order of time."""

    dynasties: tuple[OfDynasty, ...]
    months: tuple[OfMonth, ...]
    years: tuple[OfYear, ...]
    took: tuple[Took, ...]


def figures(at: datetime) -> Figures:
    """The figures as of `at` (UTC, the present). Five queries."""
    return Figures(_dynasties(at), _months(at), _years(), _took())


def figures_now(at: datetime, present: Present | None) -> Figures:
    """The figures as of `at` (UTC, the present), counted when one may have changed, and kept; then a query finds
    out whether one has, once in each version of the game."""
    if present is None:
        return figures(at)
    sign = present.kept("votables.sign of figures", lambda: sign_of_figures(at))
    return present.kept_while(sign, "votables.figures", lambda: figures(at))


def sign_of_figures(at: datetime) -> Hashable:
    """What is another whenever the figures may be. One query."""
    events = RosterEvent.objects.order_by("-pk").values_list("pk", flat=True)[:1]
    of_posts, last = together(signs_of_posts(), events)
    return tuple(of_posts), tuple(last), at.date()


def _proposals() -> QuerySet[Post]:
    return Post.objects.visible().filter(category=Category.PROPOSAL, matter_since__isnull=False).order_by()


def _dynasties(at: datetime) -> tuple[OfDynasty, ...]:
    """From the first dynasty that has a proposal to the last. One query."""
    rows, dynasties = together(proposals_counted(), Dynasty.objects.up_to(at).order_by("number"))
    counts = by_dynasty(rows)
    first = next((place for place, one in enumerate(dynasties) if one.pk in counts), len(dynasties))
    figures = []
    for dynasty in dynasties[first:]:
        of = counts.get(dynasty.pk, {})
        numbers = [of.get(status, 0) for status in (*RESOLVED, Status.PENDING)]
        figures.append(OfDynasty(dynasty.number, str(dynasty), dynasty.started_at, *numbers))
    return tuple(figures)


def _months(at: datetime) -> tuple[OfMonth, ...]:
    """From the first month in which somebody played or proposed to the present one. Two queries."""
    earlier = Q(at__lt=OuterRef("at")) | Q(at=OuterRef("at"), pk__lt=OuterRef("pk"))
    theirs = RosterEvent.objects.filter(player=OuterRef("player")).order_by("-at", "-pk")
    last_month = theirs.annotate(month=Month("at")).filter(month__lt=OuterRef("month"))
    events = RosterEvent.objects.filter(at__lte=at).order_by().annotate(
        month=Month("at"),
        before=Subquery(theirs.filter(earlier).values("standing")[:1]),
        began=Subquery(last_month.values("standing")[:1]),
    )  # fmt: skip
    is_active, was_active = (
        Case(When(**{name: Standing.ACTIVE}, then=1), default=0, output_field=IntegerField())
        for name in ("standing", "before")
    )
    came = Q(standing=Standing.ACTIVE) & (Q(began=None) | ~Q(began=Standing.ACTIVE))
    of_months = events.values_list("month").annotate(
        change=Sum(is_active - was_active), came=Count("player", distinct=True, filter=came)
    )
    changes = {month: (change, number) for month, change, number in of_months}
    proposers = _proposals().annotate(month=Month("posted_at")).values_list("month")
    proposed = dict(proposers.annotate(number=Count("author", distinct=True)))
    known = changes.keys() | proposed.keys()
    if not known:
        return ()
    year, month = map(int, min(known).split("-"))
    months, active = [], 0  # so many are active when the month begins
    while (year, month) <= (at.year, at.month):
        key = f"{year:04}-{month:02}"
        change, came = changes.get(key, (0, 0))
        months.append(OfMonth(year, month, active + came, proposed.get(key, 0)))
        active += change
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
    return tuple(months)


class Seconds(Func):
    """How many seconds lie between two instants, the later first. Each is taken without its fraction."""

    arity = 2
    output_field = IntegerField()

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        (later, more), (earlier, others) = (compiler.compile(part) for part in self.source_expressions)
        if connection.vendor == "postgresql":
            parts = (f"FLOOR(EXTRACT(EPOCH FROM {part}))" for part in (later, earlier))
            sql = f"CAST({' - '.join(parts)} AS BIGINT)"
        else:
            parts = (f"CAST(STRFTIME('%%s', {part}) AS INTEGER)" for part in (later, earlier))
            sql = f"({' - '.join(parts)})"
        return sql, (*more, *others)


def _resolved() -> QuerySet[Post]:
    """Resolved proposals, with how many seconds they `lasted` from the queue on."""
    resolved = _proposals().filter(status__in=RESOLVED)
    return resolved.annotate(lasted=Seconds("resolved_at", "matter_since"))


def _years() -> tuple[OfYear, ...]:
    """By the year in which they were put into the queue. One query: of each year the three that stand a quarter, half
    and three quarters down the line."""
    year = Substr(Month("matter_since"), 1, 4)
    by_year = [F("year")]
    ranked = _resolved().annotate(year=year).annotate(
        of=Window(Count("pk"), partition_by=by_year),
        rank=Window(RowNumber(), partition_by=by_year, order_by=["lasted", "pk"]),
    )  # fmt: skip
    places = Q()
    for quarter in (1, 2, 3):
        places |= Q(rank=_place(F("of"), quarter))
    rows = ranked.filter(places).values_list("year", "of", "rank", "lasted").order_by("year", "rank")
    ranks: dict[tuple[str, int], dict[int, timedelta]] = {}
    for each, of, rank, lasted in rows:
        ranks.setdefault((each, of), {})[rank] = timedelta(seconds=lasted)
    return tuple(
        OfYear(int(each), of, *(by_rank[_place(of, quarter)] for quarter in (1, 2, 3)))
        for (each, of), by_rank in ranks.items()
    )


def _place(of: Any, quarter: int) -> Any:
    """Which of `of` things in their order so many quarters of them do not go beyond: a number, or an expression."""
    whole = of * quarter + 3
    return whole // 4 if isinstance(of, int) else ExpressionWrapper(whole / Value(4), IntegerField())


def _took() -> tuple[Took, ...]:
    """One query. Nothing where no proposal has been resolved."""
    place = ExpressionWrapper(F("lasted") / Value(BUCKET * 3600), IntegerField())
    bucket = Least(place, Value(BUCKETS - 1))
    rows = _resolved().annotate(bucket=bucket).values_list("bucket", "status").annotate(number=Count("pk"))
    counts = {(place, status): number for place, status, number in rows}
    if not counts:
        return ()
    return tuple(
        Took(place * BUCKET, *(counts.get((place, status), 0) for status in RESOLVED))
        for place in range(BUCKETS)
    )
