"""Cards: lists of texts or choices that are shuffled, drawn from their top, and moved from one to another. `shuffle
deck`, `draw 2 from deck to hand, reshuffling discard`, `move card from hand to discard`, `move all from hand to deck`.

What is drawn from a list that who acts does not see is unknown until it is done (see `gamestate.moves.making.Dealing`),
so that neither a preview nor a refusal tells of it. A card goes from one list to another in one deed, so that none is
lost. All of it is done on how things stand by then, also within `for all`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.definitions import LISTS, narrowest
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula
from gamestate.values.facts import as_kept, for_others
from gamestate.values.nodes import NameNode, PropertyNode
from gamestate.values.state import State, Variable
from gamestate.values.value_kinds import Reading

_PATH: Final = r"[a-z][\w.()\[\]]*"
_SHUFFLE = re.compile(rf"shuffle\s+(?P<deck>{_PATH})", re.ASCII | re.IGNORECASE)
_DRAW = re.compile(
    rf"draw\s+(?:(?P<number>.+?)\s+)?from\s+(?P<source>{_PATH})\s+to\s+(?P<target>{_PATH})"
    rf"(?:\s*,?\s*reshuffling\s+(?P<spent>{_PATH}))?",
    re.ASCII | re.IGNORECASE,
)
_MOVE = re.compile(
    rf"move\s+(?P<cards>.+?)\s+from\s+(?P<source>{_PATH})\s+to\s+(?P<target>{_PATH})",
    re.ASCII | re.IGNORECASE,
)
_KINDS: Final = frozenset({"texts", "choices"})


@dataclass(frozen=True, slots=True)
class CardList:
    """A list as it stands: whose it is, and what it holds."""

    variable: Variable
    holder: str
    cards: list[Any]

    @property
    def name(self) -> str:
        return self.variable.definition.name

    def with_cards(self, cards: Sequence[Any]) -> "CardList":
        return replace(self, cards=list(cards))


@dataclass(frozen=True, slots=True)
class ShuffleDeed(MoveDeed):
    deck: Formula

    def do(self, making: Making, before: State | None) -> None:
        deck = _list_of(making, self.deck, LISTS)
        _mix(making, deck)


@dataclass(frozen=True, slots=True)
class DrawDeed(MoveDeed):
    """`spent`: the list that is shuffled and put beneath the others where there are too few of them."""

    source: Formula
    target: Formula
    number: Rolling | None = None
    spent: Formula | None = None

    def do(self, making: Making, before: State | None) -> None:
        number = _number(making, self.number, before or making.work.state)
        source = _list_of(making, self.source)
        if len(source.cards) < number and self.spent is not None:
            spent = _list_of(making, self.spent)
            _check_fits(spent, source)
            if (spent.variable, spent.holder) != (source.variable, source.holder):
                mixed = _mix(making, spent)
                _carry(making, mixed, source, range(len(mixed.cards)))
                source = _list_of(making, self.source)
        target = _list_of(making, self.target)
        _check_fits(source, target)
        room = target.variable.definition.most - len(target.cards)
        if making.work.is_rolled:
            number = min(number, len(source.cards), room)
        if number > len(source.cards):
            raise ValueRefused(_("{name} has too few cards.").format(name=source.name))
        _carry(making, source, target, range(number))


@dataclass(frozen=True, slots=True)
class CarryDeed(MoveDeed):
    """`cards`: which of them, None for all."""

    source: Formula
    target: Formula
    cards: Rolling | None = None

    def do(self, making: Making, before: State | None) -> None:
        source, target = _list_of(making, self.source), _list_of(making, self.target)
        _check_fits(source, target)
        if self.cards is None:
            _carry(making, source, target, range(len(source.cards)))
            return
        making.work.check_seen(source.variable, source.holder)
        definition = source.variable.definition
        scope = making.scope(self.cards, before or making.work.state, definition.audience, definition.name)
        named = self.cards.formula.node.run(scope)
        members = named if isinstance(named, tuple) else (named,)
        loose = replace(definition, twice=True, blank=True)
        chosen = as_kept(loose, members, making.work.state, making.work.tracker).value
        places: list[int] = []
        for card in chosen if isinstance(chosen, list) else []:
            place = next(
                (at for at, one in enumerate(source.cards) if one == card and at not in places), None
            )
            if place is None:
                raise ValueRefused(_("{name} does not hold that.").format(name=source.name))
            places.append(place)
        _carry(making, source, target, places)


def _number(making: Making, number: Rolling | None, state: State) -> int:
    exact = making.run(number, state) if number is not None else Fraction(1)
    if not isinstance(exact, Fraction) or exact.denominator != 1 or exact < 0:
        raise ValueRefused(_("How many cards are drawn is a whole number."))
    return int(exact)


def _list_of(making: Making, formula: Formula, kinds: frozenset[str] = _KINDS) -> CardList:
    """The list that a deed names, as it stands by now. Raises ValueRefused."""
    state = making.work.state
    variable, holder = making.target(formula.node, state)
    if variable.definition.kind not in kinds:
        raise ValueRefused(
            _("{name} is no list of texts or choices.").format(name=variable.definition.name)
            if kinds is _KINDS
            else _("{name} is no list.").format(name=variable.definition.name)
        )
    making.work.check_typed(variable)
    value = state.value(variable, holder)
    return CardList(variable, holder, list(value) if isinstance(value, list) else [])


def _check_fits(source: CardList, target: CardList) -> None:
    """Raise ValueRefused unless every card of the one may lie in the other, whichever it is: so that no card tells by
    a refusal what it is, and none is lost."""
    gives, takes = source.variable.definition, target.variable.definition
    if gives.kind != takes.kind or not set(gives.choices) <= set(takes.choices):
        raise ValueRefused(
            _("Not every card of {source} can be in {target}.").format(source=source.name, target=target.name)
        )
    if not takes.twice:
        raise ValueRefused(
            _("{name} has to allow the same item twice, so that no card is lost.").format(name=target.name)
        )
    if not gives.blank:
        raise ValueRefused(_("{name} has to allow an empty list.").format(name=source.name))


def _mix(making: Making, deck: CardList) -> CardList:
    """Shuffle a list, and answer it as it is then."""
    work, dealing = making.work, making.dealing
    audience = work.state.audience(deck.variable, deck.holder)
    mixed = deck.with_cards(dealing.mix(deck.variable, deck.holder, deck.cards))
    dealing.note(shows=audience != "nobody")
    _put(making, mixed, unseen=audience != "all")
    return mixed


def _carry(making: Making, source: CardList, target: CardList, places: Sequence[int]) -> None:
    """Take the cards in these places from a list, and put them at the end of another."""
    work, dealing = making.work, making.dealing
    if (source.variable.id, source.holder) == (target.variable.id, target.holder):
        raise ValueRefused(_("Cards move from one list to another."))
    if len(target.cards) + len(places) > target.variable.definition.most:
        raise ValueRefused(_("{name} has no room for more cards.").format(name=target.name))
    from_whom = work.state.audience(source.variable, source.holder)
    to_whom = work.state.audience(target.variable, target.holder)
    is_known = work.sees(source.variable, source.holder)
    moved = [source.cards[place] for place in places]
    left = [card for place, card in enumerate(source.cards) if place not in set(places)]
    known_to = from_whom if source.holder == target.holder else for_others(from_whom)
    dealing.note(shows=from_whom != "all" and narrowest(known_to, to_whom) != to_whom and bool(moved))
    shown = dealing.as_known(source.variable, source.holder, moved, is_known=is_known)
    _put(making, source.with_cards(left), unseen=not is_known)
    is_seen = work.sees(target.variable, target.holder)
    _put(making, target.with_cards([*target.cards, *shown]), unseen=not is_seen)


def _put(making: Making, cards: CardList, *, unseen: bool) -> None:
    work = making.work
    work.path = work.state.path_of(cards.variable)
    audience = work.state.audience(cards.variable, cards.holder)
    work.put(cards.variable, cards.holder, Reading(cards.cards), of=audience, unseen=unseen)


def _path(reader: LineReader, text: str) -> Formula:
    path = reader.formula(text)
    if not isinstance(path.node, NameNode | PropertyNode):
        raise ValueRefused(_("Cards are in a list, such as deck or other.hand."))
    return path


class _Shuffling(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _SHUFFLE.fullmatch(text)
        if match is None:
            return None
        reader.deals = reader.mixes = True
        return ShuffleDeed(_path(reader, match["deck"]))


class _Drawing(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _DRAW.fullmatch(text)
        if match is None:
            return None
        reader.deals = True
        reader.mixes = reader.mixes or bool(match["spent"])
        return DrawDeed(
            _path(reader, match["source"]),
            _path(reader, match["target"]),
            reader.rolling(match["number"]) if match["number"] else None,
            _path(reader, match["spent"]) if match["spent"] else None,
        )


class _Carrying(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _MOVE.fullmatch(text)
        if match is None:
            return None
        reader.deals = True
        cards = None if match["cards"].lower() == "all" else reader.rolling(match["cards"])
        return CarryDeed(_path(reader, match["source"]), _path(reader, match["target"]), cards)


SHUFFLING: Final = _Shuffling()
DRAWING: Final = _Drawing()
CARRYING: Final = _Carrying()
