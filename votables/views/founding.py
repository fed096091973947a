"""Founding the game of an empty site in the browser."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from blognomic.web.errors import RuleBroken
from players.models import Game
from ruleset.models import Revision
from ruleset.text import starting
from votables.forms.founding import FoundingForm
from votables.services.founding import found_game
from votables.views.founding_links import is_founding_token


@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, token: str) -> HttpResponse:
    """Found the game with the account that is signed in. Refused to whoever has no address from the host, and once
    there is a game."""
    if Game.objects.first():
        raise RuleBroken(_("A game has already been founded on this site."), status=409)
    if not is_founding_token(token):
        raise RuleBroken(
            _(
                "This address is wrong or has expired. The host can get a new one with manage.py "
                "founding_link."
            ),
            status=403,
        )
    return _found(request)


@login_required
def _found(request: HttpRequest) -> HttpResponse:
    form = FoundingForm(request.POST or None, imported=Revision.objects.first() is not None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        dynasty = found_game(
            founder=request.user,
            law=data["law"],
            at=request.at,
            name=data["name"],
            theme=data["theme"],
            metadynasty=not data["reigns"],
            ruleset=data["rules"],
        )
        messages.success(
            request, _("{dynasty} has begun. You are its first player and admin.").format(dynasty=dynasty)
        )
        return redirect("home")
    context = {"form": form, "sections": starting.tree().sections}
    return render(request, "votables/founding.html", context, status=400 if form.errors else 200)
