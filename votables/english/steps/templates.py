"""Templates of phrases, and the parser that finds every way to read a sentence by them.

A template is written as the phrase is: "(increase|raise) {cells} by {amount}". Brackets hold alternatives, square ones
what may be left out, braces another phrase by the name of its rule, with a name of its own after a colon where two
are alike: "{who:giver} gives {who:taker} {amount}".
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from blognomic.i18n.translation import gettext as _

from ..reading_parts import Unclear
from .words import StepWord

MOST_READINGS: Final = 60
MOST_WORK: Final = 150_000

Capture = tuple[str, Any]
Captures = tuple[Capture, ...]
Build = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class PhraseWord:
    text: str


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    rule: str


@dataclass(frozen=True, slots=True)
class PhraseSequence:
    parts: tuple["Part", ...]


@dataclass(frozen=True, slots=True)
class Either:
    ways: tuple["Part", ...]


BRACKETS: Final = {"<": "(", ">": ")"}
"""How round brackets of the text itself are written in a template."""
Part = PhraseWord | Slot | PhraseSequence | Either
_PIECE: Final = re.compile(r"\{(\w+)(?::(\w+))?\}|([()\[\]|])|'s|[^\s()\[\]|{}]+")


@dataclass(frozen=True, slots=True)
class Template:
    """`first`: the words that it may begin with; None where it may begin with something else."""

    part: Part
    build: Build
    first: frozenset[str] | None = None


def _first(part: Part) -> tuple[frozenset[str] | None, bool]:
    """With which words a part may begin (None: with anything), and whether it may be left out."""
    if isinstance(part, PhraseWord):
        return frozenset((part.text,)), False
    if isinstance(part, Slot):
        return None, False
    if isinstance(part, Either):
        beginnings = [_first(way) for way in part.ways]
        words = [first for first, _ in beginnings]
        known = (
            None
            if None in words
            else frozenset(word for first in words if first is not None for word in first)
        )
        return known, any(empty for _, empty in beginnings)
    seen: frozenset[str] = frozenset()
    for piece in part.parts:
        first, empty = _first(piece)
        if first is None:
            return None, False
        seen |= first
        if not empty:
            return seen, False
    return seen, True


def template(written: str, build: Build) -> Template:
    """A template, compiled; `build` gets what its slots found, by name."""
    pieces = list(_PIECE.finditer(written))
    part, at = _either(pieces, 0)
    if at != len(pieces):
        raise ValueError(f"a bracket is not opened: {written}")
    first, may_be_empty = _first(part)
    return Template(part, build, None if may_be_empty else first)


def _either(pieces: Sequence[re.Match[str]], at: int) -> tuple[Part, int]:
    ways: list[Part] = []
    row: list[Part] = []
    while at < len(pieces):
        text = pieces[at].group()
        if text in (")", "]"):
            break
        at += 1
        if text == "|":
            ways.append(PhraseSequence(tuple(row)))
            row = []
        elif text in ("(", "["):
            inner, at = _either(pieces, at)
            at += 1
            row.append(Either((inner, PhraseSequence(()))) if text == "[" else inner)
        elif text.startswith("{"):
            rule, name = pieces[at - 1].group(1), pieces[at - 1].group(2)
            row.append(Slot(name or rule, rule))
        else:
            row.append(PhraseWord(BRACKETS.get(text, text.casefold())))
    ways.append(PhraseSequence(tuple(row)))
    return (ways[0] if len(ways) == 1 else Either(tuple(ways))), at


Rules = Mapping[str, Sequence[Template]]
Primitive = Callable[["Parser", int], Iterable[tuple[Any, int]]]


class Parser:
    """All readings of one sentence's tokens by `rules`; `primitives` read names and numbers. Raises Unclear when a
    sentence has too many readings, or takes too long."""

    def __init__(self, tokens: Sequence[StepWord], rules: Rules, primitives: Mapping[str, Primitive]):
        self.tokens = tokens
        self.lower = [token.lower if token.kind != "quote" else "\0" for token in tokens]
        self._rules = rules
        self._primitives = primitives
        self._known: dict[tuple[str, int], list[tuple[Any, int]]] = {}
        self._work = 0

    def readings(self, rule: str) -> list[Any]:
        """What the whole sentence may mean."""
        return [value for value, end in self.at(rule, 0) if end == len(self.tokens)]

    def at(self, rule: str, start: int) -> list[tuple[Any, int]]:
        key = (rule, start)
        known = self._known.get(key)
        if known is None:
            self._known[key] = []  # what begins with itself has no reading
            known = self._known[key] = self._find(rule, start)
        return known

    def _find(self, rule: str, start: int) -> list[tuple[Any, int]]:
        if rule in self._primitives:
            return list(dict.fromkeys(self._primitives[rule](self, start)))
        readings: dict[tuple[Any, int], None] = {}
        here = self.lower[start] if start < len(self.lower) else ""
        for each in self._rules[rule]:
            if each.first is not None and here not in each.first:
                continue
            for end, captures in self._match(each.part, start, ()):
                value = each.build(**dict(captures))
                if value is not None:
                    readings[(value, end)] = None
            if len(readings) > MOST_READINGS:
                raise Unclear(_("This sentence can be read in too many ways."))
        return list(readings)

    def _match(self, part: Part, at: int, captures: Captures) -> list[tuple[int, Captures]]:
        self._work += 1
        if self._work > MOST_WORK:
            raise Unclear(_("This sentence is too long or too tangled to be read."))
        if isinstance(part, PhraseWord):
            return [(at + 1, captures)] if at < len(self.lower) and self.lower[at] == part.text else []
        if isinstance(part, Slot):
            return [(end, (*captures, (part.name, value))) for value, end in self.at(part.rule, at)]
        if isinstance(part, Either):
            ends: dict[tuple[int, Captures], None] = {}
            for way in part.ways:
                ends |= dict.fromkeys(self._match(way, at, captures))
            return list(ends)
        states: list[tuple[int, Captures]] = [(at, captures)]
        for piece in part.parts:
            states = [after for end, kept in states for after in self._match(piece, end, kept)]
            if not states:
                break
        return states
