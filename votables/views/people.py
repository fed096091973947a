"""The page of a player: what they posted, how it went, how they voted, when they played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.models import Player
from votables.queries.profiles import told_of


@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """One player's page."""
    player = get_object_or_404(Player, pk=pk)
    shared = told_of(player, request.present)
    return render(request, "votables/profile.html", {"subject": player, **shared})
