"""Weeks of the game: those of ISO 8601, from Monday 00:00 UTC. No queries."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

WEEK = timedelta(days=7)
_NAME = re.compile(r"(\d{4})-W(\d\d)", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Week:
    """A week, by the Monday that it begins with."""

    monday: date

    @property
    def start(self) -> datetime:
        return datetime(self.monday.year, self.monday.month, self.monday.day, tzinfo=UTC)

    @property
    def end(self) -> datetime:
        """The instant at which the next one begins."""
        return self.start + WEEK

    @property
    def name(self) -> str:
        """ "2026-W47"."""
        year, number, *rest = self.monday.isocalendar()
        return f"{year:04}-W{number:02}"

    @property
    def number(self) -> int:
        return self.monday.isocalendar().week

    @property
    def days(self) -> str:
        """ "16–22 November 2026"."""
        first, last = self.monday, self.monday + timedelta(days=6)
        if first.year != last.year:
            pattern = _("{day} {month} {year} – {last_day} {last_month} {last_year}")
        elif first.month != last.month:
            pattern = _("{day} {month} – {last_day} {last_month} {last_year}")
        else:
            pattern = _("{day}–{last_day} {last_month} {last_year}")
        return pattern.format(
            day=first.day, month=date_format(first, "F"), year=first.year,
            last_day=last.day, last_month=date_format(last, "F"), last_year=last.year,
        )  # fmt: skip

    @property
    def before(self) -> "Week":
        return Week(self.monday - WEEK)

    @property
    def after(self) -> "Week":
        return Week(self.monday + WEEK)


def week_of(at: datetime) -> Week:
    """The week that an instant (UTC) lies in."""
    day = at.astimezone(UTC).date()
    return Week(day - timedelta(days=day.weekday()))


def week_named(name: str) -> Week | None:
    """The week of a name such as "2026-W47"; None for what is none."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    try:
        week = Week(date.fromisocalendar(int(match[1]), int(match[2]), 1))
        return week if week.after.end else None  # there is none where time ends
    except (ValueError, OverflowError):
        return None
