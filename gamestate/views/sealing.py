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

from blognomic.web.attempting import attempt, once_confirmed
from blognomic.web.errors import RuleBroken, Stale
from blognomic.web.site_rules import SiteRule
from gamestate.forms.rules import rule_choices
from gamestate.forms.sealing import DeadlineForm, DropForm, SealedOrderForm, SealingForm
from gamestate.leave import CALLS
from gamestate.models import LimitedAction, Opening, Sealing
from gamestate.moves.answering import QuestionShown
from gamestate.permissions import (
    check_may_call_for_orders,
    check_may_call_off,
    check_may_hand_in,
    check_may_steer,
    may_call_for_orders,
    may_call_off,
)
from gamestate.private.opening import is_sealed, opened
from gamestate.queries.acting import actions_now, move_of
from gamestate.queries.now import tables_now
from gamestate.queries.rules import rule_names
from gamestate.queries.sealing import CallShown, call_for, calls, last_order, question_for
from gamestate.services import sealing as services
from gamestate.values.texts import split_items
from gamestate.views.viewing import shared
from players.models import Player

from .defining import definers_only


@require_safe
def sealings(request: HttpRequest) -> HttpResponse:
    """All calls for sealed orders, newest first."""
    page = Paginator(calls(request.at), 30).get_page(request.GET.get("page"))
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
        "asks": stored.asks if stored.asks not in ("choice", "ranking") else "",
        "settling": _settling(request, stored, shown),
    }
    return render(request, "gamestate/sealing.html", context)


def _settling(request: HttpRequest, sealing: Sealing, shown: CallShown) -> list[LimitedAction]:
    """The actions that look at the orders of a call that is open, for those who may take them."""
    if shown.opened is None or not sealing.key or not request.user.is_authenticated:
        return []
    actions = actions_now(request.at, shared(request)).actions
    return [action for action in actions if sealing.key in move_of(action).calls]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_sealing(request: HttpRequest) -> HttpResponse:
    """Call for sealed orders."""
    check_may_call_for_orders(request.user, request.at)
    form = SealingForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at, request.present),
        roster=list(Player.objects.active().order_by("name_key")),
        tables=tables_now(shared(request)),
        with_key=_may_define(request),
    )
    sent = attempt(
        request,
        form,
        lambda _data: services.call(leave=request.leave, by=request.user, at=request.at, **form.called()),
    )
    if sent.is_done:
        messages.success(request, _("Orders can now be handed in."))
        return redirect(sent.made)
    context = {"form": form, "refusal": sent.refusal}
    return render(request, "gamestate/sealing_form.html", context, status=sent.status)


def _may_define(request: HttpRequest) -> bool:
    try:
        definers_only(request, CALLS)
    except RuleBroken:
        return False
    return True


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text")
@login_required
def hand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in an order, or another one instead."""
    sealing = get_object_or_404(Sealing, pk=pk)
    check_may_hand_in(request.user, sealing)
    last = last_order(sealing, request.user)
    question, why = question_for(sealing, request.user, present=shared(request))
    if why:
        raise RuleBroken(why, rule=SiteRule.GAMESTATE)
    form = SealedOrderForm(
        request.POST if request.method == "POST" else None,
        question=question,
        initial={"text": _as_typed(last.text, question)} if last else None,
    )
    sent = attempt(
        request,
        form,
        lambda data: services.hand_in(
            leave=request.leave, call=sealing, by=request.user, at=request.at, text=data["text"]
        ),
    )
    if sent.is_done:
        messages.success(request, _("Sealed. Everybody sees its hash, nobody its text."))
        return redirect(sealing)
    context = {"form": form, "refusal": sent.refusal, "sealing": sealing, "last": last}
    return render(request, "gamestate/hand_in.html", context, status=sent.status)


def _as_typed(text: str, question: QuestionShown | None) -> str:
    """An order as its field has it."""
    is_ranking = question is not None and question.question.kind == "ranking"
    return "\n".join(split_items(text)) if is_ranking else text


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def set_deadline(request: HttpRequest, pk: int) -> HttpResponse:
    """Set when the orders of a call are opened at the latest."""
    sealing = _to_steer(request, pk)
    form = DeadlineForm(
        request.POST if request.method == "POST" else None, initial={"opens_at": sealing.opens_at}
    )
    sent = attempt(
        request,
        form,
        lambda data: services.set_deadline(
            leave=request.leave, call=sealing, by=request.user, at=request.at, **data
        ),
    )
    if sent.is_done:
        messages.success(request, _("The time is set."))
        return redirect(sealing)
    words = {"title": _("When are the orders opened?"), "submit": _("Set the time")}
    context = {"form": form, "refusal": sent.refusal, "sealing": sealing, **words}
    return render(request, "gamestate/sealing_change.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Wait no more for players who have handed in nothing."""
    sealing = _to_steer(request, pk)
    silent = [] if sealing.opening == Opening.AT else call_for(sealing, request.user, at=request.at).waiting
    form = DropForm(request.POST if request.method == "POST" else None, silent=silent)
    sent = attempt(
        request,
        form,
        lambda data: services.drop(leave=request.leave, call=sealing, by=request.user, at=request.at, **data),
    )
    if sent.is_done:
        messages.success(request, _("Nobody waits for them any more."))
        return redirect(sealing)
    if not silent and request.method != "POST":
        raise Stale(_("Nobody’s order is waited for."))
    words = {"title": _("Stop waiting?"), "submit": _("Stop waiting")}
    context = {"form": form, "refusal": sent.refusal, "sealing": sealing, **words}
    return render(request, "gamestate/sealing_change.html", context, status=sent.status)


def _to_steer(request: HttpRequest, pk: int) -> Sealing:
    """The call, which is sealed, for whoever may change it."""
    sealing = get_object_or_404(Sealing, pk=pk)
    check_may_steer(request.user, sealing)
    if not is_sealed(sealing, request.at):
        raise Stale(_("These orders have already been opened or called off."))
    return sealing


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """End a call before it opens."""
    sealing = get_object_or_404(Sealing, pk=pk)
    check_may_call_off(request.user, sealing)
    if not is_sealed(sealing, request.at):
        raise Stale(_("These orders have already been opened or called off."))
    return once_confirmed(
        request,
        lambda: services.call_off(leave=request.leave, call=sealing, by=request.user, at=request.at),
        done=_("Called off. The orders stay sealed."),
        then=sealing,
        title=_("Call off “{title}”?").format(title=sealing.title),
        sentence=_("Nobody can hand in an order any more. What was handed in stays sealed for ever."),
        submit=_("Call it off"),
        cancel_url=sealing.get_absolute_url(),
        danger=True,
    )
