"""When something happens by itself.

    every day at 12:00          each day                every hour          every 6 hours
    every Monday at 00:00       every Monday and Thursday at 18:00          every 2 weeks
    every month                 on 2026-12-24 at 18:00
    when players.exists(p, p.gold >= 100)               48 hours after pot == 0
    when turn changes           24 hours after turn changes
    when a player joins         when a player returns   1 day after a player goes idle          at once
    when it is asked

Times are UTC, and 00:00 where none is given. A month begins on its first day. What is every so many hours counts from
when it was declared. A condition counts when it becomes true, not while it is; at once is when it is declared. What
comes so long after something changes counts from the last change.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, Literal

from blognomic.i18n.translation import gettext as _
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula, parse
from gamestate.values.texts import quoted

LONGEST: Final = 400
WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UNITS: Final[Mapping[str, timedelta]] = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}
DAY: Final = timedelta(days=1)
MOST_UNITS: Final = 1_000

Befalling = Literal["joins", "returns", "idles", "declared", "asked"]
"""What sets something off that is no condition: something befalls a player, it is declared, or a move asks for it."""
_BEFALLS: Final[Mapping[str, Befalling]] = {
    "a player joins": "joins",
    "somebody joins": "joins",
    "a player returns": "returns",
    "somebody returns": "returns",
    "a player goes idle": "idles",
    "somebody goes idle": "idles",
    "it is asked": "asked",
}
_AT = re.compile(r"\s+at\s+(?P<hour>[0-2]?[0-9]):(?P<minute>[0-5][0-9])(?:\s*utc)?$", re.IGNORECASE)
_EVERY = re.compile(r"(?:every|each)\s+(?P<what>.+)", re.IGNORECASE)
_SPAN = re.compile(r"(?:(?P<number>[0-9]{1,4})\s+)?(?P<unit>hour|day|week)s?", re.IGNORECASE)
_ON = re.compile(r"on\s+(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})", re.IGNORECASE)
_AFTER = re.compile(
    r"(?P<number>[0-9]{1,4})\s+(?P<unit>hour|day|week)s?\s+after\s+(?P<what>.+)", re.IGNORECASE | re.DOTALL
)
_WHEN = re.compile(r"when\s+(?P<what>.+)", re.IGNORECASE | re.DOTALL)
_CHANGES = re.compile(r"(?P<what>.+)\s+changes", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class ByTheClock:
    """At instants that are known before. `step`: what comes next after an instant (UTC) at which it may happen;
    `first`: the first such instant that is not before one."""

    first: Callable[[datetime], datetime | None]
    step: Callable[[datetime], datetime | None]

    def next_after(self, after: datetime, *, since: datetime) -> datetime | None:
        """The first of the instants (UTC) later than `after`, for something that is there `since`; None: there is
        none any more."""
        instant = self.first(since)
        if instant is None:
            return None
        following = self.step(instant)
        if following is not None and after > following:
            # As many steps of the first one's length as come to `after` at the latest, and to an instant from there.
            length = following - instant
            instant = self.first(instant + (after - instant) // length * length)
        while instant is not None and instant <= after:
            instant = self.step(instant)
        return instant


@dataclass(frozen=True, slots=True)
class OnBecomingTrue:
    """When a condition becomes true, or so long after."""

    condition: Formula
    delay: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class OnChanging:
    """When what a formula comes to is another than before, or so long after: then its clock begins anew with each
    change."""

    formula: Formula
    delay: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class OnBefalling:
    """When something befalls a player, or it is declared, or so long after."""

    what: Befalling
    delay: timedelta = timedelta()


When = ByTheClock | OnBecomingTrue | OnChanging | OnBefalling


def delay_of(when: When | None) -> timedelta:
    """How long after what sets it off something happens."""
    return timedelta() if when is None or isinstance(when, ByTheClock) else when.delay


def looks_at(when: When | None) -> frozenset[str]:
    """What is named by that at which something looks to see whether it happens."""
    if isinstance(when, OnBecomingTrue):
        return when.condition.names
    return when.formula.names if isinstance(when, OnChanging) else frozenset()


def read_when(text: str) -> When:
    """What a line says of when something happens. Raises ValueRefused."""
    line = " ".join(text.split())
    if len(line) > LONGEST:
        raise ValueRefused(_("Say when it happens in at most {most} characters.").format(most=LONGEST))
    if line.lower() in ("at once", "when it is declared"):
        return OnBefalling("declared")
    if match := _AFTER.fullmatch(line):
        return _set_off(match["what"], _span(match["number"], match["unit"]))
    if match := _WHEN.fullmatch(line):
        return _set_off(match["what"], timedelta())
    clock = _AT.search(line)
    rest, at = (line[: clock.start()], _time(clock["hour"], clock["minute"])) if clock else (line, time())
    if match := _EVERY.fullmatch("every day" if rest.lower() == "daily" else rest):
        return _every(match["what"].lower(), at, is_timed=clock is not None)
    if match := _ON.fullmatch(rest):
        return _once(match["day"], at)
    raise _unreadable(line)


def _unreadable(line: str) -> ValueRefused:
    return ValueRefused(
        _(
            "{line} does not say when. Write “every Monday at 00:00”, “every 6 hours”, “on 2026-12-24 at 18:00”, “when "
            "pot >= 100”, “48 hours after pot == 0”, “when a player joins” or “at once”."
        ).format(line=quoted(line[:80]))
    )


def _time(hour: str, minute: str) -> time:
    if int(hour) > 23:
        raise ValueRefused(_("A day has the hours 0 to 23."))
    return time(int(hour), int(minute))


def read_span(text: str) -> timedelta:
    """So long, such as “48 hours” or “3 days”. Raises ValueRefused."""
    match = _SPAN.fullmatch(" ".join(text.split()))
    if match is None:
        raise ValueRefused(_("Write how long, such as “48 hours” or “3 days”."))
    return _span(match["number"], match["unit"])


def _span(number: str | None, unit: str) -> timedelta:
    count = int(number or 1)
    if not 1 <= count <= MOST_UNITS:
        raise ValueRefused(_("Write a number from 1 to {most}.").format(most=MOST_UNITS))
    return count * UNITS[unit.lower()]


def _set_off(what: str, delay: timedelta) -> When:
    befalling = _BEFALLS.get(what.strip().lower())
    if befalling == "asked" and delay:
        raise ValueRefused(_("Write “when it is asked”: it asks at once."))
    if befalling is not None:
        return OnBefalling(befalling, delay)
    change = _CHANGES.fullmatch(what)
    formula = parse(change["what"] if change else what)
    if formula.dice:
        raise ValueRefused(_("Nothing is rolled to see whether something happens."))
    return OnChanging(formula, delay) if change else OnBecomingTrue(formula, delay)


def _every(what: str, at: time, *, is_timed: bool) -> When:
    if what == "month":
        return ByTheClock(lambda since: _first_of_month(since, at), lambda last: _month_later(last))
    if match := _SPAN.fullmatch(what):
        span = _span(match["number"], match["unit"])
        if match["unit"] == "hour":
            if is_timed:
                raise _unreadable(f"every {what} at …")
            return ByTheClock(lambda since: _later(since, span), lambda last: _later(last, span))
        if match["unit"] == "week" and not is_timed:
            at = time()
        return ByTheClock(lambda since: _first_at(since, at), lambda last: _later(last, span))
    names = [name for name in re.split(r"\s*,\s*|\s+and\s+", what) if name]
    if not names or any(name not in WEEKDAYS for name in names):
        raise _unreadable(f"every {what}")
    days = frozenset(map(WEEKDAYS.index, names))
    return ByTheClock(
        lambda since: _first_on(_first_at(since, at), days), lambda last: _first_on(_later(last, DAY), days)
    )


def _once(day: str, at: time) -> ByTheClock:
    try:
        instant = datetime.combine(date.fromisoformat(day), at, UTC)
    except ValueError:
        raise ValueRefused(_("There is no such day: {day}.").format(day=day)) from None
    return ByTheClock(lambda since: instant if instant >= since else None, lambda last: None)


def _later(at: datetime, by: timedelta) -> datetime | None:
    """So much later; None beyond the last day that there is."""
    try:
        return at + by
    except OverflowError:
        return None


def _first_at(since: datetime, at: time) -> datetime | None:
    """The first instant not before `since` at that time of the day."""
    instant = datetime.combine(since.astimezone(UTC).date(), at, UTC)
    return instant if instant >= since else _later(instant, DAY)


def _first_on(at: datetime | None, days: frozenset[int]) -> datetime | None:
    """The instant itself, or the first of so many days later that is on one of the days of the week."""
    while at is not None and at.weekday() not in days:
        at = _later(at, DAY)
    return at


def _first_of_month(since: datetime, at: time) -> datetime | None:
    first = _first_at(since, at)
    while first is not None and first.day != 1:
        first = _later(first, DAY)
    return first


def _month_later(last: datetime) -> datetime | None:
    return _first_of_month(last + timedelta(seconds=1), last.timetz().replace(tzinfo=None))
