"""Lines that people write: how they belong together, what formulas stand in them, and which names they give."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import thousands
from gamestate.moves.making import MoveDeed, Rolling
from gamestate.values.definitions import RESERVED
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import CONSTANTS, Formula, parse
from gamestate.values.texts import quoted

Read = TypeVar("Read")
Lines = Sequence[tuple[int, str]]
"""Lines with how far each is indented."""
MOST_LINES: Final = 60
DEEPEST: Final = 6

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


def lines_of(text: str) -> list[tuple[int, str]]:
    """The lines of a text that are not empty, each with how far it is indented."""
    lines = [line.expandtabs(4).rstrip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise ValueRefused(_("A part of a move has at most {most} lines.").format(most=thousands(MOST_LINES)))
    return [(len(line) - len(line.lstrip()), line.strip()) for line in lines]


class LineRefused(ValueRefused):
    """A refusal that names the line."""


@dataclass
class LineReader:
    """What reading the lines of one move has come to so far: its dice, the names that it uses, those that it gives,
    and the sealed calls that it looks at or settles, what it passes on, whether it `deals` cards, `mixes` them or
    `picks` by chance, or `shows` what was kept of moves, what it asks of others (`asks_for`), and what hidden
    values it `reveals`. Which kinds of deeds there are is handed in."""

    kinds: Sequence["DeedKind"]
    dice: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    passes: set[str] = field(default_factory=set)
    deals: bool = False
    picks: bool = False
    shows: bool = False
    mixes: bool = False
    asks_for: set[str] = field(default_factory=set)
    reveals: set[str] = field(default_factory=set)
    depth: int = 0

    def give(self, name: str) -> str:
        """A name that the move gives. Raises ValueRefused for one that means something else."""
        self.given.add(name := _own_name(name))
        return name

    def formula(self, text: str) -> Formula:
        """A formula that rolls nothing. Raises ValueRefused."""
        formula = parse(text)
        if formula.dice:
            raise ValueRefused(_("Dice are rolled by what a move does, after all that may refuse it."))
        self.names |= formula.names
        self.calls |= formula.calls
        return formula

    def rolling(self, text: str) -> Rolling:
        """A formula in which dice may stand. Raises ValueRefused."""
        formula = parse(text, may_reveal=True)
        self.reveals |= formula.reveals
        self.picks |= formula.picks
        self.names |= formula.names
        self.calls |= formula.calls
        rolling = Rolling(formula, len(self.dice))
        self.dice += formula.dice
        return rolling

    def deeds(self, lines: Lines) -> tuple[MoveDeed, ...]:
        """What lines do, one after the other. Raises ValueRefused with the line that is not right."""
        if self.depth > DEEPEST:
            raise ValueRefused(
                _("What a move does has at most {most} blocks within each other.").format(most=DEEPEST)
            )
        self.depth += 1
        deeds: list[MoveDeed] = []
        place = 0
        while place < len(lines):
            indent, line = lines[place]
            end = place + 1
            while end < len(lines) and lines[end][0] > indent:
                end += 1
            named(line, partial(self._put, deeds, line, lines[place + 1 : end]))
            place = end
        self.depth -= 1
        return tuple(deeds)

    def _put(self, deeds: list[MoveDeed], line: str, block: Lines) -> None:
        """Add what a line, with what is indented below it, does."""
        head, colon, rest = _at_colon(line)
        word = head.partition(" ")[0].lower()
        kind = next((each for each in self.kinds if word in each.opens), None) if colon else None
        if kind is None:
            if block:
                raise ValueRefused(_("Only what ends with a colon has lines that belong to it."))
            deeds += map(self._deed, _parted(line))
            return
        body = [*([(0, rest)] if rest else []), *block]
        if not body:
            raise ValueRefused(_("There is nothing after the colon."))
        kind.open(self, deeds, head, body)

    def _deed(self, text: str) -> MoveDeed:
        read = (kind.read(self, text) for kind in self.kinds)
        deed = next((each for each in read if each is not None), None)
        if deed is None:
            raise ValueRefused(
                _("What a move does is written “gold += 2”, “other.gold -= 1” or “square = where”.")
            )
        return deed


class DeedKind:
    """How a kind of deed is read. A kind has its deed, and says here how it is written; each has a file in
    `gamestate.moves.deeds`, and its place in `kinds.py` beside them."""

    opens: frozenset[str] = frozenset()
    """The first words of lines that end with a colon and have others that belong to them."""

    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        """The deed that a text says; None for one that is not of this kind. Raises ValueRefused."""
        return None

    def open(self, reader: LineReader, deeds: list[MoveDeed], head: str, body: Lines) -> None:
        """Add the deed of a line with a colon and of those that belong to it to those before. Raises ValueRefused."""
        raise NotImplementedError


def _own_name(name: str) -> str:
    """A name that a move gives. Raises ValueRefused for one that means something else."""
    name = name.lower()
    if not _NAME.fullmatch(name) or name in RESERVED or name in CONSTANTS or name in ("me", "game"):
        raise ValueRefused(_("{name} cannot be the name of something in a move.").format(name=quoted(name)))
    return name


def named(line: str, read: Callable[[], Read]) -> Read:
    """What is read of a line. Raises ValueRefused that begins with the line."""
    try:
        return read()
    except LineRefused:
        raise
    except ValueRefused as refused:
        raise LineRefused(f"{quoted(line[:80])}: {refused.sentence}"[:300]) from None


def _at_colon(line: str) -> tuple[str, str, str]:
    """What stands before the colon of a block, the colon, and what stands behind it: one within parentheses, brackets
    or quotation marks, or after a question mark, is part of a formula."""
    depth, questions, quote = 0, 0, ""
    for place, sign in enumerate(line):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign in "([":
            depth += 1
        elif sign in ")]":
            depth -= 1
        elif sign == "?" and not depth:
            questions += 1
        elif sign == ":" and not depth:
            if not questions:
                return line[:place].strip(), ":", line[place + 1 :].strip()
            questions -= 1
    return line, "", ""


def _parted(line: str) -> list[str]:
    """The deeds of a line, which semicolons part."""
    parts, quote, start = [], "", 0
    for place, sign in enumerate(line):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        elif sign == ";":
            parts.append(line[start:place].strip())
            start = place + 1
    return [part for part in (*parts, line[start:].strip()) if part]
