"""Where quoted words stand in a text: quotation marks and white space do not matter, case does. Pure."""

import re
from dataclasses import dataclass
from functools import lru_cache

from blognomic.text.likeness import NEAR, by_letters

_MARKS = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'", "\u00a0": " "}
_MARKED = re.compile("[“”„«»‘’`\u00a0]")
_WIDE = re.compile(r"\s{2,}")


@dataclass(frozen=True, slots=True)
class Flat:
    """A text as it is compared, and where each of its characters stands in the text itself."""

    text: str
    places: tuple[int, ...]

    @staticmethod
    def of(text: str) -> "Flat":
        places: list[int] = []
        begun = 0
        for run in _WIDE.finditer(text):
            places.extend(range(begun, run.start() + 1))
            begun = run.end()
        places.extend(range(begun, len(text) + 1))
        return Flat(flat(text), tuple(places))


@lru_cache(maxsize=256)  # the rules of a game, which each sentence may look through
def flat(words: str) -> str:
    """Words as they are compared."""
    return re.sub(r"\s+", " ", _MARKED.sub(lambda mark: _MARKS[mark[0]], words))


def spans(words: str, text: str) -> tuple[list[tuple[int, int]], int]:
    """Where `words` stand in `text` as whole words, in order and apart from one another; and how often they stand there
    as parts of longer words."""
    whole, parts = _spans(words, text)
    return list(whole), parts


@lru_cache(maxsize=512)  # a sentence may ask several times for the same words in all rules
def _spans(words: str, text: str) -> tuple[tuple[tuple[int, int], ...], int]:
    flat_words = flat(words).strip() if words.strip() else ""
    if not flat_words or flat_words not in flat(text):
        return (), 0
    inside = Flat.of(text)
    whole: list[tuple[int, int]] = []
    parts = 0
    at = inside.text.find(flat_words)
    while at >= 0:
        end = at + len(flat_words)
        if _is_whole(inside.text, at, end):
            whole.append((inside.places[at], inside.places[end - 1] + 1))
            at = inside.text.find(flat_words, end)
        else:
            parts += 1
            at = inside.text.find(flat_words, at + 1)
    return tuple(whole), parts


def _is_whole(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start], text[end : end + 1]
    if before.isalnum() and text[start].isalnum():
        return False
    if after.isalnum() and text[end - 1].isalnum():
        return False
    # "9" does not stand in "9.5" or in "1,900".
    if text[start].isdigit() and before in (".", ",") and text[start - 2 : start - 1].isdigit() and before:
        return False
    return not (
        text[end - 1].isdigit() and after in (".", ",") and text[end + 1 : end + 2].isdigit() and after
    )


def nearest(words: str, text: str) -> str:
    """The words of a text that are most like `words`, or ""."""
    word_list, inside = words.split(), text.split()
    if not word_list or len(word_list) > 60 or len(inside) > 2_000:
        return ""
    count = len(word_list)
    best, best_words = NEAR, ""
    for at in range(max(1, len(inside) - count + 1)):
        some = " ".join(inside[at : at + count])
        if len(set(word_list) & set(inside[at : at + count])) * 2 < count:
            continue
        if (likeness := by_letters(words, some)) > best:
            best, best_words = likeness, some
    return best_words
