"""The whole that the matters of a table stand in: dynasties and reigns, the law of the time, who played, and the key of
everything. Pure, and the same for the same table and filler, so that an import that was stopped finds its way back."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from itertools import accumulate, count
from typing import TYPE_CHECKING, Protocol

from blognomic.transfer.game_file.loading.plain import RECORD
from players.models import name_key
from players.services.roster import dynasty_name
from votables import judge

from .proposal_rows import MatterRow
from .spells import TablePerson, names_in, people_of

if TYPE_CHECKING:
    from .matter import ToldMatter

# Since when each shipped law is taken to have been in force: from the beginning of the 86th, 98th and 211th dynasty,
# in the course of which the rulesets were written down that they carry out. What was before stands under the first.
LAWS = (
    ("ruleset-37", None),
    ("ruleset-86", datetime(2011, 1, 9, tzinfo=UTC)),
    ("ruleset-98", datetime(2012, 1, 31, tzinfo=UTC)),
    ("ruleset-2019-09", datetime(2019, 9, 1, tzinfo=UTC)),
    ("ruleset-211", datetime(2023, 2, 8, tzinfo=UTC)),
)


@dataclass(frozen=True, slots=True)
class DynastySpan:
    """A dynasty: from `start` up to, not including, `end` (UTC; None: it goes on). `emperor`: who was made up to have
    reigned in it, if anybody."""

    number: int
    name: str
    emperor: str | None
    start: datetime
    end: datetime | None

    @property
    def reign(self) -> judge.Reign | None:
        return judge.Reign(self.emperor, self.start, self.end) if self.emperor else None


class Filler(Protocol):
    """Makes up what a table does not say (`bench/filler/`): always the same of the same `seed`, so that an import that
    was stopped goes on as if it had not been."""

    @property
    def seed(self) -> str: ...

    def emperor(self, proposers: Counter[str], *, dynasty: int, last: str | None) -> str | None:
        """The key of somebody who may have reigned in the dynasty of that number, of those who proposed in it."""

    def matters(self, frame: "Frame", spans: Sequence[tuple[int, int]]) -> Iterator[list["ToldMatter"]]:
        """The matters of each span of places, span by span in their order."""


@dataclass(frozen=True)
class Frame:
    """A game without its matters. `rows` come in the order of posting: the first is post 1. `filler`: what makes up
    texts and votes; None: there are none. `keeper`: the account to which goes what nobody is named for.
    `special_cases`: of each law those that are not as it has them by default."""

    rows: tuple[MatterRow, ...]
    filler: Filler | None
    founded: datetime
    end: datetime
    eras: tuple[DynastySpan, ...]
    people: tuple[TablePerson, ...]
    keeper: str
    special_cases: Mapping[str, Mapping[str, bool]]

    @property
    def keeper_key(self) -> int:
        return len(self.people) + 1

    @cached_property
    def keys(self) -> Mapping[str, int]:
        """Each person's key, by what makes names the same."""
        return {name_key(person.name): place for place, person in enumerate(self.people, start=1)}

    def key_of(self, name: str) -> int:
        """The key of who is named; the keeper's for nobody."""
        return self.keys[name_key(name)] if name else self.keeper_key

    def person(self, name: str) -> TablePerson:
        return self.people[self.keys[name_key(name)] - 1]

    def plays(self, key: int, at: datetime) -> bool:
        """Whether the person of that key was in the roster at `at` (UTC): matters may outlast who speaks of them."""
        spells = self.people[key - 1].spells if key <= len(self.people) else ()
        return any(spell.start <= at and (spell.end is None or at < spell.end) for spell in spells)

    @cached_property
    def comments_before(self) -> Sequence[int]:
        """How many comments the matters before each have: theirs have the keys that follow."""
        counts = (row.comments if self.filler is not None else 0 for row in self.rows)
        return list(accumulate(counts, initial=0))

    @cached_property
    def laws(self) -> Sequence[tuple[str, datetime]]:
        """The laws by their names, each since when (UTC)."""
        known = [(name, max(since or self.founded, self.founded)) for name, since in LAWS]
        first = max(place for place, (_, since) in enumerate(known) if since == self.founded)
        return known[first:]

    def law_at(self, at: datetime) -> str:
        return next(name for name, since in reversed(self.laws) if since <= at)

    def era_at(self, at: datetime) -> DynastySpan:
        return self.eras[max(bisect_right([era.start for era in self.eras], at) - 1, 0)]

    @cached_property
    def _by_month(self) -> Mapping[tuple[int, int], Sequence[int]]:
        """Who played at any time in each month, as places among `people`."""
        players: dict[tuple[int, int], set[int]] = defaultdict(set)
        last = self.end + timedelta(days=31)
        for place, person in enumerate(self.people):
            for spell in person.spells:
                year, month = spell.start.year, spell.start.month
                until = spell.end or last
                while (year, month) <= (until.year, until.month):
                    players[year, month].add(place)
                    year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        return {month: sorted(places) for month, places in players.items()}

    def people_near(self, start: datetime, end: datetime) -> list[TablePerson]:
        """Who may have played at some time between the two instants, and perhaps others."""
        places: set[int] = set()
        year, month = start.year, start.month
        while (year, month) <= (end.year, end.month):
            places.update(self._by_month.get((year, month), ()))
            year, month = (year, month + 1) if month < 12 else (year + 1, 1)
        return [self.people[place] for place in sorted(places)]

    def reigns_near(self, start: datetime, end: datetime) -> tuple[judge.Reign, ...]:
        """The reigns between the two instants."""
        return tuple(
            era.reign
            for era in self.eras
            if era.reign and era.start <= end and (era.end is None or era.end > start)
        )


