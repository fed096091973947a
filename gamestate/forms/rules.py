"""The rules in force, for forms to choose from."""

from datetime import datetime

from django.utils.translation import pgettext

from players.present import Present
from ruleset.queries import placed_now


def rule_choices(at: datetime, present: Present | None) -> list[tuple[str, str]]:
    """The rules in force at `at` (UTC, now) as choices of a form, none first. One query, or none."""
    rules = placed_now(at, present)
    return [
        ("", pgettext("rule", "none")),
        *((str(one.row.rule_id), f"{one.number} {one.row.title}") for one in rules),
    ]
