"""The history of the dynasties."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from votables.charts.day_by_day import story
from votables.queries.dynasties import chapters, whole_now


@require_safe
def dynasties(request: HttpRequest) -> HttpResponse:
    """The line of the dynasties, the newest first."""
    shared = request.present
    line = shared.kept("votables.chapters", lambda: chapters(shared.at)) if shared else chapters(request.at)
    return render(request, "votables/dynasties.html", {"chapters": line})


@require_safe
def dynasty(request: HttpRequest, number: int) -> HttpResponse:
    """One dynasty: its words, emperors, players, proposals, and how rules and gamestate stood at its end."""
    whole = whole_now(number, at=request.at, present=request.present)
    if whole is None:
        raise Http404(_("No dynasty has that number."))
    drawn = story(whole, request.present)
    return render(request, "votables/dynasty.html", {"whole": whole, "story": drawn})
