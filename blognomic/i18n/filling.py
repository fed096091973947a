"""How a sentence of the site is filled with names, titles and values: so that those which are written from right to
left turn nothing that stands around them, on a page, in a letter, a feed, the record, or an answer to a program.

A sentence remembers the words that it was translated from, and what was put into it: so what is told to somebody can be
kept, and told to others in their language (`blognomic.i18n.stored_messages`). Put together by hand, it forgets.

`keeping_apart` is laid round the functions that translate, when the site starts; so whatever is filled into a sentence
that was translated, by `format`, by `%` or by a template, comes by here. Decision 041.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple, ParamSpec

from blognomic.text.lines import isolated, turns

Asked = ParamSpec("Asked")


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
        """The sentence with the values in their places; those from right to left within isolates."""
        filled = super().format(
            *map(_apart, values), **{place: _apart(value) for place, value in named.items()}
        )
        return filled if values or self.origin is None else told_by(filled, self.origin, named)

    def __mod__(self, values: Any) -> str:
        """The same by `%`, as Django's templates and forms fill theirs."""
        if isinstance(values, Mapping):
            return super().__mod__({place: _apart(value) for place, value in values.items()})
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
