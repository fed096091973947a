"""Sealed orders: the calls for them, calling, handing in, calling off."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from blognomic.web.attempting import attempt
from blognomic.web.errors import Stale
from gamestate.forms.rules import rule_choices
from gamestate.forms.sealing import SealedOrderForm, SealingForm
from gamestate.models import Sealing
from gamestate.permissions import (
    check_may_call_for_orders,
    check_may_call_off,
    check_may_hand_in,
    may_call_for_orders,
    may_call_off,
)
from gamestate.private.opening import is_sealed, opened
from gamestate.queries.rules import rule_names
from gamestate.queries.sealing import call_for, calls
from gamestate.services import sealing as services
from players.models import Player


@require_safe
def sealings(request: HttpRequest) -> HttpResponse:
    """All calls for sealed orders, newest first."""
    page = Paginator(calls(), 30).get_page(request.GET.get("page"))
    rows = [(call, opened(call, request.at)) for call in page]
    may_call = request.user.is_authenticated and may_call_for_orders(request.user, request.at)
    return render(request, "gamestate/sealings.html", {"page": page, "rows": rows, "may_call": may_call})


@never_cache
@require_safe
def sealing(request: HttpRequest, pk: int) -> HttpResponse:
    """One call: who has handed in, the hashes, and once it is opened all orders."""
    stored = get_object_or_404(Sealing.objects.select_related("by"), pk=pk)
    viewer = request.user if request.user.is_authenticated else None
    shown = call_for(stored, viewer, at=request.at)
    context = {
        "call": shown,
        "sealing": stored,
        "rule": rule_names([stored.rule]).get(stored.rule, ""),
        "may_hand_in": bool(shown.is_sealed and shown.own and viewer and viewer.is_playing),
        "may_call_off": shown.is_sealed and viewer is not None and may_call_off(viewer, stored),
    }
    return render(request, "gamestate/sealing.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_sealing(request: HttpRequest) -> HttpResponse:
    """Call for sealed orders."""
    check_may_call_for_orders(request.user, request.at)
    form = SealingForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at, request.present),
        roster=list(Player.objects.active().order_by("name_key")),
    )
    sent = attempt(
        request,
        form,
        lambda data: services.call(
            leave=request.leave,
            by=request.user,
            at=request.at,
            **data | {"choices": data["choices"].splitlines()},
        ),
    )
    if sent.is_done:
        messages.success(request, _("Orders can now be handed in."))
        return redirect(sent.made)
    context = {"form": form, "refusal": sent.refusal}
    return render(request, "gamestate/sealing_form.html", context, status=sent.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text")
@login_required
def hand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in an order, or another one instead."""
    sealing = get_object_or_404(Sealing, pk=pk)
    check_may_hand_in(request.user, sealing)
    last = sealing.orders.filter(player=request.user).order_by("-at", "-pk").first()
    initial = {"text": last.text} if last else None
    form = SealedOrderForm(
        request.POST if request.method == "POST" else None, choices=sealing.choices, initial=initial
    )
    sent = attempt(
        request,
        form,
        lambda data: services.hand_in(
            leave=request.leave, sealing=sealing, by=request.user, at=request.at, text=data["text"]
        ),
    )
    if sent.is_done:
        messages.success(request, _("Sealed. Everybody sees its hash, nobody its text."))
        return redirect(sealing)
    context = {"form": form, "refusal": sent.refusal, "sealing": sealing, "last": last}
    return render(request, "gamestate/hand_in.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """End a call before it opens."""
    sealing = get_object_or_404(Sealing, pk=pk)
    check_may_call_off(request.user, sealing)
    if request.method == "POST":
        services.call_off(leave=request.leave, sealing=sealing, by=request.user, at=request.at)
        messages.success(request, _("Called off. The orders stay sealed."))
        return redirect(sealing)
    if not is_sealed(sealing, request.at):
        raise Stale(_("These orders have already been opened or called off."))
    context = {
        "title": _("Call off “{title}”?").format(title=sealing.title),
        "sentence": _("Nobody can hand in an order any more. What was handed in stays sealed for ever."),
        "submit": _("Call it off"),
        "cancel_url": sealing.get_absolute_url(),
    }
    return render(request, "gamestate/confirm.html", {**context, "danger": True})
