"""Which rolls are worth a word: how often as much, or as little, comes. Pure."""

import re
from dataclasses import dataclass
from fractions import Fraction

from gamestate.dice.reading import DiceCommand
from gamestate.dice.spread import weights

RARE = Fraction(1, 20)
_DIE = re.compile(r"DICE([1-9][0-9]{0,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Odds:
    """How often a total comes that is as high (`high`), or as low, as the one that came."""

    chance: Fraction
    high: bool

    @property
    def once_in(self) -> int:
        """How many times one has to roll to see it once, to the nearest."""
        return round(1 / self.chance)


def odds(die: str, number: int, total: str) -> Odds | None:
    """The odds of a total of so many dice of one kind, such as "DICE6"; None for what has no totals to compare."""
    match = _DIE.fullmatch(die)
    if match is None or number < 1 or not total.isdecimal():
        return None
    ways = weights(DiceCommand(die, 0, len(die), "die", number, int(match[1])))
    if ways is None or total not in ways or len(ways) < 2:
        return None
    every, came = sum(ways.values()), int(total)
    high = Fraction(sum(number for name, number in ways.items() if int(name) >= came), every)
    low = Fraction(sum(number for name, number in ways.items() if int(name) <= came), every)
    return Odds(high, True) if high <= low else Odds(low, False)
