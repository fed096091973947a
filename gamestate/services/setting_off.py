"""What sets off what happens by itself: conditions that become true, what befalls players, and the clock. It is noted
here when it falls due; `gamestate.services.clockwork` carries it out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Min

from gamestate.clockwork.when import Befalling, OnBecomingTrue, OnBefalling
from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.queries.by_itself import awaited, by_themselves, is_true, next_of, waiting, when_of
from gamestate.queries.snapshot import state_now
from gamestate.values.plans import Plan
from gamestate.values.state import Person, State
from players.models import Game, Player


@dataclass(frozen=True, slots=True)
class Watched:
    """A condition, and whether it was true before something was written."""

    action: LimitedAction
    when: OnBecomingTrue
    was_true: bool


def watch(planned: Plan, before: State) -> list[Watched]:
    """The conditions that a plan may make true, to be asked before it is written. One query, and those for the values
    that conditions look at."""
    return _watched(before) if planned.alterations else []


def note_becoming_true(made: Update, planned: Plan, watched: Sequence[Watched]) -> None:
    """Note what falls due since a condition became true by an update that was just written. Undoing makes nothing fall
    due: it puts back what was. No query where there are no conditions."""
    if watched and made.kind != Update.Kind.UNDO:
        is_whole = all(each.about == "value" for each in planned.alterations)
        made.sets_off = _note(watched, planned.state if is_whole else state_now(), at=made.at, by=made)


def note_befalling(what: Befalling | None, *, player: Player, at: datetime) -> None:
    """Note what falls due since something befell a player at `at` (UTC): for themselves, and by conditions that are
    true now that the roster is another. Must run with the game locked, after the roster's event."""
    state = state_now()
    one = state.people.get(player.pk)
    stood = {"joins": (False, False), "returns": (False, True)}.get(what or "", (True, False))
    person = replace(one, plays=stood[0], idle=stood[1]) if one else Person(player.pk, player.name, *stood)
    watched = _watched(replace(state, people={**state.people, player.pk: person}))
    _note(watched, state, at=at, by=None)
    for action in by_themselves().filter(paused_at__isnull=True):
        when = when_of(action)
        if isinstance(when, OnBefalling) and when.what == what:
            fall_due(action, at=at + when.delay, player=player)
    settle_clock()


def note_declared(action: LimitedAction, *, at: datetime) -> None:
    """Note when an action falls due first that was just declared, or is there again. What was due before lapses."""
    pending = (Occurrence.State.DUE, Occurrence.State.WAITS)
    action.occurrences.filter(state__in=pending).update(state=Occurrence.State.LAPSED)
    when = when_of(action)
    if isinstance(when, OnBefalling) and when.what == "declared" and action.made_at == at:
        fall_due(action, at=at + when.delay)
    else:
        fall_due_next(action, after=at)
    settle_clock()


def fall_due(
    action: LimitedAction, *, at: datetime, player: Player | None = None, by: Update | None = None
) -> Occurrence:
    return Occurrence.objects.create(action=action, due_at=at, falls_at=at, player=player, set_off_by=by)


def fall_due_next(action: LimitedAction, *, after: datetime) -> None:
    """Note when an action falls due next by the clock, if it does."""
    if (at := next_of(action, after)) is not None:
        fall_due(action, at=at)


def settle_clock() -> None:
    """Write into the game's row from when on something is due. Must run with the game locked."""
    due = awaited().order_by().aggregate(first=Min("falls_at"))["first"]
    Game.objects.filter(pk=1).update(due_at=due, due_waits=waiting().exists())


def _watched(before: State) -> list[Watched]:
    actions = by_themselves().filter(paused_at__isnull=True)
    conditions = [(each, when) for each in actions if isinstance(when := when_of(each), OnBecomingTrue)]
    names = {name for _action, when in conditions for name in when.condition.names}
    before.expect(variables=[each.id for each in before.variables.values() if each.key in names])
    return [Watched(action, when, is_true(when, before)) for action, when in conditions]


def _note(watched: Sequence[Watched], after: State, *, at: datetime, by: Update | None) -> bool:
    """Whether any of the conditions became true."""
    become_true = [each for each in watched if not each.was_true and is_true(each.when, after)]
    for each in become_true:
        fall_due(each.action, at=at + each.when.delay, by=by)
    if become_true:
        settle_clock()
    return bool(become_true)
