"""Versions of the law, as the judge is told of them: the laws that followed each other, and how the special cases were
switched. No queries."""

from collections.abc import Sequence
from datetime import datetime

from ruleset.queries import LawInForce
from votables.judge.facts import EarlierLaw, Switches


def one_an_instant(versions: Sequence[LawInForce]) -> list[LawInForce]:
    """The versions in the order of time, of those of one instant the last, which was in force from then on."""
    ordered = sorted(versions, key=lambda each: (each.version.at, each.version.pk))
    return list({each.version.at: each for each in ordered}.values())


def earlier_laws(versions: Sequence[LawInForce]) -> tuple[EarlierLaw, ...]:
    """The laws before the last one, each with the instant until which it was in force. `versions` are in order; those
    that follow each other and say the same are one law."""
    return tuple(
        EarlierLaw(before.law, after.version.at)
        for before, after in zip(versions, versions[1:], strict=False)
        if before.version.document != after.version.document
    )


def switches(versions: Sequence[LawInForce]) -> dict[str, bool | Switches]:
    """The special cases that were not always as the law of the time has them by default: the state that one had all the
    time, or its changes. `versions` are in order."""
    names = dict.fromkeys(name for each in versions for name in each.law.special_cases)
    states_by_case = {name: _states(name, versions) for name in names}
    return {name: states for name, states in states_by_case.items() if states != ()}


def _states(name: str, versions: Sequence[LawInForce]) -> bool | Switches:
    """The changes of one special case; its state where that was always the same."""
    knowing = [each for each in versions if name in each.law.special_cases]
    states = [each.law.is_active(name, each.special_cases) for each in knowing]
    defaults = [each.law.special_cases[name].default for each in knowing]
    if states == defaults:
        return ()
    if len(set(states)) == 1:
        return states[0]
    changes: list[tuple[datetime, bool]] = []
    for each, state, default in zip(knowing, states, defaults, strict=True):
        if state != (changes[-1][1] if changes else default):
            changes.append((each.version.at, state))
    return tuple(changes)
