"""What sets off what happens by itself: conditions that become true, what befalls players, and the clock. It is noted
here when it falls due; `gamestate.services.clockwork` carries it out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Min, Q, QuerySet
from django.utils.translation import gettext as _

from blognomic.web.errors import RuleBroken
from blognomic.web.site_rules import SiteRule
from gamestate.clockwork.when import Befalling, OnBecomingTrue, OnBefalling, OnChanging, looks_at
from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.moves.names_given import as_json
from gamestate.notices import choice_owed
from gamestate.queries.acting import move_of
from gamestate.queries.by_itself import (
    awaited,
    by_themselves,
    is_set_off,
    next_of,
    noticed,
    waiting,
    when_of,
    with_clocks_that_stop,
)
from gamestate.queries.snapshot import state_now
from gamestate.values.nodes import Known
from gamestate.values.plans import Plan
from gamestate.values.state import Person, State
from gamestate.values.texts import quoted
from players.models import Game, Player

PENDING = (Occurrence.State.DUE, Occurrence.State.WAITS)
OPEN = (*PENDING, Occurrence.State.ASKS)


@dataclass(frozen=True, slots=True)
class Watched:
    """That at which an action looks, and what it was before something was written."""

    action: LimitedAction
    when: OnBecomingTrue | OnChanging
    before: Known


def watch(planned: Plan, before: State) -> list[Watched]:
    """The conditions that a plan may make true, to be asked before it is written. One query, and those for the values
    that conditions look at."""
    return _watched(before) if planned.alterations else []


def note_becoming_true(made: Update, planned: Plan, watched: Sequence[Watched]) -> None:
    """Note what falls due since a condition became true, or something changed, by an update that was just written.
    Undoing makes nothing fall due but what has a clock that begins anew with each change: it puts back what was. No
    query where there are no conditions."""
    if made.kind == Update.Kind.UNDO:
        watched = [each for each in watched if _has_clock(each.when)]
    if watched:
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
    """Note when an action falls due first that was just declared, or is there again. What was due before lapses. A
    clock that begins with each change begins then, too: a turn that lasts by now ends as any other."""
    _not_yet_asked(action).update(state=Occurrence.State.LAPSED)
    when = when_of(action)
    if isinstance(when, OnBefalling) and when.what == "declared" and action.made_at == at:
        fall_due(action, at=at + when.delay)
    elif isinstance(when, OnChanging) and _has_clock(when):
        fall_due(action, at=at + when.delay)
    else:
        fall_due_next(action, after=at)
    settle_clock()


def _not_yet_asked(action: LimitedAction) -> QuerySet[Occurrence]:
    """What is to happen of an action, without what somebody owes an answer to, in a standstill too."""
    return action.occurrences.filter(state__in=PENDING, ends_at__isnull=True)


def fall_due(
    action: LimitedAction, *, at: datetime, player: Player | None = None, by: Update | None = None
) -> Occurrence:
    return Occurrence.objects.create(action=action, due_at=at, falls_at=at, player=player, set_off_by=by)


def ask(
    action: LimitedAction,
    *,
    owed_by: Player,
    at: datetime,
    given: Mapping[str, Known],
    by: Update | None,
) -> Occurrence:
    """Let a player owe the answers to what an action asks from `at` (UTC) on, and tell them. `by`: the update that
    asks, or set it off."""
    within = move_of(action).within
    ends_at = at + within if within is not None else None
    made = Occurrence.objects.create(
        action=action,
        due_at=at,
        falls_at=ends_at or at,
        ends_at=ends_at,
        state=Occurrence.State.ASKS,
        owed_by=owed_by,
        given=as_json(given),
        set_off_by=by,
    )
    choice_owed(made, at=at)
    return made


def ask_players(made: Update, planned: Plan) -> None:
    """Ask what an update asks of players. No query where it asks nothing. Raises RuleBroken where there is no such
    action."""
    if not planned.asked:
        return
    actions = {each.key: each for each in by_themselves().filter(key__in={one.key for one in planned.asked})}
    people = Player.objects.in_bulk([one.player for one in planned.asked])
    for one in planned.asked:
        action = actions.get(one.key)
        when = when_of(action) if action is not None else None
        if action is None or action.paused_at or not isinstance(when, OnBefalling) or when.what != "asked":
            raise RuleBroken(
                _("There is no action {name} that happens “when it is asked”.").format(name=quoted(one.key)),
                rule=SiteRule.GAMESTATE,
            )
        ask(action, owed_by=people[one.player], at=made.at, given=one.given, by=made)
    settle_clock()


_OWED = Q(state=Occurrence.State.ASKS) | Q(state=Occurrence.State.WAITS, ends_at__isnull=False)


def check_can_be_owed_again(updates: Collection[Update], brought_back: Collection[int]) -> None:
    """Raise RuleBroken where undoing these updates would take something and owe nobody an answer for it: an answer of
    which the action is no more, without the move that asked; and where it would bring back (`brought_back`: the keys of
    updates that had been undone) a move that asked somebody, or an answer that was given otherwise since."""
    answers = Occurrence.objects.filter(
        update__in=updates, owed_by__isnull=False, action__retired_at__isnull=False
    )
    if answers.filter(state=Occurrence.State.DONE).exclude(set_off_by__in=updates).exists():
        raise RuleBroken(
            _("Nobody can be asked again, since the action is no more. Undo the move that asked, with it."),
            status=409,
        )
    if Occurrence.objects.filter(set_off_by__in=brought_back, owed_by__isnull=False).exists():
        raise RuleBroken(
            _("What it undid asked somebody, and is not asked again so. Make the move again."), status=409
        )
    waiting = Occurrence.objects.filter(_OWED, owed_by__isnull=False, update__in=brought_back)
    happened = Update.objects.filter(pk__in=brought_back, kind=Update.Kind.UPKEEP)
    others = Occurrence.objects.filter(update__in=brought_back, owed_by__isnull=True)
    if happened.exclude(pk__in=waiting.values("update")).exclude(pk__in=others.values("update")).exists():
        raise RuleBroken(_("This was answered otherwise since, and is not brought back."), status=409)


def turn_answers(keys: Collection[int], *, at: datetime, back: bool) -> None:
    """Let players owe their choices again, with all the time for it, of which the answers were made by these updates
    and are undone (`back`), or owe them no longer, since that was undone."""
    answered = Occurrence.objects.filter(update__in=keys, owed_by__isnull=False).select_related("action")
    if not back:
        answered.filter(_OWED).update(state=Occurrence.State.DONE)
        return
    for one in answered.filter(state=Occurrence.State.DONE, action__retired_at__isnull=True):
        within = move_of(one.action).within
        one.state, one.due_at, one.ends_at = Occurrence.State.ASKS, at, at + within if within else None
        one.falls_at = one.ends_at or at
        one.save(update_fields=["state", "due_at", "ends_at", "falls_at"])


def lapse_what_was_set_off(by: Update) -> None:
    """Let all lapse that an update, of which nothing is left, set off, and that has not happened by now."""
    by.set_off.filter(state__in=OPEN).update(state=Occurrence.State.LAPSED)


def fall_due_next(action: LimitedAction, *, after: datetime) -> None:
    """Note when an action falls due next by the clock, if it does."""
    if (at := next_of(action, after)) is not None:
        fall_due(action, at=at)


def settle_clock() -> None:
    """Write into the game's row from when on something is due. What retired actions had due lapses. Must run with the
    game locked."""
    gone = Occurrence.objects.filter(state__in=OPEN, action__retired_at__isnull=False)
    gone.update(state=Occurrence.State.LAPSED)
    due = awaited().order_by().aggregate(first=Min("falls_at"))["first"]
    runs = with_clocks_that_stop(awaited()).exists()
    Game.objects.filter(pk=1).update(due_at=due, due_waits=waiting().exists(), due_runs=runs)


def _watched(before: State) -> list[Watched]:
    actions = by_themselves().filter(paused_at__isnull=True)
    conditions = [
        (each, when) for each in actions if isinstance(when := when_of(each), OnBecomingTrue | OnChanging)
    ]
    names = {name for _action, when in conditions for name in looks_at(when)}
    before.expect(variables=[each.id for each in before.variables.values() if each.key in names])
    return [Watched(action, when, noticed(when, before)) for action, when in conditions]


def _has_clock(when: OnBecomingTrue | OnChanging) -> bool:
    """Whether it begins anew with each change."""
    return isinstance(when, OnChanging) and when.delay > timedelta()


def _note(watched: Sequence[Watched], after: State, *, at: datetime, by: Update | None) -> bool:
    """Whether anything was set off."""
    set_off = [each for each in watched if is_set_off(each.when, each.before, noticed(each.when, after))]
    for each in set_off:
        if _has_clock(each.when):
            _not_yet_asked(each.action).delete()
        fall_due(each.action, at=at + each.when.delay, by=by)
    if set_off:
        settle_clock()
    return bool(set_off)
