"""Stopping a move, with a sentence: `refuse 'Nothing there.'`."""

import re
from dataclasses import dataclass
from typing import Final

from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed
from gamestate.values.errors import ValueRefused
from gamestate.values.state import State

_REFUSE = re.compile(r"refuse\s+['\"\u201c](?P<sentence>.+)['\"\u201d]", re.IGNORECASE)
SENTENCE_LENGTH: Final = 300


@dataclass(frozen=True, slots=True)
class RefuseDeed(MoveDeed):
    sentence: str

    def do(self, making: Making, before: State | None) -> None:
        raise ValueRefused(self.sentence)


class _Refusing(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _REFUSE.fullmatch(text)
        return RefuseDeed(match["sentence"][:SENTENCE_LENGTH]) if match else None


REFUSING: Final = _Refusing()
