"""What one can say: for each verb its phrases, in the site's language and in the reader's.

A phrase names what it takes in braces. Where there are several, parted by " | ", the first is how the act is said, and
all are understood. A translation has as many as its language wants.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from re import IGNORECASE, Pattern, compile, escape, split
from typing import NamedTuple

from blognomic.i18n.translation import gettext, gettext_noop

MYSELF = gettext_noop("me | myself")
"""How somebody names themselves where a phrase takes a player."""


@dataclass(frozen=True, slots=True)
class CommandPhrase:
    """Phrases of a verb, and what they say of the act besides what they name."""

    verb: str
    text: str
    given: Mapping[str, str] = field(default_factory=dict)

    def in_languages(self) -> Iterator["Wording"]:
        """Each way to say it, in the reader's language first."""
        seen = set()
        for text in (gettext(self.text), self.text):
            for one in text.split(" | "):
                if one not in seen:
                    seen.add(one)
                    yield wording_of(one)


PHRASES = (
    CommandPhrase("new", gettext_noop("new {kind}: {words} | write {kind}: {words}")),
    CommandPhrase("new", gettext_noop("new {kind} | write {kind}")),
    CommandPhrase("vote", gettext_noop("vote {vote} on {matter} | vote {vote} {matter}")),
    CommandPhrase("vote", gettext_noop("veto {matter}"), {"vote": "veto"}),
    CommandPhrase("vote", gettext_noop("withdraw {matter} | kill {matter}"), {"vote": "withdraw"}),
    CommandPhrase("comment", gettext_noop("comment on {matter}: {words} | reply to {matter}: {words}")),
    CommandPhrase("comment", gettext_noop("comment on {matter} | reply to {matter}")),
    CommandPhrase("enact", gettext_noop("enact {matter} | pass {matter}")),
    CommandPhrase("fail", gettext_noop("fail {matter}")),
    CommandPhrase("idle", gettext_noop("idle {player}")),
    CommandPhrase("unidle", gettext_noop("unidle {player} | bring back {player}")),
    CommandPhrase("join", gettext_noop("join | join the game")),
    CommandPhrase("roll", gettext_noop("roll {dice} for {words}")),
    CommandPhrase("roll", gettext_noop("roll {dice}")),
    CommandPhrase(
        "set", gettext_noop("set my {variable} to {value} | set my {variable} {value}"), {"whose": "me"}
    ),
    CommandPhrase(
        "set", gettext_noop("set {variable} of {whose} to {value} | set {variable} of {whose} {value}")
    ),
    CommandPhrase("set", gettext_noop("set {variable} to {value} | set {variable} {value}")),
    CommandPhrase("add", gettext_noop("add {value} to my {variable}"), {"whose": "me"}),
    CommandPhrase("add", gettext_noop("add {value} to {variable} of {whose}")),
    CommandPhrase("add", gettext_noop("add {value} to {variable}")),
    CommandPhrase("subtract", gettext_noop("subtract {value} from my {variable}"), {"whose": "me"}),
    CommandPhrase("subtract", gettext_noop("subtract {value} from {variable} of {whose}")),
    CommandPhrase("subtract", gettext_noop("subtract {value} from {variable}")),
    CommandPhrase("take", gettext_noop("take {action} | do {action}")),
    CommandPhrase("message", gettext_noop("message {player}: {words} | write to {player}: {words}")),
    CommandPhrase("message", gettext_noop("message {player} | write to {player}")),
    CommandPhrase("search", gettext_noop("search for {words} | search {words} | find {words}")),
    CommandPhrase("go", gettext_noop("go to {words} | open {words}")),
)
HEADS = {"add": "+", "subtract": "-"}
"""The verbs that are a way to set a value, and the sign that a value has then."""


class CommandPart(NamedTuple):
    """Where a phrase names something."""

    name: str


class Literal(NamedTuple):
    """Words of a phrase, as they are said and as they are understood."""

    text: str
    sign: Pattern[str]


class Wording(NamedTuple):
    """One way to say an act: words and what they name, in turn."""

    parts: tuple[CommandPart | Literal, ...]

    @property
    def head(self) -> str:
        """The words that it begins with."""
        return self.parts[0].text.strip() if isinstance(self.parts[0], Literal) else ""


@lru_cache(maxsize=1024)
def wording_of(text: str) -> Wording:
    """A phrase, taken apart."""
    pieces = split(r"\{(\w+)\}", text)
    parts: list[CommandPart | Literal] = []
    for place, piece in enumerate(pieces):
        if place % 2:
            parts.append(CommandPart(piece))
        elif piece:
            parts.append(Literal(piece, _sign_of(piece)))
    return Wording(tuple(parts))


def _sign_of(words: str) -> Pattern[str]:
    """What is read as the words of a phrase, whatever the case; a colon needs no space before or after it."""
    pattern = escape(words).replace(r"\ ", " ").replace("'", "['’]")
    return compile(pattern.replace(": ", " ?: ?"), IGNORECASE)
