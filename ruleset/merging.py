"""Merging two changes of one text, word by word, where they do not meet. Pure.

Three texts: the one that both changes were made from, the one that stands now, and the one that is wanted. Words
and the spaces between them are the pieces; a piece that only one side changed takes that side's change. Where both
changed the same stretch in different ways nothing is guessed: the merge is not clean.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_PIECES = re.compile(r"\s+|\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Clash:
    """A stretch that both sides changed: what it was, what stands now, what is wanted."""

    base: str
    now: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text, in which a clash is left as it stands now, and the clashes (none: it is clean)."""

    text: str
    clashes: tuple[Clash, ...]

    @property
    def is_clean(self) -> bool:
        return not self.clashes


def merge(*, base: str, now: str, wanted: str) -> Merge:
    """Apply to `now` what leads from `base` to `wanted`."""
    if base == now or now == wanted:
        return Merge(wanted, ())
    if base == wanted:
        return Merge(now, ())
    first, second, third = (_PIECES.findall(text) for text in (base, now, wanted))
    merged: list[str] = []
    clashes: list[Clash] = []
    for b, n, w in _stretches(first, second, third):
        was, stands, asked = "".join(first[b]), "".join(second[n]), "".join(third[w])
        if stands == asked or was == asked:
            merged.append(stands)
        elif was == stands:
            merged.append(asked)
        else:
            merged.append(stands)
            clashes.append(Clash(was, stands, asked))
    return Merge("".join(merged), tuple(clashes))


def _stretches(
    base: Sequence[str], now: Sequence[str], wanted: Sequence[str]
) -> Iterator[tuple[slice, slice, slice]]:
    """The three texts cut at the places where all of them agree: stretches that agree, and those between."""
    b = n = w = 0
    for start, at_now, at_wanted, length in _agreed(base, now, wanted):
        if (b, n, w) != (start, at_now, at_wanted):
            yield slice(b, start), slice(n, at_now), slice(w, at_wanted)
        yield (
            slice(start, start + length),
            slice(at_now, at_now + length),
            slice(at_wanted, at_wanted + length),
        )
        b, n, w = start + length, at_now + length, at_wanted + length
    if (b, n, w) != (len(base), len(now), len(wanted)):
        yield slice(b, len(base)), slice(n, len(now)), slice(w, len(wanted))


def _agreed(
    base: Sequence[str], now: Sequence[str], wanted: Sequence[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Runs of base that stand in both others: where in base, in now, in wanted, and how long."""
    left = SequenceMatcher(None, base, now, autojunk=False).get_matching_blocks()
    right = SequenceMatcher(None, base, wanted, autojunk=False).get_matching_blocks()
    i = j = 0
    while i < len(left) and j < len(right):
        one, other = left[i], right[j]
        start, end = max(one.a, other.a), min(one.a + one.size, other.a + other.size)
        if start < end:
            yield start, one.b + start - one.a, other.b + start - other.a, end - start
        if one.a + one.size < other.a + other.size:
            i += 1
        else:
            j += 1
