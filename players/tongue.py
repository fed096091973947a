"""Translation for the parts that know no Django: the same functions, which the site lends its own when it starts.

    from players.tongue import gettext as _, ngettext

Without a site around them, sentences stay as they are written.
"""

from collections.abc import Callable
from typing import NamedTuple


class Tongue(NamedTuple):
    """What translates a sentence, and one that goes by a number."""

    one: Callable[[str], str]
    many: Callable[[str, str, int], str]


class _Lent:
    tongue = Tongue(str, lambda singular, plural, number: singular if number == 1 else plural)


def speak_by(tongue: Tongue) -> None:
    """From now on translate by `tongue`."""
    _Lent.tongue = tongue


def gettext(text: str) -> str:
    """The sentence in the language of the reader."""
    return _Lent.tongue.one(text)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The sentence for that number in the language of the reader."""
    return _Lent.tongue.many(singular, plural, number)


def gettext_noop(text: str) -> str:
    """The sentence as it is, marked to be translated where it is shown."""
    return text
