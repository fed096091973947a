from django.apps import AppConfig


class GamestateConfig(AppConfig):
    """What the rules track."""

    name = "gamestate"
