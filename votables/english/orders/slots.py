"""What can stand in the pattern of an order: how each is written, and how it is read. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ruleset.text.tree import Node, Tree

from .things import CalledThings

Piece = tuple[str, str]  # "word", "quote" or "body", and what it says
_MARKS: Final = re.compile('[“”„«»"\n`]')
_SHORT: Final = 150  # characters of a name between quotation marks
# The groups of holders, as steps call them and as people do.
HOLDERS: Final[Mapping[str, str]] = {
    "game": "the game",
    "players": "every player",
    "subjects": "every player but the emperor",
    "idle": "every idle player",
    "everyone": "every player, idle ones too",
    "rows": "every row",
}


class Unheard(Exception):
    """What stands there is not what the pattern has there."""


class Unsayable(ValueError):
    """A change that no order says, with the part of it that stands in the way."""


def inline(text: str) -> str:
    """A text of one line as a quotation: between quotation marks, or as code where it has some of its own."""
    if not _MARKS.search(text) and len(text) <= _SHORT:
        return f"“{text}”"
    if "\n" in text or not text.strip():
        raise Unsayable(text)
    longest = max((len(ticks) for ticks in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    padded = f" {text} " if "`" in (text[0], text[-1]) or text[0] == text[-1] == " " else text
    return f"{fence}{padded}{fence}"


def block(text: str) -> str:
    """A text as a quotation that stands by itself."""
    if text != text.strip("\n") or "\r" in text:
        raise Unsayable(text)
    return "\n".join(f"> {line}" for line in text.split("\n"))


class OrderSlot:
    """A place in a pattern for a part of a change. `fields`: the parts of the change that it says."""

    is_block = False

    def __init__(self, *fields: str):
        self.fields = fields

    def values(self, change: Mapping[str, Any]) -> Any:
        return change[self.fields[0]]

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        """Its words. Raises Unsayable."""
        raise NotImplementedError

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        """The parts of the change that stand at a place, and the place after it. Raises Unheard."""
        raise NotImplementedError


def piece(pieces: Sequence[Piece], at: int, *kinds: str) -> str:
    """What stands there, of one of these kinds. Raises Unheard."""
    if at >= len(pieces) or pieces[at][0] not in kinds:
        raise Unheard
    return pieces[at][1]


class LineSlot(OrderSlot):
    """A name or title, quoted."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        return inline(self.values(change))

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        return {self.fields[0]: piece(pieces, at, "quote")}, at + 1


class TextSlot(OrderSlot):
    """A text, as a block of its own."""

    is_block = True

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        return block(self.values(change))

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        return {self.fields[0]: piece(pieces, at, "body")}, at + 1


class NumberSlot(OrderSlot):
    """A whole number, such as the key of a matter."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        number = self.values(change)
        return str(number) if number >= 0 else f"minus {-number}"

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        is_below = piece(pieces, at, "word") == "minus"
        digits = piece(pieces, at + is_below, "word")
        if not re.fullmatch(r"[0-9]{1,18}", digits):
            raise Unheard
        return {self.fields[0]: -int(digits) if is_below else int(digits)}, at + is_below + 1


class OneOfSlot(OrderSlot):
    """One of some words."""

    def __init__(self, field: str, words: Mapping[str, str]):
        super().__init__(field)
        self.words = words

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        return self.words[self.values(change)]

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        value, after = longest(self.words, pieces, at)
        return {self.fields[0]: value}, after


def words_of(text: str) -> list[str]:
    """The words of a pattern as pieces are compared with them."""
    return re.findall(r"[^\W_]+(?:[.'’\-][^\W_]+)*", text.casefold())


def longest(choices: Mapping[str, str], pieces: Sequence[Piece], at: int) -> tuple[str, int]:
    """Which of some words stand there, the longest first, and the place after them. Raises Unheard."""
    for value, words in sorted(choices.items(), key=lambda one: -len(words_of(one[1]))):
        expected = [("word", word) for word in words_of(words)]
        if list(pieces[at : at + len(expected)]) == expected:
            return value, at + len(expected)
    raise Unheard


class RuleSlot(OrderSlot):
    """A rule: by its name, or by its number and its name where that alone is not clear."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        return rule_said(self.values(change), things)

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        node, after = rule_heard(pieces, at, things)
        return {self.fields[0]: node.key}, after


