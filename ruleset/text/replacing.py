"""Words of a text replaced or taken out, wherever they stand in whatever it says by then. Pure."""

import os.path
import re
from collections.abc import Iterator, Sequence
from typing import Final

from .inserting import MARK, Span, pieces
from .quoted_words import spans

# How many of the places where the words stand: all, the one that there is, or the first.
COUNTS: Final = ("every", "one", "first")
_WIDENINGS: Final = (0, 1, 2, 4, 8, 16)  # words on both sides by which words are told from others like them
_WORD: Final = re.compile(r"\S+")


def places_of(words: str, text: str, *, whole: bool) -> list[Span]:
    """Where words stand in a text, apart from one another: as whole words, their marks and white space left alone
    (`whole`), or letter by letter."""
    if whole:
        return spans(words, text)[0]
    places, at = [], text.find(words)
    while at >= 0:
        places.append((at, at + len(words)))
        at = text.find(words, at + len(words))
    return places


def replaced(text: str, places: Sequence[Span], new: str, *, whole: bool) -> str:
    """The text with `new` in these places, which are in order; whole words that go take along what held them."""
    if whole and not new:
        for place in reversed(places):
            text = without(text, place)
        return text
    parts, at = [], 0
    for start, end in places:
        parts += [text[at:start], new]
        at = end
    return "".join([*parts, text[at:]])


def without(text: str, span: Span) -> str:
    """The text without what stands there, and without the white space, blank line or empty item that would be left."""
    start, end = span
    before, after = text[:start], text[end:]
    if not before.strip() or before.endswith("\n") or MARK.fullmatch(before[before.rfind("\n") + 1 :]):
        line = before.rfind("\n") + 1
        if not after or after.startswith("\n"):
            ahead, behind = before[:line].rstrip("\n"), after.lstrip("\n")
            tight = _is_item(before[:line].rstrip("\n")) and _is_item(behind)
            return (f"{ahead}\n{behind}" if tight else f"{ahead}\n\n{behind}").strip("\n")
        return before + after.lstrip(" ")
    if after[:1] in ("", "\n"):
        return before.rstrip(" ") + after
    if before.endswith(" ") and (after.startswith(" ") or after[:1] in ".,;:!?)"):
        return before[:-1] + after
    return before + after


def _is_item(text: str) -> bool:
    line = text.lstrip("\n").split("\n")[0] if text else ""
    last = text.rstrip("\n").rsplit("\n", 1)[-1] if text else ""
    return bool(MARK.match(line) or MARK.match(last))


def as_replacement(old: str, new: str, span: Span | None = None) -> tuple[str, str] | None:
    """The words of `old` that stand there once, and what comes instead of them so that it says `new`: as few as tell
    the place, and all between both ends of `span`, where that is known. None where no words do that."""
    if old == new or not old.strip():
        return None
    for start, end in [*([span] if span else []), _differing(old, new)]:
        for first, last in _widened(old, start, end):
            find = old[first:last]
            if not find.strip() or len(places := places_of(find, old, whole=True)) != 1:
                continue
            for words in dict.fromkeys((new[first : len(new) - len(old) + last], "")):
                if replaced(old, places, words, whole=True) == new:
                    return find, words
    return None


def _differing(old: str, new: str) -> Span:
    """From where to where a text differs from another, in whole words of it."""
    start = len(os.path.commonprefix([old, new]))
    shorter = min(len(old), len(new)) - start
    same = len(os.path.commonprefix([old[::-1][:shorter], new[::-1][:shorter]]))
    end = len(old) - same
    while start and not old[start - 1].isspace():
        start -= 1
    while end < len(old) and not old[end].isspace():
        end += 1
    return start, end


def _widened(text: str, start: int, end: int) -> Iterator[Span]:
    """A span, and the same with more and more words on both sides, as far as its paragraph, list or table goes."""
    around = [one.span for one in pieces(text) if one.span[0] <= start and end <= one.span[1]]
    first, last = around[0] if around else (0, len(text))
    before = [word.start() for word in _WORD.finditer(text, first, start)]
    after = [word.end() for word in _WORD.finditer(text, end, last)]
    for count in _WIDENINGS:
        if count > max(len(before), len(after), 1) * 2:
            return
        left = (before[-count:] or [start])[0] if count else start
        right = (after[:count] or [end])[-1] if count else end
        yield left, right
