"""`manage.py import_game`: a game file into this empty site."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from blognomic.transfer.game_file.loading import ImportedGame, import_game
from blognomic.web.errors import RuleBroken
from votables.judge import strict
from votables.judge.gamefile import GameFileError, read_object
from votables.judge.strict import printable

# An export holds the facts behind every resolution; the games of twenty years fit into this.
LARGEST = 1_000_000_000


class Command(BaseCommand):
    help = "Make the game in a game file that of this site, whose database must be empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME.json", help="the game file, or - for standard input")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        try:
            value = strict.loads(strict.decode(_content(game), LARGEST), LARGEST)
            imported = import_game(read_object(value), at=timezone.now())
        except OSError as error:
            raise CommandError(f"{printable(game)}: {error.strerror or error}", returncode=2) from None
        except (strict.NotJson, GameFileError) as error:
            raise CommandError(str(error), returncode=2) from None
        except RuleBroken as broken:
            raise CommandError(broken.sentence, returncode=2) from None
        self.stdout.write(_report(imported))


def _content(game: str) -> bytes:
    if game == "-":
        with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as source:
            return source.read(LARGEST + 1)
    with Path(game).open("rb") as source:
        return source.read(LARGEST + 1)


def _report(imported: ImportedGame) -> str:
    lines = [
        f"Imported {imported.people} accounts, {imported.posts} posts and {imported.comments} comments.",
        "A game file holds no passwords or e-mail addresses: `manage.py changepassword NAME` lets somebody in.",
    ]
    if not imported.has_admin:
        lines.append("Nobody in it can act as an admin: `manage.py make_admin NAME --why WHY` makes one.")
    return "\n".join(lines)
