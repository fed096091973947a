"""For admins: what went beyond what the law asks of writers, and who controls several players."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from blognomic.web.attempting import attempt
from players.services import fair_play as shared
from votables.forms.fair_play import SharedForm
from votables.queries import fair_play
from votables.views.resolving import admin_only


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def fair_play_desk(request: HttpRequest) -> HttpResponse:
    """What an admin should know about fair play; and recording that one person controls two players."""
    admin_only(request)
    form = SharedForm(request.POST if request.method == "POST" else None)
    sent = attempt(request, form, lambda data: _record(request, **data))
    if sent.is_done:
        messages.success(request, _("Recorded."))
        return redirect("notices:fair_play")
    docket = request.frame.docket_or_none
    context = {
        "noticed": fair_play.noticed(docket.law, at=request.at) if docket else [],
        "fair": docket.law.fair_play if docket else None,
        "words": shared.words_on(),
        "form": form,
        "refusal": sent.refusal,
    }
    return render(request, "votables/fair_play.html", context, status=sent.status)


def _record(request: HttpRequest, *, says: str, **details: Any) -> None:
    """Record what an admin says of two accounts."""
    shared.record(
        by=request.user,
        at=request.at,
        is_one_person=says != "neither",
        announced=says == "announced",
        **details,
    )
