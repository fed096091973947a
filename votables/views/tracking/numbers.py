"""The game's numbers and their log."""

from decimal import Decimal

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from gamestate.models import Change
from gamestate.queries import changes_at
from gamestate.services import NAME
from players.errors import RuleBroken
from votables.services.tracking import change_number


class ValueForm(forms.Form):
    """A number of the game, with the reason for the change."""

    name = forms.RegexField(
        NAME, help_text="Small letters, digits and underscores; formulas of the law use this name."
    )
    value = forms.DecimalField(max_digits=24, decimal_places=6, min_value=Decimal(0))
    why = forms.CharField(max_length=500, required=False, label="Comment")
    correction = forms.BooleanField(
        required=False,
        label="This corrects what is shown",
        help_text="Not a dynastic action: the number was wrong. Allowed in hiatus too.",
    )


@require_http_methods(["GET", "HEAD", "POST"])
def values(request: HttpRequest) -> HttpResponse:
    """The numbers that the rules track for the whole game, the form to change one, and the log."""
    form = ValueForm(request.POST if request.method == "POST" else None)
    refusal, status = None, 200
    if request.method == "POST":
        if not request.user.is_authenticated:
            raise RuleBroken("Sign in to change the gamestate.")
        status = 400
        if form.is_valid():
            try:
                change_number(by=request.user, at=request.at, **form.cleaned_data)
            except RuleBroken as broken:
                refusal, status = broken, broken.status
            else:
                messages.success(request, "Changed, and logged.")
                return redirect("gamestate:values")
    log = Paginator(Change.objects.order_by("-at", "-pk").select_related("by"), 50).get_page(
        request.GET.get("page")
    )
    context = {"values": changes_at(request.at), "form": form, "log": log, "refusal": refusal}
    return render(request, "gamestate/values.html", context, status=status)
