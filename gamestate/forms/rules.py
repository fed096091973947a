"""The rules in force, for forms to choose from."""

from datetime import datetime

from django.utils.translation import pgettext

from ruleset.queries import placed_rules, revision_at


def rule_choices(at: datetime) -> list[tuple[str, str]]:
    """The rules in force as choices of a form, none first. Two queries."""
    rules = placed_rules(revision_at(at))
    return [
        ("", pgettext("rule", "none")),
        *((str(one.row.rule_id), f"{one.number} {one.row.title}") for one in rules),
    ]
