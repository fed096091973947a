from django.apps import AppConfig


class VotablesConfig(AppConfig):
    """What is posted and decided."""

    name = "votables"
