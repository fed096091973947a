"""Orders to the emperor."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.views.decorators.debug import sensitive_variables
from ninja import Router, Schema, Status
from pydantic import Field

from blognomic.api.auth import token
from blognomic.api.game import founded
from blognomic.api.shapes import Sent, Text
from players import orders
from players.models import Order, Turn
from votables.outlook import outlook
from votables.services import correspondence

router = Router(tags=["For oneself"])
MESSAGES = token("messages")


class TurnOut(Schema):
    """A turn that orders are sent for."""

    number: int
    due_at: datetime | None
    closed_at: datetime | None


class OrderOut(Schema):
    """An order of one's own to the emperor."""

    id: int
    turn: int
    at: datetime
    text: str
    carried_out_at: datetime | None


class OrdersOut(Schema):
    turn: TurnOut | None = Field(description="The turn that is open.")
    own: list[OrderOut] = Field(description="One's own, the newest first; of a turn, the newest stands.")


class OrderIn(Sent):
    seen: int = Field(ge=1, le=10**6, description="The number of the turn that one looked at.")
    text: Text = Field(min_length=1, max_length=orders.TEXT_LENGTH)


@router.get(
    "/orders", response=OrdersOut, auth=MESSAGES, url_name="orders", summary="One's orders to the emperor"
)
def own_orders(request: HttpRequest) -> dict[str, Any]:
    """The open turn, and one's own orders: the last hundred."""
    dynasty = outlook(request).dynasty
    turn = orders.open_turn(dynasty) if dynasty else None
    own = orders.own_orders(request.user).select_related("turn")[:100]
    return {"turn": _turn(turn) if turn else None, "own": [_order(one) for one in own]}


@router.post("/orders", response={201: OrderOut}, auth=MESSAGES, url_name="orders", summary="Send an order")
@sensitive_variables("sent")
def send_order(request: HttpRequest, sent: OrderIn) -> Status:
    """Send the emperor an order for the open turn, in place of an earlier one."""
    founded(request)
    return Status(
        201, _order(correspondence.send_order(by=request.user, at=request.at, text=sent.text, seen=sent.seen))
    )


def _turn(turn: Turn) -> dict[str, Any]:
    return {"number": turn.number, "due_at": turn.due_at, "closed_at": turn.closed_at}


def _order(one: Order) -> dict[str, Any]:
    return {
        "id": one.pk,
        "turn": one.turn.number,
        "at": one.at,
        "text": one.text,
        "carried_out_at": one.carried_out_at,
    }
