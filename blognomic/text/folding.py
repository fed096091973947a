"""A long difference folded around its changes: what stays the same is left out where there is much of it. Pure."""

from collections.abc import Sequence
from html import escape

from blognomic.i18n.translation import ngettext
from blognomic.text.differences import Piece, as_html

AROUND = 1  # whole lines of unchanged text kept beside a change, besides the rest of its own line
LEAST = 3  # as many lines at least are left out at once; fewer are worth reading


def folded_html(pieces: Sequence[Piece], *, unit: str = "paragraph") -> str:
    """The pieces as `blognomic.text.differences.as_html` writes them, with long stretches of what is the same left
    out and their lines counted: in prose a line is a paragraph, which is what `unit` calls it."""
    written: list[str] = []
    for place, piece in enumerate(pieces):
        if piece.kind == "same":
            written.append(_folded(piece.text, place > 0, place < len(pieces) - 1, unit))
        else:
            written.append(as_html([piece]))
    return "".join(written)


def _folded(text: str, after_change: bool, before_change: bool, unit: str) -> str:
    lines = text.splitlines(keepends=True)
    if text.endswith("\n"):
        lines.append("")  # the change begins a line of its own
    start = _kept(lines) if after_change else 0
    end = len(lines) - (_kept(lines[::-1]) if before_change else 0)
    hidden = sum(1 for line in lines[start:end] if line.strip())
    if hidden < LEAST:
        return escape(text, quote=False)
    above, below = (escape("".join(part), quote=False) for part in (lines[:start], lines[end:]))
    if unit == "line":
        note = ngettext("⋯ {number} line unchanged", "⋯ {number} lines unchanged", hidden)
    else:
        note = ngettext("⋯ {number} paragraph unchanged", "⋯ {number} paragraphs unchanged", hidden)
    skipped = escape(note.format(number=hidden), quote=False)
    return f'{above}<span class="diff-skip">{skipped}</span>\n{below}'


def _kept(lines: Sequence[str]) -> int:
    """How many lines to keep from the first on: the line of the change, and so many that say something."""
    nonblank = 0
    for number, line in enumerate(lines[1:], start=1):
        if nonblank == AROUND:
            return number
        nonblank += bool(line.strip())
    return len(lines)
