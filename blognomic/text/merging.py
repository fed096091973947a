"""Merging two changes of one text, word by word, where they do not meet. Pure.

Three texts: the one that both changes were made from, the one that stands now, and the target. Words
and the spaces between them are the pieces; a piece that only one side changed takes that side's change. Where both
changed the same stretch in different ways nothing is guessed: the merge is not clean.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from blognomic.text.alignment import Aligner

_PIECES = re.compile(r"\s+|\w+|[^\w\s]")

Block = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Clash:
    """A stretch that both sides changed: what it was, what stands now, and the target."""

    base: str
    now: str
    target: str


@dataclass(frozen=True, slots=True)
class Merge:
    """The merged text, in which a clash is left as it stands now, and the clashes (none: it is clean)."""

    text: str
    clashes: tuple[Clash, ...]

    @property
    def is_clean(self) -> bool:
        return not self.clashes


def merge(*, base: str, now: str, target: str) -> Merge:
    """Apply to `now` what leads from `base` to `target`."""
    if base == now or now == target:
        return Merge(target, ())
    if base == target:
        return Merge(now, ())
    lines = [
        [_PIECES.findall(line) for line in text.splitlines(keepends=True)] for text in (base, now, target)
    ]
    first, second, third = ([piece for line in text for piece in line] for text in lines)
    runs = _agreed(_blocks(lines[0], lines[1]), _blocks(lines[0], lines[2]))
    merged: list[str] = []
    clashes: list[Clash] = []
    for b, n, w in _stretches(runs, ends=(len(first), len(second), len(third))):
        was, stands, becomes = "".join(first[b]), "".join(second[n]), "".join(third[w])
        if stands == becomes or was == becomes:
            merged.append(stands)
        elif was == stands:
            merged.append(becomes)
        else:
            merged.append(stands)
            clashes.append(Clash(was, stands, becomes))
    return Merge("".join(merged), tuple(clashes))


def undone(*, before: str, after: str, now: str) -> Merge:
    """Take from `now` what led from `before` to `after`. What only came in goes again where it stands whole by now, and
    once, whatever came in beside it since; all else is merged."""
    merged = merge(base=after, now=now, target=before)
    if merged.is_clean:
        return merged
    old, new, present = (_PIECES.findall(text) for text in (before, after, now))
    count = len(new) - len(old)
    if count <= 0:
        return merged
    start = next((at for at, piece in enumerate(old) if piece != new[at]), len(old))
    if new[start + count :] != old[start:]:
        return merged
    while start and "\n" not in new[start] and new[start - 1] == new[start + count - 1]:
        start -= 1  # the same words, begun where a line does
    came = new[start : start + count]
    places = [at for at in range(len(present) - count + 1) if present[at : at + count] == came]
    if len(places) != 1 or not _is_whole(came, (new, start), (present, places[0])):
        return merged
    return Merge("".join([*present[: places[0]], *present[places[0] + count :]]), ())


def _is_whole(came: Sequence[str], *places: tuple[Sequence[str], int]) -> bool:
    """Whether what came in begins and ends at the second place as it did at the first, or where a line does."""
    (first, one), (second, other) = places
    before = [some[at - 1] if at else "\n" for some, at in ((first, one), (second, other))]
    after = [(*some, "\n")[at + len(came)] for some, at in ((first, one), (second, other))]
    begins = "\n" in came[0] or "\n" in before[1] or before[0] == before[1]
    return begins and ("\n" in after[1] or "\n" in came[-1] or after[0] == after[1])


def _stretches(
    runs: Iterator[tuple[int, int, int, int]], *, ends: tuple[int, int, int]
) -> Iterator[tuple[slice, slice, slice]]:
    """The three texts cut at the places where all of them agree: stretches that agree, and those between."""
    b = n = w = 0
    for start, at_now, at_wanted, length in runs:
        if (b, n, w) != (start, at_now, at_wanted):
            yield slice(b, start), slice(n, at_now), slice(w, at_wanted)
        yield (
            slice(start, start + length),
            slice(at_now, at_now + length),
            slice(at_wanted, at_wanted + length),
        )
        b, n, w = start + length, at_now + length, at_wanted + length
    if (b, n, w) != ends:
        yield slice(b, ends[0]), slice(n, ends[1]), slice(w, ends[2])


def _agreed(left: Sequence[Block], right: Sequence[Block]) -> Iterator[tuple[int, int, int, int]]:
    """Runs of base that stand in both others: where in base, in now, in target, and how long."""
    i = j = 0
    while i < len(left) and j < len(right):
        (a, in_now, size), (other, in_target, other_size) = left[i], right[j]
        start, end = max(a, other), min(a + size, other + other_size)
        if start < end:
            yield start, in_now + start - a, in_target + start - other, end - start
        if a + size < other + other_size:
            i += 1
        else:
            j += 1


def _blocks(old: Sequence[list[str]], new: Sequence[list[str]]) -> list[Block]:
    """What two texts share, counted in pieces (place in old, in new, length): whole lines first, and words between
    them, so that a long document costs no more than what differs in it."""
    by_line, by_piece = Aligner[str](anchored=False), Aligner[str](joining=str.isspace, anchored=False)
    starts_old, starts_new = _starts(old), _starts(new)
    blocks: list[Block] = []
    i = j = 0
    shared_lines = by_line.blocks(["".join(line) for line in old], ["".join(line) for line in new])
    for a, b, size in [*shared_lines, (len(old), len(new), 0)]:
        words_old = [piece for line in old[i:a] for piece in line]
        words_new = [piece for line in new[j:b] for piece in line]
        blocks += [
            (starts_old[i] + x, starts_new[j] + y, length)
            for x, y, length in by_piece.blocks(words_old, words_new)
        ]
        if size:
            blocks.append((starts_old[a], starts_new[b], starts_old[a + size] - starts_old[a]))
        i, j = a + size, b + size
    return blocks


def _starts(lines: Sequence[list[str]]) -> list[int]:
    """At which piece each line begins, and where the last one ends."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts
