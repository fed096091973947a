"""The page on which people say something of themselves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from blognomic.web.errors import RuleBroken
from players.forms.introductions import IntroductionForm
from players.models import Introduction
from players.queries.roster import introduction_of
from players.services.introductions import introduce


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def edit_introduction(request: HttpRequest) -> HttpResponse:
    """Say something of oneself."""
    own = introduction_of(request.user) or Introduction()
    form, refusal, status = IntroductionForm(initial={"words": own.words, "zone": own.zone}), None, 200
    if request.method == "POST":
        form, status = IntroductionForm(request.POST), 400
        if form.is_valid():
            try:
                introduce(by=request.user, at=request.at, courier=request.courier, **form.cleaned_data)
            except RuleBroken as broken:
                refusal, status = broken, broken.status
            else:
                messages.success(request, _("Saved."))
                return redirect(request.user)
    context = {"form": form, "refusal": refusal}
    return render(request, "players/introduction.html", context, status=status)
