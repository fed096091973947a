"""What people type: lines, lists, yes and no, instants; and numbers as people write them."""

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.errors import ValueRefused
from gamestate.values.texts import (
    clean_line,
    clean_long,
    find_choice,
    join_items,
    plain_number,
    quoted,
    read_instant,
    read_yes_no,
    split_items,
    with_places,
    write_instant,
)
from tests.gamestate.values.tabletop import refusal


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("  Cudgel ", "Cudgel"),
        ("a\tb", "a b"),
        ("", ""),
        (" \n ", ""),
        ("Iß\N{NO-BREAK SPACE}é 漢字", "Iß\N{NO-BREAK SPACE}é 漢字"),
        # A family, joined by invisible joiners, and a heart drawn as a picture.
        ("👩\u200d👧 ❤\ufe0f", "👩\u200d👧 ❤\ufe0f"),
    ],
)
def test_line_is_kept_without_the_space_around_it(text, line):
    assert clean_line(text, "Title", 300) == line


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a\nb", "Title must be a single line."),
        ("a\rb", "Title must be a single line."),
        ("a\x00b", "Title holds a character that cannot be shown: U+0000."),
        ("a\x1b[31mb", "Title holds a character that cannot be shown: U+001B."),
        ("a\u2028b", "Title holds a character that cannot be shown: U+2028."),
        ("a\u202eb", "Title holds a character that cannot be shown: U+202E."),
        ("a\u200bb", "Title holds a character that cannot be shown: U+200B."),
        ("a\ud800b", "Title holds a character that cannot be shown: U+D800."),
        ("a" * 301, "Title can have at most 300 characters; this has 301."),
        ("\x00" * 1_000, "Title can have at most 300 characters; this has 1,000."),
    ],
)
def test_line_with_what_cannot_stand_in_one_is_refused(text, sentence):
    assert refusal(clean_line, text, "Title", 300).sentence == sentence


def test_long_text_keeps_its_lines_and_what_is_indented():
    assert (
        clean_long("\r\n\n    code\r\n\tmore\u200e\rend \n\n", "Notes", 100) == "    code\n\tmore\u200e\nend"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a\x00b", "Notes holds a character that cannot be shown: U+0000."),
        ("a\x0bb", "Notes holds a character that cannot be shown: U+000B."),
        ("a\u2067b", "Notes holds a character that cannot be shown: U+2067."),
        ("a\udfffb", "Notes holds a character that cannot be shown: U+DFFF."),
        ("a" * 101, "Notes can have at most 100 characters; this has 101."),
    ],
)
def test_long_text_with_what_cannot_be_kept_is_refused(text, sentence):
    assert refusal(clean_long, text, "Notes", 100).sentence == sentence


def test_quoted_text_is_short_and_visible():
    assert [quoted(text) for text in ("a", "a\u202e\nb", "x" * 50)] == [
        "“a”",
        "“a��b”",
        "“" + "x" * 39 + "…”",
    ]


@pytest.mark.parametrize(
    ("typed", "items"),
    [
        ("", []),
        (" , ,, ", []),
        ("Cudgel", ["Cudgel"]),
        ("Cudgel, Meat ,,Rope", ["Cudgel", "Meat", "Rope"]),
        ("Smith, John; Hollis", ["Smith, John", "Hollis"]),
        ("Smith, John;", ["Smith, John"]),
        ("one, two\r\nthree; four\r\r\n", ["one, two", "three; four"]),
        ("a;b\n", ["a;b"]),
    ],
)
def test_list_is_split_at_lines_else_semicolons_else_commas(typed, items):
    assert split_items(typed) == items


@pytest.mark.parametrize(
    ("items", "typed"),
    [
        ([], ""),
        (["Cudgel", "Meat"], "Cudgel, Meat"),
        (["Smith, John", "Hollis"], "Smith, John; Hollis"),
        (["Smith, John"], "Smith, John;"),
        (["a;b", "c"], "a;b\nc"),
        (["a;b"], "a;b\n"),
    ],
)
def test_list_is_joined_in_a_line_where_that_can_be_read_back(items, typed):
    assert (join_items(items), split_items(typed)) == (typed, items)


@given(items=st.lists(st.text(alphabet="ab,; ", max_size=4).map(str.strip).filter(bool), max_size=4))
def test_joined_list_is_split_into_the_same(items):
    assert split_items(join_items(items)) == items


