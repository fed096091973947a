"""Updates: whatever changes what is tracked, all of it or none, logged with who, when and why."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.i18n.stored_messages import StoredMessage
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from gamestate.dice import spoken
from gamestate.hidden import viewer_of
from gamestate.leave import ASKED, TRACKED, Act, LeaveGiver
from gamestate.models import LimitedAction, Roll, Update
from gamestate.permissions import check_may_change
from gamestate.queries.acting import move_of
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import UpdateRefused, check_size, plan
from gamestate.queries.snapshot import last_entry_about, last_update_at, law_newest, state_now
from gamestate.services.acting import take
from gamestate.services.performing import settle, settle_what_follows
from gamestate.services.recording import begin, fill, mark_refused, record
from gamestate.services.rolling import REASON_LENGTH, roll_in
from gamestate.values.definitions import OF_THE_EMPEROR
from gamestate.values.expressions import rolls as read_dice
from gamestate.values.plans import Plan, highest_throws, lowest_throws, sees_what_is_public
from gamestate.values.state import State
from gamestate.values.steps import Step
from players.models import Player, Topic
from players.present import Present
from players.services.roster import as_shared, lock_game

SETTING = ("set", "reset", "page")
"""The steps that set something tracked; others define what is tracked, or do away with it."""


@transaction.atomic
def update(
    *,
    leave: LeaveGiver,
    by: Player,
    at: datetime,
    steps: Sequence[Step],
    comment: str = "",
    note: StoredMessage | str = "",
    link: str = "",
    correction: bool = False,
    seen: Mapping[str, int | None] | None = None,
    insist: str = "",
    actions: Sequence[LimitedAction] = (),
    shared: Present | None = None,
) -> Update:
    """Let a player carry out the steps as one update: a dynastic action, or a `correction` of what the tracker shows.
    Dice in the comment are rolled, and the actions taken, with it.

    Formulas are computed from how things stood before. `seen`: see `gamestate.values.planning.work_out`. `insist` says
    why the player holds values to be legal that the tracker refuses: they are recorded, and marked as disputed.
    `shared`: what the player who does it shares with other readers.

    Raises UpdateRefused with every trouble when anything cannot be done, and RuleBroken for somebody who is not in the
    roster, an action that may not be taken again yet, dice that cannot be rolled, or an update that says and does
    nothing; and where `leave` does not let them: steps that define something need that for defining, too, and a
    correction, with which no limited action is taken, is stopped by no standstill.
    """
    defines = any(step.do not in SETTING for step in steps)
    game = settle(lock_game(Topic.VALUES, *([Topic.REST] if defines else [])), leave=leave, at=at)
    shared = as_shared(game, shared)
    leave.check(Act.RECORD if correction and not actions else Act.DYNASTIC, by=by, at=at, shared=shared)
    if defines:
        leave.check(TRACKED, by=by, at=at)
    made = _carried_out(
        kind=Update.Kind.CHANGE,
        by=by,
        at=at,
        steps=steps,
        comment=comment,
        note=note,
        link=link,
        correction=correction,
        seen=seen,
        insist=insist,
        actions=actions,
        shared=shared,
    )
    settle_what_follows(made, leave=leave)
    return made


@transaction.atomic
def redefine(
    *,
    leave: LeaveGiver,
    by: Player,
    at: datetime,
    steps: Sequence[Step],
    comment: str = "",
    about: Mapping[str, int] | None = None,
    seen: int | None = None,
) -> Update:
    """Change what is tracked: variables, tables, rows. That is no action of the dynasty, so no standstill stops it, but
    it is for those whom `leave` lets define.

    `about` names what is changed (`{"variable": 12}`), and `seen` the last entry about it when its author looked.
    Raises Stale when there is a later one, RuleBroken for anybody else, and as `update` does.
    """
    settle(lock_game(Topic.VALUES, Topic.REST), leave=leave, at=at)
    leave.check(TRACKED, by=by, at=at)
    if about and last_entry_about(**about) != seen:
        raise Stale(_("Somebody has just changed this. Look at it again before you change it."))
    made = _carried_out(kind=Update.Kind.DEFINITION, by=by, at=at, steps=steps, comment=comment)
    settle_what_follows(made, leave=leave)
    return made


def _carried_out(
    *,
    kind: str,
    by: Player,
    at: datetime,
    steps: Sequence[Step],
    comment: str,
    note: StoredMessage | str = "",
    link: str = "",
    correction: bool = False,
    seen: Mapping[str, int | None] | None = None,
    insist: str = "",
    actions: Sequence[LimitedAction] = (),
    shared: Present | None = None,
) -> Update:
    """What a person does to the gamestate, as one update. The game is locked, and leave was given."""
    check_keepable(comment, insist)
    by.refresh_from_db()
    check_may_change(by)
    check_size(steps, comment)
    at = max(at, last_update_at() or at)
    with_pages = any(step.do in ("page", "retire-page") for step in steps)
    state = tracked_now(shared).state if shared and not with_pages else state_now(pages=with_pages)
    viewer = viewer_of(by, at=at, present=shared)
    at_once = all(step.do == "set" for step in steps)
    planning = partial(
        plan,
        state,
        steps,
        sight=viewer.sees,
        reveals=OF_THE_EMPEROR if viewer.is_emperor else frozenset(),
        at_once=at_once,
        seen=seen,
        insist=bool(insist.strip()),
        in_force=law_newest(shared),
    )
    dice = FieldDice()
    planned = planning(dice=dice if at_once else None)
    if planned.troubles and not (dice.commands and _may_come_out(planning)):
        raise UpdateRefused(planned.troubles)
    if not (planned.alterations or comment.strip() or actions):
        raise RuleBroken(
            _("Nothing would change. Change a value, or say something in the comment."), status=400
        )
    made = begin(kind=kind, by=by, at=at, comment=comment, note=note, link=link, correction=correction)
    for action in actions:
        if not move_of(action).is_plain:
            raise RuleBroken(
                _("{action} does what it does by itself: make it on its own page.").format(
                    action=action.name
                ),
                status=409,
            )
        take(leave=ASKED, action=action, by=by, at=at, update=made, comment=comment)
    rolls = roll_in(
        leave=ASKED,
        text="\n".join(filter(None, (" ".join(dice.commands), spoken(made.html)))),
        reason=_where_rolled(steps, state) if dice.commands else "",
        by=by,
        at=at,
        where=Roll.Where.UPDATE,
        where_pk=made.pk,
        update=made,
        link=made.get_absolute_url(),
    )
    if dice.commands:
        dice.came_to([int(roll.total) for roll in rolls[: len(dice.commands)]])
        planned = _after_the_roll(planning, steps, dice)
    fill(made, planned, before=state)
    mark_refused(made, planned, by=by, why=insist)
    return made


def _where_rolled(steps: Sequence[Step], state: State) -> str:
    """In which fields dice stand: "Gold: +DICE6"."""
    fields = [step for step in steps if read_dice(step.to)]
    named = (f"{state.variable_of(step.path).definition.name}: {step.to.strip()}" for step in fields)
    return "; ".join(named)[:REASON_LENGTH]


class FieldDice:
    """The dice in the fields of an update: what is to be rolled, while it is tried with the lowest throws, and then
    what came of it. Those for each holder are rolled apart."""

    def __init__(self) -> None:
        self.commands: list[str] = []
        self._places: dict[tuple[int, str], slice] = {}
        self._rolled: list[int] | None = None

    def __call__(self, place: int, holder: str, commands: Sequence[str]) -> Sequence[int]:
        """This is a `gamestate.values.plans.Roller`."""
        if self._rolled is not None:
            return self._rolled[self._places[place, holder]]
        start = len(self.commands)
        self.commands += commands
        self._places[place, holder] = slice(start, len(self.commands))
        return lowest_throws(place, holder, commands)

    def came_to(self, totals: list[int]) -> None:
        self._rolled = totals


def _may_come_out(planning: partial[Plan]) -> bool:
    """Whether steps with dice that cannot be done with the lowest throws can be with the highest. Else they are refused
    before anything is rolled."""
    return not planning(dice=highest_throws).troubles


def _after_the_roll(planning: partial[Plan], steps: Sequence[Step], dice: FieldDice) -> Plan:
    """What is done when the dice are rolled. Nothing is refused any more, for whoever sees a refusal would roll again:
    a number is cut to what fits, and where what was rolled cannot be done at all, those values stay as they are."""
    planned = planning(dice=dice, is_rolled=True)
    if not planned.troubles:
        return planned
    without = [step for step in steps if not read_dice(step.to)]
    return plan(planning.args[0], without, **{**planning.keywords, "dice": None})


@transaction.atomic
def enact(
    *,
    leave: LeaveGiver,
    steps: Sequence[Step],
    by: Player | None,
    at: datetime,
    comment: str,
    link: str,
    kind: str,
    state: State | None = None,
) -> Update | None:
    """Carry out steps that a matter, the roster or a new dynasty brings about, one after the other; None when nothing
    changes. Must run with the game locked. They see what is public alone.

    Raises UpdateRefused when anything cannot be done.
    """
    leave.check(Act.DYNASTIC, by=by, at=at)
    state = state or state_now(pages=any(step.do in ("page", "retire-page") for step in steps))
    planned = plan(state, steps, sight=sees_what_is_public)
    if planned.troubles:
        raise UpdateRefused(planned.troubles)
    if not planned.alterations:
        return None
    at = max(at, last_update_at() or at)
    return record(planned, before=state, kind=kind, by=by, at=at, comment=comment, link=link)


@transaction.atomic
def enact_planned(
    planned: Plan,
    *,
    leave: LeaveGiver,
    before: State,
    by: Player,
    at: datetime,
    comment: str,
    link: str,
    stays: StoredMessage,
) -> Update:
    """Carry out a plan of an enacted matter that was worked out on `before`, how things stand. `stays` says of values
    that the plan makes invalid why they are legal: they stand marked. Must run with the game locked."""
    leave.check(Act.DYNASTIC, by=by, at=at)
    at = max(at, last_update_at() or at)
    made = record(
        planned, before=before, kind=Update.Kind.ENACTMENT, by=by, at=at, comment=comment, link=link
    )
    mark_refused(made, planned, by=by, why=stays)
    return made
