"""Draws that anybody can make again from the seed, and each number as likely as another."""

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest

from gamestate.dice import RollOutcome, Stream, commands, roll, told
from ruleset.law import load

SEED, DATA = bytes(range(32)), b'{"at":"2026-11-21T15:43:54.000001Z"}'


def bytes_of(seed: bytes, data: bytes):
    """The stream as its description says it, byte by byte, with none of the program's own code."""
    for number in count():
        message = data + bytes((number >> shift) & 255 for shift in range(56, -1, -8))
        inner = hmac.new(seed, message, hashlib.sha256)
        yield from inner.digest()


def below(source, n: int) -> int:
    bits = len(f"{n - 1:b}") if n > 1 else 0
    while True:
        number = 0
        for _ in range(-(-bits // 8)):
            number = number * 256 + next(source)
        number %= 2**bits
        if number < n:
            return number


class Fixed(Stream):
    """A stream of these bytes, and no more."""

    def __init__(self, *values: int):
        super().__init__(b"", b"")
        self._left = bytes(values)

    def take(self, amount: int) -> bytes:
        assert amount <= len(self._left)
        taken, self._left = self._left[:amount], self._left[amount:]
        return taken

    @property
    def left(self) -> int:
        return len(self._left)


def rolled(text: str, stream: Stream, law: str = "ruleset-211") -> RollOutcome:
    (command,) = commands(text, load(law).dice)
    return roll(command, stream)


@pytest.mark.parametrize(
    "n", [1, 2, 3, 6, 7, 52, 100, 255, 256, 257, 65536, 65537, 10**6, 10**21, 2**264, 2**264 + 1]
)
def test_numbers_are_drawn_as_described(n):
    stream, source = Stream(SEED, DATA), bytes_of(SEED, DATA)
    assert [stream.below(n) for _ in range(50)] == [below(source, n) for _ in range(50)]


def test_these_draws_never_change():
    assert (
        Stream(SEED, DATA).take(40).hex()
        == "27cd7957f9e254dfb0a0957143c4d68e3be52e5ef4533d5686720caa487dd20cf9e1949c2042cc64"
    )
    stream = Stream(SEED, DATA)
    assert [
        rolled(text, stream).text
        for text in ("DICE6", "3DICE6", "DICE1000000", "FRUIT", "COLOR", "CARD", "{a,b}")
    ] == [
        "DICE6: 6",
        "3DICE6: 2, 2, 3 (7)",
        "DICE1000000: 319409",
        "FRUIT: Lemon",
        "COLOR: Turquoise",
        "CARD: Jack of Clubs",
        "{a,b}: b",
    ]


def test_bytes_are_the_same_however_they_are_taken():
    whole, parts = Stream(SEED, DATA), Stream(SEED, DATA)
    assert whole.take(100) == b"".join(parts.take(size) for size in (0, 1, 31, 32, 33, 3))


def test_another_seed_or_other_data_is_another_stream():
    streams = [Stream(SEED, DATA), Stream(SEED[::-1], DATA), Stream(SEED, DATA + b" ")]
    assert len({stream.take(32) for stream in streams}) == 3


def test_one_outcome_needs_no_bytes():
    assert [Fixed().below(1), rolled("100DICE1", Fixed()).total] == [0, 100]


@pytest.mark.parametrize(
    ("n", "given", "number", "left"),
    [(2, [0xFE], 0, 0), (2, [0xFF], 1, 0), (256, [255], 255, 0), (257, [1, 1, 0, 9], 9, 0), (257, [1, 0], 256, 0),
     (128, [255, 0], 127, 1), (129, [129, 128], 128, 0), (6, [6, 7, 13], 5, 0), (6, [6, 15, 8, 1], 0, 1),
     (65536, [255, 255], 65535, 0), (65537, [1, 0, 1, 254, 0, 2], 2, 0)],
)  # fmt: skip
def test_a_draw_outside_is_thrown_away(n, given, number, left):
    stream = Fixed(*given)
    assert (stream.below(n), stream.left) == (number, left)


def test_every_byte_gives_each_number_as_often():
    for n in (2, 3, 6, 7, 100, 128, 129):
        counted = Counter()
        for byte in range(256):
            stream = Fixed(byte, 0)
            number = stream.below(n)
            if stream.left:
                counted[number] += 1
        assert set(counted) == set(range(n))
        assert len(set(counted.values())) == 1


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_is_below_nothing(n):
    with pytest.raises(ValueError, match=f"no number is below {n}"):
        Fixed().below(n)


def test_outcomes_are_told_as_the_game_tells_them():
    assert [rolled("3DICE6", Fixed(1, 4, 5)), rolled("DICE6", Fixed(3)), rolled("1DICE6", Fixed(3))] == [
        RollOutcome(("2", "5", "6"), 13, "3DICE6: 2, 5, 6 (13)"),
        RollOutcome(("4",), 4, "DICE6: 4"),
        RollOutcome(("4",), 4, "1DICE6: 4"),
    ]
    assert [rolled("CARD", Fixed(37)), rolled("COLOR", Fixed(1)), rolled("{ x , y z }", Fixed(1))] == [
        RollOutcome(("Queen of Spades",), None, "CARD: Queen of Spades"),
        RollOutcome(("Red",), None, "COLOR: Red"),
        RollOutcome(("y z",), None, "{ x , y z }: y z"),
    ]


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"])
def test_a_die_of_no_sides_gives_nought(law):
    assert [rolled("DICE0", Fixed(), law), rolled("2DICE-7", Fixed(), law)] == [
        RollOutcome(("0",), 0, "DICE0: 0"),
        RollOutcome(("0", "0"), 0, "2DICE-7: 0, 0 (0)"),
    ]


def test_a_problem_is_not_rolled():
    with pytest.raises(ValueError, match="at most 100 dice"):
        rolled("101DICE6", Fixed())


def test_an_outcome_is_told_from_the_log():
    assert told("2DICE6", ("1", "2"), 3) == "2DICE6: 1, 2 (3)"
