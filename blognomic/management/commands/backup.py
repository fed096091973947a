"""`manage.py backup`: the whole game into one file."""

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from blognomic.commands.progress import progress
from blognomic.transfer.backup.saving import is_founded, save
from blognomic.web.errors import RuleBroken

NAME, ENDING = "blognomic-", ".backup"
DAILY = re.compile(rf"{NAME}\d{{4}}-\d{{2}}-\d{{2}}{re.escape(ENDING)}")
KEEP = 14


class Command(BaseCommand):
    help = (
        "Write the whole game, with accounts and all that is private in it, to one file that only its owner can read."
        " The site can go on running. `restore` makes a game of it again, on either database."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="the file to write, such as game.backup")
        parser.add_argument("--force", action="store_true", help="write it even if there is such a file")
        parser.add_argument(
            "--daily",
            action="store_true",
            help="FILE is a folder: write the backup of today into it, by its date, again if there is one",
        )
        parser.add_argument(
            "--keep",
            type=int,
            default=KEEP,
            metavar="NUMBER",
            help=f"of those, how many stay ({KEEP} without it)",
        )

    def handle(
        self, *args: Any, file: Path, force: bool, daily: bool, keep: int, verbosity: int, **options: Any
    ) -> None:
        if keep < 1:
            raise CommandError("--keep takes a number from 1 on.", returncode=2)
        folder, at = file, timezone.now()
        if daily:
            if not is_founded():
                self.stdout.write("No game has been founded on this site yet: there is nothing to save.")
                return
            file, force = folder / f"{NAME}{at:%Y-%m-%d}{ENDING}", True
        try:
            with progress(shown=verbosity > 0) as tell:
                manifest = save(file, at=at, over=force, tell=tell)
        except RuleBroken as broken:
            hint = " Give --force to write over it." if file.exists() else ""
            raise CommandError(f"{broken.sentence}{hint}", returncode=2) from None
        except OSError as error:
            raise CommandError(f"{file.name}: {error.strerror or error}", returncode=2) from None
        if verbosity:
            rows = sum(table["rows"] for table in manifest["tables"].values())
            self.stdout.write(
                f"Saved {rows:,} rows of {len(manifest['tables'])} tables to {file.name}. Keep it as you keep the"
                " database: it holds everything that is private."
            )
        if daily:
            for old in dailies(folder)[:-keep]:
                old.unlink()


def dailies(folder: Path) -> list[Path]:
    """The backups by date that are in the folder, the oldest first."""
    return sorted(path for path in folder.iterdir() if DAILY.fullmatch(path.name))
