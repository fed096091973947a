"""Reading the lines of a move.

    asks    where: squares among squares.filter(s, s != me.square)      a row of that table
            other: player among players.filter(p, p != me)               a player; without `among`, any
            amount: number from 1 to gold                               a whole number
            colour: choice among ['Red', 'Blue']                        one of several texts
            why: text    sure: yes_no
    needs   gold >= 2 -- You need 2 Gold.
    costs   gold: 2
    does    gold += DICE6
            other.gold -= amount
            let d = 2DICE6
            if d > 7:
              square = where
            otherwise:
              refuse 'You slip.'
            for p in players.filter(p, p.square == where): p.gold -= 1
            for all p in players: p.gold = after(p).gold
            add squares: 'The Inn'
            remove where

Lines that are indented belong to the line above that ends with a colon; a block may also stand behind it, its deeds
parted by semicolons. What names a value alone is of who makes the move, or of the game. All dice are rolled once.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, TypeVar

from blognomic.i18n.translation import gettext as _
from blognomic.i18n.translation import thousands
from gamestate.moves.move import (
    PARTS,
    AddDeed,
    Asked,
    AssignDeed,
    Deed,
    EachDeed,
    IfDeed,
    LetDeed,
    Move,
    MoveCost,
    MoveNeed,
    MoveQuestion,
    RefuseDeed,
    RemoveDeed,
    Rolling,
)
from gamestate.values.definitions import RESERVED, read_key
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import CONSTANTS, Formula, parse
from gamestate.values.nodes import NameNode, PropertyNode
from gamestate.values.texts import clean_long, quoted

Read = TypeVar("Read")
LONGEST: Final = 4_000
MOST_LINES: Final = 60
MOST_QUESTIONS: Final = 8
DEEPEST: Final = 6
MOST_DICE: Final = 20
SENTENCE_LENGTH: Final = 300

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ASK = re.compile(
    r"(?P<name>\w+)\s*:\s*(?P<kind>\w+)(?:\s+among\s+(?P<among>.+)|\s+from\s+(?P<least>.+?)\s+to\s+(?P<most>.+))?",
    re.ASCII,
)
_ASSIGN = re.compile(r"(?<![=!<>+\-*/])(?P<sign>[+-]?=)(?![=])")
_SENTENCE = re.compile(r"\s+(?:--|[\u2014\u2013])\s+")
_FOR = re.compile(r"for\s+(?P<all>all\s+)?(?P<name>\w+)\s+in\s+(?P<members>.+)", re.ASCII | re.IGNORECASE)
_LET = re.compile(r"let\s+(?P<name>\w+)\s*=(?!=)\s*(?P<value>.+)", re.ASCII | re.IGNORECASE)
_REFUSE = re.compile(r"refuse\s+['\"\u201c](?P<sentence>.+)['\"\u201d]", re.IGNORECASE)
_KINDS: Final[Mapping[str, Asked]] = {
    "player": "player",
    "number": "number",
    "choice": "choice",
    "text": "text",
    "yes_no": "yes_no",
}


def read_move(parts: Mapping[str, object]) -> Move:
    """The move that texts of lines say, by the keys of `PARTS`. Raises ValueRefused with the line that is not right."""
    if not isinstance(parts, Mapping):
        raise ValueRefused(_("The parts of a move are texts."))
    unknown = next((key for key in parts if key not in PARTS), None)
    if unknown is not None:
        raise ValueRefused(_("A move has no part called {name}.").format(name=quoted(str(unknown))))
    texts = {key: _text(parts.get(key, "")) for key in PARTS}
    reader = _Reader()
    questions = tuple(reader.each(texts["asks"], reader.question))
    if len({question.name for question in questions}) < len(questions):
        raise ValueRefused(_("Two questions of a move have one name."))
    if len(questions) > MOST_QUESTIONS:
        raise ValueRefused(_("A move asks at most {most} things.").format(most=MOST_QUESTIONS))
    needs = tuple(reader.each(texts["needs"], reader.need))
    costs = tuple(reader.each(texts["costs"], reader.cost))
    deeds = reader.deeds(_lines(texts["does"]))
    if len(reader.dice) > MOST_DICE:
        raise ValueRefused(_("A move rolls at most {most} times.").format(most=MOST_DICE))
    names = frozenset(reader.names)
    return Move(questions, needs, costs, deeds, tuple(reader.dice), names, names - reader.given)


def as_kept(parts: Mapping[str, object]) -> dict[str, str]:
    """The texts of a move as they are kept: without the parts that are empty. Raises ValueRefused."""
    read_move(parts)
    texts = {key: _text(parts.get(key, "")) for key in PARTS}
    return {key: text for key, text in texts.items() if text}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueRefused(_("The parts of a move are texts."))
    return clean_long(value, _("A part of a move"), LONGEST).rstrip()


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of a text that are not empty, each with how far it is indented."""
    lines = [line.expandtabs(4).rstrip() for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_LINES:
        raise ValueRefused(_("A part of a move has at most {most} lines.").format(most=thousands(MOST_LINES)))
    return [(len(line) - len(line.lstrip()), line.strip()) for line in lines]


class LineRefused(ValueRefused):
    """A refusal that names the line."""


@dataclass
class _Reader:
    dice: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    given: set[str] = field(default_factory=set)

    def give(self, name: str) -> str:
        """A name that the move gives."""
        self.given.add(name := _own_name(name))
        return name

    def each(self, text: str, read: Callable[[str], Read]) -> Iterator[Read]:
        """What each line says. Raises ValueRefused that names the line."""
        for _indent, line in _lines(text):
            yield _named(line, partial(read, line))

    def formula(self, text: str) -> Formula:
        """A formula that rolls nothing."""
        formula = parse(text)
        if formula.dice:
            raise ValueRefused(_("Dice are rolled by what a move does, after all that may refuse it."))
        self.names |= formula.names
        return formula

    def rolling(self, text: str) -> Rolling:
        formula = parse(text)
        self.names |= formula.names
        rolling = Rolling(formula, len(self.dice))
        self.dice += formula.dice
        return rolling

    def question(self, line: str) -> MoveQuestion:
        match = _ASK.fullmatch(line)
        if match is None:
            raise ValueRefused(
                _("A question is written “other: player among players” or “amount: number from 1 to 6”.")
            )
        name, kind = self.give(match["name"]), match["kind"].lower()
        table = "" if kind in _KINDS else read_key(kind)
        self.names |= {table} - {""}
        of_kind = _KINDS.get(kind, "row")
        if of_kind == "number" and match["most"] is None:
            raise ValueRefused(
                _("A number is asked for from one to another: “amount: number from 1 to gold”.")
            )
        if of_kind == "choice" and match["among"] is None:
            raise ValueRefused(_("A choice is among several: “colour: choice among ['Red', 'Blue']”."))
        if match["among"] and of_kind in ("number", "text", "yes_no"):
            raise ValueRefused(_("Only a player, a row or a choice is among several."))
        among, least, most = (
            self.formula(match[key]) if match[key] else None for key in ("among", "least", "most")
        )
        return MoveQuestion(name, of_kind, table, among, least, most)

    def need(self, line: str) -> MoveNeed:
        condition, *rest = _SENTENCE.split(line, maxsplit=1)
        sentence = rest[0].strip()[:SENTENCE_LENGTH] if rest else ""
        return MoveNeed(
            self.formula(condition), sentence or _("This must hold: {condition}.").format(condition=condition)
        )

    def cost(self, line: str) -> MoveCost:
        name, colon, number = line.partition(":")
        if not colon:
            raise ValueRefused(_("A cost is written “gold: 2”."))
        self.names.add(name.strip().lower())
        return MoveCost(read_key(name.strip().lower()), self.formula(number))

    def deeds(self, lines: Sequence[tuple[int, str]], depth: int = 0) -> tuple[Deed, ...]:
        if depth > DEEPEST:
            raise ValueRefused(
                _("What a move does has at most {most} blocks within each other.").format(most=DEEPEST)
            )
        deeds: list[Deed] = []
        place = 0
        while place < len(lines):
            indent, line = lines[place]
            end = place + 1
            while end < len(lines) and lines[end][0] > indent:
                end += 1
            block = lines[place + 1 : end]
            _named(line, partial(self.put, deeds, line, block, depth))
            place = end
        return tuple(deeds)

    def put(self, deeds: list[Deed], line: str, block: Sequence[tuple[int, str]], depth: int) -> None:
        """Add what a line, with what is indented below it, does."""
        head, colon, rest = _at_colon(line)
        opens = colon and re.match(r"(if|for|otherwise)\b", head, re.IGNORECASE)
        if not opens:
            if block:
                raise ValueRefused(_("Only what ends with a colon has lines that belong to it."))
            for one in _parted(line):
                deeds.append(self.deed(one))
            return
        inner = [*([(0, rest)] if rest else []), *block]
        if not inner:
            raise ValueRefused(_("Nothing stands behind the colon."))
        if head.lower() == "otherwise":
            before = deeds[-1] if deeds else None
            if not isinstance(before, IfDeed) or before.otherwise:
                raise ValueRefused(_("Before “otherwise” stands an “if”."))
            deeds[-1] = IfDeed(before.condition, before.then, self.deeds(inner, depth + 1))
        elif head.lower().startswith("if"):
            condition = self.rolling(head[2:])
            deeds.append(IfDeed(condition, self.deeds(inner, depth + 1)))
        else:
            match = _FOR.fullmatch(head)
            if match is None:
                raise ValueRefused(_("What is done for each is written “for p in players: p.gold += 1”."))
            name, members = self.give(match["name"]), self.rolling(match["members"])
            deeds.append(EachDeed(name, members, self.deeds(inner, depth + 1), bool(match["all"])))

    def deed(self, text: str) -> Deed:
        if match := _LET.fullmatch(text):
            return LetDeed(self.give(match["name"]), self.rolling(match["value"]))
        if match := _REFUSE.fullmatch(text):
            return RefuseDeed(match["sentence"][:SENTENCE_LENGTH])
        word, _space, rest = text.partition(" ")
        if word.lower() == "remove" and rest:
            return RemoveDeed(self.rolling(rest))
        if word.lower() == "add" and ":" in rest:
            table, _colon, name = rest.partition(":")
            self.names.add(table.strip().lower())
            return AddDeed(read_key(table.strip().lower()), self.rolling(name))
        match = _ASSIGN.search(text)
        if match is None:
            raise ValueRefused(
                _("What a move does is written “gold += 2”, “other.gold -= 1” or “square = where”.")
            )
        target = self.formula(text[: match.start()])
        if not isinstance(target.node, NameNode | PropertyNode):
            raise ValueRefused(
                _("To the left of {sign} stands a value, such as other.gold.").format(
                    sign=quoted(match["sign"])
                )
            )
        return AssignDeed(target, match["sign"], self.rolling(text[match.end() :]))


def _own_name(name: str) -> str:
    """A name that a move gives. Raises ValueRefused for one that means something else."""
    name = name.lower()
    if not _NAME.fullmatch(name) or name in RESERVED or name in CONSTANTS or name in ("me", "game"):
        raise ValueRefused(_("{name} cannot be the name of something in a move.").format(name=quoted(name)))
    return name


def _named(line: str, read: Callable[[], Read]) -> Read:
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
