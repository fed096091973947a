"""The history of the dynasties."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from votables.dynasties import chapters, whole


@require_safe
def dynasties(request: HttpRequest) -> HttpResponse:
    """The line of the dynasties, the newest first."""
    return render(request, "votables/dynasties.html", {"chapters": chapters(request.at)})


@require_safe
def dynasty(request: HttpRequest, number: int) -> HttpResponse:
    """One dynasty: its words, emperors, players, proposals, and how rules and gamestate stood at its end."""
    found = whole(number, at=request.at)
    if found is None:
        raise Http404("No dynasty has that number.")
    return render(request, "votables/dynasty.html", {"whole": found})
