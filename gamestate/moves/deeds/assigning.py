"""Setting a value, adding to it or taking from it: `gold += 2`, `other.gold -= 1`, `square = where`."""

import re
from dataclasses import dataclass
from typing import Final

from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula
from gamestate.values.nodes import NameNode, PropertyNode
from gamestate.values.state import State
from gamestate.values.texts import quoted

_ASSIGN = re.compile(r"(?<![=!<>+\-*/])(?P<sign>[+-]?=)(?![=])")


@dataclass(frozen=True, slots=True)
class AssignDeed(MoveDeed):
    """`sign` is "=", "+=" or "-="."""

    target: Formula
    sign: str
    value: Rolling

    def do(self, making: Making, before: State | None) -> None:
        state = before or making.work.state
        variable, holder = making.target(self.target.node, state)
        definition = variable.definition
        scope = making.scope(self.value, state, definition.audience, definition.name)
        value = self.value.formula.node.run(scope)
        making.put(variable, holder, self.sign, value, making.rolled(self.value))


class _Assigning(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _ASSIGN.search(text)
        if match is None:
            return None
        target = reader.formula(text[: match.start()])
        if not isinstance(target.node, NameNode | PropertyNode):
            raise ValueRefused(
                _("To the left of {sign} there must be a value, such as other.gold.").format(
                    sign=quoted(match["sign"])
                )
            )
        return AssignDeed(target, match["sign"], reader.rolling(text[match.end() :]))


ASSIGNING: Final = _Assigning()
