"""When something happens by itself: what lines mean, and at which instants."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.clockwork.when import (
    ByTheClock,
    OnBecomingTrue,
    OnBefalling,
    OnChanging,
    delay_of,
    looks_at,
    read_when,
)
from gamestate.values.errors import ValueRefused
from tests.gamestate.values.tabletop import refusal

SINCE = datetime(2026, 11, 26, 7, 30, tzinfo=UTC)  # a Thursday


def told(at: datetime) -> str:
    return f"{at:%a %d.%m. %H:%M}"


def following(line: str, *, after: datetime = SINCE, number: int = 3) -> list[str]:
    when, instants = read_when(line), []
    assert isinstance(when, ByTheClock)
    at: datetime | None = after
    for _turn in range(number):
        at = when.next_after(at, since=SINCE) if at is not None else None
        if at is not None:
            instants.append(told(at))
    return instants


@pytest.mark.parametrize(
    ("line", "instants"),
    [
        ("every day at 12:00", ["Thu 26.11. 12:00", "Fri 27.11. 12:00", "Sat 28.11. 12:00"]),
        ("each day", ["Fri 27.11. 00:00", "Sat 28.11. 00:00", "Sun 29.11. 00:00"]),
        ("Daily at 07:30 UTC", ["Fri 27.11. 07:30", "Sat 28.11. 07:30", "Sun 29.11. 07:30"]),
        ("every hour", ["Thu 26.11. 08:30", "Thu 26.11. 09:30", "Thu 26.11. 10:30"]),
        ("every 6 hours", ["Thu 26.11. 13:30", "Thu 26.11. 19:30", "Fri 27.11. 01:30"]),
        ("Every Monday at 00:00", ["Mon 30.11. 00:00", "Mon 07.12. 00:00", "Mon 14.12. 00:00"]),
        ("every Monday, Friday and Thursday at 18:00", ["Thu 26.11. 18:00", "Fri 27.11. 18:00", "Mon 30.11. 18:00"]),
        ("every 2 weeks", ["Fri 27.11. 00:00", "Fri 11.12. 00:00", "Fri 25.12. 00:00"]),
        ("every 3 days at 5:00", ["Fri 27.11. 05:00", "Mon 30.11. 05:00", "Thu 03.12. 05:00"]),
        ("every month", ["Tue 01.12. 00:00", "Fri 01.01. 00:00", "Mon 01.02. 00:00"]),
        ("on 2026-12-24 at 18:00", ["Thu 24.12. 18:00"]),
        ("on 2026-11-25", []),
    ],
)  # fmt: skip
def test_what_the_clock_says(line, instants):
    assert following(line) == instants


@given(
    st.sampled_from(["every hour", "every 7 hours", "each day", "every Tuesday and Sunday at 03:00", "every 2 weeks",
                     "every month at 04:00"]),
    st.integers(0, 60 * 24 * 90),
)  # fmt: skip
def test_what_comes_after_any_instant_is_what_counting_comes_to(line, minutes):
    when, after = read_when(line), SINCE + timedelta(minutes=minutes)
    assert isinstance(when, ByTheClock)
    at = when.first(SINCE)
    while at is not None and at <= after:
        at = when.step(at)

    assert when.next_after(after, since=SINCE) == at


def test_what_sets_something_off():
    condition = read_when("48 hours after players.exists(p, p.gold >= 100)")
    assert isinstance(condition, OnBecomingTrue)
    assert (condition.delay, condition.condition.names) == (timedelta(days=2), {"players", "gold"})
    at_once = read_when("when pot == 0")
    assert isinstance(at_once, OnBecomingTrue) and at_once.delay == timedelta()
    assert read_when("when a player joins") == OnBefalling("joins")
    assert read_when("1 day after somebody goes idle") == OnBefalling("idles", timedelta(days=1))
    change = read_when("48 hours after turn.gold changes")
    assert isinstance(change, OnChanging)
    assert (delay_of(change), looks_at(change)) == (timedelta(days=2), {"turn", "gold"})
    assert (delay_of(condition), looks_at(condition)) == (timedelta(days=2), {"players", "gold"})
    assert (delay_of(read_when("each day")), looks_at(read_when("each day"))) == (timedelta(), frozenset())
    assert read_when("At once") == OnBefalling("declared")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("every Mon", "“every mon” does not say when."),
        ("at noon", "“at noon” does not say when."),
        ("every 6 hours at 12:00", "“every 6 hours at …” does not say when."),
        ("every day at 24:00", "A day has the hours 0 to 23."),
        ("every 0 days", "Write a number from 1 to 1000."),
        ("on 2026-02-30", "There is no such day: 2026-02-30."),
        ("when DICE6 > 3", "Nothing is rolled to see whether something happens."),
        ("when DICE6 changes", "Nothing is rolled to see whether something happens."),
        ("when gold >", "A number or a name is missing at the end of the formula."),
        ("x" * 401, "Say when it happens in at most 400 characters."),
    ],
)
def test_what_does_not_say_when(line, sentence):
    assert refusal(read_when, line).sentence.startswith(sentence)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        read_when(text)
    except ValueRefused as refused:
        assert refused.sentence
