"""What a move would come to: who makes it with which answers, worked out on what is tracked now. Nothing is saved."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils.translation import gettext_lazy

from blognomic.web.errors import RuleBroken
from gamestate.hidden import sight_now, viewer_of
from gamestate.models import LimitedAction
from gamestate.moves.answering import read_answers
from gamestate.moves.doing import expect, facts_of, hindrance, work_out_move
from gamestate.moves.making import Shuffler
from gamestate.moves.move import Move
from gamestate.queries.acting import move_of
from gamestate.queries.rules import rule_names
from gamestate.queries.sealing import with_calls
from gamestate.queries.snapshot import law_newest, state_now
from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import throws
from gamestate.values.facts import StateFacts
from gamestate.values.nodes import Known, Picker
from gamestate.values.plans import Plan
from gamestate.values.state import State
from players.models import Player

ASKS_IN_THE_OPEN: Final = gettext_lazy(
    "A move that asks somebody else cannot use hidden values: everybody can read what it asks."
)


def preview(action: LimitedAction, *, by: Player, at: datetime, answers: Mapping[str, str]) -> Plan:
    """What a move would come to for a player, with the lowest throw of its dice. Nothing is saved or rolled. Raises
    RuleBroken as `make` does, but for how often it may be taken."""
    move = move_of(action)
    state = state_for(move, at=at)
    facts = move_facts(move, state, by=by, at=at)
    read = read_answers_to(move, answers, facts, action)
    return plan_of_move(move, state, facts, by.pk, read, [throws(each)[0] for each in move.dice])


def state_for(move: Move, *, at: datetime) -> State:
    """What is tracked now, with the sealed calls at which the move looks."""
    return with_calls(state_now(), move.calls, at=at, looked_at=True)


def move_facts(move: Move, state: State, *, by: Player, at: datetime) -> StateFacts:
    in_force = law_newest()
    assert in_force is not None, "a game has a law"
    expect(move, state, by.pk)
    return facts_of(state, by.pk, sight=sight_now(viewer_of(by, at=at), state), tracker=in_force.law.tracker)


def read_answers_to(
    move: Move, answers: Mapping[str, str], facts: StateFacts, action: LimitedAction
) -> dict[str, Known]:
    """What was answered. Raises RuleBroken for what may not be, and where something stands in the way of the move."""
    if sentence := hindrance(move, facts):
        raise RuleBroken(sentence, rule=rule_of(action))
    try:
        read = read_answers(move, answers, facts)
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, rule=rule_of(action), status=400) from None
    if sentence := hindrance(move, facts, read):
        raise RuleBroken(sentence, rule=rule_of(action))
    return read


def plan_of_move(
    move: Move,
    state: State,
    facts: StateFacts,
    player: int,
    read: Mapping[str, Known],
    dice: list[int],
    *,
    is_rolled: bool = False,
    shuffle: Shuffler | None = None,
    pick: Picker | None = None,
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
        shuffle=shuffle,
        pick=pick,
    )


def rule_of(action: LimitedAction) -> str:
    """The name of the rule that allows an action, "" where none is named."""
    return rule_names([action.rule]).get(action.rule, "") if action.rule else ""
