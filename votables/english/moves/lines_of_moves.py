"""A move in the lines in which the site keeps it. Pure."""

from collections.abc import Iterable
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
from .moves_in_english import needs_said, title_of

_OTHERS: Final = "players.filter(p, p != me)"


def parts_of(move: ReadMove, player: str = "player") -> dict[str, str]:
    """The parts of the change that adds this move, without those that are empty. `player`: what the game calls one."""
    given = [one for one in move.changes if one.how == "give"]
    paid = [(one.value, one.amount) for one in given] + list(move.costs)
    asks = [f"other: player among {_OTHERS}"] if given else []
    asks += [f"amount: number from 1 to {_most(*one)}" for one in paid if isinstance(one[1], AskedAmount)]
    asks += [
        f"choice: choice among [{', '.join(repr(each) for each in one.value.choices)}]"
        for one in move.changes
        if isinstance(one.amount, AnyChoice)
    ]
    costs = [*move.costs, *((one.value, one.amount) for one in given)]
    parts = {
        "title": title_of(move, player),
        "frequency": move.frequency,
        "limit": move.limit,
        "asks": "\n".join(asks),
        "needs": "\n".join(_need(one) for one in move.needs),
        "costs": "\n".join(f"{value.path}: {_much(amount)}" for value, amount in costs),
        "does": "\n".join(_does(move)),
        "timing": _timing(move.when),
    }
    return {name: text for name, text in parts.items() if text}


def _most(value: MoveValue, amount: Amount) -> str:
    assert isinstance(amount, AskedAmount)
    return value.path if amount.most is None else str(amount.most)


def _need(need: NeededValue) -> str:
    than = f"'{need.than}'" if isinstance(need.than, str) else need.than
    return f"{need.value.path} {need.how} {than} -- {needs_said(need)}"


def _much(amount: Amount, of: str = "") -> str:
    if isinstance(amount, AskedAmount | SameAmount):
        return "amount"
    return f"{of}{amount.value.path}" if isinstance(amount, AmountOf) else str(amount)


def _step(change: ChangedValue, of: str = "") -> str:
    """What becomes of one value, of whom `of` says ("p.")."""
    path = f"{of}{change.value.path}"
    if isinstance(change.amount, AnyChoice):
        return f"{path} = choice"
    if change.how == "set":
        value = str(change.amount) if change.value.is_number else f"'{change.amount}'"
        return f"{path} = {value}"
    return f"{path} {'-=' if change.how == 'lose' else '+='} {_much(change.amount, of)}"


def _does(move: ReadMove) -> Iterable[str]:
    for whose, changes in runs(move.changes):
        if whose == "each":
            yield f"for p in players: {'; '.join(_step(one, 'p.') for one in changes)}"
        elif whose == "those":
            assert isinstance(move.when, Becoming)
            line = f"for p in {_those(move.when)}: {'; '.join(_step(one, 'p.') for one in changes)}"
            yield f"repeat: {line}" if any(_is_paid(one, move.when) for one in changes) else line
        else:
            of = {"who": "who."}.get(whose, "")
            yield from (_step(one, "other." if one.how == "give" else of) for one in changes)


def _is_paid(change: ChangedValue, event: Becoming) -> bool:
    return change.how == "lose" and change.value == event.value


def runs(changes: Iterable[ChangedValue]) -> list[tuple[str, list[ChangedValue]]]:
    """Changes that follow each other and are of the same."""
    groups: list[tuple[str, list[ChangedValue]]] = []
    for one in changes:
        if groups and groups[-1][0] == one.whose:
            groups[-1][1].append(one)
        else:
            groups.append((one.whose, [one]))
    return groups


def _those(event: Becoming) -> str:
    assert event.value is not None
    return f"players.filter(p, p.{event.value.path} >= {event.least})"


def _timing(when: str | Becoming) -> str:
    if isinstance(when, str):
        return when
    if when.what == "joins":
        return "when a player joins"
    assert when.value is not None
    if when.value.scope == "player":
        return f"when players.exists(p, p.{when.value.path} >= {when.least})"
    return f"when {when.value.path} >= {when.least}"
