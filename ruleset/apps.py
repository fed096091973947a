from django.apps import AppConfig


class RulesetConfig(AppConfig):
    """What the rules say, and the law as data."""

    name = "ruleset"
