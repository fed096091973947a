"""Numbers in the words of a rule, and how they change with them. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from blognomic.text.alignment import Aligner

from .number_words import BELOW_A_HUNDRED

MOST: Final = 400  # numbers of a text that are compared
_WORDS: Final = "|".join(sorted(BELOW_A_HUNDRED, key=len, reverse=True))
_NUMBER: Final = re.compile(
    rf"(?<![\w.,])(?P<number>\d{{1,9}}|{_WORDS})(?![\w]|[.,]\d)(?:[\s-]+(?P<unit>minute|hour|day|week)s?\b)?",
    re.IGNORECASE,
)
# How many of the smaller unit make one of the larger.
_FACTORS: Final = {("hour", "minute"): 60, ("day", "hour"): 24, ("week", "hour"): 168, ("week", "day"): 7}


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number that a text states, and of what ("hour", "day" …; "" for anything else)."""

    value: int
    unit: str = ""

    def counted_in(self, unit: str) -> int | None:
        """The number in another unit; None where it is not of that kind."""
        if unit == self.unit or not self.unit:
            return self.value
        factor = _FACTORS.get((self.unit, unit))
        return self.value * factor if factor else None


def stated_in(text: str) -> list[StatedNumber]:
    """The numbers that a text states, in order."""
    stated = []
    for match in _NUMBER.finditer(text):
        word = match["number"].casefold()
        value = int(word) if word.isdecimal() else BELOW_A_HUNDRED[word]
        stated.append(StatedNumber(value, (match["unit"] or "").casefold()))
        if len(stated) >= MOST:
            break
    return stated


def changed_between(old: str, new: str) -> list[tuple[StatedNumber, StatedNumber]]:
    """The numbers that a text states and that another one states otherwise in their places."""
    before, after = stated_in(old), stated_in(new)
    pairs: list[tuple[StatedNumber, StatedNumber]] = []
    for match in Aligner[StatedNumber](anchored=False).align(before, after):
        if not match.same and len(match.old) == len(match.new):
            pairs += zip(match.old, match.new, strict=True)
    return pairs
