"""Passing something on: `next turn` to the next active player in the order of the tracker, after the last to the first;
`next turn in order`, in the order of a list; so with a row of a table, too. Whoever is skipped is left out of the list:
`next turn in players.filter(p, !p.skipped)`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from blognomic.i18n.stored_messages import NOTHING
from blognomic.i18n.translation import gettext as _
from gamestate.moves.lines import DeedKind, LineReader
from gamestate.moves.making import Making, MoveDeed, Rolling
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import Formula
from gamestate.values.facts import StateFacts, as_known
from gamestate.values.nodes import Known, NameNode, PropertyNode, TrackedThing, listed
from gamestate.values.state import State

_NEXT = re.compile(
    r"next\s+(?P<target>[a-z]\w*(?:\.\w+)*)(?:\s+in\s+(?P<line>.+))?", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class NextDeed(MoveDeed):
    """`line`: of which it is the next one; None for all players. Who is idle is passed over, and keeps their place."""

    target: Formula
    line: Rolling | None = None

    def do(self, making: Making, before: State | None) -> None:
        state = before or making.work.state
        variable, holder = making.target(self.target.node, state)
        facts = making.facts(state, "all", variable.definition.name)
        line, idle = _members(facts.name("everyone")), _members(facts.name("idle"))
        if self.line is not None:
            scope = making.scope(self.line, state)
            line = listed(self.line.formula.node.run(scope), scope)
        now = as_known(variable.definition, state.value(variable, holder))
        following = [each for each in _from(now, line, _order(now, state, facts)) if each not in idle]
        if not following or not isinstance(following[0], TrackedThing):
            raise ValueRefused(_("Nobody and nothing is next."))
        making.put(variable, holder, "=", following[0], NOTHING)


def _from(now: Known, line: tuple[Known, ...], order: Sequence[Known]) -> tuple[Known, ...]:
    """A list from what comes after `now` on. What is not in it has its place in it all the same, where the list is in
    the `order` of the tracker: so a turn goes on from whose it is, although they are skipped."""
    if now not in line and now in order and list(line) == [each for each in order if each in line]:
        start = sum(each in line for each in order[: order.index(now)])
    else:
        start = line.index(now) + 1 if now in line else 0
    return (*line[start:], *line[:start])


def _order(now: Known, state: State, facts: StateFacts) -> Sequence[Known]:
    """All that stand in one order with a player or row."""
    kind, _colon, key = now.holder.partition(":") if isinstance(now, TrackedThing) else ("", "", "")
    if kind == "row" and key in state.rows:
        return [TrackedThing(f"row:{row.id}") for row in state.rows_of(state.rows[key].table)]
    return _members(facts.name("everyone")) if kind == "player" else ()


def _members(group: Known) -> tuple[Known, ...]:
    return group if isinstance(group, tuple) else ()


class _Passing(DeedKind):
    def read(self, reader: LineReader, text: str) -> MoveDeed | None:
        match = _NEXT.fullmatch(text)
        if match is None:
            return None
        target = reader.formula(match["target"])
        if not isinstance(target.node, NameNode | PropertyNode):
            raise ValueRefused(_("What is passed on is a value, such as turn."))
        if isinstance(target.node, NameNode):
            reader.passes.add(target.node.name)
        return NextDeed(target, reader.rolling(match["line"]) if match["line"] else None)


PASSING: Final = _Passing()
