"""`manage.py founding_link`: the address at which the game of this site is founded in the browser."""

from django.core.management.base import BaseCommand, CommandError

from players.models import Game
from players.notices.letters import absolute
from votables.views.founding_links import VALID_HOURS, founding_path


class Command(BaseCommand):
    help = "Print the address at which the game of this empty site is founded in the browser: for its host alone."

    def handle(self, *args: object, **options: object) -> None:
        if Game.objects.exists():
            raise CommandError("A game has already been founded on this site.")
        self.stdout.write(absolute(founding_path()))
        self.stderr.write(
            f"The person who opens it with an account here founds the game and is its first player and admin. "
            f"It is good for {VALID_HOURS} hours. Keep it to yourself."
        )
