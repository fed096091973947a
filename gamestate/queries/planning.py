"""What an update would come to, and what stops it. Nothing is saved."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from django.utils.translation import gettext as _

from blognomic.i18n.translation import thousands
from blognomic.web.errors import RuleBroken
from gamestate.queries.snapshot import law_newest
from gamestate.values import value_kinds
from gamestate.values.definitions import Audience, narrowest
from gamestate.values.errors import ValueRefused
from gamestate.values.planning import work_out
from gamestate.values.plans import Plan, Roller, Shelf, Sight, StepTrouble, lowest_throws, seen_key
from gamestate.values.state import State
from gamestate.values.steps import Restore, Step
from ruleset.queries import LawInForce

COMMENT_LENGTH = 2_000
MOST_STEPS = 400
STATUSES = {"wrong": 400, "refused": 403, "conflict": 409}


class UpdateRefused(RuleBroken):
    """What stops an update, step by step; nothing of it was done. A conflict weighs most, for one looks again first."""

    def __init__(self, troubles: Sequence[StepTrouble]):
        first = max(troubles, key=lambda trouble: STATUSES[trouble.kind])
        super().__init__(first.sentence, rule=first.rule, status=STATUSES[first.kind])
        self.troubles = tuple(troubles)


def plan(
    state: State,
    steps: Sequence[Step | Restore],
    *,
    sight: Sight,
    at_once: bool = False,
    seen: Mapping[str, int | None] | None = None,
    insist: bool = False,
    shelf: Shelf | None = None,
    reveals: Set[Audience] = frozenset(),
    in_force: LawInForce | None = None,
    dice: Roller | None = None,
    is_rolled: bool = False,
) -> Plan:
    """What the steps do to the state under the law in force. One query, or none where that is given. Raises RuleBroken
    before a game is founded."""
    in_force = in_force or law_newest()
    if in_force is None:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    return work_out(
        state,
        steps,
        tracker=in_force.law.tracker,
        sight=sight,
        at_once=at_once,
        seen=seen,
        insist=insist,
        shelf=shelf,
        reveals=reveals,
        dice=dice,
        is_rolled=is_rolled,
    )


def previewed(
    state: State, steps: Sequence[Step], *, seen: Mapping[str, int | None], sight: Sight, insist: str = ""
) -> Plan:
    """What an update would come to for whoever looks ahead, with the lowest throw of dice. Otherwise as `plan`."""
    return plan(
        state,
        steps,
        sight=sight,
        at_once=True,
        seen=seen,
        insist=bool(insist.strip()),
        dice=lowest_throws,
    )


@dataclass(frozen=True, slots=True)
class ValueOutcome:
    """What a value would come to."""

    what: str
    whose: str
    before: str
    after: str
    note: str


def outcomes(planned: Plan, sees: Sight) -> list[ValueOutcome]:
    """The values that a plan would make others, as far as `sees` lets somebody see them, before and after it."""
    state, shown = planned.state, []
    for one in planned.alterations:
        variable = state.variables.get(one.id) if one.about == "value" else None
        audience = narrowest(one.audience, one.audience_before)
        if variable is not None and sees(variable, one.holder, audience):
            before, after = (
                value_kinds.show(variable.definition, value, state) for value in (one.old, one.new)
            )
            note = one.refused or one.note.in_english
            shown.append(ValueOutcome(state.path_of(variable), one.holder, before, after, note))
    return shown


def seen_entries(
    looked_at: Iterable[tuple[str, Sequence[str], int | None]], state: State
) -> dict[str, int | None]:
    """Which entries were the last when somebody looked, as `plan` takes them, from the paths, the holders and the keys
    (0: there was none, None: they do not say). What is not tracked is told by the plan."""
    entries: dict[str, int | None] = {}
    for path, holders, seen in looked_at:
        if seen is None:
            continue
        try:
            variable = state.variable_of(path)
        except ValueRefused:
            continue
        entries |= {seen_key(variable.id, holder): seen or None for holder in holders}
    return entries


def check_size(steps: Sequence[Step | Restore], comment: str) -> None:
    """Raise RuleBroken (400) for more than an update holds."""
    if len(steps) > MOST_STEPS:
        raise RuleBroken(_("An update can change at most {most} things.").format(most=MOST_STEPS), status=400)
    if len(comment) > COMMENT_LENGTH:
        raise RuleBroken(
            _("A comment has at most {most} characters.").format(most=thousands(COMMENT_LENGTH)), status=400
        )
