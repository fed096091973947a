"""Making moves: taking an action that the rules allow, with all that it asks, costs and does, as one update."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction

from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from gamestate.dice import spoken
from gamestate.dice.reading import die_for
from gamestate.leave import ASKED, Act, LeaveGiver
from gamestate.models import LimitedAction, Roll, Taking, Update
from gamestate.moves.answering import in_words
from gamestate.moves.doing import is_about_hidden, the_last
from gamestate.moves.move import Move
from gamestate.permissions import check_may_act, check_takeable
from gamestate.queries.acting import move_of
from gamestate.queries.moves import (
    ASKS_IN_THE_OPEN,
    move_facts,
    plan_of_move,
    read_answers_to,
    rule_of,
    state_for,
)
from gamestate.queries.planning import UpdateRefused, check_size
from gamestate.queries.snapshot import last_update_at
from gamestate.services.acting import take
from gamestate.services.performing import settle, settle_what_follows
from gamestate.services.recording import begin, fill
from gamestate.services.rolling import roll_in
from gamestate.services.shuffling import Shuffling
from gamestate.values.expressions import throws
from gamestate.values.facts import StateFacts
from gamestate.values.keeping import witnesses
from gamestate.values.nodes import Known
from gamestate.values.plans import Plan
from gamestate.values.state import State, of_player
from players.models import Player, Topic
from players.services.roster import lock_game

MOST_UNDONE = 20


@transaction.atomic
def make(
    *,
    leave: LeaveGiver,
    action: LimitedAction,
    by: Player,
    at: datetime,
    answers: Mapping[str, str] | None = None,
    comment: str = "",
) -> Taking:
    """Take an action, in one update. `answers` has the names of its questions. The site checks what it needs, takes
    what it costs, rolls its dice and those of the comment, and does what it does. An action that changes no value is
    still in the log.

    What can be refused is refused before anything is rolled: with RuleBroken, as `gamestate.services.acting.take` does
    and where something is missing, and with UpdateRefused where something cannot be done. After the roll numbers are
    cut to what fits, and where something cannot be done all the same, the action is taken and nothing is changed. Who
    takes back or undoes a move and makes it again has the same dice.
    """
    check_keepable(comment, *(answers or {}).values())
    settle(lock_game(Topic.VALUES), leave=leave, at=at)
    leave.check(Act.DYNASTIC, by=by, at=at)
    by.refresh_from_db()
    check_may_act(by, at)
    check_size([], comment)
    action = LimitedAction.objects.get(pk=action.pk)
    check_takeable(action)
    at = max(at, last_update_at() or at)
    move = move_of(action)
    state = state_for(move, at=at)
    facts = move_facts(move, state, by=by, at=at)
    read = read_answers_to(move, answers or {}, facts, action)
    if move.asks_for and is_about_hidden(move, state):
        raise RuleBroken(ASKS_IN_THE_OPEN, rule=rule_of(action))
    kept = _kept_of(move, state, by)
    open_comment = "" if kept else comment
    made = begin(kind=Update.Kind.CHANGE, by=by, at=at, comment=open_comment, **kept)
    taking = take(leave=ASKED, action=action, by=by, at=at, update=made, comment=open_comment)
    planning = partial(plan_of_move, move, state, facts, by.pk, read)
    planned = planning([throws(each)[0] for each in move.dice])
    if planned.troubles and not (
        move.rolls and not planning([throws(each)[1] for each in move.dice], pick=the_last).troubles
    ):
        raise UpdateRefused([replace(each, rule=each.rule or rule_of(action)) for each in planned.troubles])
    shuffling = Shuffling(made)
    if move.is_kept:
        return _made_for_few(taking, move, state, facts, read, planning, shuffling, comment, leave=leave)
    kept_dice = _kept_dice(taking, move)
    dice = kept_dice.dice if kept_dice is not None else None
    rolls = roll_in(
        leave=ASKED,
        text="\n".join(filter(None, ("" if dice is not None else " ".join(move.dice), spoken(made.html)))),
        reason=action.name if move.dice and dice is None else "",
        by=by,
        at=at,
        where=Roll.Where.UPDATE,
        where_pk=made.pk,
        update=made,
        link=made.get_absolute_url(),
    )
    if move.is_by_chance:
        dice = dice if dice is not None else [int(roll.total) for roll in rolls[: len(move.dice)]]
        picking = Picking(made, action.name, by, kept_dice.picks if kept_dice is not None else [])
        planned = planning(dice, is_rolled=True, shuffle=shuffling, pick=picking)
        if planned.troubles:
            planned = Plan(state, (), ())
        else:
            shuffling.write()
    fill(made, planned, before=state)
    taking.answers = {} if is_about_hidden(move, state) else in_words(move, read, facts)
    taking.save(update_fields=["answers"])
    settle_what_follows(made, leave=leave)
    return taking


def _kept_of(move: Move, state: State, by: Player) -> dict[str, Any]:
    """What of a move not everybody sees, and who does, as things stand in `state` before it: as `recording.begin` takes
    it. Who makes it sees it always."""
    if not move.is_kept:
        return {}
    seen_by = witnesses(state, move.shows, of_player(by.pk)) if move.shows is not None else frozenset()
    what = Update.Kept.ACT if move.is_unseen else Update.Kept.RESULT
    return {"kept": what, "witnesses": seen_by | {by.pk}}


def _made_for_few(
    taking: Taking,
    move: Move,
    state: State,
    facts: StateFacts,
    read: Mapping[str, Known],
    planning: Callable[..., Plan],
    shuffling: Shuffling,
    comment: str,
    *,
    leave: LeaveGiver,
) -> Taking:
    """Roll what not everybody sees, and write the move down, with what its witnesses see of it."""
    made = taking.update
    assert made is not None
    before = _hidden_dice_before(taking)
    rolled: list[dict[str, Any]] = []

    def roll(command: str) -> int:
        part = len(rolled)
        again = before[part] if part < len(before) and before[part]["command"] == command else None
        rolled.append(again or shuffling.roll(command, part + 1))
        return int(rolled[-1]["total"])

    dice = [roll(command) for command in move.dice]
    planned = planning(
        dice, is_rolled=move.rolls, shuffle=shuffling, pick=lambda most: roll(die_for(most)) - 1
    )
    if planned.troubles:
        planned = Plan(state, (), ())
    else:
        shuffling.write()
    made.result = {"comment": comment.strip(), "answers": in_words(move, read, facts), "dice": rolled}
    made.save(update_fields=["result"])
    fill(made, planned, before=state)
    settle_what_follows(made, leave=leave)
    return taking


def _hidden_dice_before(taking: Taking) -> list[dict[str, Any]]:
    """What this move rolled when its player made it last, where that was taken back or undone."""
    before = Taking.every.filter(action=taking.action, by=taking.by, pk__lt=taking.pk).order_by("-pk")
    for earlier in before.select_related("update")[:MOST_UNDONE]:
        if earlier.withdrawn_at is None:
            break
        if earlier.update is not None and earlier.update.result.get("dice"):
            return list(earlier.update.result["dice"])
    return []


@dataclass(frozen=True, slots=True)
class KeptDice:
    """What the dice of a move came to before, and what picked by chance after them."""

    dice: list[int]
    picks: list[Roll]


@dataclass
class Picking:
    """What picks by chance as a move is made: a die for each time, in its update, unless the move was made before with
    the same one."""

    update: Update
    reason: str
    by: Player
    kept: list[Roll]

    def __call__(self, number: int) -> int:
        command = die_for(number)
        if self.kept and self.kept[0].command == command:
            return int(self.kept.pop(0).total) - 1
        self.kept = []
        (roll,) = roll_in(
            leave=ASKED,
            text=command,
            reason=self.reason,
            by=self.by,
            at=self.update.at,
            where=Roll.Where.UPDATE,
            where_pk=self.update.pk,
            update=self.update,
            link=self.update.get_absolute_url(),
        )
        return int(roll.total) - 1


def _kept_dice(taking: Taking, move: Move) -> KeptDice | None:
    """What this move rolled when its player made it last, where that was taken back or undone: nobody rolls again so.
    None where it was not."""
    if not move.rolls:
        return None
    before = Taking.every.filter(action=taking.action, by=taking.by, pk__lt=taking.pk).order_by("-pk")
    for earlier in before.select_related("update")[:MOST_UNDONE]:
        if earlier.withdrawn_at is None:
            return None
        rolls = list(earlier.update.rolls.order_by("number")) if earlier.update else []
        first, rest = rolls[: len(move.dice)], rolls[len(move.dice) :]
        if rolls and [roll.command for roll in first] == list(move.dice):
            picks = [roll for roll in rest if roll.comment == f"{roll.command}\n{taking.action.name}"]
            return KeptDice([int(roll.total) for roll in first], picks)
    return None
