"""What of the archive is asked for: read from an address, and written as one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from urllib.parse import urlencode

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact, GreaterThanOrEqual, LessThan
from django.urls import get_script_prefix, reverse
from django.utils.translation import gettext

from blognomic.i18n.translation import MONTHS as MONTHS
from blognomic.web.errors import RuleBroken
from players.models import Dynasty, Player, RosterEvent
from votables.models import HasBracket, PostQuerySet, Status

ALL = "all"
OLDEST_FIRST = "oldest"
YEARS = range(1990, 10_000)
# What an address may name, in the order in which every address of the archive names it.
NAMES = ("category", "status", "dynasty", "year", "month", "player", "admin", "voter", "tag", "order")


def made_in(dynasty: Dynasty) -> Q:
    """The posts made in a dynasty. A matter counts from when it became one, which may be after it was posted."""
    dated = Coalesce("matter_since", "posted_at")
    condition = Q(GreaterThanOrEqual(dated, dynasty.started_at))
    if dynasty.ended_at is not None:
        # It was posted before that, too: which the newest are found by.
        condition &= Q(LessThan(dated, dynasty.ended_at)) & Q(posted_at__lt=dynasty.ended_at)
    return condition


def tagged(tag: str) -> Q:
    """The posts with the tag in their titles, without regard to case."""
    return Q(Exact(HasBracket("title"), 1)) & Q(title__icontains=f"[{tag}]")


def month_of(year: int, month: int) -> tuple[datetime, datetime]:
    """The first instant of a month and that of the next (UTC)."""
    start = datetime(year, month, 1, tzinfo=UTC)
    return start, start.replace(year=year + month // 12, month=month % 12 + 1)


@dataclass(frozen=True, slots=True)
class ArchiveFilter:
    """What of the archive is asked for. `player` wrote it, `admin` resolved it last, `voter` had a vote on it
    then; `tag` stands in its title. A month has its year."""

    category: str = ALL
    status: str = ALL
    dynasty: Dynasty | None = None
    year: int | None = None
    month: int | None = None
    player: Player | None = None
    admin: Player | None = None
    voter: Player | None = None
    tag: str = ""
    oldest_first: bool = False

    @property
    def of(self) -> Q:
        """The posts that are asked for."""
        return self.but_when & self.when

    def among(self, posts: PostQuerySet) -> PostQuerySet:
        """Those of some posts."""
        return posts.filter(self.of)

    @property
    def when(self) -> Q:
        """The posts of the year and month that are asked for."""
        if self.year is None:
            return Q()
        start, _ = month_of(self.year, self.month or 1)
        _, end = month_of(self.year, self.month or 12)
        return Q(posted_at__gte=start, posted_at__lt=end)

    @property
    def but_when(self) -> Q:
        """The posts that are asked for, of any time."""
        condition = Q()
        if self.category != ALL:
            condition &= Q(category=self.category)
        if self.status != ALL:
            condition &= Q(status=self.status)
        if self.dynasty is not None:
            condition &= made_in(self.dynasty)
        if self.player is not None:
            condition &= Q(author=self.player)
        if self.admin is not None:
            condition &= Q(settled_by__by=self.admin)
        if self.voter is not None:
            condition &= Q(settled_by__ballots__player=self.voter)
        return condition & tagged(self.tag) if self.tag else condition

    @property
    def is_plain(self) -> bool:
        """Whether category, status, year and month say all that is asked."""
        return not (self.dynasty or self.player or self.admin or self.voter or self.tag)

    @property
    def said(self) -> dict[str, str]:
        """It as an address says it, each thing under its name; nothing for everything."""
        parameters: dict[str, str | None] = {
            "category": None if self.category == ALL else self.category,
            "status": None if self.status == ALL else self.status,
            "dynasty": str(self.dynasty.number) if self.dynasty else None,
            "year": str(self.year) if self.year else None,
            "month": str(self.month) if self.month else None,
            "player": self.player.name if self.player else None,
            "admin": self.admin.name if self.admin else None,
            "voter": self.voter.name if self.voter else None,
            "tag": self.tag or None,
            "order": OLDEST_FIRST if self.oldest_first else None,
        }
        return {name: one for name in NAMES if (one := parameters[name]) is not None}

    @property
    def query(self) -> str:
        """The same as part of an address, ending in "&" so that more can follow; "" for everything."""
        return query_of(self.said)

    @property
    def of_any_time(self) -> "ArchiveFilter":
        """The same without a time, in the usual order."""
        return replace(self, year=None, month=None, oldest_first=False)

    @property
    def turned(self) -> "ArchiveFilter":
        """The same in the other order."""
        return replace(self, oldest_first=not self.oldest_first)

    @property
    def around_time(self) -> tuple[str, str]:
        """What an address of the same says before its year, ending in "&", and after its month, beginning with it."""
        parameters, place = self.said, NAMES.index("year")
        before = {name: parameters[name] for name in NAMES[:place] if name in parameters}
        after = {name: parameters[name] for name in NAMES[place + 2 :] if name in parameters}
        return query_of(before), f"&{urlencode(after)}" if after else ""

    @property
    def time(self) -> str:
        """The year and month in words; "" for any time."""
        if self.year is None:
            return ""
        if not self.month:
            return str(self.year)
        month = gettext(MONTHS[self.month - 1])
        return gettext("{month} {year}").format(month=month, year=self.year)

    def chips(self, categories: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        """Each thing that is asked for in words, and the address of the rest without it."""
        words = {
            "category": categories.get(self.category, self.category),
            "status": Status(self.status).label if self.status in Status.values else self.status,
            "dynasty": str(self.dynasty),
            "year": self.time if self.month is None else str(self.year),
            "month": self.month and gettext(MONTHS[self.month - 1]),
            "player": self.player and gettext("by {name}").format(name=self.player),
            "admin": self.admin and gettext("resolved by {name}").format(name=self.admin),
            "voter": self.voter and gettext("with a vote of {name}").format(name=self.voter),
            "tag": f"[{self.tag}]",
        }
        parameters = self.said
        for name in words:
            if name in parameters:
                gone = {name, "month"} if name == "year" else {name}
                left = {each: value for each, value in parameters.items() if each not in gone}
                yield str(words[name]), query_of(left)


def query_of(parameters: Mapping[str, str]) -> str:
    return f"{urlencode(parameters)}&" if parameters else ""


def address_of(parameters: Mapping[str, str | int]) -> str:
    """The address of what is asked for by these names, which come in the order of NAMES."""
    query = urlencode(parameters)
    return f"{_base(get_script_prefix())}{'?' if query else ''}{query}"


@cache
def _base(prefix: str) -> str:
    """The archive's address where those of the site begin with `prefix`: the charts name it a thousand times."""
    return reverse("votables:archive")


