"""Orders to the emperor, turn by turn.

An order goes to the office, not to a person: whoever is emperor of the dynasty sees those of its turns, and who was it
last sees them for good, as do those before them what was sent in their time. Each dynasty begins again with turn 1, and
an emperor sees nothing of a dynasty of somebody else. While the game stands still, the courier takes none.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from blognomic.i18n.translation import thousands
from blognomic.text.outside import check_keepable
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from players.courier import Courier
from players.models import Order, Player, Turn
from players.notices.telling import notify_order, notify_orders_due
from players.permissions import check_may_lead_turns, check_may_order, may_carry_out
from players.queries.helpers import helpers_at
from players.queries.orders import open_turn
from players.queries.reigns import emperor_at
from players.queries.roster import dynasty_at

from .roster import lock_game

TEXT_LENGTH = 20_000
PER_TURN = 100
LONGEST = timedelta(days=366)


@transaction.atomic
@sensitive_variables("text")
def send_order(*, by: Player, at: datetime, text: str, seen: int, courier: Courier) -> Order:
    """Send an order for the open turn. It replaces your earlier one, which stays in your history.

    `seen` is the number of the turn that the author looked at. Raises RuleBroken for who does not play or is the
    emperor, and where there is no emperor; Stale when the turn has been closed or the order has been carried out.
    """
    courier.take_order(at)
    check_keepable(text)
    if not text.strip() or len(text) > TEXT_LENGTH:
        raise RuleBroken(
            _("Write your order, in at most {most} characters.").format(most=thousands(TEXT_LENGTH)),
            status=400,
        )
    turn = _lock_turn(at, seen)
    by.refresh_from_db()
    emperor = emperor_at(at)
    if emperor is None:
        raise RuleBroken(
            _("There is no emperor now, so nobody can carry out orders."), rule=SiteRule.DYNASTIES, status=409
        )
    check_may_order(by, emperor=emperor)
    mine = list(Order.objects.filter(turn=turn, player=by).order_by("-pk")[:PER_TURN])
    if mine and mine[0].carried_out_at is not None:
        raise Stale(_("The emperor has already carried out your order. You can send the next one next turn."))
    if len(mine) == PER_TURN:
        raise RuleBroken(
            _("You can replace an order {number} times a turn. Your last one counts.").format(
                number=PER_TURN - 1
            ),
            status=409,
        )
    order = Order.objects.create(turn=turn, player=by, at=at, text=text, html="")
    order.html = courier.render(text, prefix=f"o{order.pk}", at=at)
    order.save(update_fields=["html"])
    helping = [one.player for one in helpers_at(at) if one.player_id != by.pk]
    for one in (emperor, *helping):
        notify_order(one, by=by, at=at, turn=turn)
    return order


def _lock_turn(at: datetime, seen: int) -> Turn:
    """The open turn, in the database and locked with the game. Raises Stale when `seen` is not its number."""
    lock_game()
    dynasty = dynasty_at(at)
    if dynasty is None:
        raise RuleBroken(_("No dynasty has begun yet."), rule=SiteRule.DYNASTIES, status=409)
    turn = open_turn(dynasty)
    if turn.number != seen:
        raise Stale(
            _("Turn {number} is already closed, and turn {open} has begun. Nothing has changed.").format(
                number=seen, open=turn.number
            )
        )
    if turn.pk is None:
        turn.save(force_insert=True)
    return turn


@transaction.atomic
def mark(*, order: int, by: Player, at: datetime, carried_out: bool, courier: Courier) -> Order:
    """As emperor or their helper, mark an order of this dynasty as carried out, or remove the mark.

    Raises RuleBroken (404) for anybody else and for an order of another dynasty, Stale when it has been replaced or
    is marked so already.
    """
    courier.take_order(at)
    lock_game()
    sent_order = (
        Order.objects.select_related("turn", "player").filter(pk=order, turn__dynasty=dynasty_at(at)).first()
    )
    if sent_order is None or not may_carry_out(by, sent_order, at):
        raise RuleBroken(_("This order does not exist."), status=404)
    if Order.objects.filter(turn=sent_order.turn, player=sent_order.player, pk__gt=sent_order.pk).exists():
        raise Stale(
            _("{name} has just sent another order in its place. Look at that one first.").format(
                name=sent_order.player
            )
        )
    if (sent_order.carried_out_at is not None) == carried_out:
        raise Stale(_("The order is already marked like this."))
    sent_order.carried_out_at, sent_order.carried_out_by = (at, by) if carried_out else (None, None)
    sent_order.save(update_fields=["carried_out_at", "carried_out_by"])
    return sent_order


@transaction.atomic
def close_turn(
    *, by: Player, at: datetime, seen: int, courier: Courier, due_at: datetime | None = None
) -> Turn:
    """As emperor, close the open turn and begin the next, with orders due at `due_at` (UTC), if that is given."""
    courier.take_order(at)
    turn = _turn_for_emperor(by, at, seen, due_at)
    turn.closed_at, turn.closed_by = at, by
    turn.save(update_fields=["closed_at", "closed_by"])
    begun = Turn.objects.create(dynasty=turn.dynasty, number=turn.number + 1, begun_at=at, due_at=due_at)
    _ask_for_orders(begun, by=by, at=at)
    return begun


@transaction.atomic
def set_due(*, by: Player, at: datetime, seen: int, due_at: datetime | None, courier: Courier) -> Turn:
    """As emperor, say when orders of the open turn are due (UTC), or leave it open."""
    courier.take_order(at)
    turn = _turn_for_emperor(by, at, seen, due_at)
    turn.due_at = due_at
    turn.save(update_fields=["due_at"])
    _ask_for_orders(turn, by=by, at=at)
    return turn


def _ask_for_orders(turn: Turn, *, by: Player, at: datetime) -> None:
    if turn.due_at is not None:
        notify_orders_due(Player.objects.active(), by=by, at=at, turn=turn)


def _turn_for_emperor(by: Player, at: datetime, seen: int, due_at: datetime | None) -> Turn:
    if due_at is not None and not at < due_at <= at + LONGEST:
        raise RuleBroken(_("Choose a time in the coming year."), status=400)
    check_may_lead_turns(by, at)
    return _lock_turn(at, seen)
