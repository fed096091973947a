"""Names in running text: [[a post or a rule]], [[@a player]], @player, and addresses typed bare.

They are looked for in what Markdown has made of a text, so a name with signs of Markdown in it is written with
backslashes before them, like anything else.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# What a name leads to: an address and the words to show; None if nothing is called so. A player's name is
# asked for with its @.
Links = Callable[[str], tuple[str, str] | None]

# A title may have its tags in it: [[[Core] The quick and the idle]].
_BRACKETED = r"\[\[(?P<bracketed>(?:[^\[\]]|\[[^\[\]]{0,100}\]){1,200})\]\]"
_MENTIONED = r"(?<![\w@/.+-])@(?P<mentioned>\w[\w.'\u2019-]{0,99})"
_ADDRESS = r"(?<!\w)(?P<address>https?://[^\s<>\"\[\]{}|\\^`]{1,2000})"
_SPECIAL = re.compile(f"{_BRACKETED}|{_MENTIONED}|{_ADDRESS}", re.IGNORECASE)


# Beyond this many, names in one text are left as they were typed, so that a lookup stays small.
MAX_NAMES = 400


@dataclass(frozen=True)
class Name:
    """A name as typed, and what it may be short for, longest first: "@Alice's" is of Alice's or of Alice."""

    typed: str
    readings: tuple[str, ...]


class BareAddress(str):
    """A web address typed bare."""


def split(text: str) -> Iterator[str | Name | BareAddress]:
    """The run cut into words, names and addresses. Together they are the run."""
    end = 0
    for match in _SPECIAL.finditer(text):
        piece: Name | BareAddress
        if match["bracketed"] is not None:
            piece = Name(match.group(), (" ".join(match["bracketed"].split()),))
        elif match["mentioned"] is not None:
            piece = Name(match.group(), tuple(_readings(match.group())))
        else:
            piece = BareAddress(_without_trailing_stops(match.group()))
        yield text[end : match.start()]
        yield piece
        end = match.start() + len(piece.typed if isinstance(piece, Name) else piece)
    yield text[end:]


def _readings(mention: str) -> Iterator[str]:
    """The whole of what follows the @, for a name may end in a stop, and then less, stop by stop."""
    yield mention
    stops = [stop.start() for stop in re.finditer(r"[.'\u2019-]", mention)]
    for stop in stops[::-1][:5]:
        yield mention[:stop]


def _without_trailing_stops(address: str) -> str:
    """The address without what ends the sentence around it. A bracket that it opened itself stays."""
    while address:
        last = address[-1]
        if last == ")" and address.count(")") <= address.count("("):
            break
        if last not in ".,:;!?'\"*_~)\u2019\u201d\u2026":
            break
        address = address[:-1]
    return address
