"""Numbers in words: "seven", "twenty-one"."""

from typing import Final

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
