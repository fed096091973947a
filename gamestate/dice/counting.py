"""Rolling the same thing very often and counting what comes. Not for the game, whose rolls are drawn one by one."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from math import prod

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import thousands

from .reading import DiceCommand
from .spread import SHORT, weights

MOST_TIMES = 100_000_000
MOST_DICE_IN_ALL = 1_000_000_000
MOST_KEPT = 1_000_000
_BATCH = 1 << 18
_WIDTHS = ((2, "H"), (4, "I"), (8, "Q"))

Source = Callable[[int], bytes]
Numbers = Sequence[int]


class TooMuch(ValueError):
    """More rolls than are made at a time. `str()` is a sentence."""


def count_outcomes(
    commands: Sequence[DiceCommand],
    *,
    times: int,
    source: Source,
    progress: Callable[[int], object] | None = None,
) -> dict[str, int]:
    """Roll all the commands together `times` times; how often each outcome came, in natural order.

    `source` gives as many random bytes as it is asked for, such as os.urandom. Of several dice the total is counted,
    of several commands what they gave together ("4, Lemon"). Where there are at most SHORT possible outcomes, those
    that never came are there with 0. `progress` is told now and then how many times are done.

    Raises TooMuch for `times` outside 1 to MOST_TIMES, for more than MOST_DICE_IN_ALL dice, or where more than
    MOST_KEPT different outcomes might have to be counted; ValueError for no command, or one with a problem.
    """
    _check(commands, times)
    counted: Counter[tuple[int, ...]] = Counter()
    done = 0
    batch = max(_BATCH // max(command.count for command in commands), 1)
    while done < times:
        rolled = min(batch, times - done)
        counted.update(zip(*(_indices(command, rolled, source) for command in commands), strict=True))
        done += rolled
        if progress:
            progress(done)
    named: Counter[str] = Counter()
    possible = together(commands)
    if possible is not None:
        named.update(dict.fromkeys(possible, 0))
    for key in sorted(counted):
        named[_name(commands, key)] += counted[key]
    return dict(named)


def together(commands: Sequence[DiceCommand]) -> dict[str, int] | None:
    """The weights of what several commands give together, as spread.weights; None if they are more than SHORT."""
    each = [weights(command) for command in commands]
    known = [ways for ways in each if ways is not None]
    if len(known) < len(each) or prod(map(len, known)) > SHORT:
        return None
    joined: Counter[str] = Counter()
    for names in product(*known):
        joined[", ".join(names)] += prod(ways[name] for ways, name in zip(known, names, strict=True))
    return dict(joined)


def uniform(n: int, amount: int, source: Source) -> Numbers:
    """`amount` numbers from 0 to n - 1, each as likely, in bulk. Draws that would favour some are thrown away."""
    if n <= 256:
        return _from_bytes(n, amount, source)
    for width, code in _WIDTHS:
        if n <= 256**width:
            return _from_words(n, amount, source, width=width, code=code)
    return _from_long(n, amount, source)


def _from_bytes(n: int, amount: int, source: Source) -> bytes:
    """A byte each: those up to the last multiple of n are taken modulo n, the rest deleted."""
    limit = 256 - 256 % n
    remainders, refused = bytes(byte % n for byte in range(256)), bytes(range(limit, 256))
    kept = b""
    while len(kept) < amount:
        kept += source(max(amount - len(kept), 64)).translate(remainders, refused)
    return kept[:amount]


def _from_words(n: int, amount: int, source: Source, *, width: int, code: str) -> list[int]:
    limit = 256**width - 256**width % n
    kept: list[int] = []
    while len(kept) < amount:
        words = memoryview(source((amount - len(kept)) * width)).cast(code)  # type: ignore[call-overload]
        kept += [word % n for word in words.tolist() if word < limit]
    return kept


def _from_long(n: int, amount: int, source: Source) -> list[int]:
    bits = (n - 1).bit_length()
    width, mask = (bits + 7) // 8, (1 << bits) - 1
    kept: list[int] = []
    while len(kept) < amount:
        number = int.from_bytes(source(width), "big") & mask
        if number < n:
            kept.append(number)
    return kept


def _indices(command: DiceCommand, amount: int, source: Source) -> Numbers:
    """`amount` outcomes of a command: of dice how much the total is above the least, else which option."""
    if command.kind == "die" and command.sides < 1:
        return bytes(amount)
    drawn = uniform(command.sides, amount * command.count, source)
    return drawn if command.count == 1 else list(map(sum, zip(*[iter(drawn)] * command.count, strict=True)))


def _name(commands: Sequence[DiceCommand], key: tuple[int, ...]) -> str:
    names = []
    for command, index in zip(commands, key, strict=True):
        if command.kind != "die":
            names.append(command.options[index])
        else:
            names.append(str(command.count + index if command.sides > 0 else 0))
    return ", ".join(names)


def _check(commands: Sequence[DiceCommand], times: int) -> None:
    if not commands:
        raise ValueError("nothing to roll")
    for command in commands:
        if command.problem:
            raise ValueError(command.problem)
    if not 1 <= times <= MOST_TIMES:
        raise TooMuch(_("You can roll it 1 to {most} times.").format(most=thousands(MOST_TIMES)))
    dice = times * sum(command.count for command in commands)
    if dice > MOST_DICE_IN_ALL:
        raise TooMuch(
            _("That would be {dice} dice. You can roll at most {most} at a time.").format(
                dice=thousands(dice), most=thousands(MOST_DICE_IN_ALL)
            )
        )
    different = prod(_outcomes(command) for command in commands)
    if min(different, times) > MOST_KEPT:
        raise TooMuch(
            _(
                "That has up to {different} different outcomes. With so many, you can roll it at "
                "most {most} times."
            ).format(different=thousands(min(different, times)), most=thousands(MOST_KEPT))
        )


def _outcomes(command: DiceCommand) -> int:
    return command.count * max(command.sides - 1, 0) + 1 if command.kind == "die" else command.sides
