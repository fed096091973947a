"""Asking somebody else for a choice: `ask other to accept`, where `accept` is the key of an action that happens “when
it is asked”. They know there all names that are given here, and `asker`, whose move it is: so an offer is a move that
takes what it offers, and asks."""

import re
from dataclasses import dataclass
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import Known, TrackedThing
from gamestate.values.plans import PlanAsking
from gamestate.values.state import GAME, State

ASKER: Final = "asker"
MOST_ASKED: Final = 200
_ASK = re.compile(r"ask\s+(?P<whom>.+?)\s+to\s+(?P<key>[a-z0-9][a-z0-9_-]*)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskDeed(MoveDeed):
    whom: Rolling
    key: str

    def do(self, making: Making, before: State | None) -> None:
        whom = making.run(self.whom, before or making.work.state)
        given = dict(making.bound)
        if making.holder != GAME:
            given[ASKER] = TrackedThing(making.holder)
        for one in players_of(whom):
            making.asked.append(PlanAsking(self.key, one, given))
        if len(making.asked) > MOST_ASKED:
            raise ValueRefused(_("A move asks at most {most} players.").format(most=MOST_ASKED))


def players_of(whom: Known) -> list[int]:
    """The keys of one player, or of a list of players; none of blank. Raises ValueRefused for what is none."""
    keys: list[int] = []
    for one in whom if isinstance(whom, tuple) else (whom,):
        kind, _colon, key = one.holder.partition(":") if isinstance(one, TrackedThing) else ("", "", "")
        if one is not None and kind != "player":
            raise ValueRefused(_("Only players are asked."))
        if one is not None and int(key) not in keys:
            keys.append(int(key))
    return keys


class _Asking(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _ASK.fullmatch(text)
        if match is None:
            return None
        reader.asks_for.add(key := match["key"].lower().replace("_", "-"))
        return AskDeed(reader.rolling(match["whom"]), key)


ASKING: Final = _Asking()
