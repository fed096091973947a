"""Telling players that it is their turn, that they can take an action that they waited for, and of calls for sealed
orders: one is made, is about to close, has opened. What was handed in is told to nobody."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from blognomic.i18n.stored_messages import StoredMessage
from gamestate.leave import LeaveGiver
from gamestate.models import Awaited, LimitedAction, Occurrence, Opening, Sealing, Update
from gamestate.queries.acting import actions_for
from gamestate.queries.turns import passed_on
from gamestate.values.plans import Plan
from gamestate.values.state import GAME
from players.models import Player
from players.notices.notice_kinds import Kind
from players.notices.telling import notify_call, settled, tell

NEAR = timedelta(hours=6)  # before a call closes, those are told who have handed in nothing
FRESH, LATELY = timedelta(hours=1), timedelta(days=1)  # since it was made, or has opened


def turn_passed(made: Update, planned: Plan) -> None:
    """Whose turn it has become by an update, unless they made it themselves or not everybody sees it. No query where no
    player's name stands under another value of the game."""
    state = planned.state
    names = [
        each
        for each in planned.alterations
        if each.about == "value"
        and each.holder == GAME
        and each.id.isdecimal()
        and state.variables[each.id].definition.kind == "player"
        and state.audience(state.variables[each.id], GAME) == "all"
    ]
    actions = LimitedAction.objects.filter(retired_at__isnull=True) if names else ()
    turns = {each.id: each for each in passed_on(state, actions)}
    for each in names:
        if each.id not in turns:
            continue
        of_turn = f"turn:{each.id}:"
        settled(key=of_turn, kind=Kind.TURN, at=made.at)
        if each.new != made.by_id:
            sentence = StoredMessage(_("It is your turn: {name}"), name=turns[each.id].definition.name)
            tell(
                Player.objects.filter(pk=each.new),
                kind=Kind.TURN,
                key=f"{of_turn}{made.pk}",
                at=made.at,
                sentence=sentence,
                link=reverse("gamestate:values"),
            )


def look_at_awaited(*, at: datetime, leave: LeaveGiver) -> None:
    """Tell players of the actions that they waited for and can take at `at` (UTC), once: they wait for them no longer.
    Nor does anybody wait for an action that is retired. One query where nobody waits. Nobody is told while a
    standstill stops dynastic actions."""
    awaited = list(Awaited.objects.select_related("player", "action").order_by("pk"))
    if not awaited or leave.pause(at).stops:
        return
    over = [one.pk for one in awaited if one.action.retired_at is not None]
    for player in {one.player_id: one.player for one in awaited}.values():
        possible = {one.action.pk for one in actions_for(player, at=at) if one.may_be_taken}
        for one in awaited:
            if one.player_id == player.pk and one.action_id in possible:
                tell(
                    [player],
                    kind=Kind.MOVE,
                    key=f"awaited:{one.pk}",
                    at=at,
                    sentence=StoredMessage(_("You can take {action} now"), action=one.action.name),
                    link=reverse("gamestate:take_action", args=[one.action_id]),
                )
                over.append(one.pk)
    if over:
        Awaited.objects.filter(pk__in=over).delete()


def choice_owed(owed: Occurrence, *, at: datetime) -> None:
    """Who owes a choice, until when, unless they ask themselves."""
    sentence = StoredMessage(_("You owe a choice: {name}"), name=owed.action.name)
    if owed.ends_at is not None:
        words = _("You owe a choice by {instant}: {name}")
        sentence = StoredMessage(words, name=owed.action.name, instant=owed.ends_at)
    tell(
        [owed.owed_by] if owed.owed_by is not None else [],
        kind=Kind.TURN,
        key=f"owed:{owed.pk}:",
        at=at,
        sentence=sentence,
        link=reverse("gamestate:answer", args=[owed.pk]),
    )


def choice_settled(owed: Occurrence, *, at: datetime) -> None:
    """Nothing is owed any more: whoever was told has it behind them."""
    settled(key=f"owed:{owed.pk}:", kind=Kind.TURN, at=at)


def called(sealing: Sealing, *, at: datetime) -> None:
    """Those who are asked, but for whoever asks."""
    sentence = StoredMessage(
        _("{name} calls for sealed orders: {title}"), name=sealing.by, title=sealing.title
    )
    if sealing.opens_at is not None:
        sentence = StoredMessage(
            _("{name} calls for sealed orders by {instant}: {title}"),
            name=sealing.by,
            title=sealing.title,
            instant=sealing.opens_at,
        )
    _tell(sealing, "made", sentence, at=at, to=[key for key in sealing.awaited if key != sealing.by_id])


def has_opened(sealing: Sealing, *, at: datetime) -> None:
    """Those who were asked, and whoever called."""
    sentence = StoredMessage(_("The sealed orders of “{title}” are open"), title=sealing.title)
    _tell(sealing, "open", sentence, at=at, to={*sealing.awaited, sealing.by_id})


def look_at_calls(*, at: datetime) -> None:
    """Tell of what time alone has brought about at `at` (UTC): calls that close soon, and those that have opened. Two
    queries where there is nothing to tell."""
    timed = Sealing.objects.filter(called_off_at__isnull=True, opened_at__isnull=True).exclude(
        opening=Opening.ALL
    )
    for sealing in timed.filter(opens_at__gt=at, opens_at__lte=at + NEAR, made_at__lte=at - FRESH):
        handed_in = set(sealing.orders.values_list("player", flat=True))
        sentence = StoredMessage(
            _("“{title}” closes at {instant}, and you have handed in no order"),
            title=sealing.title,
            instant=sealing.opens_at,
        )
        _tell(sealing, "near", sentence, at=at, to=[key for key in sealing.waits_for if key not in handed_in])
    for sealing in timed.filter(opens_at__gt=at - LATELY, opens_at__lte=at):
        has_opened(sealing, at=at)


def _tell(sealing: Sealing, what: str, sentence: StoredMessage, *, at: datetime, to: Collection[int]) -> None:
    people = Player.objects.active().filter(pk__in=to)
    link = sealing.get_absolute_url()
    notify_call(people, call=sealing.pk, what=what, at=at, sentence=sentence, link=link)
