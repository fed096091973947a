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
from ruleset.law import phrases

REASONS = (
    _("asked to join"),
    _("asked to be idled"),
    _("asked to be unidled"),
    _("asked to leave"),
    _("resigned"),
    _("done by mistake"),
    _("founded the game"),
    _("an admin may idle themselves"),
    _("an admin may bring themselves back"),
    _("no sign of life since {instant}"),
    _("{name} passed the mantle"),
    _("“{title}” was corrected"),
    _("“{title}” was enacted"),
    _("“{title}” was enacted."),
    _("The founding of the game."),
    _("Ascension Address: {title}"),
)
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
NOTES = (
    _("rounded towards zero from {number}"),
    _("set to {number}: {name} cannot be above {limit}"),
    _("set to {number}: {name} cannot be below {limit}"),
    _("set to 0: the law sets a number that would fall below zero to zero"),
    _("shown to everybody"),
    _("set to the default on their return"),
    _("set to the default: they went idle in an earlier dynasty"),
    _("set to the default: {why}"),
    _("blanked: there was no such page at the matter’s submission, {instant}"),
)
OUTCOMES = (
    # What marking writes into the field of admins, and what resolution does (`votables.tally_text`).
    _("Marked as illegal by {name}: {why}"),
    _("Mark “illegal” taken off by {name}: {why}"),
    _("Enacted {tally} by {name}, {why}."),
    _("Failed {tally} by {name}, {why}."),
    _("Marked as illegal {tally} by {name}, {why}."),
    _("Enacted {tally} by {name}."),
    _("Failed {tally} by {name}."),
    _("Marked as illegal {tally} by {name}."),
    _("Enacted by {name}."),
    _("Failed by {name}."),
    _("Marked as illegal by {name}."),
    _("Decided for {names} ({tally}) by {name}."),
    _("{outcome} Against the program's verdict: {why}"),
    _("{before} corrected to {after} by {name}: {why}"),
    _("not a legal matter"),
    _("had the most votes"),
    _("reached quorum"),
    _("timed out in its favour"),
    _("against its votes"),
    _("because “{title}” was enacted"),
    _("because {label}"),
)
MOST_SENTENCES = 4_000  # remembered

_STATUSES = ("pending", "enacted", "failed", "illegal")
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


def retold_lines(text: str) -> str:
    """The same of each paragraph of a text."""
    return "\n\n".join(map(retold, text.split("\n\n")))


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
    listed = {*REASONS, *CONSEQUENCES, *NOTES, *OUTCOMES}
    saying_most = sorted(listed, key=lambda words: (-len(re.sub(r"\{\w+\}", "", words)), words))
    return [(words, re.compile(_pattern(words), re.DOTALL)) for words in saying_most]


def _pattern(words: str) -> str:
    """What the words look like with anything in their places; several notes stand with "; " between them, and no tally
    has a colon, as what was said by somebody has."""
    anything = "[^;]+" if words in NOTES else ".+"
    escaped = re.escape(words).replace(r"\{tally\}", "(?P<tally>[^:]+)")
    return re.sub(r"\\\{(\w+)\\\}", rf"(?P<\1>{anything})", escaped)


def _instant(said: str) -> str:
    try:
        at = datetime.strptime(said, _INSTANT).replace(tzinfo=UTC)
    except ValueError:
        return said
    return gettext("{day}, {time} UTC").format(day=whole_day(at), time=f"{at:%H:%M}")


def _status(said: str) -> str:
    return gettext(said.lower()) if said.lower() in _STATUSES else said


_TOLD: Mapping[str, Callable[[str], str]] = {
    "why": retold,
    "outcome": retold,
    "label": phrases.told,
    "instant": _instant,
    "before": _status,
    "after": _status,
}
