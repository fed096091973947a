"""The words in which the site speaks of players and emperors, which each dynasty chooses for itself.

Whoever writes a sentence of the site writes "player" and "emperor"; `said` puts it into the words of the dynasty where
it is shown, as a translation would be, also of what was written down in an earlier dynasty. Templates have the filter
of the same name. The site speaks in other words only while `speaking` lasts, as the middleware makes it for requests:
commands, addresses, the names of fields and choices, and documentation keep the plain words. So does what people wrote.

The words of a dynasty are English, as the game is: in another language the site keeps that language's plain words. What
is written down for all, in the record or the log, is written in the game's language, whoever writes it.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.utils import translation
from django.utils.functional import lazy

from blognomic.i18n.filling import Sentence, as_sentence

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
    origin = text.origin if isinstance(text, Sentence) else None
    text = str(text)  # what is translated where it is shown, is now
    spoken = _speech.get()(text) if translation.get_language() == settings.LANGUAGE_CODE else text
    return as_sentence(spoken, origin)


def in_the_games_language() -> AbstractContextManager[None]:
    """While this lasts, sentences are told in the language of the game: for those that are written down for all."""
    return translation.override(settings.LANGUAGE_CODE)


def _translated_and_said(text: str) -> str:
    return said(translation.gettext(text))


# For labels and choices that are made once and shown often: translated and said anew each time that they are shown.
said_lazy = lazy(_translated_and_said, str)
