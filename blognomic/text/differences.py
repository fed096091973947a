"""What changed between two texts, word by word, for people to read.

Texts are Markdown (or any text). They are compared line by line first, and within what changed word by word
(`alignment`). The time stays bounded, and a paragraph that has nothing to do with the one it replaces is no confetti.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import zip_longest
from typing import Literal, NamedTuple

from blognomic.text.alignment import Aligner, Match

Kind = Literal["same", "old", "new"]

# Of the words of two passages, the share that must be common if their differences are to be shown word by word.
MIN_COMMON = 0.3


@dataclass(frozen=True)
class Piece:
    """A stretch of text that both have ("same"), that only the old has ("old") or only the new ("new")."""

    kind: Kind
    text: str


@dataclass(frozen=True)
class LinePair:
    """A line of the old text beside the line of the new that stands in its place; None where there is none."""

    old: tuple[Piece, ...] | None
    new: tuple[Piece, ...] | None

    @property
    def changed(self) -> bool:
        pieces = (*(self.old or ()), *(self.new or ()))
        return self.old is None or self.new is None or any(piece.kind != "same" for piece in pieces)


def word_diff(old: str, new: str) -> list[Piece]:
    """The pieces from which both texts can be read.

    The "same" and "old" ones together are `old`, the "same" and "new" ones are `new`, to the letter. No two
    neighbours are of one kind, none is empty, and where one stands for the other the old comes first.
    """
    aligner = Aligner[str]()
    pieces: list[Piece] = []
    for match in aligner.align(_lines(old), _lines(new)):
        if match.same:
            pieces.append(Piece("same", "".join(match.old)))
        else:
            pieces += _within("".join(match.old), "".join(match.new), aligner)
    return _joined(pieces)


def as_html(pieces: Sequence[Piece]) -> str:
    """The pieces with <del> and <ins> round what changed, everything escaped. White space is kept as it is."""
    tags = {"old": "del", "new": "ins"}
    written: list[str] = []
    for piece in pieces:
        text = escape(piece.text, quote=False)
        tag = tags.get(piece.kind)
        written.append(f"<{tag}>{text}</{tag}>" if tag else text)
    return "".join(written)


def around_changes(pieces: Sequence[Piece], *, context: int) -> list[Piece]:
    """The pieces with no more than so many characters of what stays beside each of what changed, cut between words, and
    “…” for the rest."""
    shown: list[Piece] = []
    for place, piece in enumerate(pieces):
        text, first, last = piece.text, place == 0, place == len(pieces) - 1
        if piece.kind == "same" and len(text) > context * (2 - first - last):
            before = "" if first else text[:context].rpartition(" ")[0].rstrip() + " "
            after = "" if last else " " + text[-context:].partition(" ")[2].lstrip()
            text = f"{before}…{after}"
        shown.append(Piece(piece.kind, text))
    return shown


def as_plain(pieces: Sequence[Piece]) -> str:
    """The pieces for where nothing is set in other type: [-what went-] and {+what came+}."""
    marks = {"old": "[-{}-]", "new": "{{+{}+}}", "same": "{}"}
    return "".join(marks[piece.kind].format(piece.text) for piece in pieces)


def rows(pieces: Sequence[Piece]) -> list[LinePair]:
    """The pieces as lines side by side, without their line ends. Where both texts end a line, both sides do."""
    sides: list[LinePair] = []
    old, new = _Side(), _Side()
    for piece in pieces:
        for text in _lines(piece.text):
            if piece.kind == "same" and not old.line and not new.line:
                sides += _side_by_side(old, new)
            ends = text.endswith("\n")
            for side, kind in ((old, "old"), (new, "new")):
                if piece.kind in ("same", kind):
                    side.add(Piece(piece.kind, text.removesuffix("\n")), ends=ends)
            if ends and piece.kind == "same":
                sides += _side_by_side(old, new)
    return sides + _side_by_side(old, new)


class _Side:
    """The lines of one text that have no counterpart yet, and the line being read."""

    def __init__(self) -> None:
        self.lines: list[tuple[Piece, ...]] = []
        self.line: list[Piece] = []

    def add(self, piece: Piece, *, ends: bool) -> None:
        if piece.text:
            self.line.append(piece)
        if ends:
            self.lines.append(tuple(self.line))
            self.line = []

    def taken(self) -> list[tuple[Piece, ...]]:
        lines = self.lines + ([tuple(self.line)] if self.line else [])
        self.lines, self.line = [], []
        return lines


def _side_by_side(old: _Side, new: _Side) -> list[LinePair]:
    return [LinePair(left, right) for left, right in zip_longest(old.taken(), new.taken())]


# Words ------------------------------------------------------------------------------------------------------


class _Word(NamedTuple):
    """A word or a stop, and the white space after it. Two are the same word whatever space follows."""

    text: str
    space: str


_WORD = re.compile(r"(\w+(?:['\u2019]\w+)*|[^\w\s])(\s*)|(\s+)")


def _words(text: str) -> list[_Word]:
    return [_Word(word[1] or "", word[2] or word[3] or "") for word in _WORD.finditer(text)]


def _text(words: Sequence[_Word]) -> str:
    return "".join(word.text + word.space for word in words)


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _within(old: str, new: str, aligner: Aligner[str]) -> list[Piece]:
    """Two passages word by word, or each as a whole when they have little in common."""
    if not old or not new:
        return _replaced(old, new)
    mine, theirs = _words(old), _words(new)
    matches = list(aligner.align([word.text for word in mine], [word.text for word in theirs]))
    matches = _without_islands(matches)
    common = sum(_weight(match.old) for match in matches if match.same)
    if common < MIN_COMMON * min(_weight([w.text for w in mine]), _weight([w.text for w in theirs])):
        return _replaced(old, new)

    pieces: list[Piece] = []
    at_old = at_new = 0
    for match in matches:
        before = mine[at_old : at_old + len(match.old)]
        after = theirs[at_new : at_new + len(match.new)]
        at_old, at_new = at_old + len(before), at_new + len(after)
        if match.same:
            for was, is_now in zip(before, after, strict=True):
                pieces.append(Piece("same", was.text))
                pieces += _replaced(was.space, is_now.space)
        else:
            pieces += _replaced(_text(before), _text(after))
    return pieces


def _replaced(old: str, new: str) -> list[Piece]:
    """One in the place of the other. The white space that both end in, such as the line's end, is the same."""
    space = ""
    if old and new:
        ends = [text[len(text.rstrip()) :] for text in (old, new)]
        space = ends[0] if ends[0] == ends[1] else ""
    return [
        Piece("old", old.removesuffix(space)),
        Piece("new", new.removesuffix(space)),
        Piece("same", space),
    ]


