"""Weeks of the game."""

from datetime import UTC, date, datetime

import pytest

from votables.chronicle.weeks import Week, week_named, week_of


@pytest.mark.parametrize(
    ("at", "name", "days"),
    [
        (datetime(2026, 11, 16, tzinfo=UTC), "2026-W47", "16–22 November 2026"),
        (datetime(2026, 11, 22, 23, 59, 59, 999999, tzinfo=UTC), "2026-W47", "16–22 November 2026"),
        (datetime(2026, 11, 23, tzinfo=UTC), "2026-W48", "23–29 November 2026"),
        (datetime(2026, 12, 31, tzinfo=UTC), "2026-W53", "28 December 2026 – 3 January 2027"),
        (datetime(2027, 1, 3, tzinfo=UTC), "2026-W53", "28 December 2026 – 3 January 2027"),
        (datetime(2024, 12, 30, tzinfo=UTC), "2025-W01", "30 December 2024 – 5 January 2025"),
        (datetime(2026, 9, 30, tzinfo=UTC), "2026-W40", "28 September – 4 October 2026"),
    ],
)
def test_a_week_has_a_name_and_days(at, name, days):
    week = week_of(at)
    assert (week.name, week.days, week_named(name), week.start <= at < week.end) == (name, days, week, True)


def test_weeks_follow_each_other():
    week = Week(date(2026, 12, 28))
    assert (week.before.name, week.after.name, week.after.start) == ("2026-W52", "2027-W01", week.end)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "2026",
        "2026-W00",
        "2025-W53",
        "2026-W54",
        "2026-W7",
        "2026-w07",
        "0000-W01",
        "9999-W52",
        "٢٠٢٦-W07",
        "2026-W07 ",
    ],
)
def test_what_is_no_week_has_no_name(name):
    assert week_named(name) is None
