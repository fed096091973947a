"""`manage.py import_game`: a game file into this empty site."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.errors import RuleBroken
from votables.importing import Imported, import_game
from votables.judge.gamefile import GameFileError, read
from votables.judge.strict import printable


class Command(BaseCommand):
    help = "Make the game in a game file that of this site, whose database must be empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME.json", help="the game file, or - for standard input")

    def handle(self, *args: Any, game: str, **options: Any) -> None:
        try:
            imported = import_game(read(_content(game)), at=timezone.now())
        except OSError as error:
            raise CommandError(f"{printable(game)}: {error.strerror or error}", returncode=2) from None
        except GameFileError as error:
            raise CommandError(str(error), returncode=2) from None
        except RuleBroken as broken:
            raise CommandError(broken.sentence, returncode=2) from None
        self.stdout.write(_report(imported))


def _content(game: str) -> bytes:
    if game == "-":
        with os.fdopen(os.dup(sys.stdin.fileno()), "rb") as source:
            return source.read()
    return Path(game).read_bytes()


def _report(imported: Imported) -> str:
    lines = [
        f"Imported {imported.people} accounts, {imported.posts} posts and {imported.comments} comments.",
        "A game file holds no passwords or e-mail addresses: `manage.py changepassword NAME` lets somebody in.",
    ]
    if not imported.has_admin:
        lines.append("Nobody in it is an admin of the game, so nothing in it can be resolved.")
    return "\n".join(lines)