def _weight(words: Sequence[str]) -> int:
    """How many of them are words and not stops."""
    return sum(1 for word in words if word[:1].isalnum())


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """The same pieces with neighbours joined: between two "same" ones all that is old, then all that is new."""
    joined: list[Piece] = []
    texts = {"old": "", "new": ""}

    def flush() -> None:
        for kind in ("old", "new"):
            if texts[kind]:
                joined.append(Piece(kind, texts[kind]))
                texts[kind] = ""

    for piece in pieces:
        if piece.kind != "same":
            texts[piece.kind] += piece.text
        elif piece.text:
            flush()
            if joined and joined[-1].kind == "same":
                joined[-1] = Piece("same", joined[-1].text + piece.text)
            else:
                joined.append(piece)
    flush()
    return joined


def _without_islands(matches: list[Match[str]]) -> list[Match[str]]:
    """The matches with a lone common word in the midst of what was rewritten counted as rewritten, too."""
    kept: list[Match[str]] = []
    for place, match in enumerate(matches):
        lone = (
            match.same
            and 0 < place < len(matches) - 1
            and not (matches[place - 1].same or matches[place + 1].same)
            and _weight(match.old) < 2
            and min(_size(matches[place - 1]), _size(matches[place + 1])) > 2
        )
        same = match.same and not lone
        if kept and not same and not kept[-1].same:
            before = kept.pop()
            match = Match(False, [*before.old, *match.old], [*before.new, *match.new])
        kept.append(match._replace(same=same))
    return kept


def _size(match: Match[str]) -> int:
    return max(_weight(match.old), _weight(match.new))
