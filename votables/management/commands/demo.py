"""`manage.py demo`: a game in full swing, to look at and to try things in."""

from datetime import datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError, transaction
from django.utils import timezone

from blognomic.web.errors import RuleBroken
from players.models import Dynasty, Game, Player, Reign
from votables.demo.accounts import PASSWORD, demo_players
from votables.demo.exhibits import missing
from votables.demo.teller import Strayed, tell
from votables.models import Post


class Command(BaseCommand):
    help = "Make the demo game, if and only if the database is empty: no game, no accounts, no posts."

    def handle(self, *args: object, **options: object) -> None:
        if not settings.DEBUG:
            self.stdout.write("No demo game was made: its password is public, and DEBUG is off.")
            return
        at = timezone.now().replace(microsecond=0)
        try:
            reason = make(at)
        except IntegrityError:
            reason = why_not()
            if not reason:
                raise
        if reason and Game.objects.filter(is_demo=True).exists():
            self.stdout.write(f"The demo game was made before, and is as it was left.\n{greeting(at)}")
        else:
            self.stdout.write(f"No demo game was made: {reason}." if reason else greeting(at))


@transaction.atomic
def make(at: datetime) -> str:
    """Make the demo as of `at` (UTC) and answer "", or answer why there is no room for it and do nothing.

    Raises CommandError, and leaves the database empty, when the demo does not come out as it should.
    """
    if reason := why_not():
        return reason
    try:
        tell(at=at)
    except (RuleBroken, Strayed) as stopped:
        raise CommandError(f"The demo's story cannot be told: {stopped}") from stopped
    if lacking := missing(at):
        raise CommandError(f"The demo does not show: {'; '.join(lacking)}.")
    return ""


def why_not() -> str:
    """Why there is no room for a demo in this database, or "" when it is empty."""
    for model, what in (
        (Game, "a game has been founded"),
        (Player, "there are accounts"),
        (Post, "there are posts"),
    ):
        if model.objects.exists():
            return f"{what} here already"
    return ""


def greeting(at: datetime) -> str:
    """Who is in the demo and how to be one of them."""
    dynasty = Dynasty.objects.order_by("number").last()
    reign = Reign.objects.at(at).select_related("player").first()
    emperor = reign.player if reign else None
    people = list(demo_players())
    width = max(len(player.name) for player in people)
    return "\n".join(
        [
            f"The demo game: {dynasty}, “{dynasty.theme}”.",
            f"Everybody's password is {PASSWORD}. The sign-in page has a button for each:",
            *(f"  {player.name:{width}}  {part(player, emperor)}".rstrip() for player in people),
        ]
    )


def part(player: Player, emperor: Player | None) -> str:
    """What sets a player apart, in a few words; "" for most."""
    parts = [
        "emperor" if player == emperor else "",
        "admin" if player.is_admin else "",
        "idle" if player.is_idle else "",
        "no player yet" if not player.is_player else "",
    ]
    return ", ".join(filter(None, parts))
