"""`manage.py push_key`: a key with which the site pushes notices to devices."""

from typing import Any

from django.core.management.base import BaseCommand

from players.notices.pushing import new_private_key


class Command(BaseCommand):
    help = (
        "Print a new key for PUSH_PRIVATE_KEY. Keep it secret and for good: with another, everybody has to add their"
        " devices again."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"PUSH_PRIVATE_KEY={new_private_key()}")
