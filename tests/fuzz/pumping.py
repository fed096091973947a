"""How much work a reader does, counted in steps of Python rather than in seconds, on texts that are made to cost it
much: a beginning, then one piece again and again, then an end.

What hypothesis tries is a few dozen such texts in the suite, and thousands in `make fuzz`.
"""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

# So many texts are made longer and longer, which costs more than reading them once.
MOST = settings().max_examples
SOME = settings(max_examples=MOST if MOST > 100 else 30, deadline=None)  # of texts that take long to make up
FEW = settings(max_examples=max(10, MOST // 10), deadline=None)
SHORT, LONGER = 150, 4  # how often a piece stands there, and how many times as often in the longer text
# So many times the steps may four times the text cost: what is in proportion costs four times as many, what grows with
# the square sixteen times, with the cube sixty-four times.
IN_PROPORTION, SQUARE = 6, 24
# What a reader does whatever the text is.
FREE = 20_000


def steps(read: Callable[[], Any], *, refused: type[Exception]) -> int:
    """How many lines of Python run until `read` answers or raises `refused`; another error is passed on."""
    count = 0

    def step(frame: FrameType, event: str, argument: Any) -> Callable[..., Any]:
        nonlocal count
        count += 1
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        read()
    except refused:
        pass
    finally:
        sys.settrace(before)
    return count


def pumped(pieces: st.SearchStrategy[str]) -> st.SearchStrategy[Callable[[int], str]]:
    """For each number of times the text in which one piece, of one to three of `pieces`, stands so often."""
    few = st.lists(pieces, max_size=2).map("".join)
    again = st.lists(pieces, min_size=1, max_size=3).map("".join)
    return st.tuples(few, again, few).map(lambda parts: lambda times: parts[0] + parts[1] * times + parts[2])


def grows_too_fast(
    read: Callable[[str], Any],
    text: Callable[[int], str],
    *,
    refused: type[Exception] = ValueError,
    most: int = IN_PROPORTION,
    short: int = SHORT,
) -> str:
    """ "", or how the work grows where four times the text costs more than `most` times the steps."""
    few, many = (steps(lambda: read(text(times)), refused=refused) for times in (short, LONGER * short))  # noqa: B023
    return f"{text(1)!r}: {few} steps, {many} steps" if many > most * few + FREE else ""
