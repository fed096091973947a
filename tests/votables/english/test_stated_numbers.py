"""Numbers in the words of rules."""

import pytest

from votables.english.stated_numbers import StatedNumber, changed_between, stated_in


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("after 48 hours, or two days", [(48, "hour"), (2, "day")]),
        ("Three Bakers have 1,900 loaves and 2.5 pies", [(3, "")]),
        ("a4 twofold 7th 12-hour", [(12, "hour")]),
        ("for one week.", [(1, "week")]),
        ("", []),
    ],
)
def test_the_numbers_of_a_text(text, stated):
    assert [(one.value, one.unit) for one in stated_in(text)] == stated


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ("after 48 hours", "after 24 hours", [((48, "hour"), (24, "hour"))]),
        ("within 4 to 30 letters", "within 4 to 20 letters", [((30, ""), (20, ""))]),
        ("at most two", "at most three", [((2, ""), (3, ""))]),
        ("two a day", "two a day, three a week", []),
        ("48 hours", "two days", [((48, "hour"), (2, "day"))]),
        ("48 hours", "a while", []),
    ],
)
def test_the_numbers_that_become_others(old, new, pairs):
    assert [((a.value, a.unit), (b.value, b.unit)) for a, b in changed_between(old, new)] == pairs


@pytest.mark.parametrize(
    ("number", "unit", "count"),
    [
        (StatedNumber(2, "day"), "hour", 48),
        (StatedNumber(2, "day"), "day", 2),
        (StatedNumber(2), "hour", 2),
        (StatedNumber(2, "hour"), "day", None),
        (StatedNumber(2, "hour"), "", None),
    ],
)
def test_a_number_in_another_unit(number, unit, count):
    assert number.counted_in(unit) == count
