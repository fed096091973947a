"""Passages of a Markdown text, found again in the HTML that was made of it and marked there. Pure."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape

# A picture with all that it holds, a tag, a character reference, or any one letter or digit.
_PIECE = re.compile(r"<svg\b.*?</svg>|<(?:\"[^\"]*\"|'[^']*'|[^'\">])*>|&#?\w+;|[^\W_]", re.DOTALL)
_LETTER = re.compile(r"[^\W_]")
# Of a passage that does not stand whole in the HTML (a link's address does not), so many letters are looked for.
_BEGINNINGS = (60, 24, 12)


@dataclass(frozen=True, slots=True)
class MarkedPassage:
    """A passage as the Markdown has it, the HTML that is put before it, and the class of what is laid around it."""

    words: str
    before: str
    css: str


@dataclass(frozen=True, slots=True)
class _ShownLetters:
    """The letters and digits that HTML shows, each with where it stands; where a link begins that it is in, else the
    same place."""

    shown: str
    start: tuple[int, ...]
    end: tuple[int, ...]
    outside: tuple[int, ...]


def with_marks(html: str, passages: Iterable[MarkedPassage]) -> str:
    """The HTML with its passages marked, which stand in it in their order. One that is not found is left out.

    `html` is what `blognomic.text.prose` made: what is put in neither breaks its elements nor stands within a link.
    """
    letters = _letters_of(html)
    put: list[tuple[int, str]] = []
    laid: list[tuple[int, int, str]] = []
    cursor = 0
    for passage in passages:
        sought = "".join(_LETTER.findall(unescape(passage.words)))
        begin, length = _find(letters.shown, sought, cursor)
        if length == 0:
            continue
        cursor = begin + length
        put.append((letters.outside[begin], passage.before))
        laid.append((letters.start[begin], letters.end[cursor - 1], passage.css))
    return _marked(html, put, laid)


def _letters_of(html: str) -> _ShownLetters:
    shown: list[str] = []
    start: list[int] = []
    end: list[int] = []
    outside: list[int] = []
    link = -1
    for piece in _PIECE.finditer(html):
        text = piece[0]
        if text[0] == "<":
            if re.match(r"<a\b", text):
                link = piece.start()
            elif text.startswith("</a"):
                link = -1
            continue
        for letter in _LETTER.findall(unescape(text)) if text[0] == "&" else text:
            shown.append(letter)
            start.append(piece.start())
            end.append(piece.end())
            outside.append(piece.start() if link < 0 else link)
    return _ShownLetters("".join(shown), tuple(start), tuple(end), tuple(outside))


def _find(shown: str, sought: str, cursor: int) -> tuple[int, int]:
    """Where the letters are, and how many of them were found: all, or those of the beginning; none is 0."""
    for length in (len(sought), *(some for some in _BEGINNINGS if some < len(sought))):
        place = shown.find(sought[:length], cursor) if length else -1
        if place >= 0:
            return place, length
    return 0, 0


def _marked(html: str, put: list[tuple[int, str]], laid: list[tuple[int, int, str]]) -> str:
    """What is put in, and what is laid around the words between tags."""
    cuts: list[tuple[int, int, str]] = [(place, 0, text) for place, text in put]
    for first, last, css in laid:
        place = first
        for piece in re.finditer(r"<svg\b.*?</svg>|<[^>]*>", html[first:last], re.DOTALL):
            cuts += _around(html, place, first + piece.start(), css)
            place = first + piece.end()
        cuts += _around(html, place, last, css)
    made: list[str] = []
    place = 0
    for at, _order, text in sorted(cuts, key=lambda one: one[:2]):
        made += (html[place:at], text)
        place = at
    return "".join([*made, html[place:]])


def _around(html: str, first: int, last: int, css: str) -> list[tuple[int, int, str]]:
    if not _LETTER.search(html[first:last]):
        return []
    return [(first, 1, f'<span class="{css}">'), (last, -1, "</span>")]
