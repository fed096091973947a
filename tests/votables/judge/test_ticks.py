"""Instants as ticks, in words, and in a game file."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from votables.judge.gamefile import GameFileError, read_object, write
from votables.judge.ticks import LAST_TICK, TICKS_PER_MINUTE, hours_and_minutes, instant, ticks

from .documents import MINIMAL
from .world import POSTED


@pytest.mark.parametrize(
    "text",
    [
        "2024-05-01 12:00:00Z", "2024-05-01T12:00Z", "2024-05-01T12:00:00", "2024-05-01T12:00:00+01:00",
        "2024-05-01T12:00:00-00:00", "2024-05-01T12:00:00z", "2024-05-01t12:00:00Z", "2024-05-01T12:00:00.Z",
        "2024-05-01T12:00:00.1234567Z", "2024-05-01T12:00:00,5Z", "2024-13-01T12:00:00Z", "2024-00-01T12:00:00Z",
        "2024-02-30T12:00:00Z", "2023-02-29T12:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T23:59:60Z",
        "2024-05-01T12:60:00Z", "0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z", "20240501T120000Z",
        "2024-W18-3T12:00:00Z",
        " 2024-05-01T12:00:00Z", "2024-05-01T12:00:00Z\n", "\u0662024-05-01T12:00:00Z", "2024-05-01T12:00:0\u0661Z", "",
        "2024-05-01T12:00:00ZZ", "2024-5-01T12:00:00Z", "2024-05-01",
    ],
)  # fmt: skip
def test_what_is_no_instant_is_refused(text):
    with pytest.raises(GameFileError, match=r"^at: (must be an instant|there is no such instant)"):
        read_object(MINIMAL | {"at": text})


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("2024-05-01T12:00:00Z", "2024-05-01T12:00:00Z"),
        ("2024-05-01T12:00:00+00:00", "2024-05-01T12:00:00Z"),
        ("2024-05-01T12:00:00.5Z", "2024-05-01T12:00:00.500000Z"),
        ("2024-05-01T12:00:00.000001+00:00", "2024-05-01T12:00:00.000001Z"),
        ("2024-05-01T12:00:00.000Z", "2024-05-01T12:00:00Z"),
        ("2024-02-29T23:59:59.999999Z", "2024-02-29T23:59:59.999999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ],
)
def test_instants_are_written_in_one_form(text, written):
    assert json.loads(write(read_object(MINIMAL | {"at": text})))["at"] == written


def test_a_tick_is_half_a_microsecond_and_an_odd_one_is_just_after():
    later = POSTED + timedelta(microseconds=1)
    assert ticks(later) - ticks(POSTED) == 2
    assert (instant(ticks(later)), instant(ticks(later) + 1)) == (later, later)


def test_there_is_no_instant_before_the_first_year_or_after_the_last():
    last = datetime.max.replace(tzinfo=UTC)
    assert (instant(-1), instant(0), instant(LAST_TICK), instant(LAST_TICK + 1)) == (
        None, datetime.min.replace(tzinfo=UTC), last, None,
    )  # fmt: skip


def test_a_length_is_told_in_whole_minutes_rounded_down():
    assert [hours_and_minutes(n * TICKS_PER_MINUTE - 1) for n in (1, 61, 6001)] == [
        "0 h 0 min", "1 h 0 min", "100 h 0 min",
    ]  # fmt: skip
