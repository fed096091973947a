"""The dice page, on which dice are rolled."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.errors import RuleBroken
from gamestate.forms.dice import DiceForm
from gamestate.models import Roll
from gamestate.permissions import check_is_signed_in_to_roll
from gamestate.queries.dice_help import limits, rollables
from gamestate.queries.rolling import published_seeds
from gamestate.services.rolling import REASON_LENGTH, TEXT_LENGTH, roll_on_page
from ruleset.queries import law_at

NEWEST = 20
MESSAGE_LENGTH = 500


@require_http_methods(["GET", "HEAD", "POST"])
def dice(request: HttpRequest) -> HttpResponse:
    """Roll dice with a reason; what can be rolled; the newest rolls. An address may fill in the form (`dice`,
    `reason`)."""
    filled_in = {
        "dice": request.GET.get("dice", "")[:TEXT_LENGTH],
        "reason": request.GET.get("reason", "")[:REASON_LENGTH],
    }
    form = DiceForm(request.POST if request.method == "POST" else None, initial=filled_in)
    refusal, status = None, 200
    if request.method == "POST":
        in_force = law_at(request.at)
        check_is_signed_in_to_roll(request.user, rule=in_force.law.dice.rule if in_force else "")
        status = 400
        if form.is_valid():
            try:
                made = roll_on_page(
                    leave=request.leave,
                    text=form.cleaned_data["dice"],
                    reason=form.cleaned_data["reason"],
                    by=request.user,
                    at=request.at,
                )
            except RuleBroken as broken:
                refusal, status = broken, broken.status
            else:
                outcomes = "; ".join(roll.told for roll in made)
                messages.success(
                    request, _("Rolled {rolls}").format(rolls=Truncator(outcomes).chars(MESSAGE_LENGTH))
                )
                return redirect("gamestate:dice")
    in_force = law_at(request.at)
    context = {
        "form": form,
        "refusal": refusal,
        "rolls": Roll.objects.select_related("by").order_by("-number")[:NEWEST],
        "rollables": rollables(in_force.law.dice) if in_force else [],
        "rule": in_force.law.dice.rule if in_force else "",
        "limits": limits(),
        "seed": next(published_seeds(at=request.at, day=request.at.date()), None),
    }
    return render(request, "gamestate/dice.html", context, status=status)
