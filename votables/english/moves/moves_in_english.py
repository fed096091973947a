"""Moves in English, in the words in which they are read. Pure."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from .move_shapes import (
    Amount,
    AmountOf,
    AnyChoice,
    AskedAmount,
    Becoming,
    ChangedValue,
    MoveValue,
    NeededValue,
    ReadMove,
    SameAmount,
)

# All of it is read in English, and is written in the text of a rule.
_COMPARED: Final = {">=": "at least ", ">": "more than ", "<": "less than ", "==": ""}
_OFTEN: Final = {"": "At any time", "daily": "Once per day", "weekly": "Once per week"}  # in English
LONGEST: Final = 80


def say_moves(moves: Sequence[ReadMove], player: str = "player") -> str:
    """The sentences that say moves, a paragraph each, and a list for those that count together. `player`: what the game
    calls one."""
    paragraphs = []
    for limit, some in groupby(moves, key=lambda move: move.limit):
        group = list(some)
        if not limit:
            paragraphs += [_sentence(move, player) for move in group]
            continue
        points = [f"* {_named(move, player)}{_if(move.needs)}." for move in group]
        lead = f"{_begun(group[0], player)} may do one of the following:"  # in English
        paragraphs.append("\n".join([lead, "", *points]))
    return "\n\n".join(paragraphs)


def title_of(move: ReadMove, player: str = "player") -> str:
    """What a move is called, in at most `LONGEST` characters: as its rule calls it, or what it does."""
    if move.name:
        return move.name
    if isinstance(move.when, Becoming):
        words = f"when {_event(move.when, player)}"
    else:
        words = _effects(move, player) if move.when else _done(move, player).replace(" their ", " your ")
    return _capital(words)[:LONGEST].rstrip()


def needs_said(need: NeededValue) -> str:
    """The sentence by which a move is refused where this does not hold."""
    name = need.value.name
    if need.value.is_number and need.value.scope == "player":
        how = "exactly " if need.how == "==" else _COMPARED[need.how]
        return f"You need {how}{need.than} {name}."  # in English
    whose = "Your" if need.value.scope == "player" else "The"
    return f"{whose} {name} must be {_COMPARED[need.how]}{need.than}."  # in English


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _a(player: str) -> str:
    return f"{'an' if player[:1].lower() in 'aeiou' else 'a'} {player}"


def _and(some: Iterable[str]) -> str:
    return " and ".join(some)


def _sentence(move: ReadMove, player: str) -> str:
    if not move.when:
        return f"{_begun(move, player)} may {_named(move, player)}{_if(move.needs)}."  # in English
    when = move.when if isinstance(move.when, str) else f"whenever {_event(move.when, player)}"
    return f"{_capital(when)}, {_effects(move, player)}."


def _begun(move: ReadMove, player: str) -> str:
    often = _OFTEN.get(move.frequency)
    name = move.frequency.replace("-", " ")
    return f"{often or f'As a {name} action'}, {_a(player)}"  # in English


def _if(needs: Iterable[NeededValue]) -> str:
    some = [_condition(one) for one in needs]
    return f" if {_and(some)}" if some else ""


def _condition(need: NeededValue) -> str:
    name = need.value.name
    if need.value.scope == "game":
        return f"the {name} is {_COMPARED[need.how]}{need.than}"
    if need.how == "==":
        return f"their {name} is {need.than}"
    return f"they have {_COMPARED[need.how]}{need.than} {name}"


def _named(move: ReadMove, player: str) -> str:
    return f"{move.name}: {_done(move, player)}" if move.name else _done(move, player)


def _done(move: ReadMove, player: str) -> str:
    """What who makes a move does: “spend 2 Wood to gain 1 Raft”."""
    given = [(one.value, one.amount) for one in move.changes if one.how == "give"]
    if given:
        return f"give {_items(given)} to another {player}"
    deeds = _and(_deeds(move.changes))
    if not move.costs:
        return deeds
    spent = f"spend {_items(move.costs)}"
    if not deeds:
        return spent
    first = move.changes[0]
    return f"{spent} {'to' if first.how == 'gain' and first.whose == 'me' else 'and'} {deeds}"


def _deeds(changes: Iterable[ChangedValue]) -> Iterable[str]:
    for (how, whose), some in groupby(changes, key=lambda one: (one.how, one.whose)):
        if whose == "me" and how != "set":
            yield f"{how} {_items([(one.value, one.amount) for one in some])}"
        else:
            yield from (_deed(one) for one in some)


def _deed(change: ChangedValue) -> str:
    whose = "the" if change.whose == "game" else "their"
    if isinstance(change.amount, AnyChoice):
        return f"set their {change.value.name} to any value"
    if change.how == "set":
        return f"set {whose} {change.value.name} to {change.amount}"
    by = "that amount" if isinstance(change.amount, SameAmount) else change.amount
    return f"{'increase' if change.how == 'gain' else 'decrease'} {whose} {change.value.name} by {by}"  # in English


def _items(items: Iterable[tuple[MoveValue, Amount]]) -> str:
    return _and(_item(value, amount) for value, amount in items)


def _item(value: MoveValue, amount: Amount) -> str:
    if isinstance(amount, SameAmount):
        return f"that many {value.name}"
    if isinstance(amount, AskedAmount):
        most = "any amount of" if amount.most is None else f"up to {amount.most}"
        return f"{most} {value.name}"
    return f"{amount} {value.name}"


def _event(event: Becoming, player: str) -> str:
    if event.value is None:
        return f"{_a(player)} joins"  # in English
    name = event.value.name
    if event.value.scope == "game":
        return f"the {name} reaches {event.least}"
    if event.what == "reaches":
        return f"{_a(player)}’s {name} reaches {event.least}"  # in English
    return f"{_a(player)} has at least {event.least} {name}"  # in English


def _effects(move: ReadMove, player: str) -> str:
    """What happens by itself: “each Castaway gains 1 Gold”."""
    parts: list[str] = []
    for (whose, is_set), some in groupby(move.changes, key=lambda one: (one.whose, one.how == "set")):
        if whose == "game":
            parts += [_of_game(one) for one in some]
        elif is_set:
            owner = f"each {player}’s" if whose == "each" else "their"
            parts += [f"{owner} {one.value.name} is set to {one.amount}" for one in some]  # in English
        else:
            subject, s = (f"each {player}", "s") if whose == "each" else ("they", "")
            parts.append(f"{subject} {_and(_verbs(list(some), s))}")
    return _and(parts)


def _verbs(changes: Sequence[ChangedValue], s: str) -> Iterable[str]:
    for (how, is_equal), some in groupby(
        changes, key=lambda one: (one.how, isinstance(one.amount, AmountOf))
    ):
        verb = f"{how}{s}"
        if is_equal:
            for one in some:
                assert isinstance(one.amount, AmountOf)
                yield f"{verb} {one.value.name} equal to their {one.amount.value.name}"  # in English
        else:
            yield f"{verb} {_items([(one.value, one.amount) for one in some])}"


def _of_game(change: ChangedValue) -> str:
    name = change.value.name
    if change.how == "set":
        return f"the {name} is set to {change.amount}"
    return f"the {name} {'increases' if change.how == 'gain' else 'decreases'} by {change.amount}"
