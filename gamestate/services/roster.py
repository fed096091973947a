"""What the tracker does when the roster changes: values begin and come back; going idle and leaving keep them."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.leave import Act, LeaveGiver
from gamestate.models import Taking, Update, Variable
from gamestate.queries.snapshot import last_update_at, law_newest, state_now
from gamestate.services.recording import record
from gamestate.services.setting_off import note_befalling
from gamestate.values.coming import joining, returning
from gamestate.values.plans import Plan
from gamestate.values.state import GAME, State, of_player
from players.models import Player
from players.queries.roster import dynasty_at


@transaction.atomic
def joined(
    *, leave: LeaveGiver, player: Player, by: Player | None, at: datetime, link: str = ""
) -> Update | None:
    """Give somebody who has just joined the defaults of all that is tracked for players; None when that is nothing.

    Must run with the game locked, after the roster's event. Never stops them from joining: a default that cannot be
    computed leaves zero, or blank, with a note in the log.
    """
    leave.check(Act.DYNASTIC, by=by, at=at)
    in_force, made = law_newest(), None
    if in_force is not None and _anything_tracked():
        state = state_now()
        state.expect(holders=[of_player(player.pk), GAME])
        planned = joining(state, player.pk, tracker=in_force.law.tracker)
        note = StoredMessage(gettext_noop("{name} joined."), name=player)
        made = _record(planned, state, note, by=by, at=at, link=link)
    note_befalling("joins", player=player, at=at)
    return made


@transaction.atomic
def returned(
    *,
    leave: LeaveGiver,
    player: Player,
    idled_at: datetime,
    by: Player | None,
    at: datetime,
    link: str = "",
) -> Update | None:
    """Keep or reset the values of somebody who is back since `at` (UTC) and had gone idle at `idled_at`, as each
    definition, or else the law, says; None when all stay. Must run with the game locked, after the roster's event."""
    leave.check(Act.DYNASTIC, by=by, at=at)
    in_force, made = law_newest(), None
    if in_force is not None and _anything_tracked():
        state = state_now()
        state.expect(holders=[of_player(player.pk), GAME])
        planned = returning(
            state,
            player.pk,
            says=in_force.law.roster.values_on_return,
            same_dynasty=dynasty_at(idled_at) == dynasty_at(at),
            tracker=in_force.law.tracker,
        )
        note = StoredMessage(gettext_noop("{name} came back from idle."), name=player)
        made = _record(planned, state, note, by=by, at=at, link=link)
    note_befalling("returns", player=player, at=at)
    return made


@transaction.atomic
def went(*, leave: LeaveGiver, player: Player, at: datetime) -> None:
    """Let what happens by itself happen since somebody went idle, or left, at `at` (UTC). Must run with the game
    locked, after the roster's event."""
    leave.check(Act.DYNASTIC, by=None, at=at)
    player.refresh_from_db(fields=["standing"])
    note_befalling("idles" if player.is_idle else None, player=player, at=at)


@transaction.atomic
def begin_afresh(*, leave: LeaveGiver, player: Player, at: datetime, link: str) -> Update:
    """Give a player the default of all that is tracked for players, what is hidden too, as if they had just joined, and
    let the actions that they took in the dynasty of `at` (UTC) count no more. Must run with the game locked."""
    leave.check(Act.DYNASTIC, by=player, at=at)
    in_force, dynasty, state = law_newest(), dynasty_at(at), state_now()
    state.expect(holders=[of_player(player.pk), GAME])
    assert in_force is not None, "a game has a law"
    at = max(at, last_update_at() or at)
    taken = Taking.every.filter(by=player, withdrawn_at__isnull=True)
    if dynasty is not None:
        taken = taken.filter(at__gte=dynasty.started_at)
    taken.update(withdrawn_at=at)
    return record(
        joining(state, player.pk, tracker=in_force.law.tracker),
        before=state,
        kind=Update.Kind.AFRESH,
        by=player,
        at=at,
        note=StoredMessage(gettext_noop("{name} reinitialises."), name=player),
        link=link,
    )


def _anything_tracked() -> bool:
    return Variable.objects.live().filter(scope=Variable.Scope.PLAYER).exists()


def _record(
    planned: Plan, state: State, note: StoredMessage, *, by: Player | None, at: datetime, link: str
) -> Update | None:
    if not planned.alterations:
        return None
    at = max(at, last_update_at() or at)
    return record(planned, before=state, kind=Update.Kind.ROSTER, by=by, at=at, note=note, link=link)
