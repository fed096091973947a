"""What pages and programs read of orders to the emperor: one's own, and who has sent what for a turn."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from django.db.models import Count, Max, Q, QuerySet

from players.models import Dynasty, Order, Player, Turn
from players.present import Present

from .reigns import of_time, throne


def open_turn(dynasty: Dynasty) -> Turn:
    """The turn of the dynasty that orders are sent for now; the first, not yet in the database, before there is any."""
    turn = dynasty.turns.order_by("-number").first()
    return turn or Turn(dynasty=dynasty, number=1, begun_at=dynasty.started_at)


@dataclass(frozen=True, slots=True)
class OrderStanding:
    """A player in the emperor's list: the order that stands, if any, and how many there were before it."""

    player: Player
    order: Order | None
    replaced: int


def orders_for_emperor(
    turn: Turn, roster: Collection[Player], *, emperor: Player, received: QuerySet[Order] | None = None
) -> list[OrderStanding]:
    """Who has sent what for a turn: everybody in `roster` but the emperor, and who else has sent an order, by name.
    Whoever was emperor for a while has `received` those of that time alone. Two queries."""
    sent_for_it = (Order.objects.all() if received is None else received).filter(turn=turn.pk)
    rows = sent_for_it.order_by().values("player")
    counted = {row["player"]: row for row in rows.annotate(number=Count("pk"), last=Max("pk"))}
    orders = Order.objects.filter(pk__in=[row["last"] for row in counted.values()])
    sent = {order.player_id: order for order in orders.select_related("player", "turn")}
    people = {one.pk: one for one in roster if one.pk != emperor.pk}
    people.update({pk: order.player for pk, order in sent.items()})
    standings = [
        OrderStanding(one, sent.get(pk), counted[pk]["number"] - 1 if pk in counted else 0)
        for pk, one in people.items()
    ]
    return sorted(standings, key=lambda standing: standing.player.name_key)


def turns_of(dynasty: Dynasty, received: QuerySet[Order] | None = None) -> QuerySet[Turn]:
    """The dynasty's turns, the newest first, with how many players sent an order for each (`senders`), or one of those
    `received`."""
    counted = Q() if received is None else Q(orders__in=received)
    senders = Count("orders__player", distinct=True, filter=counted)
    return dynasty.turns.annotate(senders=senders).order_by("-number")


def own_orders(player: Player) -> QuerySet[Order]:
    """All that a player ever ordered, the newest first. One that is not the first of its turn was replaced."""
    return (
        Order.objects.filter(player=player)
        .select_related("turn__dynasty")
        .order_by("-turn__dynasty__number", "-turn__number", "-pk")
    )


def received_by(emperor: Player, at: datetime, present: Present | None) -> QuerySet[Order]:
    """The orders that went to somebody while they were emperor, and to those who were before them in a dynasty of which
    they were the last, as of `at` (UTC)."""
    kept = throne(present).kept_by(emperor.pk, at)
    return Order.objects.filter(of_time(chain.from_iterable(kept.values())))


def dynasties_kept_by(emperor: Player, at: datetime, present: Present | None) -> QuerySet[Dynasty]:
    """The dynasties whose orders, or some of them, went to somebody, the newest first."""
    kept = throne(present).kept_by(emperor.pk, at)
    return Dynasty.objects.filter(pk__in=[one.pk for one in kept]).order_by("-number")


def dynasty_kept_by(emperor: Player, at: datetime, present: Present | None, *, number: int) -> Dynasty | None:
    """The one of that number among the dynasties whose orders went to somebody."""
    return dynasties_kept_by(emperor, at, present).filter(number=number).first()


def dynasties_with_orders_kept_by(
    emperor: Player, at: datetime, present: Present | None, *, besides: Dynasty | None = None
) -> QuerySet[Dynasty]:
    """The dynasties, besides one, of which somebody keeps at least one order, the newest first."""
    kept = dynasties_kept_by(emperor, at, present).exclude(pk=besides.pk if besides else None)
    return kept.filter(turns__orders__in=received_by(emperor, at, present)).distinct()


@dataclass(frozen=True, slots=True)
class OrdersOfTurn:
    """Who has sent what for a turn, among the `turns` of its dynasty, the newest first. One that `is_open` is asked of
    everybody who plays."""

    turn: Turn
    turns: list[Turn]
    standings: list[OrderStanding]
    is_open: bool


def orders_of_turn(
    dynasty: Dynasty,
    number: int | None,
    *,
    emperor: Player,
    roster: Collection[Player],
    received: QuerySet[Order] | None = None,
) -> OrdersOfTurn | None:
    """Who has sent what for the turn of that number, or for the last one; None where the dynasty has had no such turn.
    Of a dynasty that somebody may only read on, they see what they have `received`. Five queries at most."""
    turns = list(turns_of(dynasty, received))
    if not turns:
        turns = [open_turn(dynasty)]
        turns[0].senders = 0
    turn = next((one for one in turns if number in (None, one.number)), None)
    if turn is None:
        return None
    is_open = turn.closed_at is None and received is None
    standings = orders_for_emperor(turn, roster if is_open else (), emperor=emperor, received=received)
    return OrdersOfTurn(turn, turns, standings, is_open)