@pytest.mark.parametrize(
    ("text", "choice"),
    [("Red", "Red"), ("red", "Red"), ("ＲＥＤ", "Red"), ("a", "a"), ("A", "A"), ("ä", None), ("", None)],
)
def test_choice_is_found_without_regard_to_case_where_that_is_clear(text, choice):
    assert find_choice(text, ("Red", "a", "A")) == choice


def test_choice_that_could_be_two_is_not_guessed():
    assert find_choice("RED", ("Red", "red")) is None


def test_words_for_yes_and_no_are_read():
    words = ["yes", " YES ", "y", "true", "on", "1", "no", "N", "False", "off", "0"]

    assert [read_yes_no(word, "Jail") for word in words] == [True] * 6 + [False] * 5


@pytest.mark.parametrize("word", ["", "maybe", "2"])
def test_other_words_are_neither_yes_nor_no(word):
    assert refusal(read_yes_no, word, "Jail").sentence == f"Jail must be yes or no, not “{word}”."
    assert refusal(read_yes_no, "١", "Jail").sentence == "Jail must be yes or no, not “\u2068١\u2069”."


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2026-11-21 14:05", "2026-11-21T14:05:00Z"),
        ("2026-11-21T14:05:09Z", "2026-11-21T14:05:09Z"),
        (" 2026-11-21 14:05 utc ", "2026-11-21T14:05:00Z"),
        ("2026-11-21", "2026-11-21T00:00:00Z"),
        ("2026-11-21T14:05+02:00", "2026-11-21T12:05:00Z"),
        ("2026-11-21 23:30 -0130", "2026-11-22T01:00:00Z"),
        ("2024-02-29 00:00", "2024-02-29T00:00:00Z"),
        ("0001-01-01", "0001-01-01T00:00:00Z"),
    ],
)
def test_instant_is_read_as_utc(text, instant):
    assert read_instant(text, "Due") == instant


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29 00:00",
        "2026-11-21 25:00",
        "0000-01-01",
        "0001-01-01 00:00+01:00",
        "2026-11-21T00:00+99:99",
    ],
)
def test_instant_that_never_was_is_refused(text):
    assert refusal(read_instant, text, "Due").sentence == f"Due: “{text}” is not a valid time."


@pytest.mark.parametrize(
    "text", ["tomorrow", "21/11/2026", "２０２６-11-21", "2026-11-21 14:05:00.5", "now", ""]
)
def test_what_is_no_instant_is_refused(text):
    assert refusal(read_instant, text, "Due").sentence == (
        f"Due must be a time in UTC, such as 2026-11-21 14:05, not “{text}”."
    )


# Hypothesis takes its bounds without an offset.
YEARS = {"min_value": datetime(2, 1, 1), "max_value": datetime(9998, 1, 1)}  # noqa: DTZ001


@given(
    at=st.datetimes(**YEARS, timezones=st.just(UTC)),
    minutes=st.integers(-23 * 60, 23 * 60),
)
def test_instant_is_read_back_whatever_its_offset(at, minutes):
    elsewhere = at.replace(microsecond=0).astimezone(timezone(timedelta(minutes=minutes)))

    assert (
        read_instant(elsewhere.isoformat(), "Due")
        == read_instant(write_instant(at), "Due")
        == write_instant(at)
    )


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(5), "5"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(22, 3), "7.333…"),
        (Fraction(-22, 3), "-7.333…"),
        (Fraction(1, 10**10), "0.0000000001"),
        (Fraction(1, 10**11), "0.000…"),
        (Fraction(10**30), "10^30 or beyond"),
        (Fraction(-(10**6000)), "-10^30 or beyond"),
    ],
)
def test_number_is_written_plainly(number, text):
    assert plain_number(number) == text


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (Fraction(986, 10), 1, "98.6"),
        (Fraction(-986, 10), 2, "-98.60"),
        (Fraction(-1, 20), 1, "0.0"),
        (Fraction(1, 3), 6, "0.333333"),
        (Fraction(-7, 2), 0, "-3"),
    ],
)
def test_number_is_written_with_its_places(number, places, text):
    assert with_places(number, places) == text


@given(text=st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    for act in (clean_line, clean_long):
        try:
            assert act(act(text, "It", 50), "It", 50) == act(text, "It", 50)
        except ValueRefused as refused:
            assert len(refused.sentence) <= 300
    for read in (read_yes_no, read_instant):
        try:
            assert read(text, "It") is not None
        except ValueRefused as refused:
            assert len(refused.sentence) <= 300