def read_wanted(
    query: Mapping[str, str], *, categories: Mapping[str, str], dynasties: tuple[Dynasty, ...]
) -> ArchiveFilter:
    """What the query of an address asks for. What is left out, empty or "all" is not asked for; neither is a category,
    status or dynasty that there is none of. At most a query for each person who is named, two for an old name.

    Raises RuleBroken (404) for a year or month that is none, and for a name that nobody has.
    """
    category, status = query.get("category", ALL), query.get("status", ALL)
    year = _number(query, "year", YEARS, gettext("“{typed}” is not a year from {first} to {last}."))
    month = _number(query, "month", range(1, 13), gettext("“{typed}” is not a month from 1 to 12."))
    if month is not None and year is None:
        raise RuleBroken(gettext("Choose a year for the month too."), status=404)
    return ArchiveFilter(
        category=category if category in categories else ALL,
        status=status if status in Status.values and status else ALL,
        dynasty=next((one for one in dynasties if str(one.number) == query.get("dynasty", "")), None),
        year=year,
        month=month,
        player=_person(query, "player"),
        admin=_person(query, "admin"),
        voter=_person(query, "voter"),
        tag=_asked(query, "tag").strip("[]").strip()[:40].replace("\0", ""),
        oldest_first=query.get("order") == OLDEST_FIRST,
    )


def _asked(query: Mapping[str, str], name: str) -> str:
    value = query.get(name, "").strip()
    return "" if value == ALL else value


def _number(query: Mapping[str, str], name: str, among: range, words: str) -> int | None:
    value = _asked(query, name)
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and len(value) < 5 and int(value) in among):
        sentence = words.format(typed=_short(value), first=among[0], last=among[-1])
        raise RuleBroken(sentence, status=404)
    return int(value)


def _person(query: Mapping[str, str], name: str) -> Player | None:
    called = _asked(query, name)
    if not called:
        return None
    player = (Player.objects.named(called).first() or _once_named(called)) if "\0" not in called else None
    if player is None:
        raise RuleBroken(gettext("Nobody is called “{name}”.").format(name=_short(called)), status=404)
    return player


def _once_named(name: str) -> Player | None:
    """Who had the name last, of those who are called otherwise now: so that an address outlives the name in it."""
    renamed = RosterEvent.objects.filter(kind=RosterEvent.Kind.RENAMED, old_name=name)
    event = renamed.newest_first().select_related("player").first()
    return event and event.player


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
