"""The charts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from votables.charts.described import charts as drawn


@require_safe
def charts(request: HttpRequest) -> HttpResponse:
    """Proposals and enactment by dynasty, active players by month, and how long proposals are pending."""
    shown = drawn(request.at, request.frame.present)
    return render(request, "votables/charts.html", {"charts": shown})
