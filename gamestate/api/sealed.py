"""Sealed orders, which are opened together."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from django.views.decorators.debug import sensitive_variables
from ninja import Schema
from pydantic import Field

from blognomic.web.api import Instant, Key, Room, Rows, Sent, Shown, Text, read, row_of, worked_out
from blognomic.web.errors import RuleBroken
from gamestate.models import Sealing
from gamestate.permissions import check_may_call_off
from gamestate.private.opening import opened
from gamestate.queries.sealing import call_for, calls
from gamestate.services import sealing
from players.api import Who, by, like, token, viewer

router = Room("Actions, sealed orders, secrets")
WRITE = token("gamestate")
CALLS = Sealing.objects.select_related("by")


class SealingOut(like(Sealing, "title description made_at by choices opening opens_at called_off_at"), Shown):
    """A call for sealed orders."""

    opened_at: datetime | None = worked_out(lambda call, context: opened(call, context["request"].at))


class SealedOut(Schema):
    """An order. What it says is sealed until it is opened, but to its author."""

    at: datetime
    hash: str
    counts: bool
    text: str | None
    salt: str | None


class SeatOut(Schema):
    player: Who
    orders: list[SealedOut]


class WholeSealing(SealingOut):
    seats: list[SeatOut] = read("shown_seats")
    waiting: list[Who] = Field(description="Whose orders are still to come.")


class SealingIn(Sent):
    """A call for sealed orders of players."""

    title: Text = Field(min_length=1, max_length=sealing.TITLE_LENGTH)
    description: Text = Field("", max_length=sealing.DESCRIPTION_LENGTH)
    rule: Key | None = None
    awaited: list[Key] | None = Field(
        None, max_length=200, description="Whose; of all who play, when left out."
    )
    choices: list[Text] = Field([], max_length=sealing.CHOICES)
    opening: Literal["at", "all", "either"] = "all"
    opens_at: Instant | None = None


class SealedIn(Sent):
    text: Text = Field(min_length=1, max_length=sealing.ORDER_LENGTH)


@router.list("/sealed", "Calls for sealed orders", SealingOut, by="-made_at")
def list_sealings(request: HttpRequest) -> Rows:
    """All calls for sealed orders, newest first."""
    return calls()


@router.get("/sealed/{call}", "One call", WholeSealing)
def one_sealing(request: HttpRequest, call: row_of(CALLS)) -> Sealing:
    """A call with the hashes of all orders; once it is opened, with what they say."""
    return _whole_sealing(request, call)


@router.add("/sealed", "Call for orders", WholeSealing, WRITE)
def call_orders(request: HttpRequest, sent: SealingIn) -> Sealing:
    """Call for sealed orders: all are opened together."""
    if sent.opening != "all" and sent.opens_at is None:
        raise RuleBroken("Say when they are opened.", status=400)
    made = sealing.call(**by(request, "leave"), **sent.dict())
    return _whole_sealing(request, made)


@router.add("/sealed/{call}/orders", "Hand in", WholeSealing, WRITE)
@sensitive_variables("sent")
def hand_in(request: HttpRequest, call: row_of(CALLS), sent: SealedIn) -> Sealing:
    """Hand in an order, or another one instead."""
    if call.choices and sent.text not in call.choices:
        raise RuleBroken("This is none of the choices.", status=400)
    sealing.hand_in(sealing=call, **by(request, "leave"), text=sent.text)
    return _whole_sealing(request, call)


@router.delete("/sealed/{call}", "Call it off", WholeSealing, WRITE)
def call_off(request: HttpRequest, call: row_of(CALLS)) -> Sealing:
    """End a call before it opens: its orders stay sealed for ever."""
    check_may_call_off(request.user, call, as_admin="admin" in request.token.scopes)
    sealing.call_off(sealing=call, **by(request, "leave"))
    return _whole_sealing(request, call)


def _whole_sealing(request: HttpRequest, sealing: Sealing) -> Sealing:
    shown = call_for(sealing, viewer(request), at=request.at)
    sealing.shown_seats, sealing.waiting = shown.seats, shown.waiting
    return sealing
