"""What happens by itself: when it falls due, what it would do, and what waits for somebody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final

from django.db.models import Q, QuerySet

from blognomic.database.together import WrittenQuery, together, written
from gamestate.clockwork.when import OnBecomingTrue, OnChanging, When, read_when
from gamestate.models import LimitedAction, Occurrence
from gamestate.moves.answering import told
from gamestate.moves.doing import expect, facts_of, hindrance, work_out_move
from gamestate.moves.making import Shuffler
from gamestate.moves.move import Move, MoveQuestion
from gamestate.moves.names_given import from_json
from gamestate.queries.acting import move_of
from gamestate.queries.now import tracked_now
from gamestate.queries.rules import titles_of_rules
from gamestate.queries.snapshot import law_newest
from gamestate.values.errors import ValueRefused
from gamestate.values.facts import ROUNDS, StateFacts
from gamestate.values.nodes import FormulaScope, Known, Picker, TrackedThing, holds
from gamestate.values.plans import Plan, Sight, sees_everything
from gamestate.values.state import GAME, State, of_player
from players.models import Game, Topic
from players.present import KeptRows, Present
from ruleset.law.model import TrackerLaw

WHO: Final = "who"
"""What the lines of upkeep call the player whom something befell."""
MOST_FORECAST: Final = 5


@lru_cache(maxsize=256)
def _read(line: str) -> When | None:
    try:
        return read_when(line)
    except ValueRefused:
        return None


def when_of(action: LimitedAction) -> When | None:
    """When an action happens by itself; None for one that somebody takes, and where its line means nothing (as a file
    had it)."""
    return _read(action.when) if action.when else None


def is_due(game: Game, at: datetime) -> bool:
    """Whether something is due at `at` (UTC) that no standstill makes wait, as the game's row says. No query."""
    return game.due_at is not None and game.due_at <= at


def by_themselves() -> QuerySet[LimitedAction]:
    """The actions that happen by themselves, in the order in which they do where several fall on one instant."""
    live = LimitedAction.objects.filter(retired_at__isnull=True).exclude(when="")
    return live.order_by("place", "key", "pk")


def awaited() -> QuerySet[Occurrence]:
    """What is to be carried out, and what somebody has to answer until then, in its order: of actions that are there
    and not paused."""
    live = Occurrence.objects.filter(action__retired_at__isnull=True, action__paused_at__isnull=True)
    order = ("falls_at", "action__place", "action__key", "pk")
    coming = Q(state=Occurrence.State.DUE) | Q(state=Occurrence.State.ASKS, ends_at__isnull=False)
    return live.filter(coming).select_related("action", "player", "owed_by").order_by(*order)


def with_clocks_that_stop(rows: QuerySet[Occurrence]) -> QuerySet[Occurrence]:
    """Those of which what is left of their time stays the same while the game stands still: as their actions say, and
    of all that somebody has to answer, for in a standstill nobody can."""
    stops = Q(action__hiatus=LimitedAction.Hiatus.CLOCK_STOPS)
    return rows.filter(stops | Q(state=Occurrence.State.ASKS, ends_at__isnull=False))


def waiting() -> QuerySet[Occurrence]:
    """What waits until a standstill is over."""
    live = Occurrence.objects.filter(action__retired_at__isnull=True, action__paused_at__isnull=True)
    return (
        live.filter(state=Occurrence.State.WAITS).select_related("action", "owed_by").order_by("due_at", "pk")
    )


def owed() -> QuerySet[Occurrence]:
    """What waits for somebody to answer what it asks, the oldest first."""
    live = Occurrence.objects.filter(action__retired_at__isnull=True)
    order = ("falls_at", "action__place", "action__key", "pk")
    rows = live.filter(state=Occurrence.State.ASKS)
    return rows.select_related("action", "player", "owed_by", "set_off_by__by").order_by(*order)


def owed_afterwards(action: LimitedAction) -> QuerySet[Occurrence]:
    """What players owe of an action whose time to answer stands still with the game."""
    rows = Occurrence.objects.filter(action=action, state=Occurrence.State.WAITS, ends_at__isnull=False)
    rows = rows.filter(owed_by__isnull=False).select_related("action", "player", "owed_by", "set_off_by__by")
    return rows.order_by("pk")


def to_answer() -> QuerySet[Occurrence]:
    """What waits for the emperor: an item each on their desk."""
    return owed().filter(owed_by=None)


def given_to(occurrence: Occurrence) -> dict[str, Known]:
    """The names that whoever answers finds: what the move gave that asks, and whom something befell."""
    who = {WHO: TrackedThing(of_player(occurrence.player_id))} if occurrence.player_id is not None else {}
    return {**who, **from_json(occurrence.given)}


def owed_now(present: Present | None) -> list[Occurrence]:
    """What players, and the emperor, have to answer, the oldest first. One query, or none."""
    choices = [each for one in shown_by_themselves(present) for each in one.owed]
    return sorted(choices, key=lambda one: (one.falls_at, one.pk))


