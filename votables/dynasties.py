"""The line of dynasties and one of them, for the history pages, each in a fixed number of queries."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Count, DateTimeField, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from players.models import Ascension, Dynasty, Player, Reign, RosterEvent, Standing
from ruleset.models import LawVersion
from votables.models import Category, Post, Status


@dataclass(frozen=True, slots=True)
class Chapter:
    """A dynasty as the history tells it: who reigned in it in their order, and how its proposals fared. `share` is its
    part of the longest one's length, in percent."""

    dynasty: Dynasty
    emperors: tuple[Player, ...]
    length: timedelta
    share: int

    @property
    def proposals(self) -> int:
        return self.dynasty.proposals

    @property
    def enacted(self) -> int:
        return self.dynasty.enacted

    @property
    def rate(self) -> int | None:
        """How many of a hundred of its proposals were enacted; None without any that are decided."""
        decided = self.dynasty.enacted + self.dynasty.failed
        return round(100 * self.dynasty.enacted / decided) if decided else None

    @property
    def days(self) -> int:
        return self.length.days


def chapters(at: datetime) -> list[Chapter]:
    """All dynasties that had begun at `at` (UTC), the newest first. Three queries."""
    dynasties = list(_with_proposals(Dynasty.objects.filter(started_at__lte=at)).order_by("-number"))
    reigns = list(Reign.objects.filter(since__lte=at).order_by("since", "pk").select_related("player"))
    longest = max((_length(each, at) for each in dynasties), default=timedelta())
    victories = _victories(at)
    return [_chapter(each, reigns, victories, at, longest) for each in dynasties]


def _with_proposals(dynasties: QuerySet[Dynasty]) -> QuerySet[Dynasty]:
    """The dynasties with how many proposals were made in each, and how many of them were enacted and failed."""
    made = Post.objects.filter(
        Q(matter_since__lt=OuterRef("ended")),
        category=Category.PROPOSAL,
        matter_since__gte=OuterRef("started_at"),
    )

    def number(**wanted: object) -> Coalesce:
        counted = made.filter(**wanted).order_by().values("category").annotate(number=Count("pk"))
        return Coalesce(Subquery(counted.values("number"), output_field=IntegerField()), 0)

    return dynasties.annotate(
        ended=Coalesce("ended_at", Value(datetime.max.replace(tzinfo=UTC)), output_field=DateTimeField())
    ).annotate(proposals=number(), enacted=number(status=Status.ENACTED), failed=number(status=Status.FAILED))


def _length(dynasty: Dynasty, at: datetime) -> timedelta:
    return min(dynasty.ended_at or at, at) - dynasty.started_at


def _victories(at: datetime) -> list[datetime]:
    """When declarations of victory were enacted. One query."""
    enacted = Post.objects.filter(category=Category.DOV, status=Status.ENACTED, resolved_at__lte=at)
    return list(enacted.values_list("resolved_at", flat=True))


def _chapter(
    dynasty: Dynasty, reigns: list[Reign], victories: list[datetime], at: datetime, longest: timedelta
) -> Chapter:
    end = dynasty.ended_at or at
    # who wins a dynasty reigns from its last days on, but in the next one
    last = max((won for won in victories if dynasty.started_at <= won <= end), default=None)
    found: dict[int, Player] = {}
    for reign in reigns:
        begun_in_it = reign.since < last if last else reign.since <= end
        if begun_in_it and (reign.until is None or reign.until > dynasty.started_at):
            found[reign.player_id] = reign.player
    length = _length(dynasty, at)
    share = round(100 * (length / longest)) if longest else 0
    return Chapter(dynasty, tuple(found.values()), length, max(share, 1))


@dataclass(frozen=True, slots=True)
class Whole:
    """One dynasty with all that its page tells. `last` is the last instant of it, or the present one; `address` its
    Ascension Address, `victory` the enacted declaration that ended it."""

    chapter: Chapter
    last: datetime
    before: Dynasty | None
    after: Dynasty | None
    address: Post | None
    victory: Post | None
    law: LawVersion | None
    players: tuple[Player, ...]
    writers: tuple[Player, ...]


MOST_WRITERS = 10


def whole(number: int, *, at: datetime) -> Whole | None:
    """The dynasty of that number as of `at` (UTC); None when there is none. Ten queries."""
    dynasty = _with_proposals(Dynasty.objects.filter(number=number, started_at__lte=at)).first()
    if dynasty is None:
        return None
    beside = {each.number: each for each in Dynasty.objects.filter(number__in=[number - 1, number + 1])}
    end = dynasty.ended_at
    last = min(end - timedelta(microseconds=1) if end else at, at)
    reigns = list(Reign.objects.filter(since__lte=at).order_by("since", "pk").select_related("player"))
    chapter = _chapter(dynasty, reigns, _victories(at), at, _length(dynasty, at))
    link = Ascension.objects.filter(at=dynasty.started_at).values_list("link", flat=True).first() or ""
    address = Post.objects.visible().filter(category=Category.ASCENSION, posted_at=dynasty.started_at).first()
    victory = (
        Post.objects.filter(category=Category.DOV, status=Status.ENACTED, resolved_at__lte=last)
        .filter(resolved_at__gte=dynasty.started_at)
        .order_by("-resolved_at")
        .select_related("author")
        .first()
    )
    during = Q(at__gte=dynasty.started_at, at__lte=last)
    events = RosterEvent.objects.filter(during, standing=Standing.ACTIVE).values("player")
    then = Player.objects.roster_at(dynasty.started_at).values("pk")
    players = Player.objects.filter(Q(pk__in=events) | Q(pk__in=then)).order_by("name_key")
    writers = (
        Player.objects.annotate(
            number=Count(
                "posts",
                filter=Q(
                    posts__category=Category.PROPOSAL,
                    posts__matter_since__gte=dynasty.started_at,
                    posts__matter_since__lte=last,
                ),
            ),
            passed=Count(
                "posts",
                filter=Q(
                    posts__category=Category.PROPOSAL,
                    posts__status=Status.ENACTED,
                    posts__matter_since__gte=dynasty.started_at,
                    posts__matter_since__lte=last,
                ),
            ),
        )
        .filter(number__gt=0)
        .order_by("-passed", "-number", "name_key")[:MOST_WRITERS]
    )
    return Whole(
        chapter=chapter,
        last=last,
        before=beside.get(number - 1),
        after=beside.get(number + 1) if end else None,
        address=address if address and (not link or address.get_absolute_url() == link) else None,
        victory=victory,
        law=LawVersion.objects.at(last).first(),
        players=tuple(players),
        writers=tuple(writers),
    )
