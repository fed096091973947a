"""Founding the game of an empty site in the browser."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from blognomic.web.errors import RuleBroken
from players.models import Game
from ruleset.law import SHIPPED, load
from ruleset.models import Revision
from ruleset.text import starting
from votables.services.founding import found_game
from votables.views.founding_links import is_founding_token

THEME_LENGTH = 300


class FoundingForm(forms.Form):
    """What a game begins with."""

    name = forms.CharField(
        max_length=Game._meta.get_field("name").max_length,
        initial="BlogNomic",
        label=gettext_lazy("What the game is called"),
        help_text=gettext_lazy("It stands on top of every page."),
    )
    theme = forms.CharField(
        max_length=THEME_LENGTH,
        required=False,
        label=gettext_lazy("The theme of the first dynasty"),
        help_text=gettext_lazy("A few words, such as “The Night Mail”. The rules may say the rest."),
    )
    rules = forms.ChoiceField(
        widget=forms.RadioSelect,
        label=gettext_lazy("The rules to start with"),
        help_text=gettext_lazy("Read the starting rules below, or import others with a command."),
    )
    law = forms.ChoiceField(
        initial=starting.LAW,
        label=gettext_lazy("The law"),
        help_text=gettext_lazy("What the site applies. The starting rules fit the first."),
    )
    reigns = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("I am the first emperor"),
        help_text=gettext_lazy("Otherwise the game begins with a metadynasty, without an emperor."),
    )

    def __init__(self, *args: object, imported: bool, **kwargs: object):
        super().__init__(*args, **kwargs)
        given = ("starting", _("those that have been imported") if imported else _("the starting rules"))
        self.fields["rules"].choices = [given, ("none", _("none: I will import some"))][
            : 1 if imported else 2
        ]
        self.fields["rules"].initial = "starting"
        laws = sorted(SHIPPED, key=lambda name: name != starting.LAW)
        self.fields["law"].choices = [
            (name, f"{load(name).title}: {load(name).note}".rstrip(": ")) for name in laws
        ]


@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest, token: str) -> HttpResponse:
    """Found the game with the account that is signed in. Refused to whoever has no address from the host, and once
    there is a game."""
    if Game.objects.exists():
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
    form = FoundingForm(request.POST or None, imported=Revision.objects.exists())
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
    return render(request, "votables/found.html", context, status=400 if form.errors else 200)
