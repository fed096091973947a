"""How a sentence of the site is filled with names, titles and values: so that those which are written from right to
left turn nothing that stands around them, on a page, in a letter, a feed, the record, or an answer to a program.

`keeping_apart` is laid round the functions that translate, when the site starts; so whatever is filled into a sentence
that was translated, by `format`, by `%` or by a template, comes by here. Decision 041.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec

from blognomic.text.lines import isolated, turns

Asked = ParamSpec("Asked")


class Sentence(str):
    """A translated sentence with places in it."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        """The sentence with the values in their places; those from right to left within isolates."""
        return super().format(
            *map(_apart, values), **{place: _apart(value) for place, value in named.items()}
        )

    def __mod__(self, values: Any) -> str:
        """The same by `%`, as Django's templates and forms fill theirs."""
        if isinstance(values, Mapping):
            return super().__mod__({place: _apart(value) for place, value in values.items()})
        return super().__mod__(tuple(map(_apart, values)) if isinstance(values, tuple) else _apart(values))


def keeping_apart(translate: Callable[Asked, str]) -> Callable[Asked, str]:
    """The function, with what it answers a `Sentence` where that has places."""

    @wraps(translate)
    def sentence(*args: Asked.args, **named: Asked.kwargs) -> str:
        return as_sentence(translate(*args, **named))

    return sentence


def as_sentence(text: str) -> str:
    """The text as one that keeps apart what is filled into it; without places, or marked safe, as it is."""
    return Sentence(text) if type(text) is str and ("{" in text or "%" in text) else text


def _apart(value: object) -> object:
    """What stands in the place of a value. Numbers, instants and the like stay what they are, to be formatted; a
    link is kept apart by the stylesheet, and other markup by an element."""
    text = str(value)
    if text.isascii():
        return value
    if "<" in text and hasattr(value, "__html__"):
        is_link = text.startswith("<a ") and text.find("</a>") == len(text) - len("</a>")
        return text if is_link or not turns(text) else f"<bdi>{text}</bdi>"
    told = isolated(text)
    return value if told == text else told
