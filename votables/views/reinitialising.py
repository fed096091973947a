"""Reinitialising: the page on which a player begins the dynasty afresh, by a post."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from votables.forms.reinitialising import AfreshForm
from votables.services import reinitialising


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
