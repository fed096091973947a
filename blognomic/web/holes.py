"""What a kept part of a page leaves open, to be said whenever it is shown: how long ago something was, what time it is,
the token of a form, what waits for its reader.

While holes of a kind are left open, whoever would say one writes a mark instead, which holds all that is needed to say
it. The mark is the same in all processes and cannot be guessed, so nobody writes it into a text.
"""

from collections.abc import Callable, Collection, Container, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final, NamedTuple
from zlib import crc32

from django.utils.crypto import salted_hmac
from django.utils.safestring import SafeString

TIMES: Final = frozenset("adnupwxy")
"""How long ago (`a`) and the time left (`d`), of an instant in microseconds; now, in ISO 8601 (`n`) and in words
(`u`); in hours and minutes, how long something has lasted (`p`) and is to wait for (`w`), of the judge's ticks; and
where now is on a line (`x`), with the anchor of a word there (`y`), of the line's two instants."""
TOKEN: Final = "t"
"""The token of a form."""
OWN: Final = "m"
"""What its reader has alone, by a name and what it is about."""
LIVE: Final = "o"
"""Where a part goes that is sent without its page."""
BEGIN, SIGN, END = "b", "s", "e"
"""Where a part begins that may be left out, with its name and the sign of what all see of it; where the sign of what
its reader sees goes; and where it ends."""
EVERY: Final = TIMES | {TOKEN, OWN, LIVE, BEGIN, SIGN, END}


class _Open(NamedTuple):
    kinds: frozenset[str] = frozenset()
    now: datetime | None = None


_NONE = _Open()
_open: ContextVar[_Open] = ContextVar("holes that are left open", default=_NONE)


@contextmanager
def left_open(kinds: Collection[str], *, now: datetime) -> Iterator[None]:
    """What is made within leaves holes of these kinds open, besides those that are so already; of times, those that
    say how things look from `now` (UTC), which is when the page is asked for."""
    before = _open.set(_Open(_open.get().kinds.union(kinds), now))
    try:
        yield
    finally:
        _open.reset(before)


def is_open(kind: str, now: datetime | None = None) -> bool:
    """Whether a hole of that kind is left open; of a time, one that says how things look from that instant."""
    kinds, of = _open.get()
    return kind in kinds and (now is None or now == of)


def hole(kind: str, value: str = "") -> SafeString:
    """The mark of a hole, with what is needed to say it."""
    return SafeString(f"{_begin()}{kind}{value}{_END}")


@dataclass
class _Part:
    """A part that is being filled: its name, the sign of what all see of it, from which piece on it stands, which piece
    its reader's sign is, and what they alone see of it."""

    name: str
    sign: str
    begins: int
    sign_at: int = 0
    own: str = ""

    def sign_for_reader(self) -> str:
        return f"{crc32(self.own.encode(), int(self.sign, 16)):08x}" if self.own else self.sign


def filled(html: str, say: Callable[[str, str], str], *, but: Container[str] = ()) -> SafeString:
    """The HTML with what `say` makes of each hole, by its kind and value, where none is left open; without the parts of
    which the reader has those in `but`, by name and sign."""
    if _open.get().kinds or _begin() not in html:
        return SafeString(html)
    before, *others = html.split(_begin())
    pieces, parts = [before], list[_Part]()
    for other in others:
        mark, _end, after = other.partition(_END)
        kind, value = mark[0], mark[1:]
        words = ""
        if kind == BEGIN:
            name, sign = value.split(":")
            parts.append(_Part(name, sign, len(pieces)))
        elif kind == SIGN:
            parts[-1].sign_at = len(pieces)
        elif kind == END:
            part = parts.pop()
            pieces[part.sign_at] = part.sign_for_reader()
            if but and f"{part.name}:{pieces[part.sign_at]}" in but:
                del pieces[part.begins :]
        else:
            words = say(kind, value)
            if kind == OWN:
                for part in parts:
                    part.own += words
        pieces += (words, after)
    return SafeString("".join(pieces))


_END = "\x03"


@cache
def _begin() -> str:
    return f"\x02{salted_hmac('blognomic.web.holes', 'mark').hexdigest()[:16]} "
