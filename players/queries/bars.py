"""Asking whether somebody is barred from joining."""

from collections.abc import Iterable
from datetime import datetime

from django.utils.translation import gettext as _

from players.models import Bar, Player, RosterEvent, name_key


def bars_of(people: Iterable[Player], *, at: datetime) -> dict[int, Bar]:
    """The bar that holds at `at` (UTC) for each of these people who has one, the longest of several. One query."""
    bars: dict[int, Bar] = {}
    for bar in Bar.objects.at(at).filter(person__in=[one.pk for one in people]).select_related("person"):
        bars.setdefault(bar.person_id, bar)
    return bars


def sentence_of(bar: Bar) -> str:
    """The bar, told to whoever runs into it."""
    why = str(bar.why)
    if bar.until is None:
        words = _("{name} can never join again: {why}.") if why else _("{name} can never join again.")
    else:
        words = (
            _("{name} cannot join until {instant}: {why}.")
            if why
            else _("{name} cannot join until {instant}.")
        )
    return words.format(name=bar.person, instant=bar.end, why=why)


def bar_on_name(name: str, *, at: datetime) -> Bar | None:
    """The bar at `at` (UTC) on whoever had this name once. Two queries, or one. Who has it still has an account."""
    holding = Bar.objects.at(at).select_related("person")
    key = name_key(name)
    former = RosterEvent.objects.filter(player__in=holding.values("person")).exclude(old_name="")
    keys = {name_key(event.old_name): event.player_id for event in former}
    return holding.filter(person=keys[key]).first() if key in keys else None
