"""The page of a player: what they posted, how it went, how they voted, when they played."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from blognomic.web.site_rules import SiteRule
from players.models import Introduction, Player
from players.services.introductions import zones
from votables.queries.profiles import told_of


@require_safe
def profile(request: HttpRequest, pk: int) -> HttpResponse:
    """One player's page."""
    player = get_object_or_404(Player, pk=pk)
    shared = told_of(player, request.present)
    context = {
        "subject": player,
        "local": _local(shared["introduction"], request.at),
        "fair_play": SiteRule.FAIR_PLAY,
        **shared,
    }
    return render(request, "votables/profile.html", context)


def _local(introduction: Introduction | None, at: datetime) -> dict[str, str] | None:
    """What the clock shows where they live, and how far it is from UTC; None where they do not say."""
    if introduction is None or introduction.zone not in zones():
        return None
    there = at.astimezone(ZoneInfo(introduction.zone))
    return {
        "time": f"{there:%H:%M}",
        "offset": there.isoformat()[-6:],
        "zone": introduction.zone.replace("_", " "),
    }
