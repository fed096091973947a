"""Reinitialising: the page on which a player begins the dynasty afresh, by a post."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from votables.services import reinitialising


class AfreshForm(forms.Form):
    """What a player says who reinitialises."""

    body = forms.CharField(
        label=gettext_lazy("What you say about it"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Markdown. The post says that you reinitialise in its first sentence."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def reinitialise(request: HttpRequest) -> HttpResponse:
    """Begin the dynasty afresh, once."""
    reinitialising.check(by=request.user, at=request.at)
    form = AfreshForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        post = reinitialising.reinitialise(by=request.user, at=request.at, **form.cleaned_data)
        messages.success(request, _("You have reinitialised."))
        return redirect(post)
    status = 400 if form.errors else 200
    return render(request, "gamestate/reinitialise.html", {"form": form}, status=status)
