"""The words in which the site speaks of players and emperors, which each dynasty chooses for itself.

Whoever writes a sentence of the site writes "player" and "emperor"; `said` puts it into the words of the dynasty where
it is shown, as a translation would be, also of what was written down in an earlier dynasty. Templates have the filter
of the same name. The site speaks in other words only while `speaking` lasts, as the middleware makes it for requests:
commands, addresses, the names of fields and choices, and documentation keep the plain words. So does what people wrote.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils.functional import lazy

Speech = Callable[[str], str]

_speech: ContextVar[Speech] = ContextVar("speech", default=str)


@contextmanager
def speaking(speech: Speech) -> Iterator[None]:
    """While this lasts, `said` answers what `speech` makes of a text."""
    token = _speech.set(speech)
    try:
        yield
    finally:
        _speech.reset(token)


def said(text: str) -> str:
    """A sentence of the site, written with the plain words, in those of the dynasty. Not for what people wrote."""
    return _speech.get()(text)


# For labels and choices that are made once and shown often: said anew each time that they are shown.
said_lazy = lazy(said, str)
