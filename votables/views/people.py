"""The page of a player: what they posted, how it went, how they voted, when they played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.fair_play import announced_others
from players.mentors import mentoring_of
from players.models import Player
from votables.profiles import profile_of


@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """One player's page."""
    player = get_object_or_404(Player, pk=pk)

    def told() -> dict[str, object]:
        return {
            "profile": profile_of(player),
            "mentoring": mentoring_of(player),
            "same_person": announced_others(player),
            "bars": list(player.bars.order_by("pk")),
        }

    present = request.present
    shared = present.kept(f"votables.profile {pk}", told) if present else told()
    return render(request, "votables/profile.html", {"subject": player, **shared})
