"""What happens by itself: at its exact instant, in order and once, by whoever comes next.

Whoever reads a page or changes the game finds what was due until then done, whatever process did it: each is carried
out with the game locked, and marked as done in the same transaction. From when on something is due stands in the
game's row, so that asking costs nothing where nothing is."""

from collections.abc import Mapping
from datetime import datetime
from typing import NoReturn

from django.db import transaction
from django.utils.translation import gettext as _

from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from gamestate.hidden import sight_now, viewer_of
from gamestate.leave import Act, LeaveGiver
from gamestate.models import Occurrence
from gamestate.moves.answering import read_answers
from gamestate.moves.doing import expect, facts_of
from gamestate.notices import choice_settled
from gamestate.permissions import check_live, check_may_answer, check_may_withdraw_asking
from gamestate.queries.acting import move_of
from gamestate.queries.by_itself import given_to, is_due, owed
from gamestate.queries.moves import rule_of, state_for
from gamestate.queries.snapshot import last_update_at, law_newest
from gamestate.services.performing import UpkeepRun, carry_out, settle, settle_what_follows
from gamestate.services.setting_off import settle_clock
from gamestate.values.errors import ValueRefused
from players.models import Player, Topic
from players.services.roster import lock_game

MOST_IN_A_ROW = 50
"""So much is carried out in one transaction where nobody acts in it."""


def catch_up(*, leave: LeaveGiver, at: datetime) -> None:
    """Carry out all that is due at `at` (UTC), in transactions of their own: after each of them the game is whole."""
    while True:
        with transaction.atomic():
            game = lock_game(Topic.VALUES)
            leave.check(Act.RECORD, by=None, at=at)
            if not (is_due(game, at) or game.due_waits or game.due_runs):
                return
            if not carry_out(leave=leave, at=at, most=MOST_IN_A_ROW):
                return


@transaction.atomic
def answer(
    *, leave: LeaveGiver, occurrence: Occurrence, by: Player, at: datetime, answers: Mapping[str, str]
) -> Occurrence:
    """Let a player who owes that, or the emperor, answer what something that fell due asks, by the names of its
    questions: then it happens.

    Raises RuleBroken for anybody else, in a standstill, and for what cannot be answered or done so; Stale where it has
    been answered.
    """
    settle(lock_game(), leave=leave, at=at)
    leave.check(Act.DYNASTIC, by=by, at=at)
    check_keepable(*answers.values())
    by.refresh_from_db()
    check_may_answer(by, occurrence, at)
    occurrence = owed().filter(pk=occurrence.pk).first() or _answered(occurrence)
    action, in_force = occurrence.action, law_newest()
    check_live(action)
    assert in_force is not None, "a game has a law"
    occurrence.falls_at = at = max(at, last_update_at() or at)
    move = move_of(action)
    state = state_for(move, at=at)
    maker = occurrence.owed_by_id
    expect(move, state, maker)
    sight = sight_now(viewer_of(by, at=at), state)
    facts = facts_of(state, maker, sight=sight, tracker=in_force.law.tracker)
    try:
        read = read_answers(move, answers, facts, given_to(occurrence))
    except ValueRefused as refused:
        raise RuleBroken(refused.sentence, rule=rule_of(action), status=400) from None
    run = UpkeepRun(leave, at, state, by)
    run.carry_out(occurrence, move, read)
    if occurrence.state != Occurrence.State.DONE:
        raise RuleBroken(str(occurrence.note), rule=rule_of(action))
    choice_settled(occurrence, at=at)
    settle_clock()
    if occurrence.update is not None:
        settle_what_follows(occurrence.update, leave=leave)
    return occurrence


@transaction.atomic
def withdraw(*, leave: LeaveGiver, occurrence: Occurrence, by: Player, at: datetime) -> Occurrence:
    """Let a player withdraw what their move asks somebody, before it is answered. It goes on as without an answer.

    Raises RuleBroken for anybody else and in a standstill; Stale where it has been answered.
    """
    settle(lock_game(), leave=leave, at=at)
    leave.check(Act.DYNASTIC, by=by, at=at)
    by.refresh_from_db()
    occurrence = owed().filter(pk=occurrence.pk).first() or _answered(occurrence)
    check_may_withdraw_asking(by, occurrence)
    occurrence.falls_at = at = max(at, last_update_at() or at)
    UpkeepRun(leave, at, by=by).goes_without(occurrence)
    settle_clock()
    if occurrence.update is not None:
        settle_what_follows(occurrence.update, leave=leave)
    return occurrence


def _answered(occurrence: Occurrence) -> NoReturn:
    raise Stale(_("This has already been answered."))
