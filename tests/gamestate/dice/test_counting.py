"""Rolling often: every number as often as another, and counts that add up."""

import os
import sys
from itertools import chain, repeat

import pytest

from gamestate.dice import TooMuch, commands, count_outcomes, spread, weights
from gamestate.dice.counting import MOST_TIMES, together, uniform
from ruleset.law import load

MILLION = 1_000_000
LAWS = {name: load(name).dice for name in ("ruleset-98", "ruleset-211")}


def counted(text: str, times: int, law: str = "ruleset-211", source=os.urandom) -> dict[str, int]:
    return count_outcomes(commands(text, LAWS[law]), times=times, source=source)


def given(values: bytes):
    """A source of these bytes, and then of zeros."""
    left = chain(values, repeat(0))
    return lambda amount: bytes(next(left) for _ in range(amount))


@pytest.mark.parametrize("n", [2, 6, 7, 100])
def test_a_million_rolls_are_even(n):
    """One honest run in a million fails."""
    (die,) = commands(f"DICE{n}", LAWS["ruleset-211"])
    outcomes = count_outcomes([die], times=MILLION, source=os.urandom)
    assert list(outcomes) == [str(number) for number in range(1, n + 1)]
    assert sum(outcomes.values()) == MILLION
    strayed = spread(outcomes, weights(die))
    assert strayed.degrees == n - 1
    assert strayed.chance > 1e-6


@pytest.mark.parametrize("text", ["3DICE6", "CARD", "{a,b,b}", "DICE257", "FRUIT COLOUR"])
def test_other_outcomes_are_as_likely_as_they_should_be(text):
    outcomes = counted(text, 200_000)
    assert spread(outcomes, together(commands(text, LAWS["ruleset-211"]))).chance > 1e-6


def test_a_loaded_die_is_found():
    """One byte in 256 gives a 1 where it should give a 6."""
    outcomes = counted("DICE6", MILLION, source=lambda amount: os.urandom(amount).replace(b"\x05", b"\x00"))
    (die,) = commands("DICE6", LAWS["ruleset-211"])
    assert spread(outcomes, weights(die)).chance < 1e-6


@pytest.mark.parametrize("n", [1, 2, 3, 6, 128, 129, 255, 256])
def test_each_byte_stands_for_each_number_as_often(n):
    numbers = uniform(n, 256 - 256 % n, given(bytes(range(256))))
    assert {number: numbers.count(number) for number in set(numbers)} == dict.fromkeys(range(n), 256 // n)


@pytest.mark.parametrize("n", [257, 2**16, 2**16 + 1, 10**6, 2**32, 2**32 + 1, 10**18, 2**64])
def test_words_that_would_favour_some_are_thrown_away(n):
    width = next(width for width in (2, 4, 8) if n <= 256**width)
    limit = 256**width - 256**width % n
    words = [0, n - 1, n % 256**width, limit - 1, min(limit, 256**width - 1), 256**width - 1, 5]
    kept = [word % n for word in words if word < limit]
    source = given(b"".join(word.to_bytes(width, sys.byteorder) for word in words))
    assert uniform(n, len(kept), source) == kept


@pytest.mark.parametrize("n", [2**64 + 1, 10**21, 10**100])
def test_long_numbers_are_below_n(n):
    numbers = uniform(n, 300, os.urandom)
    assert len(numbers) == 300
    assert 0 <= min(numbers) < n // 4 and 3 * n // 4 < max(numbers) < n


def test_outcomes_are_named_in_their_natural_order():
    assert counted("2DICE2", 6, source=given(bytes([0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0]))) == {
        "2": 3,
        "3": 2,
        "4": 1,
    }
    assert list(counted("{b,a,b}", 1000)) == ["b", "a"]
    assert counted("DICE3", 2, source=given(bytes([2, 2]))) == {"1": 0, "2": 0, "3": 2}
    assert counted("DICE1001", 4, source=given(bytes([9, 0, 100, 0, 9, 0, 1, 0]))) == {
        "2": 1,
        "10": 2,
        "101": 1,
    }


def test_several_commands_are_counted_together():
    outcomes = counted("DICE2 {x,y} 2DICE1 DICE0", 10_000)
    assert list(outcomes) == ["1, x, 2, 0", "1, y, 2, 0", "2, x, 2, 0", "2, y, 2, 0"]
    assert min(outcomes.values()) > 2000
    assert list(counted("DICE10000 {x,y}", 1, source=given(bytes(20)))) == ["1, x"]


def test_dice_of_no_sides_and_of_very_many_are_counted():
    assert counted("3DICE-2", 10) == {"0": 10}
    assert counted("DICE1", 300_000) == {"1": 300_000}
    long = counted("2DICE" + "9" * 100, 10, law="ruleset-98")
    assert sum(long.values()) == 10 and all(0 < int(total) < 2 * 10**100 for total in long)


def test_progress_is_told_to_the_end():
    steps = []
    count_outcomes(
        commands("DICE6", LAWS["ruleset-211"]), times=600_000, source=os.urandom, progress=steps.append
    )
    assert steps == [262_144, 524_288, 600_000]


@pytest.mark.parametrize(
    ("text", "times", "sentence"),
    [
        ("DICE6", 0, "You can roll it 1 to 100,000,000 times."),
        ("DICE6", MOST_TIMES + 1, "You can roll it 1 to 100,000,000 times."),
        ("100DICE6", MOST_TIMES, "That would be 10,000,000,000 dice. You can roll at most "
                                 "1,000,000,000 at a time."),
        ("2DICE1000000", 2 * MILLION, "That has up to 1,999,999 different outcomes. With so many, "
                                      "you can roll it at most 1,000,000 times."),
    ],
)  # fmt: skip
def test_too_much_is_refused_with_a_sentence(text, times, sentence):
    with pytest.raises(TooMuch) as caught:
        counted(text, times)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("text", ["nothing", "0DICE6"])
def test_what_cannot_be_rolled_is_not_counted(text):
    with pytest.raises(ValueError, match="nothing to roll"):
        counted(text, 1)
