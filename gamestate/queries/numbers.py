"""How the game's numbers stood when."""

from datetime import datetime

from gamestate.models import Change


def changes_at(at: datetime) -> list[Change]:
    """The last change of each named number up to `at` (UTC), by name. One query."""
    latest: dict[str, Change] = {}
    for change in Change.objects.filter(at__lte=at).select_related("by").order_by("name", "at", "pk"):
        latest[change.name] = change
    return list(latest.values())


def values_at(at: datetime) -> dict[str, int | float]:
    """The named numbers at `at` (UTC), for the formulas of the law: whole ones as int."""
    return {
        change.name: int(change.value)
        if change.value == change.value.to_integral_value()
        else float(change.value)
        for change in changes_at(at)
    }
