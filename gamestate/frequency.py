"""When an action that the rules allow so and so often may next be taken, or a matter be posted. Pure.

A frequency of the law allows an action once in each UTC day, or in each week from Monday 00:00 UTC, and not within so
many hours of the last time. It counts each player's own takings; of a communal action there is one a day or week for
all players together, while the hours between count from a player's own last one: the rules make a communal action one
"that can only be performed by one player per day" and leave the ten hours "each player may" as they are. Exactly so
many hours later is late enough.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import whole_day
from ruleset.law.model import Frequency

LENGTHS = {"day": timedelta(days=1), "week": timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class Taken:
    """The action was taken: by which player (their key or name), and when (UTC). `name`: what another one is called
    that shares its limit, "" for itself."""

    by: Hashable
    at: datetime
    name: str = ""


@dataclass(frozen=True, slots=True)
class Again:
    """When the action may be taken, at the earliest (UTC), and the taking that stands in the way of doing it now.

    `because` is None when it may be taken at once; `at` when it never may, for the last day that there is ends first.
    """

    at: datetime | None
    because: Taken | None


def period_start(per: str, at: datetime) -> datetime:
    """The beginning of the UTC day or week (from Monday) in which `at` lies."""
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if per == "day" else midnight - timedelta(days=midnight.weekday())


def looks_back(frequency: Frequency) -> timedelta:
    """How long before an instant a taking can still stand in the way at it, at most."""
    return max(LENGTHS[frequency.per], timedelta(hours=frequency.spacing))


def again(frequency: Frequency, takings: Sequence[Taken], *, by: Hashable, at: datetime) -> Again:
    """When `by` may next take the action, at `at` or later, if nobody takes it meanwhile.

    `takings` are those of this action that count, by anybody and in any order; none is later than `at`.
    """
    own = [taken for taken in takings if taken.by == by]
    start = period_start(frequency.per, at)
    in_period = [taken for taken in (takings if frequency.communal else own) if taken.at >= start]
    hindrances = [(_later(start, LENGTHS[frequency.per]), taken) for taken in in_period]
    spacing = timedelta(hours=frequency.spacing)
    hindrances += [(_later(taken.at, spacing), taken) for taken in own if at - taken.at < spacing]
    if not hindrances:
        return Again(at, None)
    when, because = max(hindrances, key=lambda one: (one[0] is None, one[0] or at, one[1].at))
    return Again(when, because)


def _later(at: datetime, by: timedelta) -> datetime | None:
    """So much later; None beyond the last day that there is."""
    try:
        return at + by
    except OverflowError:
        return None


def whole_minute(at: datetime) -> datetime:
    """The instant in UTC, rounded up to the minute: from then on, what is allowed from `at` on is allowed."""
    whole = at.astimezone(UTC).replace(second=0, microsecond=0)
    return whole if whole == at else whole + timedelta(minutes=1)


def refusal(name: str, who: str | None, next_time: Again) -> str:
    """What stands in the way, for people: "Bobby took Forage at 22 November 2026, 08:05 UTC; you may do this again at
    22 November 2026, 18:05 UTC". `who` took it; None: they themselves did. The instant from which it is allowed is
    rounded up to the minute. Both are whole, so that a page can put them into the reader's own time."""
    assert (
        next_time.because is not None and next_time.at is not None
    )  # a site is not kept until the year 9999
    other = next_time.because.name
    if other in ("", name):
        words = (
            _("You took {name} at {taken}. You can take it again at {again}.")
            if who is None
            else _("{who} took {name} at {taken}. You can take it at {again}.")
        )
    else:
        words = (
            _("You took {other} at {taken}, which shares its limit with {name}. You can take it at {again}.")
            if who is None
            else _(
                "{who} took {other} at {taken}, which shares its limit with {name}. You can take it at {again}."
            )
        )
    taken, again = _told(next_time.because.at), _told(whole_minute(next_time.at))
    return words.format(who=who, name=name, other=other, taken=taken, again=again)


def _told(at: datetime) -> str:
    """An instant for people, to the minute: "22 November 2026, 08:05 UTC"."""
    utc = at.astimezone(UTC)
    return _("{day}, {time} UTC").format(day=whole_day(utc), time=f"{utc:%H:%M}")
