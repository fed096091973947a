"""A tracker to test with: steps in a few words, and the state as people would read it."""

from collections.abc import Mapping
from datetime import datetime

from gamestate.models import Update
from gamestate.queries.snapshot import state_now
from gamestate.services.updating import redefine, update
from gamestate.values import value_kinds
from gamestate.values.state import State
from gamestate.values.steps import Step, read_step
from players.models import Player
from tests.leaves import GIVEN


def define(path: str, kind: str = "whole", scope: str = "", to: str = "", **parts: object) -> Step:
    """The step that tracks something new, for each player unless `scope` or a column's path says otherwise."""
    name = path.rpartition(".")[2].replace("_", " ").capitalize()
    return read_step(
        {
            "do": "define",
            "path": path,
            "scope": scope or ("row" if "." in path else "player"),
            "definition": {"name": name, "kind": kind, **parts},
            **({"to": to} if to else {}),
        }
    )


def table(key: str, *rows: str) -> list[Step]:
    """The steps that make a table with its rows."""
    made = read_step({"do": "define-table", "path": key, "definition": {"name": key.capitalize()}})
    return [made, *(read_step({"do": "add-row", "path": key, "name": name}) for name in rows)]


def put(path: str, to: str, *of: str) -> Step:
    return Step.set(path, of or ("game",), to)


def whose(*players: Player) -> tuple[str, ...]:
    return tuple(f"player:{player.pk}" for player in players)


def track(*steps: Step, by: Player, at: datetime, **more: object) -> Update:
    """Set up what a test needs, as an admin does."""
    return redefine(leave=GIVEN, by=by, at=at, steps=steps, **more)


def shown(path: str, state: State | None = None) -> Mapping[str, str]:
    """The values of a variable by the names of their holders, as people read them."""
    state = state or state_now()
    variable = state.variable_of(path)
    return {
        state.holder_name(holder): value_kinds.show(variable.definition, state.value(variable, holder), state)
        for holder in state.holders_of(variable)
    }


def set_number(key: str, value: str, *, by: Player, at: datetime) -> Update:
    """Let a number of the game be `value`, tracked from then on if it was not."""
    if any(each.key == key for each in state_now().variables.values()):
        return update(leave=GIVEN, by=by, at=at, steps=[put(key, value)], comment=f"{key} is {value}")
    places = len(value.partition(".")[2])
    kind = {"kind": "decimal", "places": places} if places else {"kind": "whole"}
    return track(define(key, scope="game", to=value, **kind), by=by, at=at)
