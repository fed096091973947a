"""Letting everybody see what was kept of a move until then: `show bite`, by the key of its action."""

import re
from dataclasses import dataclass
from typing import Final

from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed
from gamestate.values.state import State

_SHOW = re.compile(r"show\s+(?P<key>[a-z0-9][a-z0-9_-]*)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ShowDeed(MoveDeed):
    key: str

    def do(self, making: Making, before: State | None) -> None:
        making.shown.append(self.key)
        making.dealing.note(shows=True)


class _Disclosing(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _SHOW.fullmatch(text)
        if match is None:
            return None
        reader.shows = True
        return ShowDeed(match["key"].lower().replace("_", "-"))


DISCLOSING: Final = _Disclosing()
