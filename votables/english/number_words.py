"""Numbers in words, "seven", "twenty-one", and how one looks in figures."""

from typing import Final

FIGURE: Final = r"[0-9]{1,15}(?:,[0-9]{3})*(?:\.[0-9]{1,9})?"
"""A number in figures, of as many digits as a formula holds: "1,250", "2.5"."""

_UNITS: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
BELOW_A_HUNDRED: Final = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, 2)},
    **{
        f"{tens}-{_UNITS[unit]}": 10 * value + unit
        for value, tens in enumerate(_TENS, 2)
        for unit in range(1, 10)
    },
}
