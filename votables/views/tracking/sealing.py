"""Sealed orders: the calls for them, calling, handing in, calling off."""

from datetime import datetime

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from blognomic.web.errors import Stale
from gamestate.models import Opening, Sealing
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
from ruleset.queries import placed_rules, revision_at
from votables.views.attempting import attempt


def rule_choices(at: datetime) -> list[tuple[str, str]]:
    """The rules in force as choices of a form, none first. Two queries."""
    rules = placed_rules(revision_at(at))
    return [
        ("", pgettext("rule", "none")),
        *((str(one.row.rule_id), f"{one.number} {one.row.title}") for one in rules),
    ]


class SealingForm(forms.Form):
    """A call for sealed orders."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        max_length=services.TITLE_LENGTH,
        help_text=gettext_lazy("What the orders are about, such as “Bids for the coach”."),
    )
    description = forms.CharField(
        label=gettext_lazy("Description"),
        max_length=services.DESCRIPTION_LENGTH,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=gettext_lazy("What everybody is to decide. Markdown."),
    )
    rule = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label=gettext_lazy("The rule that asks for it"),
        help_text=gettext_lazy("Its page is one click away for whoever is asked."),
    )
    awaited = forms.TypedMultipleChoiceField(
        coerce=int,
        label=gettext_lazy("Whose orders are asked for"),
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Who goes idle or leaves is not waited for while they are out."),
    )
    choices = forms.CharField(
        max_length=services.CHOICES * (services.CHOICE_LENGTH + 2),
        required=False,
        label=gettext_lazy("What may be chosen"),
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("One choice a line. Without any, an order is whatever its player writes."),
    )
    opening = forms.ChoiceField(
        choices=Opening.choices,
        initial=Opening.ALL,
        widget=forms.RadioSelect,
        label=gettext_lazy("The orders are opened"),
        help_text=gettext_lazy(
            "All at once, for everybody to read; until then nobody reads them but their authors."
        ),
    )
    opens_at = forms.DateTimeField(
        required=False,
        label=gettext_lazy("Instant of opening"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("In UTC, such as 2026-11-22 18:00."),
    )

    def __init__(self, *args, rules: list[tuple[str, str]], roster: list[Player], **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["rule"].choices = rules
        self.fields["awaited"].choices = [(player.pk, player.name) for player in roster]
        self.fields["awaited"].initial = [player.pk for player in roster]

    def clean(self) -> None:
        if self.cleaned_data.get("opening") in (Opening.AT, Opening.EITHER):
            if not self.cleaned_data.get("opens_at") and "opens_at" not in self.errors:
                self.add_error("opens_at", _("Say when they are opened."))


class OrderForm(forms.Form):
    """An order: one of the call's choices, or words."""

    text = forms.CharField(
        max_length=services.ORDER_LENGTH,
        strip=False,
        label=gettext_lazy("Your order"),
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Nobody else can read it before all orders are opened together."),
    )

    def __init__(self, *args, choices: list[str], **kwargs):
        super().__init__(*args, **kwargs)
        if choices:
            self.fields["text"] = forms.ChoiceField(
                choices=[(choice, choice) for choice in choices],
                widget=forms.RadioSelect,
                label=_("Your order"),
                error_messages={"invalid_choice": _("This is none of the choices.")},
            )


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
    found = get_object_or_404(Sealing.objects.select_related("by"), pk=pk)
    viewer = request.user if request.user.is_authenticated else None
    shown = call_for(found, viewer, at=request.at)
    context = {
        "call": shown,
        "sealing": found,
        "rule": rule_names([found.rule]).get(found.rule, ""),
        "may_hand_in": shown.is_sealed and shown.own is not None and viewer.is_playing,
        "may_call_off": shown.is_sealed and viewer is not None and may_call_off(viewer, found),
    }
    return render(request, "gamestate/sealing.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_sealing(request: HttpRequest) -> HttpResponse:
    """Call for sealed orders."""
    check_may_call_for_orders(request.user, request.at)
    form = SealingForm(
        request.POST if request.method == "POST" else None,
        rules=rule_choices(request.at),
        roster=list(Player.objects.active().order_by("name_key")),
    )
    sent = attempt(
        request,
        form,
        lambda said: services.call(
            leave=request.leave,
            by=request.user,
            at=request.at,
            **said | {"choices": said["choices"].splitlines()},
        ),
    )
    if sent.is_done:
        messages.success(request, _("Called. Orders can be handed in."))
        return redirect(sent.made)
    context = {"form": form, "refusal": sent.refusal}
    return render(request, "gamestate/sealing_form.html", context, status=sent.status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("text")
@login_required
def hand_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Hand in an order, or another one instead."""
    found = get_object_or_404(Sealing, pk=pk)
    check_may_hand_in(request.user, found)
    last = found.orders.filter(player=request.user).order_by("-at", "-pk").first()
    initial = {"text": last.text} if last else None
    form = OrderForm(
        request.POST if request.method == "POST" else None, choices=found.choices, initial=initial
    )
    sent = attempt(
        request,
        form,
        lambda said: services.hand_in(
            leave=request.leave, sealing=found, by=request.user, at=request.at, text=said["text"]
        ),
    )
    if sent.is_done:
        messages.success(request, _("Sealed. Its hash is public, what it says is not."))
        return redirect(found)
    context = {"form": form, "refusal": sent.refusal, "sealing": found, "last": last}
    return render(request, "gamestate/hand_in.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """End a call before it opens."""
    found = get_object_or_404(Sealing, pk=pk)
    check_may_call_off(request.user, found)
    if request.method == "POST":
        services.call_off(leave=request.leave, sealing=found, by=request.user, at=request.at)
        messages.success(request, _("Called off. The orders stay sealed."))
        return redirect(found)
    if not is_sealed(found, request.at):
        raise Stale(_("These orders have been opened or called off already."))
    context = {
        "title": _("Call off “{title}”?").format(title=found.title),
        "sentence": _("Nothing can be handed in any more, and what was handed in stays sealed for ever."),
        "submit": _("Call it off"),
        "cancel_url": found.get_absolute_url(),
    }
    return render(request, "gamestate/confirm.html", {**context, "danger": True})
