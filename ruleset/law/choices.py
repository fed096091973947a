"""The names by which the judge knows the choices of a matter, and the letters by which voters type them.

The first choice is `choice_a`, typed `:a:`; the twentieth `choice_t`. A law can call no icon of its own so.
"""

from functools import lru_cache

MOST = 20
PREFIX = "choice_"


@lru_cache(maxsize=MOST + 1)
def letters(number: int) -> tuple[str, ...]:
    """The names of so many choices, at most MOST, in their order."""
    return tuple(f"{PREFIX}{chr(ord('a') + place)}" for place in range(min(number, MOST)))


def is_choice(name: str) -> bool:
    """Whether a vote of that name is for a choice."""
    return name.startswith(PREFIX)


def code_of(name: str) -> str:
    """The letter of a choice: "a" for "choice_a"."""
    return name.removeprefix(PREFIX)


def place_of(name: str) -> int:
    """Which of a matter's choices a name means, counted from 0."""
    return ord(code_of(name)) - ord("a")
