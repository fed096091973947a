"""`manage.py make_admin`: the host's way out when nobody in the game can make an admin any more."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from blognomic.web.errors import RuleBroken
from players.models import Player
from votables.services.roster import make_admin_as_host


class Command(BaseCommand):
    help = (
        "Make a player an admin though no matter was enacted, where the game has nobody left who can enact one. The"
        " public log of the admins says that the host did it, and why."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the player's name")
        parser.add_argument("--why", required=True, help="the reason, which is shown in public")

    def handle(self, *, name: str, why: str, **options: object) -> None:
        player = Player.objects.named(name).first()
        if player is None:
            raise CommandError(f"Nobody is called {name}.")
        try:
            make_admin_as_host(player=player, at=timezone.now(), why=why)
        except RuleBroken as broken:
            raise CommandError(broken.sentence) from None
        player.refresh_from_db()
        back = "" if player.is_idle else " and plays"
        self.stdout.write(f"{player} is an admin{back}. The public log says so: {why.strip()}")
