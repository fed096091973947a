"""Doing something for each of several: `for p in players: p.gold += 1`, `for all p in players: …`."""

import re
from dataclasses import dataclass
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader, Lines
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import listed
from gamestate.values.state import State

_FOR = re.compile(r"for\s+(?P<all>all\s+)?(?P<name>\w+)\s+in\s+(?P<members>.+)", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EachDeed(MoveDeed):
    """One after the other in the order of the list, or `at_once`: each from how things stood before all of them."""

    name: str
    members: Rolling
    body: tuple[MoveDeed, ...]
    at_once: bool = False

    def do(self, making: Making, before: State | None) -> None:
        scope = making.scope(self.members, before or making.work.state)
        outside = making.bound
        start = before or (making.work.state if self.at_once else None)
        for member in listed(self.members.formula.node.run(scope), scope):
            making.bound = {**outside, self.name: member}
            making.do(self.body, start)
        making.bound = outside


class _Repeating(DeedKind):
    opens = frozenset({"for"})

    def open(self, reader: LineReader, deeds: list[MoveDeed], head: str, body: Lines) -> None:
        match = _FOR.fullmatch(head)
        if match is None:
            raise ValueRefused(_("What is done for each is written “for p in players: p.gold += 1”."))
        name, members = reader.give(match["name"]), reader.rolling(match["members"])
        deeds.append(EachDeed(name, members, reader.deeds(body), bool(match["all"])))


REPEATING: Final = _Repeating()
