"""How likely outcomes are, and telling luck from fault."""

import math
from collections import Counter
from itertools import product

import pytest

from gamestate.dice import Spread, commands, spread, weights
from gamestate.dice.spread import chance_of
from ruleset.law import load


def ways(text: str) -> dict[str, int] | None:
    (command,) = commands(text, load("ruleset-211").dice)
    return weights(command)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 6), (4, 3), (5, 1), (2, 1)])
def test_totals_are_as_likely_as_counting_says(count, sides):
    totals = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=count))
    assert list(ways(f"{count}DICE{sides}").items()) == [
        (str(total), totals[total]) for total in sorted(totals)
    ]


def test_a_hundred_dice_have_all_their_ways():
    assert sum(ways("100DICE10").values()) == 10**100
    assert len(ways("100DICE10")) == 901


def test_weights_are_those_of_the_options():
    assert ways("DICE0") == {"0": 1}
    assert ways("{b,a,b}") == {"b": 2, "a": 1}
    assert set(ways("CARD").values()) == {1}
    assert [len(ways("DICE1000")), ways("DICE1001"), ways("100DICE1000")] == [1000, None, None]


@pytest.mark.parametrize(
    ("degrees", "statistic", "chance"),
    # From printed tables of the distribution.
    [(1, 3.841, 0.05), (1, 10.828, 0.001), (2, 5.991, 0.05), (5, 11.070, 0.05), (5, 20.515, 0.001), (10, 18.307, 0.05),
     (50, 67.505, 0.05), (99, 123.225, 0.05), (100, 149.449, 0.001)],
)  # fmt: skip
def test_chances_are_those_of_the_tables(degrees, statistic, chance):
    assert chance_of(statistic, degrees) == pytest.approx(chance, rel=0.12)


def test_nothing_strays_less_than_not_at_all():
    assert [chance_of(0, degrees) == pytest.approx(1, abs=0.02) for degrees in (1, 2, 5, 99)] == [True] * 4


def test_counts_are_compared_with_weights():
    even = {"1": 1, "2": 1}
    assert spread({"1": 60, "2": 40}, even) == Spread(4.0, 1, math.erfc(math.sqrt(2)))
    assert spread({"1": 50, "2": 50}, even) == Spread(0.0, 1, 1.0)
    assert spread({"1": 100}, even) == Spread(100.0, 1, math.erfc(math.sqrt(50)))


def test_rare_outcomes_are_counted_together():
    assert spread({"2": 4}, {"1": 1, "2": 1}) is None
    assert spread({}, {"1": 1, "2": 1}) is None
    assert spread({"1": 10}, {"1": 1}) is None
    # 18 rolls of six sides: 3 expected of each, so two neighbours make a group of 6.
    assert spread(dict(zip("123456", (3, 3, 2, 2, 4, 4), strict=True)), dict.fromkeys("123456", 1)) == Spread(
        pytest.approx(4 / 6 + 4 / 6), 2, pytest.approx(math.exp(-2 / 3), rel=0.05)
    )
    # What is left over at the end joins the last group.
    assert spread({"1": 6, "2": 6, "3": 0}, {"1": 6, "2": 5, "3": 1}).degrees == 1


def test_an_outcome_that_cannot_be_is_an_error():
    with pytest.raises(ValueError, match="no weight for 7"):
        spread({"7": 1}, {"1": 1})
