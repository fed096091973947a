"""Drawing outcomes from a seed, so that whoever knows the seed can draw them again, in any language.

The bytes of a stream are the blocks HMAC-SHA256(key=seed, message=data + i), one after the other, where i = 0, 1,
2… is written in 8 bytes, the highest first. A number below n takes as many bytes as n - 1 needs (none for n = 1),
reads them as a number, the highest byte first, and keeps as many of its lowest bits as n - 1 has; if that is n or
more it is thrown away and the next bytes are taken. So every number below n is as likely as every other.

A die of N sides is 1 + a number below N; of 0 or fewer sides it is 0 and takes nothing from the stream. The dice of
one command are drawn in order. A list, a card or a choice is one number below how many outcomes it has, counted from
0 in the order of Command.options: the cards of the first suit, in the law's order, then those of the next.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from .reading import DiceCommand


class Stream:
    """The bytes that come of a secret `seed` and the public `data`. The same two give the same stream."""

    def __init__(self, seed: bytes, data: bytes):
        self._seed = seed
        self._data = data
        self._blocks = 0
        self._left = b""

    def take(self, amount: int) -> bytes:
        """The next `amount` bytes."""
        parts, short = [self._left], amount - len(self._left)
        while short > 0:
            message = self._data + self._blocks.to_bytes(8, "big")
            parts.append(hmac.digest(self._seed, message, hashlib.sha256))
            self._blocks += 1
            short -= len(parts[-1])
        taken = b"".join(parts)
        self._left = taken[amount:]
        return taken[:amount]

    def below(self, n: int) -> int:
        """The next number from 0 to n - 1, each as likely. Raises ValueError for n under 1."""
        if n < 1:
            raise ValueError(f"no number is below {n}")
        bits = (n - 1).bit_length()
        while True:
            number = int.from_bytes(self.take((bits + 7) // 8), "big") & ((1 << bits) - 1)
            if number < n:
                return number


@dataclass(frozen=True, slots=True)
class RollOutcome:
    """What came of a command: its `faces` in the order drawn, their `total` for dice (else None), and both in words
    with the command ("3DICE6: 2, 5, 6 (13)")."""

    faces: tuple[str, ...]
    total: int | None
    text: str


def roll(command: DiceCommand, stream: Stream) -> RollOutcome:
    """Roll it. Raises ValueError for a command with a problem."""
    if command.problem:
        raise ValueError(command.problem)
    if command.kind == "die":
        numbers = [1 + stream.below(command.sides) if command.sides > 0 else 0 for _ in range(command.count)]
        faces, total = tuple(map(str, numbers)), sum(numbers)
        return RollOutcome(faces, total, told(command.text, faces, total))
    faces = (command.options[stream.below(command.sides)],)
    return RollOutcome(faces, None, told(command.text, faces, None))


def told(command: str, faces: Sequence[str], total: int | None) -> str:
    """An outcome in words, from what a log keeps of it: "DICE6: 4", "3DICE6: 2, 5, 6 (13)", "FRUIT: Kiwi"."""
    outcome = f"{command}: {', '.join(faces)}"
    return outcome if total is None or len(faces) == 1 else f"{outcome} ({total})"
