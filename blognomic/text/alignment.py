"""Which stretches two sequences share: the one engine under all that compares and merges, texts (`differences`,
`merging`) and whatever else stands in an order. Pure.

Items that each sequence has once, in the same order, are taken as anchors (or phrases of them, where items repeat too
much), and what lies between two anchors goes to difflib if it is short and is called rewritten if it is not. So the
time stays bounded, whatever the texts.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)

# Steps that difflib may at worst take in one gap, and in all of them. Beyond that a gap counts as rewritten.
MAX_STEPS_IN_GAP = 400_000
MAX_STEPS = 20_000_000
# How many items make a phrase, to be tried in turn where too few items are rare.
PHRASES = (2, 3, 6)
# Gaps within gaps. Beyond that a text is built to be tedious.
MAX_DEPTH = 30


class Match(NamedTuple, Generic[T]):
    """A stretch of each sequence: equal ones (`same`), or one in the place of the other."""

    same: bool
    old: Sequence[T]
    new: Sequence[T]


class Aligner(Generic[T]):
    """Cuts two sequences into stretches that are equal and stretches that replace each other.

    One serves for a whole comparison, so that all its parts together stay within MAX_STEPS. Items that are `joining`,
    such as white space, belong to what stands beside them: by themselves they say nothing of where they stand.
    `anchored`: rare items come first, which reads best; else the longest stretch, which keeps apart what two people
    changed, and anchors serve only where that would take too long.
    """

    def __init__(self, *, joining: Callable[[T], bool] | None = None, anchored: bool = True) -> None:
        self._joining, self._anchored = joining, anchored
        self._steps_left = MAX_STEPS

    def blocks(self, old: Sequence[T], new: Sequence[T]) -> Iterator[tuple[int, int, int]]:
        """What both share, in order: the place in old, the place in new, and how many items."""
        at_old = at_new = 0
        for match in self.align(old, new):
            if match.same:
                yield at_old, at_new, len(match.old)
            at_old, at_new = at_old + len(match.old), at_new + len(match.new)

    def align(self, old: Sequence[T], new: Sequence[T], depth: int = 0) -> Iterator[Match[T]]:
        """The stretches, in order: together they are `old` and `new`. `depth` is for itself."""
        shorter = min(len(old), len(new))
        start = 0
        while start < shorter and old[start] == new[start]:
            start += 1
        end = 0
        while end < shorter - start and old[-1 - end] == new[-1 - end]:
            end += 1
        if start:
            yield Match(True, old[:start], new[:start])
        yield from self._between(old[start : len(old) - end], new[start : len(new) - end], depth)
        if end:
            yield Match(True, old[len(old) - end :], new[len(new) - end :])

    def _between(self, old: Sequence[T], new: Sequence[T], depth: int) -> Iterator[Match[T]]:
        """The same for sequences that neither begin nor end alike."""
        if not old or not new:
            if old or new:
                yield Match(False, old, new)
            return
        steps = _steps_of_difflib(old, new)
        short = steps <= min(MAX_STEPS_IN_GAP, self._steps_left)
        wants_anchors = depth < MAX_DEPTH and (self._anchored or not short)
        anchors = self._anchors(old, new) if wants_anchors else []
        if not anchors and not short and depth < MAX_DEPTH:
            anchors = next(filter(None, (self._anchors(old, new, length) for length in PHRASES)), [])
        if anchors:
            at_old = at_new = 0
            for place_old, place_new in anchors:
                yield from self.align(old[at_old:place_old], new[at_new:place_new], depth + 1)
                yield Match(True, old[place_old : place_old + 1], new[place_new : place_new + 1])
                at_old, at_new = place_old + 1, place_new + 1
            yield from self.align(old[at_old:], new[at_new:], depth + 1)
        elif short:
            self._steps_left -= steps
            for tag, i, j, k, m in SequenceMatcher(self._joining, old, new, autojunk=False).get_opcodes():
                yield Match(tag == "equal", old[i:j], new[k:m])
        else:
            yield Match(False, old, new)

    def _anchors(self, old: Sequence[T], new: Sequence[T], length: int = 1) -> list[tuple[int, int]]:
        """The places where phrases of that length begin which each has exactly once: the longest run in one order."""
        once_old = {phrase: place for place, phrase in _once(old, length)}
        common = [
            (once_old[phrase], place)
            for place, phrase in _once(new, length)
            if phrase in once_old and not (self._joining and all(map(self._joining, phrase)))
        ]
        # The longest increasing run, by patience: the piles' tops, and for each card the one to its left.
        tops: list[int] = []
        cards: list[int] = []
        left: list[int] = []
        for card, (place, _) in enumerate(common):
            pile = bisect_left(tops, place)
            left.append(cards[pile - 1] if pile else -1)
            tops[pile : pile + 1] = [place]
            cards[pile : pile + 1] = [card]
        run: list[tuple[int, int]] = []
        card = cards[-1] if cards else -1
        while card >= 0:
            run.append(common[card])
            card = left[card]
        return run[::-1]


def _once(items: Sequence[T], length: int) -> list[tuple[int, tuple[T, ...]]]:
    phrases = list(zip(*(items[start:] for start in range(length)), strict=False))
    times = Counter(phrases)
    return [(place, phrase) for place, phrase in enumerate(phrases) if times[phrase] == 1]


def _steps_of_difflib(old: Sequence[T], new: Sequence[T]) -> int:
    """How many it takes at worst: each equal pair is looked at once for every stretch that is found."""
    times = Counter(new)
    return sum(times[item] for item in old) * min(len(old), len(new))
