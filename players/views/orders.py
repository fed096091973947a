"""Orders to the emperor: a player's own page, and the emperor's list of a turn."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from blognomic.i18n.dynasty_words import said
from blognomic.text.outside import is_key
from blognomic.web.errors import RuleBroken
from players.courier import GameFrame
from players.forms.orders import OrderForm, TurnForm
from players.models import Dynasty, Turn
from players.permissions import may_order, receives_orders
from players.queries.orders import (
    dynasties_with_orders_kept_by,
    dynasty_kept_by,
    open_turn,
    orders_of_turn,
    own_orders,
    received_by,
)
from players.services import orders

PAGE = 20
# Says which of the rules that a text names share their titles with others: the address hands it in.
PointOut = Callable[[HttpRequest, str], None]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text")
@login_required
def all_orders(request: HttpRequest, *, point_out: PointOut) -> HttpResponse:
    """For the emperor, who has sent what for a turn; for everybody else, their own orders, and a form for the next. Who
    was emperor reads what was sent to them in their own dynasty (`?dynasty=3`), for good."""
    game = request.frame
    turn = open_turn(game.dynasty) if game.dynasty else None
    if request.method == "POST":
        return _send(request, game, turn, point_out)
    if "dynasty" in request.GET:
        return _kept_page(request, game)
    if turn is not None and receives_orders(request.user, game):
        return _list_page(request, game)
    return _own_page(request, game, turn)


def _kept_page(request: HttpRequest, game: GameFrame) -> HttpResponse:
    number = request.GET["dynasty"]
    is_number = number.isascii() and number.isdecimal() and len(number) < 10
    who = (request.user, request.at, request.present)
    dynasty = dynasty_kept_by(*who, number=int(number)) if is_number else None
    if dynasty is None:
        raise Http404
    return _list_page(request, game, of=dynasty)


def _send(request: HttpRequest, game: GameFrame, turn: Turn | None, point_out: PointOut) -> HttpResponse:
    form = OrderForm(request.POST)
    refusal, status = None, 400
    if form.is_valid():
        try:
            orders.send_order(courier=request.courier, by=request.user, at=request.at, **form.cleaned_data)
        except RuleBroken as broken:
            refusal, status = broken, broken.status
            form.data = {**form.data.dict(), "seen": turn.number if turn else 1}
        else:
            messages.success(request, said(_("Sent. Only the emperor and you see it.")))
            point_out(request, form.cleaned_data["text"])
            return redirect("players:orders")
    return _own_page(request, game, turn, form=form, refusal=refusal, status=status)


def _own_page(
    request: HttpRequest,
    game: GameFrame,
    turn: Turn | None,
    *,
    form: OrderForm | None = None,
    refusal: RuleBroken | None = None,
    status: int = 200,
) -> HttpResponse:
    """One's own orders, of all turns and dynasties; those that were replaced too."""
    page = Paginator(own_orders(request.user), PAGE).get_page(request.GET.get("page"))
    own = list(page.object_list)
    first: dict[int, int] = {}
    for order in own:
        order.stands = first.setdefault(order.turn_id, order.pk) == order.pk
    current = next((order for order in own if turn is not None and order.turn_id == turn.pk), None)
    leave = game.leave_for_orders
    may_send = (
        turn is not None
        and (leave is None or leave.allowed)
        and may_order(request.user, emperor=game.emperor)
        and not (current and current.carried_out_at)
    )
    context = {
        "turn": turn,
        "page": page,
        "own": own,
        "current": current,
        "may_send": may_send,
        "form": form or OrderForm(initial={"seen": turn.number if turn else 1}),
        "refusal": refusal,
        "leave": leave,
        "kept": dynasties_with_orders_kept_by(request.user, request.at, request.present),
        "preview": reverse("votables:preview"),
    }
    return render(request, "players/orders.html", context, status=status)


def _list_page(request: HttpRequest, game: GameFrame, *, of: Dynasty | None = None) -> HttpResponse:
    """Every player with their order for the open turn, or an earlier one of the dynasty (`?turn=3`): of the present
    one, or to read alone, of another (`of`)."""
    dynasty = of or game.dynasty
    assert dynasty is not None, "orders are for an emperor, and an emperor has a dynasty"
    received = received_by(request.user, request.at, request.present)
    number = request.GET.get("turn", "")
    if number and not is_key(number):
        raise Http404
    shown = orders_of_turn(
        dynasty,
        int(number) if number else None,
        emperor=request.user,
        roster=game.roster if of is None else (),
        received=received if of else None,
    )
    if shown is None:
        raise Http404
    turn = shown.turn
    close_form = TurnForm(initial={"seen": turn.number}, auto_id="close-%s")
    close_form.fields["due_at"].label = _("Orders of turn {number} are due").format(number=turn.number + 1)
    context = {
        "turn": turn,
        "turns": shown.turns,
        "is_open": shown.is_open,
        "leave": game.leave_for_orders if of is None else None,
        "of": of,
        "kept": dynasties_with_orders_kept_by(request.user, request.at, request.present, besides=dynasty),
        "standings": shown.standings,
        "silent": [one for one in shown.standings if not one.order],
        "due_form": TurnForm(initial={"seen": turn.number, "due_at": turn.due_at}, auto_id="due-%s"),
        "close_form": close_form,
    }
    return render(request, "players/orders_of_turn.html", context)


@require_POST
@login_required
def change_turn(request: HttpRequest) -> HttpResponse:
    """As emperor, close the open turn, or say until when its orders are due."""
    form = TurnForm(request.POST)
    if not form.is_valid():
        raise RuleBroken(_("Write a time like 2026-11-22 18:00, or leave it empty."), status=400)
    arguments = {"courier": request.courier, "by": request.user, "at": request.at, **form.cleaned_data}
    if "close" in request.POST:
        begun = orders.close_turn(**arguments)
        messages.success(
            request,
            _("Turn {last} is closed. Turn {next} has begun.").format(
                last=begun.number - 1, next=begun.number
            ),
        )
    else:
        orders.set_due(**arguments)
        messages.success(request, said(_("Saved. Players see it with their orders.")))
    return redirect("players:orders")


@require_POST
@login_required
def mark_order(request: HttpRequest, pk: int) -> HttpResponse:
    """As emperor or who helps them, mark an order as carried out, or take the mark away."""
    carried_out = "carried_out" in request.POST
    order = orders.mark(
        courier=request.courier, order=pk, by=request.user, at=request.at, carried_out=carried_out
    )
    if request.POST.get("next") == "desk":
        messages.success(request, _("{name}’s order is marked as carried out.").format(name=order.player))
        return redirect("votables:emperor_desk")
    return redirect(f"{reverse('players:orders')}?turn={order.turn.number}#order-{order.pk}")