def rule_said(key: str, things: CalledThings) -> str:
    """What an order calls a rule. Raises Unsayable where there is none."""
    node = things.tree.find(key)
    if node is None:
        raise Unsayable(key)
    if node.name and things.rule_named(node.name) is node:
        return f"the rule {inline(node.name)}"
    number = next(number for number, one in things.numbers() if one.key == key)
    return f"{'rule' if '.' in number else 'section'} {number} {inline(node.title)}"


def rule_heard(pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[Node, int]:
    """The rule of which an order speaks, and the place after it. Raises Unheard."""
    if piece(pieces, at, "word") == "the":
        at += 1
    if piece(pieces, at, "word") not in ("rule", "section"):
        raise Unheard
    if pieces[at + 1 : at + 2] and pieces[at + 1][0] == "word":
        number, title = pieces[at + 1][1], piece(pieces, at + 2, "quote")
        rule = next((node for one, node in things.numbers() if one == number and node.title == title), None)
        after = at + 3
    else:
        rule, after = things.rule_named(piece(pieces, at + 1, "quote")), at + 2
    if rule is None:
        raise Unheard
    return rule, after


class PlaceSlot(OrderSlot):
    """Where a rule stands: below what, and after which of those there."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        parent, after = change["parent"], change["after"]
        if after not in ("", "first"):
            if parent_of(after, things.tree) != parent or (
                after == change.get("rule") and change.get("op") != "copy"
            ):
                raise Unsayable(after)
            return f"after {rule_said(after, things)}"
        edge = "start" if after else "end"
        if parent == "top":
            return f"at the {edge} of the sections"
        return f"at the {edge} of {rule_said(parent, things)}"

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        if piece(pieces, at, "word") == "after":
            node, after = rule_heard(pieces, at + 1, things)
            return {"parent": parent_of(node.key, things.tree), "after": node.key}, after
        edge, at = longest({"": "at the end of", "first": "at the start of"}, pieces, at)
        if list(pieces[at : at + 2]) == [("word", "the"), ("word", "sections")]:
            return {"parent": "top", "after": edge}, at + 2
        node, after = rule_heard(pieces, at, things)
        return {"parent": node.key, "after": edge}, after


def parent_of(key: str, tree: Tree) -> str:
    """The key of what a rule stands below; that of the top for a section, "" where there is no such rule."""
    return next(((("top", *one.above))[-1] for one in tree.placed() if one.node.key == key), "")


class PlayerSlot(OrderSlot):
    """A person, by name."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        key = self.values(change)
        if key not in things.players or things.player_named(things.players[key]) != key:
            raise Unsayable(str(key))
        return inline(things.players[key])

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        key = things.player_named(piece(pieces, at, "quote"))
        if key is None:
            raise Unheard
        return {self.fields[0]: key}, at + 1


class TypeSlot(OrderSlot):
    """A type of official posts, by name; with `base` the definition that it has."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        name, definition = things.types.get(change["type"], ("", {}))
        if things.type_named(name) != change["type"] or change.get("base", definition) != definition:
            raise Unsayable(str(change["type"]))
        return inline(name)

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        key = things.type_named(piece(pieces, at, "quote"))
        if key is None:
            raise Unheard
        base = {"base": dict(things.types[key][1])} if "base" in self.fields else {}
        return {"type": key, **base}, at + 1


class PathSlot(OrderSlot):
    """A variable, a table or a page."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        return inline(things.path_said(self.values(change)))

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        return {self.fields[0]: things.path_named(piece(pieces, at, "quote"))}, at + 1


class HoldersSlot(OrderSlot):
    """Whose values, or which rows: groups, players and rows."""

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        names = [self._holder(one, things) for one in self.values(change)]
        return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]  # in English

    def _holder(self, one: str, things: CalledThings) -> str:
        kind, _mark, key = one.partition(":")
        if one in HOLDERS:
            return HOLDERS[one]
        if one.startswith("row="):
            return f"the row {inline(one.removeprefix('row='))}"
        if kind == "player" and int(key) in things.players:
            return f"the player {PlayerSlot('player').write({'player': int(key)}, things)}"
        return f"{kind} number {key}"  # in English

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        holders: list[str] = []
        while True:
            one, at = self._heard(pieces, at, things)
            holders.append(one)
            if pieces[at : at + 1] == [("word", "and")]:
                at += 1
            elif not self._goes_on(pieces, at):
                return {self.fields[0]: holders}, at

    def _goes_on(self, pieces: Sequence[Piece], at: int) -> bool:
        return at < len(pieces) and pieces[at] in [("word", one) for one in ("the", "every", "player", "row")]

    def _heard(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[str, int]:
        try:
            return longest(HOLDERS, pieces, at)
        except Unheard:
            pass
        kind, at = longest(
            {"named": "the row", "player": "the player", "player:": "player number", "row:": "row number"},
            pieces,
            at,
        )
        if kind.endswith(":"):
            return kind + piece(pieces, at, "word"), at + 1
        name = piece(pieces, at, "quote")
        if kind == "named":
            return f"row={name}", at + 1
        key = things.player_named(name)
        if key is None:
            raise Unheard
        return f"player:{key}", at + 1


class NamedPartsSlot(OrderSlot):
    """Several parts of a change, line by line behind their names, as code; those that are empty are left out."""

    is_block = True

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        lines = [(name, line) for name in self.fields if change[name] for line in change[name].split("\n")]
        return block("\n".join(f"* {name}: {_as_code(line)}" for name, line in lines) or "* none")

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        body, lines = piece(pieces, at, "body"), dict[str, list[str]]()
        for line in body.split("\n") if body != "* none" else ():
            match = re.fullmatch(r"\* (\w+): (.*)", line)
            if match is None or match[1] not in self.fields:
                raise Unheard
            lines.setdefault(match[1], []).append(_from_code(match[2]))
        return {name: "\n".join(lines.get(name, ())) for name in self.fields}, at + 1


def _as_code(line: str) -> str:
    """A line as code, or as JSON where it has the marks of code of its own, or nothing."""
    return json.dumps(line, ensure_ascii=False) if "`" in line or not line.strip() else f"`{line}`"


def _from_code(text: str) -> str:
    """The same read back. Raises Unheard."""
    if match := re.fullmatch(r"`([^`]+)`", text):
        return match[1]
    try:
        line = json.loads(text)
    except ValueError:
        raise Unheard from None
    if not isinstance(line, str):
        raise Unheard
    return line


class PartsSlot(OrderSlot):
    """A definition, part by part, each on a line of its own."""

    is_block = True

    def write(self, change: Mapping[str, Any], things: CalledThings) -> str:
        parts = self.values(change).items()
        return block(
            "\n".join(f"* {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in parts)
            or "* none"
        )

    def read(self, pieces: Sequence[Piece], at: int, things: CalledThings) -> tuple[dict[str, Any], int]:
        body = piece(pieces, at, "body")
        if body == "* none":
            return {self.fields[0]: {}}, at + 1
        parts = {}
        for line in body.split("\n"):
            match = re.fullmatch(r"\* (\w+): (.*)", line)
            if match is None:
                raise Unheard
            try:
                parts[match[1]] = json.loads(match[2])
            except ValueError:
                raise Unheard from None
        return {self.fields[0]: parts}, at + 1
