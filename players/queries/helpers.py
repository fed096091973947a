"""Who helps the emperor with orders, and since when."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from players.models import Dynasty, Helper, Player
from players.queries.reigns import emperor_at
from players.queries.roster import dynasty_at


def named() -> QuerySet[Helper]:
    """Those whom nobody has dismissed, by name."""
    return Helper.objects.filter(until__isnull=True).select_related("player").order_by("player__name_key")


def of_the_throne(helpers: Iterable[Helper], emperor: Player | None, dynasty: Dynasty | None) -> list[Helper]:
    """Those of that emperor in that dynasty who play. No query."""
    if emperor is None or dynasty is None:
        return []
    return [
        one
        for one in helpers
        if one.emperor_id == emperor.pk and one.since >= dynasty.started_at and one.player.is_playing
    ]


def helpers_at(at: datetime) -> list[Helper]:
    """Who helps the emperor at `at` (UTC), by name. Three queries at most."""
    helping = list(named())
    return of_the_throne(helping, emperor_at(at), dynasty_at(at)) if helping else []
