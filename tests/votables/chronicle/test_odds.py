"""How rare a roll is."""

from fractions import Fraction

import pytest

from votables.chronicle.odds import Odds, odds


@pytest.mark.parametrize(
    ("die", "number", "total", "expected"),
    [
        ("DICE6", 1, "6", Odds(Fraction(1, 6), True)),
        ("DICE6", 3, "18", Odds(Fraction(1, 216), True)),
        ("DICE6", 3, "3", Odds(Fraction(1, 216), False)),
        ("DICE6", 2, "11", Odds(Fraction(3, 36), True)),
        ("DICE6", 2, "7", Odds(Fraction(21, 36), True)),
        ("DICE100", 1, "2", Odds(Fraction(2, 100), False)),
        ("DICE1", 1, "1", None),
        ("DICE6", 1, "7", None),
        ("DICE6", 0, "0", None),
        ("DICE0", 1, "0", None),
        ("DICE-3", 1, "0", None),
        ("FRUIT", 1, "", None),
        ("DICE9999", 1, "9999", None),
        ("DICE100", 50, "5000", None),
    ],
)
def test_a_total_is_as_rare_as_those_that_are_as_far_out(die, number, total, expected):
    assert odds(die, number, total) == expected


def test_how_often_one_has_to_roll_is_told_to_the_nearest():
    assert Odds(Fraction(3, 36), True).once_in == 12
