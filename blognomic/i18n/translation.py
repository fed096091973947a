"""Translation for the parts that know no Django: the same functions, which the site lends its own when it starts.

    from blognomic.i18n.translation import gettext as _, ngettext

Without a site around them, sentences stay as they are written.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from typing import NamedTuple


class Translator(NamedTuple):
    """What translates a sentence, and one that goes by a number; what parts the thousands of a number; what lets the
    language of the game be spoken for a while, and whether it is spoken now; what puts a sentence into the words of the
    dynasty; what tells a label of the law; and what stands for a length of time that goes on while time passes."""

    one: Callable[[str], str]
    many: Callable[[str, str, int], str]
    comma: Callable[[], str] = lambda: ","
    plainly: Callable[[], AbstractContextManager[None]] = nullcontext
    is_plain: Callable[[], bool] = lambda: True
    dressed: Callable[[str], str] = str
    of_the_law: Callable[[str], str] = str
    passing: Callable[[str, int, str], str] = lambda kind, tick, text: text


class _Lent:
    translator = Translator(str, lambda singular, plural, number: singular if number == 1 else plural)


def speak_by(translator: Translator) -> None:
    """From now on translate by `translator`."""
    _Lent.translator = translator


def gettext(text: str) -> str:
    """The sentence in the language of the reader."""
    return _Lent.translator.one(text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The sentence for that number in the language of the reader."""
    return _Lent.translator.many(singular, plural, number)


def gettext_noop(text: str) -> str:
    """The sentence as it is, marked to be translated where it is shown."""
    return text


def in_the_games_language() -> AbstractContextManager[None]:
    """While this lasts, sentences are told in the language of the game: for those that are written down for all."""
    return _Lent.translator.plainly()


def is_the_games_language() -> bool:
    """Whether sentences are told in the language of the game now."""
    return _Lent.translator.is_plain()


def with_dynasty_words(sentence: str) -> str:
    """A sentence of the site in the words that the dynasty has for player and emperor."""
    return _Lent.translator.dressed(sentence)


def of_the_law(label: str) -> str:
    """A label of the law in the reader's language."""
    return _Lent.translator.of_the_law(label)


def until(tick: int, text: str) -> str:
    """`text`, which says how long it is until that tick, or what stands for it where it is to be said later."""
    return _Lent.translator.passing("w", tick, text)


def since(tick: int, text: str) -> str:
    """`text`, which says how long it is since that tick, or what stands for it where it is to be said later."""
    return _Lent.translator.passing("p", tick, text)


class Labels(Mapping[str, str]):
    """Codes and what they are called, marked by `gettext_noop`, each told in the reader's language when it is read."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)

    def __getitem__(self, code: str) -> str:
        return gettext(self._words[code])

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def thousands(number: int) -> str:
    """A number with its thousands parted: "20,000"."""
    return f"{number:,}".replace(",", _Lent.translator.comma())


MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)


def whole_day(at: datetime) -> str:
    """The day: "21 November 2026"."""
    return gettext("{day} {month} {year}").format(
        day=at.day, month=gettext(MONTHS[at.month - 1]), year=at.year
    )
