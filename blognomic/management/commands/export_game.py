"""`manage.py export_game`: the whole game as one game file."""

import io
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.utils import timezone

from blognomic.transfer.game_file.exporting import export_game
from blognomic.web.errors import RuleBroken
from votables.judge.strict import printable


class Command(BaseCommand):
    help = "Write the game of this site as one game file: no passwords, no e-mail addresses, no drafts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", metavar="FILE", help="the file to write, instead of standard output")

    def handle(self, *args: Any, output: str | None, **options: Any) -> None:
        try:
            text = _exported()
        except RuleBroken as broken:
            raise CommandError(broken.sentence, returncode=2) from None
        if output is None:
            if isinstance(sys.stdout, io.TextIOWrapper):
                sys.stdout.reconfigure(encoding="utf-8")
            self.stdout.write(text, ending="")
            return
        try:
            Path(output).write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise CommandError(f"{printable(output)}: {error.strerror or error}", returncode=2) from None


def _exported() -> str:
    """The document, of one state of the database whatever is written meanwhile."""
    alone = not connection.in_atomic_block
    with transaction.atomic():
        if alone and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return export_game(at=timezone.now())
