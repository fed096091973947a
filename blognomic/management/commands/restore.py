"""`manage.py restore`: a backup into this site's empty database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from blognomic.commands.progress import progress
from blognomic.transfer.backup.restoring import restore
from blognomic.web.errors import RuleBroken


class Command(BaseCommand):
    help = (
        "Make the game in a backup that of this site, whose database must be migrated and empty: a game that is there"
        " is never written over. All of it comes in, or nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, help="what `backup` wrote")

    def handle(self, *args: Any, file: Path, verbosity: int, **options: Any) -> None:
        try:
            with progress(shown=verbosity > 0) as tell:
                manifest = restore(file, tell=tell)
        except RuleBroken as broken:
            raise CommandError(broken.sentence, returncode=2) from None
        except OSError as error:
            raise CommandError(f"{file.name}: {error.strerror or error}", returncode=2) from None
        if verbosity:
            rows = sum(table["rows"] for table in manifest["tables"].values())
            self.stdout.write(
                f"Restored {rows:,} rows of {len(manifest['tables'])} tables, as of {made_at(manifest)}."
            )


def made_at(manifest: dict[str, Any]) -> str:
    """When the backup was made, in words."""
    instant = str(manifest.get("made_at", "an unknown time"))
    return f"{instant[:10]} {instant[11:16]} UTC" if instant[10:11] == "T" else instant