def owed_later(present: Present | None) -> list[Occurrence]:
    """What players have to answer once the game goes on, whose clocks stand still with it. One query, or none."""
    return [each for one in shown_by_themselves(present) for each in one.owed_later]


def given_in_words(occurrence: Occurrence, present: Present | None) -> dict[str, str]:
    """What was given to what somebody has to answer, as people read it, by what it is called. The queries of what is
    tracked, or none."""
    given = {name: value for name, value in from_json(occurrence.given).items() if value is not None}
    if not given:
        return {}
    facts = StateFacts(tracked_now(present).state, GAME, sees_everything, ROUNDS, "all", "")
    return {MoveQuestion(name, "text").label: told(value, facts) for name, value in given.items()}


def is_true(when: OnBecomingTrue, state: State) -> bool:
    """Whether a condition holds, as everybody may know: not where it has no result."""
    try:
        return holds(when.condition.node, _scope(state))
    except ValueRefused:
        return False


def comes_to(when: OnChanging, state: State) -> Known:
    """What a formula comes to, as everybody may know: blank where it has no result."""
    try:
        return when.formula.node.run(_scope(state))
    except ValueRefused:
        return None


def _scope(state: State) -> FormulaScope:
    return FormulaScope(StateFacts(state, GAME, sees_everything, ROUNDS, "all", ""))


def is_set_off(when: OnBecomingTrue | OnChanging, before: Known, after: Known) -> bool:
    """Whether what `noticed` says sets it off."""
    return before != after if isinstance(when, OnChanging) else after is True and before is not True


def noticed(when: OnBecomingTrue | OnChanging, state: State) -> Known:
    """That at which something looks to see whether it happens: if a condition holds, or what a formula comes to."""
    return comes_to(when, state) if isinstance(when, OnChanging) else is_true(when, state)


def next_of(action: LimitedAction, after: datetime) -> datetime | None:
    """When an action happens next, later than an instant (UTC), as far as the clock alone says it."""
    when = when_of(action)
    next_after = getattr(when, "next_after", None)
    return next_after(after, since=action.made_at) if next_after is not None else None


@dataclass(frozen=True, slots=True)
class OccurrencePlan:
    """What happens by itself, worked out on how things stand: the lines of its move, with what they call things.
    `maker`: the player who owed the answers, and whose move it is; None: it is nobody's."""

    move: Move
    state: State
    bound: Mapping[str, Known]
    tracker: TrackerLaw
    maker: int | None = None
    sight: Sight = sees_everything

    def hindrance(self) -> str:
        """What stands in its way, in a sentence, "" where nothing does."""
        facts = facts_of(self.state, self.maker, sight=self.sight, tracker=self.tracker)
        return hindrance(self.move, facts, self.bound)

    def plan(self, dice: Sequence[int], shuffle: Shuffler | None = None, pick: Picker | None = None) -> Plan:
        """What it comes to, with what its dice came to, what shuffles its cards and what picks by chance: numbers are
        cut to what fits."""
        return work_out_move(
            self.move,
            self.state,
            self.maker,
            answers=self.bound,
            tracker=self.tracker,
            sight=self.sight,
            dice=dice,
            is_rolled=True,
            shuffle=shuffle,
            pick=pick,
        )


def happening(
    move: Move,
    state: State,
    *,
    given: Mapping[str, Known],
    tracker: TrackerLaw,
    maker: int | None = None,
    sight: Sight = sees_everything,
) -> OccurrencePlan:
    """The same with what is given to it and was answered; `maker`: by the player who owed that. One query for the
    values that it looks at, or none."""
    expect(move, state, maker)
    return OccurrencePlan(move, state, given, tracker, maker, sight)


@dataclass(frozen=True, slots=True)
class UpkeepForecast:
    """What happens by itself, when (UTC), if nobody does anything until then. `plan`: what it changes, None where that
    cannot be told, since dice decide, sealed orders, or somebody who is asked; `why_not`: what stands in its way."""

    action: LimitedAction
    at: datetime
    plan: Plan | None = None
    why_not: str = ""


