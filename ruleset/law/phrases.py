"""The words of the law in the reader's language.

What a law says of itself, in labels and notes, is data that players amend by vote. What they have left as it was
shipped is translated, whatever the numbers in it are by now; what they have written is told as they wrote it.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from blognomic.i18n.filling import Told
from blognomic.i18n.former_words import FORMER
from blognomic.i18n.stored_messages import plain_label, told_label
from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import is_the_games_language, ngettext
from ruleset.law.numbers_in_words import NAMED, PARTS
from ruleset.law.shipped_words import WORDS

MOST_WORDS: Final = 2_000  # remembered; the shipped laws have some two hundred

_HOURS = r"\d{1,6} (?:hours?|days)"
# As `numbers_in_words` has them, in English.
_AMOUNTS: Final[Mapping[str, str]] = {
    "hours": rf"{_HOURS}(?:, or {_HOURS} while there is a hiatus)?|“[^”]*” hours",  # in English
    "quorum": r"\d{1,9}, however many players there are|(?:“[^”]*”|[^“”]{1,20} of the players), rounded down.{0,60}",
    "most": r"\d{1,9}|“[^”]*”",
}


class _Phrase(NamedTuple):
    """Words as they were shipped, and the amounts that are named in them, in English."""

    words: str
    amounts: tuple[tuple[str, str], ...]


def told(words: str) -> str:
    """A label or a note of a law in the reader's language, which can be kept for others, too."""
    return words if isinstance(words, Told) else told_label(_in_readers_words(words), words)


def told_as_a_sentence(words: str) -> str:
    """The same as a sentence of its own."""
    if (plain := plain_label(words)) is not None:
        return told_label(_capital(words), _capital(plain))
    return told(_capital(words))


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"


def _in_readers_words(words: str) -> str:
    if is_the_games_language():
        return words
    if (phrase := _phrase(words)) is not None:
        return _filled(phrase)
    if (phrase := _phrase(f"{words[:1].lower()}{words[1:]}")) is None:
        return words
    sentence = _filled(phrase)
    return f"{sentence[:1].upper()}{sentence[1:]}"


@lru_cache(maxsize=MOST_WORDS)
def _phrase(words: str) -> _Phrase | None:
    for shipped, pattern in _patterns():
        if match := pattern.fullmatch(words):
            return _Phrase(shipped, tuple(match.groupdict().items()))
    return None


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    former = [(words, old) for old, words in FORMER.items() if words in WORDS]
    return [(words, re.compile(_pattern(old))) for words, old in [*zip(WORDS, WORDS, strict=True), *former]]


def _pattern(words: str) -> str:
    """What the words look like with any amounts in them. One that is named twice is taken where it comes first."""
    parts, end, seen = [], 0, set[str]()
    for match in NAMED.finditer(words):
        parts.append(_with_plain_marks(words[end : match.start()]))
        kind, name, end = match["name"].partition(".")[0], _group(match["name"]), match.end()
        parts.append(f"(?:{_AMOUNTS[kind]})" if name in seen else f"(?P<{name}>{_AMOUNTS[kind]})")
        if match["one"] is not None:
            parts.append(f" (?:{re.escape(match['one'])}|{re.escape(match['many'])})")
        seen.add(name)
    return "".join([*parts, _with_plain_marks(words[end:])])


def _with_plain_marks(words: str) -> str:
    """What the words look like also with the straight marks in which laws were shipped once."""
    return re.sub("[“”]", '[“”"]', re.escape(words)).replace("’", "[’']")


def _group(name: str) -> str:
    return name.replace(".", "__")


def _filled(phrase: _Phrase) -> str:
    amounts = dict(phrase.amounts)

    def amount(match: re.Match[str]) -> str:
        name = match["name"]
        value = amounts[_group(name)]
        if match["one"] is not None:
            return f"{value} {match['one'] if value == '1' else match['many']}"
        return _OF_SORT[name.partition(".")[0]](value)

    return NAMED.sub(amount, _(phrase.words))


def _hours(words: str) -> str:
    """So many hours: "48 hours", "7 days", "“n * 2” hours", "48 hours, or 24 hours while there is a hiatus"."""
    usually, comma, in_hiatus = words.partition(", or ")
    if comma:
        in_hiatus = in_hiatus.removesuffix(" while there is a hiatus")
        both = _("{usually}, or {in_hiatus} while there is a hiatus")
        return both.format(usually=_hours(usually), in_hiatus=_hours(in_hiatus))
    if words.startswith("“"):
        return _("{formula} hours").format(formula=words.removesuffix(" hours"))
    number, unit = words.split(" ")
    if unit == "days":
        return ngettext("{number} day", "{number} days", int(number)).format(number=number)
    return ngettext("{number} hour", "{number} hours", int(number)).format(number=number)


def _quorum(words: str) -> str:
    """How many are a quorum: "half of the players, rounded down, plus one", "7, however many players there are"."""
    number, fixed, __ = words.partition(", however many")
    if fixed:
        return _("{number}, however many players there are").format(number=number)
    amount, __, more = words.partition(", rounded down")
    if amount.startswith("“"):
        return _("{formula}, rounded down, where n is the number of players").format(formula=amount)
    part = amount.removesuffix(" of the players")
    share = _(part) if part in PARTS.values() else part
    if not more:
        return _("{share} of the players, rounded down").format(share=share)
    plus = more.removeprefix(", plus ")
    plus = _("one") if plus == "one" else plus
    return _("{share} of the players, rounded down, plus {number}").format(share=share, number=plus)


_OF_SORT: Final[Mapping[str, Callable[[str], str]]] = {"hours": _hours, "quorum": _quorum, "most": str}
