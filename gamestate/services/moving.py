"""Making moves: taking an action that the rules allow, with all that it asks, costs and does, as one update."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import transaction

from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken
from gamestate.dice import spoken
from gamestate.hidden import viewer_of
from gamestate.leave import ASKED, Act, LeaveGiver
from gamestate.models import LimitedAction, Roll, Taking, Update
from gamestate.moves.answering import in_words, read_answers
from gamestate.moves.doing import expect, facts_of, hindrance, work_out_move
from gamestate.moves.move import Move
from gamestate.permissions import check_may_act
from gamestate.queries.acting import move_of
from gamestate.queries.planning import UpdateRefused, check_size
from gamestate.queries.rules import rule_names
from gamestate.queries.snapshot import last_update_at, law_newest, state_now
from gamestate.services.acting import check_live, take
from gamestate.services.recording import begin, fill
from gamestate.services.rolling import roll_in
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import throws
from gamestate.values.facts import StateFacts
from gamestate.values.nodes import Known
from gamestate.values.plans import Plan
from gamestate.values.state import State
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
    """Let a player take an action, by one update: with its `answers`, by the names of its questions, what it needs is
    looked at, what it costs paid, its dice and those of the comment are rolled, and all that it does is done. One that
    does nothing changes no value, and stands in the log.

    What can be refused is refused before anything is rolled: with RuleBroken, as `gamestate.services.acting.take` does
    and where something is missing, and with UpdateRefused where something cannot be done. After the roll numbers are
    cut to what fits, and where something cannot be done all the same, the action is taken and nothing is changed. Who
    takes back or undoes a move and makes it again has the same dice.
    """
    check_keepable(comment, *(answers or {}).values())
    lock_game(Topic.VALUES)
    leave.check(Act.DYNASTIC, by=by, at=at)
    by.refresh_from_db()
    check_may_act(by, at)
    check_size([], comment)
    action = LimitedAction.objects.get(pk=action.pk)
    check_live(action)
    at = max(at, last_update_at() or at)
    move, state = move_of(action), state_now()
    facts = _facts(move, state, by=by, at=at)
    read = _answers(move, answers or {}, facts, action)
    made = begin(kind=Update.Kind.CHANGE, by=by, at=at, comment=comment)
    taking = take(leave=ASKED, action=action, by=by, at=at, update=made, comment=comment)
    planning = partial(_plan, move, state, facts, by.pk, read)
    planned = planning([throws(each)[0] for each in move.dice])
    if planned.troubles and not (
        move.dice and not planning([throws(each)[1] for each in move.dice]).troubles
    ):
        raise UpdateRefused([replace(each, rule=each.rule or _rule(action)) for each in planned.troubles])
    dice = _kept_dice(taking, move)
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
    if move.dice:
        dice = dice if dice is not None else [int(roll.total) for roll in rolls[: len(move.dice)]]
        planned = planning(dice, is_rolled=True)
        if planned.troubles:
            planned = Plan(state, (), ())
    fill(made, planned, before=state)
    taking.answers = in_words(move, read, facts)
    taking.save(update_fields=["answers"])
    return taking


def preview(action: LimitedAction, *, by: Player, at: datetime, answers: Mapping[str, str]) -> Plan:
    """What a move would come to for a player, with the lowest throw of its dice. Nothing is saved or rolled. Raises
    RuleBroken as `make` does, but for how often it may be taken."""
    move, state = move_of(action), state_now()
    facts = _facts(move, state, by=by, at=at)
    read = _answers(move, answers, facts, action)
    return _plan(move, state, facts, by.pk, read, [throws(each)[0] for each in move.dice])


def _facts(move: Move, state: State, *, by: Player, at: datetime) -> StateFacts:
    in_force = law_newest()
    assert in_force is not None, "a game has a law"
    expect(move, state, by.pk)
    return facts_of(state, by.pk, sight=viewer_of(by, at=at).sees, tracker=in_force.law.tracker)


def _answers(
    move: Move, answers: Mapping[str, str], facts: StateFacts, action: LimitedAction
) -> dict[str, Known]:
    """What was answered. Raises RuleBroken for what may not be, and where something stands in the way of the move."""
    if sentence := hindrance(move, facts):
        raise RuleBroken(sentence, rule=_rule(action))
    try:
        read = read_answers(move, answers, facts)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, rule=_rule(action), status=400) from None
    if sentence := hindrance(move, facts, read):
        raise RuleBroken(sentence, rule=_rule(action))
    return read


def _plan(
    move: Move,
    state: State,
    facts: StateFacts,
    player: int,
    read: Mapping[str, Known],
    dice: list[int],
    *,
    is_rolled: bool = False,
) -> Plan:
    return work_out_move(
        move,
        state,
        player,
        answers=read,
        tracker=facts.tracker,
        sight=facts.sight,
        dice=dice,
        is_rolled=is_rolled,
    )


def _rule(action: LimitedAction) -> str:
    """The name of the rule that allows an action, "" where none is named."""
    return rule_names([action.rule]).get(action.rule, "") if action.rule else ""


def _kept_dice(taking: Taking, move: Move) -> list[int] | None:
    """What the dice of this move came to when its player made it last, where that was taken back or undone: nobody
    rolls again so. None where it was not."""
    if not move.dice:
        return None
    before = Taking.objects.filter(action=taking.action, by=taking.by, pk__lt=taking.pk).order_by("-pk")
    for earlier in before.select_related("update")[:MOST_UNDONE]:
        if earlier.withdrawn_at is None:
            return None
        rolls = list(earlier.update.rolls.order_by("number")[: len(move.dice)]) if earlier.update else []
        if rolls and [roll.command for roll in rolls] == list(move.dice):
            return [int(roll.total) for roll in rolls]
    return None
