"""What a sentence says, as the grammar parts it, made into a move. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lexer import Lexer

from .move_shapes import (
    Amount,
    AmountOf,
    AnyChoice,
    AskedAmount,
    Becoming,
    ChangedValue,
    Compared,
    MoveValue,
    NeededValue,
    ReadMove,
    SameAmount,
    Whose,
)
from .words import MoveWords

_HOW: Final[Mapping[str, Compared]] = {"at_least": ">=", "more_than": ">", "fewer_than": "<", "exactly": "=="}


class Unsure(Exception):
    """A sentence that says something of a move, or may, and is not understood for sure."""


@dataclass(frozen=True, slots=True)
class MovesLead:
    """What stands before a list of moves of which one may be made at a time, so often."""

    frequency: str
    needs: tuple[NeededValue, ...]


class _GivenTokens(Lexer):
    """Takes the classes of words as they were given."""

    def __init__(self, conf: Any):
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]  # without a state of its own
        yield from data


@lru_cache(maxsize=1)
def _parser() -> tuple[Lark, Mapping[str, str]]:
    """The parser, and the classes of words that it knows, as it has them."""
    rules = files("votables.english.moves").joinpath("moves.lark").read_text(encoding="utf-8")
    lines = [line for line in rules.splitlines() if not line.startswith("//")]
    classes = sorted(set(re.findall(r"\b_?[A-Z][A-Z_]*\b", "\n".join(lines))))
    declared = f"\n%declare {' '.join(classes)}\n"
    parser = Lark(rules + declared, parser="earley", lexer=_GivenTokens, ambiguity="explicit")
    return parser, {one.removeprefix("_"): one for one in classes}


def sentence_read(text: str, words: MoveWords, *, in_list: bool = False) -> ReadMove | MovesLead:
    """The move that a sentence says, or what leads to a list of such; with `in_list`, that of an item of it. Raises
    Unsure where it is none, has a word that is not understood, or may mean two things."""
    parser, classes = _parser()
    tokens = words.tokens(text, classes)
    if not tokens:
        raise Unsure
    kept = [Token(classes[one.type], str(one)) for one in tokens]
    try:
        tree = parser.parse(kept)
    except LarkError:
        raise Unsure from None
    if any(tree.find_data("_ambig")):
        raise Unsure
    whole = tree.children[0]
    assert isinstance(whole, Tree)
    if in_list != (whole.data == "point"):
        raise Unsure
    return _Building(words).build(whole)


class _Building:
    def __init__(self, words: MoveWords):
        self.values = {one.path: one for one in words.values}
        self.asked: AskedAmount | None = None
        self.event: Becoming | None = None
        self.who: Whose | None = None

    def build(self, tree: Tree[Token]) -> ReadMove | MovesLead:
        if tree.data == "upkeep":
            return self._upkeep(tree)
        often = [str(one) for one in tree.children if isinstance(one, Token) and one.type == "OFTEN"]
        if len(often) > 1:
            raise Unsure
        needs: list[NeededValue] = []
        for part in self._parts(tree):
            if part.data in ("who", "condition"):
                needs += self._needs(part)
        frequency = often[0] if often else ""
        if tree.data == "lead":
            if any(isinstance(one, Token) and one.type == "FIGURE" and one != "1" for one in tree.children):
                raise Unsure
            return MovesLead(frequency, tuple(needs))
        name = next((str(one) for one in tree.children if isinstance(one, Token) and one.type == "TITLE"), "")
        costs: list[tuple[MoveValue, Amount]] = []
        changes: list[ChangedValue] = []
        for part in self._parts(tree):
            match part.data:
                case "spending" | "losing":
                    costs += self._costs(part, changes)
                case "exchanging":
                    spent, gained = self._parts(part)
                    costs += self._items(spent)
                    changes += [ChangedValue("gain", "me", *one) for one in self._items(gained)]
                case "giving":
                    (given,) = self._parts(part)
                    changes += [ChangedValue("give", "me", *one) for one in self._items(given)]
                case "by_the_way":
                    (gained,) = self._parts(part)
                    changes += [ChangedValue("gain", "me", *one) for one in self._items(gained)]
                case "deeds":
                    for deed in self._parts(part):
                        changes += self._deed(deed)
        move = ReadMove(tuple(changes), tuple(costs), tuple(needs), frequency, name)
        _check(move)
        return move

    # -- what stands before what is done

    def _needs(self, tree: Tree[Token]) -> list[NeededValue]:
        needs = []
        parts: Iterator[Tree[Token]] = tree.iter_subtrees_topdown()  # type: ignore[no-untyped-call]  # lark's
        for part in parts:
            if part.data in ("least", "number_is", "game_number_is"):
                (value,) = self._named(part)
                compared = next(one for one in self._parts(part))
                needs.append(NeededValue(value, _HOW[str(compared.data)], self._count(compared)))
            elif part.data in ("choice_is", "game_choice_is"):
                (value,) = self._named(part)
                needs.append(NeededValue(value, "==", self._option(part, value)))
        return needs

    # -- what is done

    def _costs(self, tree: Tree[Token], changes: list[ChangedValue]) -> list[tuple[MoveValue, Amount]]:
        (items,) = self._parts(tree)
        costs = self._items(items)
        if any(isinstance(amount, str | SameAmount) for _value, amount in costs):
            raise Unsure  # dice cannot be paid
        if into := self._named(tree):
            if len(costs) != 1:
                raise Unsure
            amount = costs[0][1]
            changes.append(ChangedValue("gain", "game", into[0], SameAmount() if self.asked else amount))
        return costs

    def _items(self, tree: Tree[Token]) -> list[tuple[MoveValue, Amount]]:
        return [self._item(one) for one in self._parts(tree)]

    def _item(self, tree: Tree[Token]) -> tuple[MoveValue, Amount]:
        (value,) = self._named(tree)
        return value, self._amount(tree)

    def _amount(self, tree: Tree[Token]) -> Amount:
        part = next(iter(self._parts(tree)))
        match part.data:
            case "count":
                return self._figure(part)
            case "dice":
                return str(part.children[0])
            case "that_many":
                if self.asked is None:
                    raise Unsure
                return SameAmount()
        if self.asked is not None:
            raise Unsure
        self.asked = AskedAmount(self._count(part) if part.data == "up_to" else None)
        return self.asked

    def _deed(self, tree: Tree[Token]) -> list[ChangedValue]:
        match tree.data:
            case "gain" | "lose":
                return self._gained(tree, "me")
            case "more" | "fewer":
                return [self._changed(tree, "me", "gain" if tree.data == "more" else "lose")]
            case "game_more" | "game_added" | "game_fewer":
                return [self._changed(tree, "game", "lose" if tree.data == "game_fewer" else "gain")]
            case "set" | "game_set":
                return [self._changed(tree, "game" if tree.data == "game_set" else "me", "set")]
            case "choose_any":
                (value,) = self._named(tree)
                if set("".join(value.choices)) & set("'\\"):
                    raise Unsure
                return [ChangedValue("set", "me", value, AnyChoice())]
            case "choose" | "game_choose":
                (value,) = self._named(tree)
                whose: Whose = "game" if tree.data == "game_choose" else "me"
                return [ChangedValue("set", whose, value, self._option(tree, value))]
        (into,) = self._parts(tree)
        (value,) = self._named(into)
        return [ChangedValue("gain", "me", value, str(tree.children[0]))]

    def _gained(self, tree: Tree[Token], whose: Whose) -> list[ChangedValue]:
        (items,) = self._parts(tree)
        how: Any = "gain" if tree.data == "gain" else "lose"
        some = [ChangedValue(how, whose, *one) for one in self._items(items)]
        if any(isinstance(one.amount, AskedAmount) for one in some):
            raise Unsure  # as much as one likes, for nothing
        return some

    def _changed(self, tree: Tree[Token], whose: Whose, how: Any) -> ChangedValue:
        (value,) = self._named(tree)
        return ChangedValue(how, whose, value, self._amount(tree))

    # -- what happens by itself

    def _upkeep(self, tree: Tree[Token]) -> ReadMove:
        first, effects = self._parts(tree)
        when: str | Becoming = str(first.children[0])
        if first.data != "clock":
            when = self.event = self._becoming(first)
        changes: list[ChangedValue] = []
        for effect in self._parts(effects):
            changes += self._effect(effect)
        move = ReadMove(tuple(changes), when=when)
        _check(move)
        return move

    def _becoming(self, tree: Tree[Token]) -> Becoming:
        if tree.data == "joins":
            return Becoming("joins")
        (value,) = self._named(tree)
        return Becoming("has" if tree.data == "has_least" else "reaches", value, self._count(tree))

    def _effect(self, tree: Tree[Token]) -> list[ChangedValue]:
        parts = list(self._parts(tree))
        match tree.data:
            case "of_somebody":
                whose = self._whose(parts[0])
                return [change for part in parts[1:] for change in self._part(part, whose)]
            case "value_set" | "value_more" | "value_fewer":
                how = {"value_set": "set", "value_more": "gain", "value_fewer": "lose"}[tree.data]
                (value,) = self._named(tree)
                return [ChangedValue(how, self._whose(parts[0]), value, self._count(tree))]  # type: ignore[arg-type]
            case "value_choose":
                (value,) = self._named(tree)
                return [ChangedValue("set", self._whose(parts[0]), value, self._option(tree, value))]
            case "game_chosen":
                (value,) = self._named(tree)
                return [ChangedValue("set", "game", value, self._option(tree, value))]
        if tree.data == "game_becomes" and not self._named(tree):
            if self.event is None or self.event.value is None or self.event.value.scope != "game":
                raise Unsure
            return [ChangedValue("set", "game", self.event.value, self._count(tree))]
        how = {"game_becomes": "set", "game_rises": "gain", "game_falls": "lose"}[str(tree.data)]
        return [self._changed(tree, "game", how)]

    def _part(self, tree: Tree[Token], whose: Whose) -> list[ChangedValue]:
        if tree.data in ("gain", "lose"):
            return self._gained(tree, whose)
        if tree.data == "gain_equal":
            value, other = self._named(tree)
            return [ChangedValue("gain", whose, value, AmountOf(other))]
        (value,) = self._named(tree)
        return [ChangedValue("set", whose, value, self._count(tree))]

    def _whose(self, tree: Tree[Token]) -> Whose:
        if tree.data == "each":
            self.who = "each"
            return "each"
        of_event: Whose | None = None
        if self.event is not None and (self.event.what == "joins" or _is_of_player(self.event)):
            of_event = "who" if self.event.what == "joins" else "those"
        if self.who == "each" and (tree.data == "that_one" or of_event is not None):
            raise Unsure  # who of them?
        whose = self.who or of_event
        if whose is None:
            raise Unsure
        return whose

    # -- pieces

    @staticmethod
    def _parts(tree: Tree[Token]) -> Iterator[Tree[Token]]:
        return (one for one in tree.children if isinstance(one, Tree))

    def _named(self, tree: Tree[Token]) -> list[MoveValue]:
        tokens = [one for one in tree.children if isinstance(one, Token)]
        return [self.values[str(one)] for one in tokens if one.type[:2] in ("P_", "G_")]

    def _count(self, tree: Tree[Token]) -> int:
        return self._figure(next(iter(tree.find_data("count"))))

    @staticmethod
    def _figure(tree: Tree[Token]) -> int:
        (token,) = tree.children
        assert isinstance(token, Token)
        return 1 if token.type == "A" else int(token)

    @staticmethod
    def _option(tree: Tree[Token], value: MoveValue) -> str:
        option = next(str(one) for one in tree.children if isinstance(one, Token) and one.type == "OPTION")
        if option not in value.choices or set(option) & set("'\\"):
            raise Unsure
        return option


def _is_of_player(event: Becoming) -> bool:
    return event.value is not None and event.value.scope == "player"


def _check(move: ReadMove) -> None:
    """Raise Unsure for what a sentence says that is not meant so, or may do otherwise than it says."""
    if any(one.value.computed for one in move.changes) or any(value.computed for value, _much in move.costs):
        raise Unsure
    if not (move.changes or move.costs):
        raise Unsure
    added = [
        *(one.amount for one in move.changes if one.how != "set"),
        *(much for _value, much in move.costs),
    ]
    if any(amount == 0 or amount == AskedAmount(0) for amount in added):
        raise Unsure
    if sum(isinstance(one.amount, AnyChoice) for one in move.changes) > 1:
        raise Unsure
    if any(one.how == "gain" and isinstance(one.amount, AskedAmount) for one in move.changes):
        raise Unsure  # as much as one likes, for nothing
    _check_event(move)


def _check_event(move: ReadMove) -> None:
    """What becomes true of several players is true while it is of one: only what it sets off can end it for each."""
    if any(
        one.whose == "each" and isinstance(one.amount, str) and one.value.is_number for one in move.changes
    ):
        raise Unsure  # one die for all, or one for each?
    event = move.when
    if not isinstance(event, Becoming) or event.what == "joins":
        if isinstance(event, Becoming) and any(one.whose == "each" for one in move.changes):
            raise Unsure
        return
    assert event.value is not None
    if not _is_of_player(event):
        return
    of_value = [one for one in move.changes if one.value == event.value]
    if any(one.whose != "those" for one in move.changes) or len(of_value) != 1:
        raise Unsure
    (ending,) = of_value
    if not isinstance(ending.amount, int):
        raise Unsure
    ends = ending.how == "set" and ending.amount < event.least
    is_paid = event.what == "has" and ending.how == "lose" and ending.amount <= event.least
    if not (ends or is_paid):
        raise Unsure


def with_lead(move: ReadMove, lead: MovesLead, limit: str) -> ReadMove:
    """A move of a list, with what its lead says of all."""
    return replace(move, frequency=lead.frequency, needs=(*lead.needs, *move.needs), limit=limit)
