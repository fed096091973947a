"""What changed between two texts, word by word."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text that is in both ("same"), only in the old one or only in the new one."""

    kind: str
    text: str


def word_diff(old: str, new: str) -> list[Piece]:
    """The pieces that lead from `old` to `new`."""
    before, after = re.findall(r"\s+|\S+", old), re.findall(r"\s+|\S+", new)
    pieces = []
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[i:j])))
            continue
        if j > i:
            pieces.append(Piece("old", "".join(before[i:j])))
        if m > k:
            pieces.append(Piece("new", "".join(after[k:m])))
    return pieces


def as_html(pieces: Iterable[Piece]) -> str:
    """The pieces as HTML: what went in <del>, what came in <ins>."""
    tags = {"same": "{}", "old": "<del>{}</del>", "new": "<ins>{}</ins>"}
    return "".join(tags[piece.kind].format(escape(piece.text)) for piece in pieces)
