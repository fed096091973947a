"""Doing one thing where a condition holds, and another where it does not: `if gold > 7: …`, `otherwise: …`."""

from dataclasses import dataclass, replace
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader, Lines
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import holds
from gamestate.values.state import State


@dataclass(frozen=True, slots=True)
class IfDeed(MoveDeed):
    condition: Rolling
    then: tuple[MoveDeed, ...]
    otherwise: tuple[MoveDeed, ...] = ()

    def do(self, making: Making, before: State | None) -> None:
        scope = making.scope(self.condition, before or making.work.state)
        is_met = holds(self.condition.formula.node, scope)
        making.do(self.then if is_met else self.otherwise, before)


class _Branching(DeedKind):
    opens = frozenset({"if", "otherwise"})

    def open(self, reader: LineReader, deeds: list[MoveDeed], head: str, body: Lines) -> None:
        if head.lower().startswith("if"):
            deeds.append(IfDeed(reader.rolling(head[2:]), reader.deeds(body)))
            return
        before = deeds[-1] if deeds else None
        if head.lower() != "otherwise" or not isinstance(before, IfDeed) or before.otherwise:
            raise ValueRefused(_("There must be an “if” before “otherwise”."))
        deeds[-1] = replace(before, otherwise=reader.deeds(body))


BRANCHING: Final = _Branching()
