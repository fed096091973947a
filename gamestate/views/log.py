"""One update of the tracker."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from gamestate.hidden import viewer_of, visible
from gamestate.models import Update


@require_safe
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """One update: what it changed, as far as the reader may see it."""
    found = get_object_or_404(Update.objects.select_related("by"), pk=pk)
    viewer = viewer_of(request.user, at=request.at)
    related = ("variable", "player", "row", "table", "page")
    entries = visible(found.entries.order_by("pk"), viewer).select_related(*related)
    return render(request, "gamestate/update.html", {"update": found, "entries": entries})
