"""What the site has written down, in the reader's language.

The log, the record and its reasons are written in English, whoever acts, and kept as they were written. A reader of
another language is told them again: whatever the site writes is listed here, as it is written, with places for names,
titles and numbers. What people wrote is in no list and stays as it is. A test holds that nothing is left out.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from blognomic.i18n.translation import is_the_games_language, whole_day
from blognomic.text.lines import turns

CONSEQUENCES = (
    # What `votables.changes.roster` says of a step, and official types.
    _("{old} is renamed to {new}"),
    _("{name} becomes an admin"),
    _("{name} stops being an admin"),
    _("{name} is taken off the roster: {why}"),
    _("{name} is barred from joining until {instant}: {why}"),
    _("{name} is barred from joining for good: {why}"),
    _("{name} is taken off the roster and barred from joining until {instant}: {why}"),
    _("{name} is taken off the roster and barred from joining for good: {why}"),
    _("{name} may join again"),
    _("{name} becomes the emperor"),
    _("The dynasty is left without an emperor"),
    _("The mantle passes to {name}"),
    # What becomes of a step when its matter is overturned.
    _("{name} has been renamed again since."),
    _("Somebody else is called {name} by now."),
    _("{old} is called {new} again"),
    _("{name} is no admin any more."),
    _("{name} is no admin any more"),
    _("{name} stays an admin, being the last who can act."),
    _("{name} is an admin again already."),
    _("{name} is not a player."),
    _("{name} is an admin again"),
    _("{name} has joined again already."),
    _("{name} stays off the roster until they ask to join and an admin admits them."),
    _("{name} is not barred by it any more."),
    _("{name} may join again, but stays off the roster until then"),
    _("{name} has been barred again since."),
    _("{name} has joined since, and stays."),
    _("The bar on {name} would have ended by now."),
    _("{name} is barred from joining again"),
    _("Somebody else has become emperor since."),
    _("{name} is emperor again"),
    _("There is no emperor again"),
    _("{dynasty} goes on."),
    _("The dynasty that began from it goes on."),
    _("The law has been changed again since in the same words; change it by another matter."),
    _("{types} have been retired since, and stay so."),
    _("{types} have been defined otherwise since, and stay."),
    _("{types} are retired again"),
    _("{types} are in use again already."),
    _("{types} stay retired. {why}"),
    _("{types} are in use again"),
    _("{types} are defined as before already."),
    _("{types} stay as they are defined now. {why}"),
    _("{types} are defined as before"),
    _("declare victory"),
    _("post {thing}"),
    _("{thing} of {name} has changed since, and stays as it is."),
    _("{thing} has changed since, and stays as it is."),
)
MOST_SENTENCES = 4_000  # remembered

_INSTANT = "%d %B %Y, %H:%M UTC"


class _Phrase(NamedTuple):
    """A sentence as it was written, and what stands in its places."""

    words: str
    places: Mapping[str, str]


def retold(sentence: str) -> str:
    """A sentence that the site wrote down in English, in the language of the reader, with what people wrote in it kept
    apart where that turns the writing round; any other as it is."""
    if not sentence or (is_the_games_language() and not turns(sentence)):
        return sentence
    phrase = _phrase(sentence)
    if phrase is None:
        return _otherwise(sentence)
    return gettext(phrase.words).format(
        **{place: _TOLD.get(place, str)(said) for place, said in phrase.places.items()}
    )


def _otherwise(sentence: str) -> str:
    """Several notes, an instant, or the name of something, such as of a kind of change."""
    if "; " in sentence:
        return "; ".join(map(retold, sentence.split("; ")))
    return _instant(sentence) if sentence.endswith(" UTC") else gettext(sentence)


@lru_cache(maxsize=MOST_SENTENCES)
def _phrase(sentence: str) -> _Phrase | None:
    for words, pattern in _patterns():
        if found := pattern.fullmatch(sentence):
            return _Phrase(words, found.groupdict())
    return None


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    """What each sentence looks like, those first that say most."""
    listed = set(CONSEQUENCES)
    saying_most = sorted(listed, key=lambda words: (-len(re.sub(r"\{\w+\}", "", words)), words))
    return [(words, re.compile(_pattern(words), re.DOTALL)) for words in saying_most]


def _pattern(words: str) -> str:
    """What the words look like with anything in their places."""
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(words))


def _instant(said: str) -> str:
    try:
        at = datetime.strptime(said, _INSTANT).replace(tzinfo=UTC)
    except ValueError:
        return said
    return gettext("{day}, {time} UTC").format(day=whole_day(at), time=f"{at:%H:%M}")


_TOLD: Mapping[str, Callable[[str], str]] = {"why": retold, "instant": _instant}
