"""The names of the rules that tracked things come from."""

from collections.abc import Iterable

from ruleset.models import RuleVersion


def rule_names(rules: Iterable[int | None]) -> dict[int, str]:
    """What the rules of those keys are called now, or were when last in force. One query, or none for no keys."""
    keys = {rule for rule in rules if rule is not None}
    said = RuleVersion.objects.filter(rule__in=keys).order_by("revision")
    return dict(said.values_list("rule", "title")) if keys else {}