def frame_of(
    rows: Sequence[MatterRow],
    *,
    lengths: Mapping[int, int],
    filler: Filler | None,
    special_cases: Mapping[str, Mapping[str, bool]],
) -> Frame:
    """The frame of the rows, which are in the order of posting and not none. `lengths`: how many days dynasties lasted,
    by their numbers; `filler`: for emperors, too."""
    starts = _starts(rows, lengths)
    end = max(row.resolved or row.posted + timedelta(hours=6) for row in rows)
    names = names_in(rows)
    eras = _eras(rows, starts, names, filler)
    founded = eras[0].start
    reigns = [era.reign for era in eras if era.reign]
    people = people_of(rows, reigns=reigns, founded=founded, end=end)
    free = (RECORD if number == 1 else f"{RECORD} ({number})" for number in count(1))
    keeper = next(name for name in free if name_key(name) not in names)
    return Frame(tuple(rows), filler, founded, end, eras, tuple(people), keeper, special_cases)


def _starts(rows: Sequence[MatterRow], lengths: Mapping[int, int]) -> dict[int, datetime]:
    """When each dynasty began, in order: with its first matter. One without matters is placed by the lengths: those
    before the first, as far as they go back without a gap, and those between two that leave room for it. A row whose
    dynasty is said to be over counts for the one that its date lies in."""
    starts: dict[int, datetime] = {}
    for row in rows:
        if row.dynasty > max(starts, default=0):
            starts[row.dynasty] = row.posted if not starts else max(row.posted, _after(starts))
    first = min(starts)
    at = starts[first]
    for number in range(first - 1, 0, -1):
        if number not in lengths:
            break
        at -= timedelta(days=max(lengths[number], 1))
        starts[number] = at
    known = sorted(starts)
    for before, after in zip(known, known[1:], strict=False):
        at = starts[before]
        for number in range(before, after - 1):
            if number not in lengths:
                break
            at += timedelta(days=max(lengths[number], 1))
            if at >= starts[after]:
                break
            starts[number + 1] = at
    return dict(sorted(starts.items()))


def _after(starts: Mapping[int, datetime]) -> datetime:
    """The first instant after the last dynasty's beginning: two do not begin at once."""
    return starts[max(starts)] + timedelta(seconds=1)


def _eras(
    rows: Sequence[MatterRow], starts: Mapping[int, datetime], names: Mapping[str, str], filler: Filler | None
) -> tuple[DynastySpan, ...]:
    ends = [*list(starts.values())[1:], None]
    begins = list(starts.values())
    proposers: dict[int, Counter[str]] = defaultdict(Counter)
    for row in rows:
        proposers[bisect_right(begins, row.posted) - 1][name_key(row.proposer)] += 1
    begun: Counter[str] = Counter()
    spans: list[DynastySpan] = []
    for place, (number, start) in enumerate(starts.items()):
        last = spans[-1].emperor if spans else None
        key = filler.emperor(proposers[place], dynasty=number, last=last) if filler else None
        emperor = names[key] if key else None
        name = f"Dynasty {number}"
        if emperor:
            begun[emperor] += 1
            name = dynasty_name(begun[emperor], emperor)
        spans.append(DynastySpan(number, name, emperor, start, ends[place]))
    return tuple(spans)
