"""How alike two texts or names are, from 0 (nothing in common) to 1 (the same), and what is near a name that nothing
has. Pure. What exactly differs, `alignment` says.
"""

from collections import Counter
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Final

NEAR: Final = 0.6  # of two texts of which the one may be the other, reworded or misspelt


def by_words(one: Counter[str], other: Counter[str]) -> float:
    """By how many words of two texts they share, wherever these stand."""
    together = one.total() + other.total()
    return 2 * (one & other).total() / together if together else 0.0


def by_letters(one: str, other: str) -> float:
    """By the letters that they share in the same order."""
    return SequenceMatcher(None, one, other).ratio()


def near_names(name: str, names: Iterable[str], *, most: int = 3) -> tuple[str, ...]:
    """Those of the names that somebody may have meant, the most alike first; each once."""
    return tuple(dict.fromkeys(get_close_matches(name, list(names), n=most, cutoff=NEAR)))
