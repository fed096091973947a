"""Instants as people and other programs write them."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from blognomic.text.instants import format_instant, parse_instant

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["2024-05-01T12:00:00Z", "2024-05-01T12:00:00+00:00", "2024-05-01T12:00:00.000Z"]
)
def test_an_instant_in_utc_is_read(text):
    assert parse_instant(text) == NOON


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2024-05-01",
        "2024-05-01T12:00:00",
        "2024-05-01T12:00:00+01:00",
        "２024-05-01T12:00:00Z",
        "2024-02-30T12:00:00Z",
    ],
)
def test_what_is_no_instant_in_utc_is_refused(text):
    with pytest.raises(ValueError, match="^(must be an instant in UTC|there is no such instant)"):
        parse_instant(text)


def test_an_instant_is_written_in_utc_with_its_fraction():
    there = timezone(timedelta(hours=2))
    assert format_instant(NOON.astimezone(there)) == "2024-05-01T12:00:00Z"
    assert format_instant(NOON + timedelta(microseconds=5)) == "2024-05-01T12:00:00.000005Z"