def forecast(state: State, tracker: TrackerLaw, *, most: int = MOST_FORECAST) -> list[UpkeepForecast]:
    """What happens by itself next, in its order, as far as it can be told. A standstill is not foreseen. Two queries,
    and those for the values."""
    turns = count()
    agenda: list[tuple[datetime, int, str, int, LimitedAction, int | None]] = []
    actions, due = together(by_themselves().filter(paused_at__isnull=True), awaited())
    due = [one for one in due if one.state == Occurrence.State.DUE]
    for one in due:
        heappush(
            agenda, (one.falls_at, one.action.place, one.action.key, next(turns), one.action, one.player_id)
        )
    conditions = [
        (each, when) for each in actions if isinstance(when := when_of(each), OnBecomingTrue | OnChanging)
    ]
    known: State | None = state
    forecasts: list[UpkeepForecast] = []
    while agenda and len(forecasts) < most:
        at, _place, _key, _turn, action, player = heappop(agenda)
        following = next_of(action, at)
        if following is not None:
            heappush(agenda, (following, action.place, action.key, next(turns), action, None))
        move = move_of(action)
        if known is None or move.has_no_forecast or move.questions or move.calls:
            forecasts.append(UpkeepForecast(action, at))
            known = None if move.has_no_forecast or move.calls else known
            continue
        who: dict[str, Known] = {WHO: TrackedThing(of_player(player))} if player is not None else {}
        one = happening(move, known, given=who, tracker=tracker)
        if why_not := one.hindrance():
            forecasts.append(UpkeepForecast(action, at, why_not=why_not))
            continue
        plan = one.plan([])
        if plan.troubles:
            forecasts.append(UpkeepForecast(action, at, why_not=plan.troubles[0].sentence))
            continue
        forecasts.append(UpkeepForecast(action, at, plan))
        for each, when in conditions:
            if plan.alterations and is_set_off(when, noticed(when, known), noticed(when, plan.state)):
                if isinstance(when, OnChanging):
                    agenda = [one for one in agenda if one[4] != each]
                    heapify(agenda)
                heappush(agenda, (at + when.delay, each.place, each.key, next(turns), each, None))
        known = plan.state
    return forecasts


def forecast_now(present: Present | None) -> list[UpkeepForecast]:
    """The same on how things stand now, for all who read. Four queries at most, and those for the values; one where
    nothing happens by itself, or none where a reader of the same present has asked."""

    def forecast_of_now() -> list[UpkeepForecast]:
        in_force = law_newest(present) if shown_by_themselves(present) else None
        return forecast(tracked_now(present).state, in_force.law.tracker) if in_force is not None else []

    if present is None:
        return forecast_of_now()
    return present.kept("gamestate.forecast", forecast_of_now, without={Topic.POSTS, Topic.MINUTE})


def next_of_each(present: Present | None) -> list[UpkeepForecast]:
    """When each action happens by itself next, in the order of time, as far as it is known. Queries: as
    `forecast_now`."""
    by_action: dict[int, UpkeepForecast] = {}
    for one in forecast_now(present):
        by_action.setdefault(one.action.pk, one)
    for each in shown_by_themselves(present):
        if each.next_at is not None and each.action.paused_at is None:
            by_action.setdefault(each.action.pk, UpkeepForecast(each.action, each.next_at))
    return sorted(by_action.values(), key=lambda one: (one.at, one.action.place, one.action.key))


@dataclass(frozen=True, slots=True)
class ByItself:
    """An action that happens by itself, as pages show it: its rule, when it happens next (None: that is not known), and
    what became of it lately, the newest first, and what players and the emperor have to answer of it, or players once a
    standstill is over."""

    action: LimitedAction
    rule: str
    next_at: datetime | None
    waits: bool
    lately: list[Occurrence]
    owed: list[Occurrence]
    owed_later: list[Occurrence]


SHOWN_LATELY: Final = 3
LOOKED_AT: Final = 60


def shown_by_themselves(present: Present | None) -> list[ByItself]:
    """All that happens by itself, in its order. One query, or none."""
    return present.kept_rows(BY_ITSELF)[0] if present else _shown(*together(*_asked_for()))


@cache
def _asked_for() -> list[WrittenQuery]:
    past = (Occurrence.State.DONE, Occurrence.State.LAPSED, Occurrence.State.STOPPED, Occurrence.State.ASKS)
    live = Occurrence.objects.filter(action__retired_at__isnull=True)
    newest = (
        live.filter(state__in=past)
        .select_related("player", "owed_by")
        .order_by("-falls_at", "-pk")[:LOOKED_AT]
    )
    due = awaited().filter(state=Occurrence.State.DUE)
    titles = titles_of_rules(by_themselves().values("rule"))
    return [written(one) for one in (by_themselves(), due, waiting(), owed(), newest, titles)]


def _shown(
    actions: list[LimitedAction],
    due: list[Occurrence],
    waits: list[Occurrence],
    owes: list[Occurrence],
    lately: list[Occurrence],
    titles: list[tuple[int, str]],
) -> list[ByItself]:
    names = dict(titles)
    those_waiting = {one.action_id for one in waits}
    return [
        ByItself(
            each,
            names.get(each.rule, ""),
            next((one.falls_at for one in due if one.action_id == each.pk), None),
            each.pk in those_waiting,
            [one for one in lately if one.action_id == each.pk][:SHOWN_LATELY],
            [one for one in owes if one.action_id == each.pk],
            [one for one in waits if one.action_id == each.pk and one.owed_by_id and one.ends_at],
        )
        for each in actions
    ]


BY_ITSELF = KeptRows("gamestate.by itself", _asked_for, _shown, {Topic.POSTS, Topic.MINUTE})
