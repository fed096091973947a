"""Doing something for each of several: `for p in players: p.gold += 1`, `for all p in players: …`; so many times,
`repeat 3: …`, or until nothing changes, `repeat: …`."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader, Lines
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import listed
from gamestate.values.plans import merged
from gamestate.values.state import State

MOST_TIMES: Final = 100

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


@dataclass(frozen=True, slots=True)
class RepeatDeed(MoveDeed):
    """`times`: None until nothing changes."""

    times: Rolling | None
    body: tuple[MoveDeed, ...]

    def do(self, making: Making, before: State | None) -> None:
        most = MOST_TIMES if self.times is None else self._number(making, before or making.work.state)
        outside = making.bound
        for _turn in range(most):
            done = len(making.work.alterations)
            making.bound = dict(outside)
            making.do(self.body, before)
            making.bound = outside
            if self.times is None and not merged(making.work.alterations[done:], making.work.state):
                return
        if self.times is None:
            raise ValueRefused(
                _("This still changes something after {most} times, so it would not end.").format(
                    most=MOST_TIMES
                )
            )

    def _number(self, making: Making, state: State) -> int:
        assert self.times is not None
        number = making.run(self.times, state)
        if not isinstance(number, Fraction) or number.denominator != 1 or not 0 <= number <= MOST_TIMES:
            raise ValueRefused(
                _("How many times is a whole number from 0 to {most}.").format(most=MOST_TIMES)
            )
        return int(number)


class _Repeating(DeedKind):
    opens = frozenset({"for", "repeat"})

    def open(self, reader: LineReader, deeds: list[MoveDeed], head: str, body: Lines) -> None:
        word, _space, times = head.partition(" ")
        if word.lower() == "repeat":
            deeds.append(RepeatDeed(reader.rolling(times) if times else None, reader.deeds(body)))
            return
        match = _FOR.fullmatch(head)
        if match is None:
            raise ValueRefused(_("What is done for each is written “for p in players: p.gold += 1”."))
        name, members = reader.give(match["name"]), reader.rolling(match["members"])
        deeds.append(EachDeed(name, members, reader.deeds(body), bool(match["all"])))


REPEATING: Final = _Repeating()
