"""Stems of English words by Porter's algorithm of 1980, as both databases have them but for a few rare words: so that
"proposals" is marked where "proposed" was looked for."""

import re
from functools import lru_cache

_VOWEL = "aeiou"
_TWO = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "bli": "ble", "logi": "log",
    "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate",
    "alism": "al", "iveness": "ive", "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive",
    "biliti": "ble",
}  # fmt: skip
_THREE = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
_FOUR = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "ion", "al", "er", "ic", "ou",
)  # fmt: skip


@lru_cache(maxsize=4_000)
def stem(word: str) -> str:
    """The stem of a word in lower case. Words with other letters than a to z are their own stems, as are short ones."""
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return word
    word = _participle(_plural(word))
    if word[-1] == "y" and "v" in _shape(word[:-1]):
        word = f"{word[:-1]}i"
    word = _without(word, _TWO)
    word = _without(word, _THREE)
    return _end(_suffix(word))


def _shape(word: str) -> str:
    """Each letter as v or c. A y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        is_vowel = letter in _VOWEL or letter == "y" and shape[-1:] == "c"
        shape += "v" if is_vowel else "c"
    return shape


def _measure(word: str) -> int:
    """How often consonants follow vowels in it."""
    return len(re.findall("v+c+", _shape(word)))


def _is_short(word: str) -> bool:
    """Whether it ends as "hop" and "fil" do, which had an e or a second consonant."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith("sses") or word.endswith("ies"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _participle(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        before = word.removesuffix(ending)
        if before != word and "v" in _shape(before):
            return _mended(before)
    return word


def _mended(word: str) -> str:
    """What is left without -ed or -ing as the verb is written: hopp as hop, fil as file."""
    if word.endswith(("at", "bl", "iz")):
        return f"{word}e"
    if len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c" and word[-1] not in "lsz":
        return word[:-1]
    return f"{word}e" if _measure(word) == 1 and _is_short(word) else word


def _without(word: str, endings: dict[str, str]) -> str:
    for ending in sorted(endings, key=len, reverse=True):
        if word.endswith(ending):
            before = word.removesuffix(ending)
            return before + endings[ending] if _measure(before) else word
    return word


def _suffix(word: str) -> str:
    for ending in _FOUR:
        if word.endswith(ending):
            before = word.removesuffix(ending)
            keeps = _measure(before) < 2 or ending == "ion" and before[-1] not in "st"
            return word if keeps else before
    return word


def _end(word: str) -> str:
    if word.endswith("e"):
        before = word[:-1]
        if _measure(before) > 1 or _measure(before) == 1 and not _is_short(before):
            word = before
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
