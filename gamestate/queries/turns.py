"""Whose turn it is: the values of the game that some action passes on from player to player (`next turn`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from gamestate.clockwork.when import OnChanging, looks_at
from gamestate.models import LimitedAction
from gamestate.queries.acting import actions_now, move_of
from gamestate.queries.by_itself import ByItself, shown_by_themselves, when_of
from gamestate.queries.tables import Tables
from gamestate.values.state import GAME, Person, State, Variable
from players.present import Present


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A value that is passed on, and the player who has it. `ends_at`: when that ends by itself (UTC), if it is known;
    `clock_stops`: it is not, since its clock stands still with the game."""

    variable: Variable
    person: Person
    ends_at: datetime | None = None
    clock_stops: bool = False


def passed_on(state: State, actions: Iterable[LimitedAction]) -> list[Variable]:
    """The values of the game that hold a player and that some of the actions pass on."""
    keys = frozenset[str]().union(*(move_of(action).passes for action in actions))
    return [each for each in state.of_scope("game") if each.key in keys and each.definition.kind == "player"]


def turns_now(tables: Tables, *, at: datetime, present: Present | None) -> list[TurnShown]:
    """Whose turn it is at `at` (UTC, now), as the viewer of the tables sees it. The queries of `actions_now` and of
    `shown_by_themselves`, or none."""
    state, by_themselves = tables.state, shown_by_themselves(present)
    variables = passed_on(state, [*actions_now(at, present).actions, *(one.action for one in by_themselves)])
    turns = []
    for variable in variables:
        holder = state.value(variable, GAME) if tables.sees(variable, GAME) else None
        person = state.people.get(holder) if isinstance(holder, int) else None
        if person is not None:
            clock = _clock_of(variable, by_themselves)
            stops = clock is not None and clock.waits
            turns.append(TurnShown(variable, person, clock.next_at if clock else None, stops))
    return turns


def _clock_of(variable: Variable, by_themselves: Iterable[ByItself]) -> ByItself | None:
    """What ends a turn by itself so long after it began."""
    return next(
        (
            one
            for one in by_themselves
            if isinstance(when := when_of(one.action), OnChanging)
            and looks_at(when) == {variable.key}
            and variable.key in move_of(one.action).passes
        ),
        None,
    )
