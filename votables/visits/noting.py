"""Noting when somebody was here, and what they say they have read."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, F, QuerySet, When

from players.models import Player
from votables.visits.models import Visit

AWAY = timedelta(minutes=30)  # without a page for so long, a visit is over
NOTED_EVERY = timedelta(minutes=5)


def is_due(seen_at: datetime | None, at: datetime) -> bool:
    """Whether a page at `at` (UTC) is to be noted, when `seen_at` was noted last."""
    return seen_at is None or at - seen_at >= NOTED_EVERY


def note_page(player: Player, *, at: datetime) -> None:
    """Note that the player asked for a page at `at` (UTC). One write; of two at once, one is enough."""
    due = Visit.objects.filter(player=player, seen_at__lte=at - NOTED_EVERY)
    if not due.update(**_next(at)):
        Visit.objects.bulk_create([Visit(player=player, seen_at=at)], ignore_conflicts=True)


def _next(at: datetime) -> dict[str, object]:
    is_over = When(seen_at__lte=at - AWAY, then=F("seen_at"))
    before = When(seen_at__lte=at - AWAY, then=F("since"))
    return {
        "since": Case(is_over, default=F("since")),
        "earlier": Case(before, default=F("earlier")),
        "seen_at": at,
    }


@transaction.atomic
def read_up_to(player: Player, *, until: datetime, now_since: datetime, at: datetime) -> None:
    """What happened up to `until` (UTC) is no longer new to the player, and what happened after it is. `now_since` is
    since when things were new to them on the page, and will be again when they take it back."""
    fields = {"since": until, "earlier": now_since}
    Visit.objects.update_or_create(player=player, defaults=fields, create_defaults={**fields, "seen_at": at})


@transaction.atomic
def take_back(player: Player) -> bool:
    """Make what was new before new again; answers whether there was anything to go back to."""
    mine: QuerySet[Visit] = Visit.objects.filter(player=player, earlier__isnull=False)
    return bool(mine.update(since=F("earlier"), earlier=F("since")))


def put_away_first_steps(player: Player, *, at: datetime, again: bool = False) -> None:
    """Show the player no list of first steps any more, or, where it is `again`, again until they are done."""
    fields = {"guided": not again}
    Visit.objects.update_or_create(player=player, defaults=fields, create_defaults={**fields, "seen_at": at})
