"""What changes of matters do to what is tracked, by the steps of the tracker: one by itself, or several together.

Whoever writes or reads a matter sees what is public alone, so no hidden value is set by one or told in what it does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import get_args

from gamestate.values import planning
from gamestate.values.definitions import Audience
from gamestate.values.errors import ValueRefused
from gamestate.values.plans import Alteration, Plan, Submitted, merged, sees_what_is_public
from gamestate.values.state import State
from gamestate.values.steps import Step
from ruleset.law.model import TrackerLaw


@dataclass(frozen=True, slots=True)
class StateChange:
    """A step carried out: the gamestate before and after it, and what differs; for one that returns a page, how pages
    stood at the submission. Two are the same by what they alter, which is asked of them apart."""

    before: State = field(compare=False)
    after: State = field(compare=False)
    alterations: tuple[Alteration, ...] = field(compare=False)
    submitted: Submitted | None = field(default=None, compare=False)


def carry_out(
    steps: Sequence[Step],
    state: State,
    *,
    tracker: TrackerLaw,
    first: int,
    submitted: Submitted | None = None,
) -> StateChange:
    """What the steps do to `state`, one after the other. New things are called after `first`; `submitted` is how pages
    stood when the matter was.

    Raises ValueRefused with all that stands in the way.
    """
    plan = planning.work_out(
        state,
        steps,
        tracker=tracker,
        sight=sees_what_is_public,
        first=first,
        submitted=submitted,
        reveals=frozenset(get_args(Audience)),
    )
    if plan.troubles:
        sentences = dict.fromkeys(
            f"{plan.state.holder_name(each.holder)}: {each.sentence}" if each.holder else each.sentence
            for each in plan.troubles
        )
        raise ValueRefused(" ".join(sentences), rule=plan.troubles[0].rule)
    return StateChange(state, plan.state, plan.alterations, submitted)


def together(alterations: Iterable[Alteration], after: State) -> Plan:
    """What several alterations, each on what the one before it left, come to together; `after` is what they leave."""
    return Plan(after, merged(alterations, after), ())
