from django.apps import AppConfig


class VotablesConfig(AppConfig):
    """What is posted and decided."""

    name = "votables"

    def ready(self) -> None:
        # they have models, which there are from now on
        from votables.changes.kinds import KINDS
        from votables.changes.registry import register

        register(KINDS)
