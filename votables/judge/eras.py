"""Which law was in force when, and which special cases were active under it.

At the very instant of a change the new law, or the new state, holds. A special case that was switched before a law
that knows it keeps its state until then; one that never was has the default of the law of the time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from ruleset.law import Law

from .facts import Game

States = tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Era:
    """What was in force at an instant: the law, and each of its special cases with whether it was active."""

    law: Law
    special: States


def law_at(game: Game, law: Law, at: datetime) -> Law:
    """The law in force at `at`, where `law` is the last of the game."""
    for earlier in game.earlier_laws:
        if at < earlier.until:
            return earlier.law
    return law


def era_at(game: Game, law: Law, at: datetime) -> Era:
    """What was in force at `at`, where `law` is the last of the game."""
    then = law_at(game, law, at)
    return Era(then, special_states(then, game, at))


def special_states(law: Law, game: Game, at: datetime) -> States:
    """Each special case of the law and whether it was active at `at`."""
    if not game.special_cases:
        return _default_states(law)
    return _states(law, _switched(game, at))


@lru_cache(maxsize=256)
def _default_states(law: Law) -> States:
    return _states(law, {})


def _states(law: Law, switched: Mapping[str, bool]) -> States:
    return tuple([(name, law.is_active(name, switched)) for name in law.special_cases])


def _switched(game: Game, at: datetime) -> dict[str, bool]:
    """The special cases that had been switched by `at`, with their states since."""
    switched: dict[str, bool] = {}
    for name, states in game.special_cases.items():
        if isinstance(states, bool):
            switched[name] = states
            continue
        for since, state in states:
            if since > at:
                break
            switched[name] = state
    return switched


def changes(game: Game) -> Iterator[datetime]:
    """The instants at which another law came into force, or a special case was switched."""
    for earlier in game.earlier_laws:
        yield earlier.until
    for states in game.special_cases.values():
        if not isinstance(states, bool):
            for since, _state in states:
                yield since


def turns(game: Game) -> list[datetime]:
    """The same in order: between two of them, and from one on, all is as it was."""
    return sorted(set(changes(game)))
