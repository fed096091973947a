"""Shuffling cards, so that nobody knows the order before a dynasty is over, and everybody can check it then.

A dynasty has a secret of 32 bytes from the operating system, whose hash is published with its first shuffle, the secret
itself when the dynasty is over. A shuffle is drawn from HMAC-SHA256(key=the dynasty's secret, message=the seed of the
day) and its own public facts (`shuffle_data`), as `gamestate.dice.draws.Stream` has it: from the last card to the
second, each changes places with one below it or itself, which is a number below its place, counted from 1.

Its seal is HMAC-SHA256(key=the dynasty's secret, message=its facts with the cards before and after). It is public at
once, tells nothing of the cards, and is named by the next shuffle.

Dice of moves that not everybody sees are drawn from the same secrets (`hidden_stream`). They are in no public log: who
saw them can draw them again when the dynasty is over.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from .draws import Stream

Card = TypeVar("Card")


@dataclass(frozen=True, slots=True)
class ShuffleFacts:
    """What is public of a shuffle. `number`: from 1. `at`: the instant (UTC) as text; `update`, `variable` and `holder`
    say in what and of what it was, `amount` of how many cards. `seed_hash` is the published hash of the day's seed,
    `deck_hash` that of the dynasty's secret, `previous` the seal of the shuffle before it."""

    number: int
    at: str
    update: int
    variable: int
    holder: str
    amount: int
    seed_hash: str
    deck_hash: str
    previous: str

    def as_json(self) -> dict[str, str | int]:
        return {name: getattr(self, name) for name in self.__slots__}


def shuffle_data(facts: ShuffleFacts) -> bytes:
    """The bytes that a shuffle is drawn from, besides the secrets."""
    return _canonical(facts.as_json())


def shuffled(cards: Sequence[Card], facts: ShuffleFacts, *, secret: bytes, seed: bytes) -> list[Card]:
    """The cards in the order that the secrets give them, each order as likely as every other."""
    stream = Stream(hmac.digest(secret, seed, hashlib.sha256), shuffle_data(facts))
    order = list(cards)
    for place in range(len(order) - 1, 0, -1):
        other = stream.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def hidden_stream(facts: Mapping[str, str | int], *, secret: bytes, seed: bytes) -> Stream:
    """What dice are drawn from that not everybody sees: from both secrets, as cards are, and the facts of the roll."""
    return Stream(hmac.digest(secret, seed, hashlib.sha256), _canonical(dict(facts)))


def seal_of(facts: ShuffleFacts, *, before: Sequence[object], after: Sequence[object], secret: bytes) -> str:
    """What is public of a shuffle's cards: nothing, but that they cannot be others."""
    whole = {**facts.as_json(), "before": list(before), "after": list(after)}
    return hmac.digest(secret, _canonical(whole), hashlib.sha256).hex()


def _canonical(whole: object) -> bytes:
    return json.dumps(whole, sort_keys=True, separators=(",", ":")).encode("ascii")
