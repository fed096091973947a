"""The seeds of the days: drawn ahead, published as hashes, revealed when their day is over."""

import secrets
from datetime import UTC, date, datetime, time, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from blognomic.web.errors import RuleBroken
from gamestate.dice import seed_hash
from gamestate.dice.chain import day_of
from gamestate.models import Seed
from players.models import Topic
from players.services.roster import lock_game

HORIZON = 31
"""For so many days, today among them, the hashes are published."""
LOW = 24
"""When fewer days than these are published, the next thing that is written publishes more."""


def publish_ahead(*, at: datetime) -> None:
    """See to it that the hashes for the days from `at` on are published. Cheap when they are: one query.

    Called by whatever is written anyway, so that a hash is published long before the first roll of its day.
    Raises RuleBroken when no game has been founded here.
    """
    today = day_of(at)
    days = {today + timedelta(days=number) for number in range(HORIZON)}
    ahead = Seed.objects.filter(day__in=days)
    if ahead.filter(day__lt=today + timedelta(days=LOW)).count() == LOW:
        return
    with transaction.atomic():
        lock_game(Topic.VALUES)
        _draw(sorted(days - set(ahead.values_list("day", flat=True))), at=at)


@sensitive_variables()
def _draw(days: list[date], *, at: datetime) -> None:
    """Draw the seeds of days that have none."""
    drawn = [(day, secrets.token_bytes(32)) for day in days]
    Seed.objects.bulk_create(
        Seed(day=day, secret=seed.hex(), hash=seed_hash(seed), published_at=at) for day, seed in drawn
    )


@sensitive_variables()
def seed_of(at: datetime) -> tuple[bytes, str]:
    """The seed of the day, and its published hash. Raises RuleBroken where it is not known here."""
    row = Seed.objects.get(day=day_of(at))
    if not row.secret:
        midnight = datetime.combine(day_of(at) + timedelta(days=1), time(), tzinfo=UTC)
        raise RuleBroken(
            _(
                "This game moved here from another site today, without the secret that it rolls "
                "with today. You can roll again tomorrow."
            ),
            when=midnight,
            status=409,
        )
    return bytes.fromhex(row.secret), row.hash
