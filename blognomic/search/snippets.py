"""The place in a text where what was looked for stands, and which words of it were looked for."""

import re

from .question import STOP, SearchQuestion, fold
from .stems import stem

AROUND = 110  # characters before and after the first word that was found
LOOKED_THROUGH = 60_000  # characters of a text
PART, BEFORE = 1_500, 500  # characters of HTML, and how many of them come before what was found
Pieces = list[tuple[str, bool]]

# A word with the accents that stand after its letters where they are characters of their own.
_WORD = re.compile("(?:[^\\W_][\u0300-\u036f]*)+")


def snippet(text: str, question: SearchQuestion) -> Pieces:
    """The part of a plain text around the first word that was looked for, in pieces, each with whether it is one; the
    beginning of a text that has none. Where whole phrases stand, these are what is shown first."""
    text = text[:LOOKED_THROUGH]
    spans = _found_in(text, question)
    first = max(spans, key=lambda span: (span[2], -span[0]), default=(0, 0, 0))
    start, end = _cut(text, first[0], first[1])
    pieces: Pieces = [("…", False)] if start else []
    at = start
    for begin, stop, _ in spans:
        if begin >= at and stop <= end:
            pieces += [(text[at:begin], False), (text[begin:stop], True)]
            at = stop
    pieces += [(text[at:end], False), ("…" if end < len(text) else "", False)]
    return [(piece, is_one) for piece, is_one in pieces if piece]


def part_of(html: str, question: SearchQuestion) -> str:
    """Of long HTML the part in which one of the words seems to stand first, or else the beginning, without half a tag
    at its ends: so that a book is not read for two lines of it."""
    if len(html) <= PART:
        return html
    stems = {stem(word) for term in question.required for word in term.words if word not in STOP}
    starts = "|".join(re.escape(one[:-1] if len(one) > 3 else one) for one in stems)
    match = re.search(rf"\b(?:{starts})(?![^<>]*>)", html, re.IGNORECASE)
    at = match.start() if match else 0
    begin = max(at - BEFORE, 0)
    opened, closed = html.find("<", begin, at), html.find(">", begin, at)
    if closed >= 0 and not 0 <= opened < closed:
        begin = closed + 1
    end = begin + PART
    opened = html.rfind("<", begin, end)
    return html[begin : opened if opened > html.rfind(">", begin, end) else end]


def marked(text: str, question: SearchQuestion) -> Pieces:
    """A whole short text, such as a title, in pieces."""
    pieces: Pieces = []
    at = 0
    for begin, stop, _ in _found_in(text, question):
        pieces += [(text[at:begin], False), (text[begin:stop], True)]
        at = stop
    return [(piece, is_one) for piece, is_one in [*pieces, (text[at:], False)] if piece]


def _found_in(text: str, question: SearchQuestion) -> list[tuple[int, int, int]]:
    """Where what was looked for stands, from left to right without overlap: from, to, and of how many words."""
    stems = {tuple(map(stem, term.words)) for term in question.required}
    longest_first = sorted(stems, key=len, reverse=True)
    firsts = {words[0] for words in stems}
    # A word begins as its stem does, but for the last letter of that: no other word need be worked out.
    begins = tuple({one[: max(len(one) - 1, 1)] for words in stems for one in words})
    places = []
    for word in _WORD.finditer(text):
        folded = word[0].lower() if word[0].isascii() else fold(word[0])
        places.append((word.start(), word.end(), stem(folded) if folded.startswith(begins) else ""))
    spans = []
    at = 0
    while at < len(places):
        if places[at][2] in firsts:
            for words in longest_first:
                here = places[at : at + len(words)]
                if tuple(place[2] for place in here) == words:
                    spans.append((here[0][0], here[-1][1], len(words)))
                    at += len(words) - 1
                    break
        at += 1
    return spans


def _cut(text: str, begin: int, stop: int) -> tuple[int, int]:
    """From where to where a text is shown, between words, so that the place from `begin` to `stop` is in it."""
    start, end = max(begin - AROUND, 0), min(max(stop, begin + AROUND) + AROUND, len(text))
    if start:
        space = text.find(" ", start, begin)
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", stop, end)
        end = space if space >= 0 else end
    return start, end
