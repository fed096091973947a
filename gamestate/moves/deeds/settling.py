"""Settling a sealed call, once: `settle bids`."""

import re
from dataclasses import dataclass
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed
from gamestate.values.errors import ValueRefused
from gamestate.values.facts import none_waits
from gamestate.values.state import State
from gamestate.values.texts import quoted

_SETTLE = re.compile(r"settle\s+(?P<call>[a-z][a-z0-9_]*)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SettleDeed(MoveDeed):
    call: str

    def do(self, making: Making, before: State | None) -> None:
        waiting = making.work.state.calls.get(self.call)
        if waiting is None:
            raise ValueRefused(none_waits(self.call))
        if waiting.id in making.settled:
            raise ValueRefused(_("This move has settled {name} already.").format(name=quoted(self.call)))
        making.settled.append(waiting.id)


class _Settling(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _SETTLE.fullmatch(text)
        if match is None:
            return None
        reader.calls.add(call := match["call"].lower())
        return SettleDeed(call)


SETTLING: Final = _Settling()
