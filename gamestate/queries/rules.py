"""The names of the rules that tracked things come from."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import BigIntegerField, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from ruleset.models import RuleVersion


def rule_names(rules: Iterable[int | None]) -> dict[int, str]:
    """What the rules of those keys are called now, or were when last in force. One query, or none for no keys."""
    keys = {rule for rule in rules if rule is not None}
    versions = RuleVersion.objects.filter(rule__in=keys).order_by("revision")
    return dict(versions.values_list("rule", "title")) if keys else {}


def titles_of_rules(rules: QuerySet[Any]) -> QuerySet[Any]:
    """The same of the rules whose keys are found, to be asked with others: of each rule the last is the one."""
    return (
        RuleVersion.objects.filter(rule__in=rules.order_by())
        .order_by("revision")
        .values_list("rule", "title")
    )


def titles_of(defining: Iterable[QuerySet[Any]]) -> QuerySet[Any]:
    """The same of the rules that these things with definitions come from, by their keys, to be asked with others: of
    each rule the last is the one."""
    rule = Cast(KeyTextTransform("rule", "definition"), BigIntegerField())
    named = reduce(or_, (Q(rule__in=things.order_by().values(of=rule)) for things in defining))
    return RuleVersion.objects.filter(named).order_by("revision").values_list("rule", "title")
