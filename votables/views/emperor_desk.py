"""The emperor's desk: all that waits for the emperor on one page, carrying out an order, and who helps."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from blognomic.i18n.dynasty_words import said
from blognomic.web.errors import RuleBroken
from gamestate.forms.value_fields import changed, groups_of, read_fields, seen_of, steps_of
from gamestate.hidden import viewer_of
from gamestate.queries.now import tracked_now
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.tables import CellShown, Tables, suggestions
from gamestate.values.definitions import AUDIENCES
from gamestate.values.plans import StepTrouble
from gamestate.values.state import GAME, of_player
from gamestate.views.viewing import shared
from players.models import Order
from players.permissions import check_has_emperors_desk, may_carry_out
from players.services import helpers
from votables.forms.emperor_desk import CarryOutForm, HelperForm
from votables.post_types.duties import duties_and_keeping
from votables.queries.emperor_desk import order_to_carry_out, words_of
from votables.services.carrying_out import carry_out as carry_out_order


@never_cache
@require_safe
@login_required
def emperor_desk(request: HttpRequest) -> HttpResponse:
    """All that waits for the emperor, and what they keep; who helps sees the orders alone that were sent since."""
    game = request.frame
    check_has_emperors_desk(request.user, game)
    throne = game.at_throne
    waiting = throne.orders if game.is_emperor else throne.orders_for(game.helper)
    words = words_of(waiting)
    helping = {one.player_id for one in game.helpers}
    others = [one for one in game.roster if one.pk not in helping and one.pk != request.user.pk]
    duties, kept = duties_and_keeping(request.user, request.present) if game.is_emperor else ([], None)
    context = {
        "throne": throne,
        "orders": [(one, words[one.pk]) for one in waiting if one.pk in words],
        "is_emperor": game.is_emperor,
        "duties": duties,
        "keeping": kept,
        "audiences": [(key, said(label)) for key, label in AUDIENCES.items()],
        "helpers": game.helpers,
        "helper_form": HelperForm(players=others) if game.is_emperor and others else None,
        "leave": game.leave_for_orders,
    }
    return render(request, "votables/emperor_desk.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("answer")
@login_required
def carry_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Carry out an order: the values that it changes, an answer, something for everybody, all at once."""
    order = order_to_carry_out(pk)
    check_has_emperors_desk(request.user, request.frame)
    if order is None or not may_carry_out(request.user, order, request.at):
        raise Http404
    now = tracked_now(shared(request))
    tables = Tables(
        now.state, viewer_of(request.user, at=request.at, present=shared(request)).sees, now.rules
    )
    restrained = request.courier.restraint(request.at) is not None
    if request.method != "POST":
        return _order_page(request, order, tables, CarryOutForm(restrained=restrained), _cells(tables, order))
    sent = read_fields(request.POST)
    tables.state.expect(holders={GAME, *(one.holder for one in sent)})
    meant, lost = changed(sent, tables)
    form = CarryOutForm(request.POST, restrained=restrained)
    troubles: tuple[StepTrouble, ...] = ()
    refusal: RuleBroken | None = None
    status = 400
    if form.is_valid():
        try:
            if lost:
                raise RuleBroken(
                    _("Something in this form is no longer tracked. Nothing was saved; look at it again."),
                    status=409,
                )
            update, _post = carry_out_order(
                order=order,
                by=request.user,
                at=request.at,
                leave=request.leave,
                courier=request.courier,
                steps=steps_of(meant, tables.state),
                seen=seen_of(meant),
                **form.cleaned_data,
            )
        except RuleBroken as broken:
            refusal, status = broken, broken.status
            troubles = broken.troubles if isinstance(broken, UpdateRefused) else ()
        else:
            done = _("{name}’s order is carried out.").format(name=order.player)
            if update is not None:
                done = _("{name}’s order is carried out, with update {number}.").format(
                    name=order.player, number=update.pk
                )
            messages.success(request, done)
            return redirect("votables:emperor_desk")
    if troubles:
        now = tracked_now(None)  # as things stand since it was refused
        tables = Tables(now.state, viewer_of(request.user, at=request.at).sees, now.rules)
    cells = [
        tables.cell(tables.state.variables[one.variable], one.holder)
        for one in sent
        if one.variable in tables.state.variables
    ]
    return _order_page(
        request,
        order,
        tables,
        form,
        cells or _cells(tables, order),
        sent=sent,
        steps=meant,
        troubles=troubles,
        refusal=refusal,
        status=status,
    )


def _cells(tables: Tables, order: Order) -> list[CellShown]:
    """The values of the game and of whoever sent the order, but those that are computed."""
    holder = of_player(order.player_id)
    tables.state.expect(holders=[GAME, holder])
    own = (
        tables.cells(tables.state.of_scope("player"), holder)
        if order.player_id in tables.state.people
        else ()
    )
    cells = (*own, *tables.cells(tables.state.of_scope("game"), GAME))
    return [cell for cell in cells if not cell.variable.definition.formula]


def _order_page(
    request: HttpRequest,
    order: Order,
    tables: Tables,
    form: CarryOutForm,
    cells: list[CellShown],
    *,
    refusal: RuleBroken | None = None,
    status: int = 200,
    **of_fields: Any,
) -> HttpResponse:
    context = {
        "order": order,
        "form": form,
        "groups": groups_of(cells, tables, **of_fields),
        "has_troubles": bool(of_fields.get("troubles")),
        "refusal": refusal,
        "suggest": suggestions(tables.state),
    }
    return render(request, "votables/carry_out.html", context, status=status)


@require_POST
@login_required
def name_helper(request: HttpRequest) -> HttpResponse:
    """As emperor, name somebody who helps with orders."""
    form = HelperForm(request.POST, players=request.frame.roster)
    if not form.is_valid():
        raise RuleBroken(_("Choose a player who is not idle, other than yourself."), status=400)
    named = helpers.name_helper(by=request.user, at=request.at, player=form.cleaned_data["player"])
    sentence = _("{name} helps you from now on. The roster’s history says so.")
    messages.success(request, sentence.format(name=named.player))
    return redirect("votables:emperor_desk")


@require_POST
@login_required
def dismiss_helper(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody help no longer: as emperor, or oneself."""
    helpers.dismiss(by=request.user, at=request.at, player=pk)
    if pk == request.user.pk:
        messages.success(request, said(_("You no longer help the emperor.")))
        return redirect("players:orders")
    messages.success(request, _("They no longer help you."))
    return redirect("votables:emperor_desk")
