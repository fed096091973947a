from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Who plays: accounts, roster, admins, dynasties and emperors."""

    name = "players"
