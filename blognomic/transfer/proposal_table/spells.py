"""Who played when, as far as a table shows it. Pure.

Nobody's joining or idling stands in the table. Somebody who proposed or resolved something was playing: from shortly
before the first such act until a week after the last one. Between two acts that are not more than a fortnight apart
they went on playing, and so does whoever has acted in the last fortnight of the table.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from players.models import name_key
from players.queries.roster import Spell
from votables import judge

from .proposal_rows import MatterRow

BEFORE = timedelta(hours=2)
AFTER = timedelta(days=7)
GAP = timedelta(days=7)  # between the end of a spell and the next: shorter ones are no idling
ADMIN_BEFORE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class TablePerson:
    """Somebody in the table, under the name that it used last. `admin_since`: when they had become an admin,
    if they ever were one."""

    name: str
    spells: tuple[Spell, ...]
    admin_since: datetime | None

    @property
    def facts(self) -> judge.Player:
        """The same as the judge knows it: playing since the first spell, idle between them."""
        ends = [spell.end for spell in self.spells]
        starts = [*(spell.start for spell in self.spells[1:]), None]
        idle = tuple(
            judge.Span(end, start) for end, start in zip(ends, starts, strict=True) if end is not None
        )
        plays = (judge.Span(self.spells[0].start),)
        return judge.Player(self.name, plays, idle, self.admin_since is not None)


def names_in(rows: Iterable[MatterRow]) -> dict[str, str]:
    """Everybody named in the rows, by what makes names the same, in the order in which they first appear."""
    names: dict[str, str] = {}
    for row in rows:
        for name in (row.proposer, row.admin):
            if name:
                names[name_key(name)] = name
    return names


def people_of(
    rows: Iterable[MatterRow], *, reigns: Iterable[judge.Reign], founded: datetime, end: datetime
) -> list[TablePerson]:
    """Everybody in the rows, which are in the order of posting; emperors play as long as they reign. `founded` is the
    first instant of the game, `end` the last of the table (UTC)."""
    rows = list(rows)
    times: dict[str, list[tuple[datetime, datetime]]] = defaultdict(list)
    admins: dict[str, datetime] = {}
    for row in rows:
        times[name_key(row.proposer)].append((row.posted - BEFORE, row.posted + AFTER))
        if row.admin and row.resolved is not None:
            key = name_key(row.admin)
            times[key].append((row.resolved - BEFORE, row.resolved + AFTER))
            since = max(row.resolved - ADMIN_BEFORE, founded)
            admins[key] = min(since, admins.get(key, since))
    for reign in reigns:
        times[name_key(reign.name)].append((reign.start - BEFORE, (reign.end or end) + AFTER))
    return [
        TablePerson(name, tuple(_spells(sorted(times[key]), founded, end)), admins.get(key))
        for key, name in names_in(rows).items()
        if times[key]
    ]


def _spells(times: list[tuple[datetime, datetime]], founded: datetime, end: datetime) -> list[Spell]:
    merged: list[tuple[datetime, datetime]] = []
    for start, stop in times:
        start = max(start, founded)
        if merged and start - merged[-1][1] <= GAP:
            merged[-1] = (merged[-1][0], max(merged[-1][1], stop))
        else:
            merged.append((start, stop))
    return [Spell(start, stop if stop + GAP <= end else None) for start, stop in merged]
