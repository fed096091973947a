"""Orders to the emperor."""

from typing import Annotated, Any

from django.http import HttpRequest
from pydantic import Field

from blognomic.web.api import Instant, Key, Refused, Room, Sent, Shape, Text, read, worked_out
from players.api.auth import MESSAGES, founded, like, token
from players.models import Helper, Order, Turn
from players.permissions import check_receives_orders
from players.queries import orders as reading
from players.queries.helpers import helpers_at
from players.queries.orders import OrdersOfTurn, OrderStanding
from players.services import helpers, orders

router = Room("For oneself")
IN_GAME = token("messages", founded)
Number = Annotated[int, Field(ge=1, le=10**6)]


class TurnOut(like(Turn, "number closed_at due_at")):
    """A turn that orders are sent for."""


class OrderOut(like(Order, "id at text carried_out_at")):
    """One of your orders to the emperor."""

    turn: int = read("turn.number", "The number of the turn.")


class OrdersOut(Shape):
    """The open turn, and your orders."""

    turn: TurnOut | None = Field(description="The turn that is open.")
    own: list[OrderOut] = Field(description="Your orders, the newest first. The newest of a turn counts.")


class OrderIn(Sent):
    seen: Number = Field(description="The number of the turn that you looked at.")
    text: Text = Field(min_length=1, max_length=orders.TEXT_LENGTH)


@router.get("/orders", OrdersOut, MESSAGES)
def own_orders(request: HttpRequest) -> dict[str, Any]:
    """The open turn, and your last hundred orders."""
    dynasty = request.frame.dynasty
    turn = reading.open_turn(dynasty) if dynasty else None
    own = reading.own_orders(request.user).select_related("turn")[:100]
    return {"turn": turn, "own": own}


@router.add("/orders", OrderOut, IN_GAME, does=orders.send_order)
def send_order(sent: OrderIn) -> None: ...


class ReceivedOut(like(Order, "id at text html carried_out_at")):
    """An order as the emperor has it."""

    late: bool = worked_out(
        lambda order: order.turn.due_at is not None and order.at > order.turn.due_at,
        "Whether it was late.",
    )


class FromPlayer(like(OrderStanding, "player", replaced="How many earlier orders it replaced.")):
    """A player, with their order that counts."""

    order: ReceivedOut | None = Field(description="The one that counts.")


class InTurn(TurnOut):
    """A turn, and how many sent an order for it."""

    senders: int = Field(description="How many players have sent an order for it.")


class ReceivedOrders(Shape):
    """What players sent the emperor for a turn."""

    turn: TurnOut = Field(description="The turn.")
    players: list[FromPlayer] = read("standings", "Players and their orders, by name.")
    turns: list[InTurn] = Field(description="The turns of the dynasty, the newest first.")


class HelperOut(like(Helper, "player since until")):
    """Somebody who helps the emperor with orders."""


class TurnIn(Sent):
    """When orders are due: for the open turn or, if it is closed, for the next one."""

    seen: Number = Field(description="The number of the turn that you looked at.")
    due_at: Instant | None = None


@router.get("/orders/received", ReceivedOrders, MESSAGES)
def received_orders(
    request: HttpRequest, turn: Number | None = None, dynasty: Number | None = None
) -> OrdersOfTurn:
    """For the emperor: the orders for the open turn, or for another one of the dynasty. A former emperor gets those of
    their dynasty by its number."""
    game, who = founded(request), {"emperor": request.user, "at": request.at, "present": request.present}
    kept = reading.dynasty_kept_by(**who, number=dynasty) if dynasty else None
    if kept is None:
        check_receives_orders(request.user, game if dynasty is None else None)
    reign, sent = kept or game.dynasty, reading.received_by(**who) if kept else None
    assert reign is not None, "orders are for an emperor, and an emperor has a dynasty"
    shown = reading.orders_of_turn(reign, turn, emperor=request.user, roster=game.roster, received=sent)
    if shown is None:
        raise Refused(404, "The dynasty has had no such turn.")
    return shown


@router.get("/orders/helpers", list[HelperOut], MESSAGES)
def list_helpers(request: HttpRequest) -> list[Helper]:
    """Who helps the emperor with orders, by name: they see what is sent since."""
    return helpers_at(request.at)


@router.add("/orders/helpers", HelperOut, IN_GAME, does=helpers.name_helper)
def name_helper(*, player: Key) -> None: ...


@router.delete("/orders/helpers/{player}", auth=IN_GAME, does=helpers.dismiss)
def dismiss_helper(player: Key) -> None: ...


@router.put("/orders/turn", TurnOut, IN_GAME, does=orders.set_due)
def set_due(sent: TurnIn) -> None: ...


@router.add("/orders/turn/close", TurnOut, IN_GAME, does=orders.close_turn)
def close_turn(sent: TurnIn) -> None: ...


@router.put("/orders/{order}/carried-out", OrderOut, IN_GAME, does=orders.mark)
def mark_order(order: Key, *, carried_out: bool) -> None: ...
