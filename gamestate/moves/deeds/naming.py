"""Giving a value a name for what follows: `let d = 2DICE6`."""

import re
from dataclasses import dataclass
from typing import Final

from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.state import State

_LET = re.compile(r"let\s+(?P<name>\w+)\s*=(?!=)\s*(?P<value>.+)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LetDeed(MoveDeed):
    name: str
    value: Rolling

    def do(self, making: Making, before: State | None) -> None:
        making.bound[self.name] = making.run(self.value, before or making.work.state)


class _Naming(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _LET.fullmatch(text)
        return LetDeed(reader.give(match["name"]), reader.rolling(match["value"])) if match else None


NAMING: Final = _Naming()
