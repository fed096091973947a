"""How a sentence of the site is filled with names, titles and values: so that those which are written from right to
left turn nothing that stands around them, on a page, in a letter, a feed, the record, or an answer to a program.

A sentence remembers the words that it was translated from, and what was put into it: so what is told to somebody can be
kept, and told to others in their language (`blognomic.i18n.stored_messages`). Put together by hand, it forgets.

`keeping_apart` is laid round the functions that translate, when the site starts; so whatever is filled into a sentence
that was translated, by `format`, by `%` or by a template, comes by here. Decision 041.
"""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Final, NamedTuple, ParamSpec

from blognomic.text.one_line import isolated, turns

Asked = ParamSpec("Asked")

STOPS: Final = frozenset({".", "!", "?", "…"})  # what ends a sentence
# What may stand after the last sign of a value: the end of an element or of an isolate.
_CLOSING: Final = re.compile(r"(?:</[a-z]+>|\u2069)+$")
_QUOTED: Final = re.compile(r"((?:<[^>]*>|\u2068)*)(?:“([^“”„]*)”|„([^“”„]*)“)((?:<[^>]*>|\u2069)*)")


class Origin(NamedTuple):
    """The words of the site that a sentence was translated from; of one that goes by a number, the words for many, and
    the number."""

    words: str
    many: str = ""
    number: int = 0


class Told(str):
    """A sentence of the site as it was told, and what fills it."""

    __slots__ = ("origin", "places")
    origin: Origin | None
    places: Mapping[str, object]


class Sentence(Told):
    """A translated sentence, which may have places in it."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        """The sentence with the values in their places; those from right to left within isolates. One full stop and
        one pair of quotation marks stand where a value brings its own."""
        apart = {place: _apart(value) for place, value in named.items()}
        filled = _said_once(str(self), apart, "{%s}").format(*map(_apart, values), **apart)
        return filled if values or self.origin is None else told_by(filled, self.origin, named)

    def __mod__(self, values: Any) -> str:
        """The same by `%`, as Django's templates and forms fill theirs."""
        if isinstance(values, Mapping):
            apart = {place: _apart(value) for place, value in values.items()}
            return _said_once(str(self), apart, "%%(%s)s") % apart
        return super().__mod__(tuple(map(_apart, values)) if isinstance(values, tuple) else _apart(values))


def keeping_apart(translate: Callable[Asked, str], *, remembers: bool = False) -> Callable[Asked, str]:
    """The function, with what it answers a `Sentence` where that has places, or where it `remembers`: for a function
    that takes the words, and those for many and the number, in this order."""

    @wraps(translate)
    def sentence(*args: Asked.args, **named: Asked.kwargs) -> str:
        translation = translate(*args, **named)
        return as_sentence(translation, Origin(*args) if remembers and not named else None)  # type: ignore[arg-type]

    return sentence


def as_sentence(text: str, origin: Origin | None = None) -> str:
    """The text as one that keeps apart what is filled into it, and remembers its origin; without either, or marked
    safe, as it is."""
    if type(text) is str and (origin is not None or "{" in text or "%" in text):
        return _told(Sentence, text, origin, {})
    return text


def told_by(text: str, origin: Origin, places: Mapping[str, object]) -> Told:
    """What was told of a sentence by filling its places."""
    return _told(Told, text, origin, places)


def _told(kind: type[Told], text: str, origin: Origin | None, places: Mapping[str, object]) -> Told:
    made = kind(text)
    made.origin, made.places = origin, places
    return made


def _apart(value: object) -> object:
    """What stands in the place of a value. Numbers, instants and the like stay what they are, to be formatted; a
    link is kept apart by the stylesheet, and other markup by an element."""
    text = str(value)
    if text.isascii():
        return value
    if "<" in text and hasattr(value, "__html__"):
        is_link = text.startswith("<a ") and text.find("</a>") == len(text) - len("</a>")
        return text if is_link or not turns(text) else f"<bdi>{text}</bdi>"
    apart = isolated(text)
    return value if apart == text else apart


def ends_a_sentence(text: str) -> bool:
    """Whether the text has what ends a sentence at its own end, also within an element or isolate."""
    end = text[-1:]
    return end in STOPS if end not in (">", "\u2069") else _CLOSING.sub("", text)[-1:] in STOPS


def _said_once(words: str, values: dict[str, object], mark: str) -> str:
    """The words, without the full stop after each place whose value ends with one of its own. Of the `values`, those
    that bring quotation marks to a place which has them are changed to go without theirs."""
    for place, value in values.items():
        if not isinstance(value, str) or not value:
            continue
        here, end = mark % place, value[-1]
        if end in "”“>\u2069" and (quoted := _QUOTED.fullmatch(value)):
            if f"“{here}”" in words or f"„{here}“" in words:
                unquoted = "".join(part or "" for part in quoted.groups())
                values[place] = type(value)(unquoted) if hasattr(value, "__html__") else unquoted
        elif ends_a_sentence(value):
            words = words.replace(f"{here}.", here)
    return words
