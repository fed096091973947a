"""Orders on the document of the law: one of its figures, or the lines that are to stand in place of others. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from ruleset.law import LawError
from ruleset.law.numbers import figures, with_figure

from .patterns import OrderPattern
from .slots import LineSlot, Piece, TextSlot, Unheard, Unsayable
from .things import CalledThings

_PARTS = {"op", "text", "base"}


class FigurePattern(OrderPattern):
    """One figure of the law, by its name."""

    def says(self, change: Mapping[str, Any], things: CalledThings) -> bool:
        return change.get("op") == self.op and set(change) == _PARTS and change["base"] == things.law

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        try:
            old, new = (
                {one.name: one.written for one in figures(text)} for text in (things.law, change["text"])
            )
            (name,) = [one for one in old if new.get(one) != old[one]]
            if with_figure(things.law, name, new[name]) != change["text"]:
                raise Unsayable(name)
        except (LawError, ValueError, KeyError):
            raise Unsayable("law") from None
        return OrderPattern.write(self, {"name": name, "written": new[name]}, things)

    def read(self, pieces: Sequence[Piece], things: CalledThings) -> dict[str, Any]:
        parts = OrderPattern.read(self, pieces, things)
        try:
            text = with_figure(things.law, parts["name"], parts["written"])
        except LawError:
            raise Unheard from None
        return {"op": self.op, "text": text, "base": things.law}


class LinesPattern(FigurePattern):
    """Lines of the document in place of others, which stand there once."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        old, new = things.law.split("\n"), change["text"].split("\n")
        first, last = _outermost(old, new)
        while not _can_stand(old, new, first, last):
            if first == 0 and last == 0:
                raise Unsayable("law")
            first, last = max(first - 1, 0), max(last - 1, 0)
        lines = {"old": _between(old, first, last), "new": _between(new, first, last)}
        return OrderPattern.write(self, lines, things)

    def read(self, pieces: Sequence[Piece], things: CalledThings) -> dict[str, Any]:
        parts = OrderPattern.read(self, pieces, things)
        if not _stands_once(parts["old"], things.law):
            raise Unheard
        document = f"\n{things.law}\n".replace(f"\n{parts['old']}\n", f"\n{parts['new']}\n")
        return {"op": self.op, "text": document[1:-1], "base": things.law}


def _outermost(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines two documents have in common at their start and at their end."""
    first, shorter = 0, min(len(old), len(new))
    while first < shorter and old[first] == new[first]:
        first += 1
    last = 0
    while last < shorter - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return first, last


def _between(lines: Sequence[str], first: int, last: int) -> str:
    return "\n".join(lines[first : len(lines) - last])


def _can_stand(old: Sequence[str], new: Sequence[str], first: int, last: int) -> bool:
    """Whether the lines can be told from all others, and stand in a quotation as they are."""
    some = _between(old, first, last), _between(new, first, last)
    return all(one.strip("\n") == one and one.strip() for one in some) and _stands_once(
        some[0], "\n".join(old)
    )


def _stands_once(lines: str, document: str) -> bool:
    """Whether whole lines stand in a document exactly once."""
    framed, around = f"\n{lines}\n", f"\n{document}\n"
    at = around.find(framed)
    return at >= 0 and around.find(framed, at + 1) < 0


LAW_PATTERNS = [
    FigurePattern(
        "law", "Change the figure {} of the law to {}", (LineSlot("name"), LineSlot("written"))  # in English
    ),
    LinesPattern(
        "law", "In the document of the law, replace{}with{}", (TextSlot("old"), TextSlot("new"))  # in English
    ),
]  # fmt: skip
