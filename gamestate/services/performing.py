"""Carrying out what fell due, with the game locked: for the services of the gamestate alone, which have leave."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import NOTHING, StoredMessage, as_message
from blognomic.web.errors import RuleBroken
from gamestate.clockwork.when import delay_of
from gamestate.dice.reading import die_for
from gamestate.hidden import sight_now, viewer_of
from gamestate.leave import ASKED, LeaveGiver, Pause
from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.moves.deeds.asking import players_of
from gamestate.moves.doing import expect, facts_of, is_about_hidden
from gamestate.moves.move import Move
from gamestate.notices import choice_settled
from gamestate.queries.acting import move_of, page_of_actions
from gamestate.queries.by_itself import (
    OccurrencePlan,
    awaited,
    given_to,
    happening,
    is_due,
    owed,
    owed_afterwards,
    waiting,
    when_of,
    with_clocks_that_stop,
)
from gamestate.queries.moves import ASKS_IN_THE_OPEN, rule_of
from gamestate.queries.sealing import with_calls
from gamestate.queries.snapshot import last_update_at, law_newest, state_now
from gamestate.services.recording import begin, fill
from gamestate.services.rolling import roll_by_itself
from gamestate.services.setting_off import ask, fall_due_next, settle_clock
from gamestate.services.shuffling import Shuffling
from gamestate.values.errors import ValueRefused
from gamestate.values.nodes import Known
from gamestate.values.plans import Sight, sees_everything
from gamestate.values.state import State
from players.models import Game, Player, Topic
from players.services.roster import lock_game

MOST_AT_ONE_INSTANT = 20
"""So often something happens at one instant before it is stopped: what sets itself off again and again."""
Became = Occurrence.State


def settle(game: Game, *, leave: LeaveGiver, at: datetime) -> Game:
    """Carry out what is due at `at` (UTC), as part of what somebody does, before it. The `game` is locked; answers it
    as it is then, in another version. No query where nothing is due."""
    if not is_due(game, at):
        return game
    carry_out(leave=leave, at=at)
    return lock_game(Topic.VALUES)


def settle_what_follows(made: Update, *, leave: LeaveGiver) -> None:
    """Carry out what an update that was just written sets off at its instant, as part of what somebody does. The game
    is locked. No query where it sets off nothing."""
    if made.sets_off:
        carry_out(leave=leave, at=made.at)


@transaction.atomic
def carry_out(*, leave: LeaveGiver, at: datetime, most: int | None = None) -> bool:
    """Carry out what is due at `at` (UTC), in order, but no more than `most`; answers whether there may be more. Must
    run with the game locked."""
    run = UpkeepRun(leave, at)
    run.end_of_waiting()
    done = 0
    while (occurrence := awaited().filter(falls_at__lte=at).first()) is not None:
        if most is not None and done >= most:
            break
        run.one(occurrence)
        done += 1
    run.stop_clocks()
    settle_clock()
    return occurrence is not None


@dataclass
class UpkeepRun:
    """Things that are carried out one after the other, with what is known from one to the next."""

    leave: LeaveGiver
    at: datetime
    state: State | None = None
    by: Player | None = None
    pauses: list[tuple[datetime, Pause]] = field(default_factory=list)

    def is_standing_still(self, at: datetime) -> bool:
        """Whether a standstill stops dynastic actions. Who asks does so in the order of time."""
        for since, pause in self.pauses:
            if since <= at and (pause.until is None or at < pause.until):
                return pause.stops
        self.pauses = [(at, self.leave.pause(at))]
        return self.pauses[0][1].stops

    def end_of_waiting(self) -> None:
        """Let what waits for the end of a standstill fall due at that instant, if it has come."""
        rows = list(waiting())
        over = self.leave.pause_over(min(one.falls_at for one in rows), self.at) if rows else None
        if over is not None:
            for one in rows:
                self.goes_on(one, over)

    def stop_clocks(self) -> None:
        """Let what has a clock that stands still with the game wait from the beginning of a standstill on: nobody knows
        then when it comes to its end."""
        running = list(with_clocks_that_stop(awaited().filter(falls_at__gt=self.at)))
        for one in running if running and self.is_standing_still(self.at) else ():
            self.became(one, Became.WAITS, STOOD_STILL)

    def goes_on(self, occurrence: Occurrence, over: datetime) -> None:
        """Let something fall due once a standstill is over, which it waited for."""
        stops = has_clock_that_stops(occurrence)
        occurrence.falls_at = self.run_down(occurrence, over) if stops else over
        if occurrence.ends_at is not None:
            occurrence.ends_at = occurrence.falls_at
        self.became(occurrence, Became.DUE if occurrence.ends_at is None else Became.ASKS)

    def run_down(self, occurrence: Occurrence, at: datetime) -> datetime:
        """When the clock of something comes to its end that stands still with the game, by what is known `at` an
        instant."""
        begun, ends = occurrence.due_at - delay_of(when_of(occurrence.action)), occurrence.due_at
        if occurrence.ends_at is not None:
            begun, ends = ends, ends + (move_of(occurrence.action).within or timedelta())
        return ends + self.leave.stood_still(begun, at)

    def one(self, occurrence: Occurrence) -> None:
        """Carry out one, or say what becomes of it, and note when it falls due next."""
        action, instant = occurrence.action, occurrence.falls_at
        if occurrence.state == Became.ASKS:
            self.no_answer(occurrence)
            return
        if action.hiatus != LimitedAction.Hiatus.GOES_ON and self.is_standing_still(instant):
            if action.hiatus == LimitedAction.Hiatus.LAPSES:
                self.became(occurrence, Became.LAPSED, STOOD_STILL)
                fall_due_next(action, after=occurrence.due_at)
            elif (over := self.leave.pause_over(instant, self.at)) is not None:
                self.goes_on(occurrence, over)
            else:
                self.became(occurrence, Became.WAITS, STOOD_STILL)
            return
        if has_clock_that_stops(occurrence) and (later := self.run_down(occurrence, instant)) > instant:
            occurrence.falls_at = later
            self.became(occurrence, Became.DUE)
            return
        if self.goes_on_without_end(occurrence):
            return
        move = move_of(action)
        if move.questions:
            self.ask(occurrence, move)
        else:
            self.carry_out(occurrence, move)
        fall_due_next(action, after=instant)

    def ask(self, occurrence: Occurrence, move: Move) -> None:
        """Let the emperor owe the answers to what an occurrence asks, or the players that it names."""
        instant = occurrence.falls_at
        if move.asked is None:
            if move.within is not None:
                occurrence.due_at, occurrence.ends_at = instant, instant + move.within
                occurrence.falls_at = occurrence.ends_at
            self.became(occurrence, Became.ASKS)
            return
        in_force = law_newest()
        assert in_force is not None, "a game has a law"
        self.state = self.state or state_now()
        expect(move, self.state, None)
        given = given_to(occurrence)
        facts = facts_of(self.state, None, sight=sees_everything, tracker=in_force.law.tracker)
        try:
            keys = players_of(move.asked.run(facts, bound=given))
        except ValueRefused as refused:
            self.became(occurrence, Became.STOPPED, as_message(refused.sentence))
            return
        people = Player.objects.in_bulk(keys)
        for key in keys:
            ask(
                occurrence.action,
                owed_by=people[key],
                at=instant,
                given=given,
                by=occurrence.set_off_by,
            )
        self.became(occurrence, Became.DONE if keys else Became.LAPSED, NOTHING if keys else NOBODY)

    def no_answer(self, occurrence: Occurrence) -> None:
        """Do what is to be done where nobody has answered in time; none of the time counts in which the game stood
        still."""
        instant = occurrence.falls_at
        if self.is_standing_still(instant):
            if (over := self.leave.pause_over(instant, self.at)) is not None:
                self.goes_on(occurrence, over)
            else:
                self.became(occurrence, Became.WAITS, STOOD_STILL)
        elif (later := self.run_down(occurrence, instant)) > instant:
            occurrence.ends_at = occurrence.falls_at = later
            self.became(occurrence, Became.ASKS)
        else:
            self.goes_without(occurrence)

    def goes_without(self, occurrence: Occurrence) -> None:
        """Do without an answer what an action says."""
        otherwise = move_of(occurrence.action).otherwise
        if otherwise is None:
            self.became(occurrence, Became.LAPSED, UNANSWERED)
        else:
            self.carry_out(occurrence, otherwise)
        choice_settled(occurrence, at=occurrence.falls_at)

    def goes_on_without_end(self, occurrence: Occurrence) -> bool:
        """Stop what has happened too often at one instant, and say so."""
        action, instant = occurrence.action, occurrence.falls_at
        alike = action.occurrences.filter(falls_at=instant, player=occurrence.player, state=Became.DONE)
        if alike.count() < MOST_AT_ONE_INSTANT:
            return False
        lock_game(Topic.VALUES, Topic.REST)
        action.paused_at, action.paused_why = instant, WITHOUT_END
        action.save(update_fields=["paused_at", "paused_why"])
        self.became(occurrence, Became.STOPPED, WITHOUT_END)
        return True

    def carry_out(self, occurrence: Occurrence, move: Move, answers: dict[str, Known] | None = None) -> None:
        """Do what an occurrence does, as one update at its instant."""
        in_force = law_newest()
        assert in_force is not None, "a game has a law"
        at = max(occurrence.falls_at, last_update_at() or occurrence.falls_at)
        self.state = self.state or state_now()
        state = with_calls(
            self.state, move.calls, at=at, looked_at=True, by_itself=occurrence.owed_by is None
        )
        sight: Sight = sees_everything
        if occurrence.owed_by is not None:
            sight = sight_now(viewer_of(occurrence.owed_by, at=at), state)
        one = happening(
            move,
            state,
            given={**given_to(occurrence), **(answers or {})},
            tracker=in_force.law.tracker,
            maker=occurrence.owed_by_id,
            sight=sight,
        )
        if sentence := one.hindrance():
            self.became(occurrence, Became.LAPSED, as_message(sentence))
            return
        try:
            with transaction.atomic():
                self.written(occurrence, one)
        except RuleBroken as refused:
            self.became(occurrence, Became.STOPPED, as_message(refused.sentence))

    def written(self, occurrence: Occurrence, one: OccurrencePlan) -> None:
        """Roll, and write down what was planned, if that changes anything. Raises RuleBroken where it cannot be
        done."""
        action, instant = occurrence.action, occurrence.falls_at
        if one.move.asks_for and is_about_hidden(one.move, one.state):
            raise RuleBroken(ASKS_IN_THE_OPEN, rule=rule_of(action))
        at = max(instant, last_update_at() or instant)
        made = None
        dice: list[int] = []
        if one.move.is_by_chance:
            made = self.begun(action, at)
        if one.move.dice and made is not None:
            rolls = roll_by_itself(
                one.move.dice, leave=ASKED, reason=action.name, by=action.by, at=at, update=made
            )
            dice = [int(roll.total) for roll in rolls]
        shuffling = Shuffling(made) if made is not None else None
        pick = partial(self.picked, action, at, made) if made is not None else None
        planned = one.plan(dice, shuffling, pick)
        if planned.troubles:
            raise RuleBroken(planned.troubles[0].sentence, rule=rule_of(action))
        self.became(occurrence, Became.DONE)  # first: what it sets off may begin its own clock anew
        if planned.alterations or planned.settled or planned.asked or made is not None:
            made = made or self.begun(action, at)
            if shuffling is not None:
                shuffling.write()
            fill(made, planned, before=one.state)
            self.state = planned.state if all(each.about == "value" for each in planned.alterations) else None
        occurrence.update = made
        occurrence.save(update_fields=["update"])

    def picked(self, action: LimitedAction, at: datetime, made: Update, number: int) -> int:
        """Pick one of so many by a die, and answer which, from 0."""
        command = die_for(number)
        (roll,) = roll_by_itself([command], leave=ASKED, reason=action.name, by=action.by, at=at, update=made)
        return int(roll.total) - 1

    def begun(self, action: LimitedAction, at: datetime) -> Update:
        link = f"{page_of_actions()}#action-{action.pk}"
        return begin(kind=Update.Kind.UPKEEP, by=self.by, at=at, comment=action.name, link=link)

    def became(self, occurrence: Occurrence, state: str, note: StoredMessage = NOTHING) -> None:
        occurrence.state, occurrence.note = state, note
        occurrence.save(update_fields=["state", "due_at", "falls_at", "ends_at", "note", "update"])


def go_without(action: LimitedAction, *, leave: LeaveGiver, at: datetime) -> None:
    """Do without an answer all that an action asks of players still, before it is no more: what it holds back goes back
    as it says. Must run with the game locked."""
    run = UpkeepRun(leave, at)
    for one in [*owed().filter(action=action, owed_by__isnull=False), *owed_afterwards(action)]:
        one.falls_at = at
        run.goes_without(one)


def has_clock_that_stops(occurrence: Occurrence) -> bool:
    """Whether what is left of the time to something stays the same while the game stands still."""
    return occurrence.ends_at is not None or occurrence.action.hiatus == LimitedAction.Hiatus.CLOCK_STOPS


NOBODY = StoredMessage(gettext_noop("There was nobody to ask."))
UNANSWERED = StoredMessage(gettext_noop("Nobody answered in time."))
STOOD_STILL = StoredMessage(gettext_noop("The game stood still then."))
WITHOUT_END = StoredMessage(
    gettext_noop("It set itself off again and again at the same time, so it was stopped.")
)
