"""`manage.py export_game`: the whole game as one game file."""

import io
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from blognomic.database.snapshots import one_state
from blognomic.transfer.game_file.exporting import export_game
from blognomic.transfer.whole_files import EVERYBODY, whole_file
from blognomic.web.errors import RuleBroken
from votables.judge.strict import printable


class Command(BaseCommand):
    help = "Write the game of this site as one game file: no passwords, no e-mail addresses, no drafts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--output", metavar="FILE", help="the file to write, instead of standard output")

    def handle(self, *args: Any, output: str | None, **options: Any) -> None:
        try:
            with one_state():
                text = export_game(at=timezone.now())
                if output is None:
                    self._say(text)
                else:
                    _write(text, Path(output))
        except RuleBroken as broken:
            raise CommandError(broken.sentence, returncode=2) from None

    def _say(self, text: Iterator[str]) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        for piece in text:
            self.stdout.write(piece, ending="")


def _write(text: Iterator[str], path: Path) -> None:
    """Into a file, which takes its place when it is whole; into a device as it comes."""
    try:
        is_device = path.exists() and not path.is_file() and not path.is_dir()
        with path.open("wb") if is_device else whole_file(path.resolve(), mode=EVERYBODY) as file:
            for piece in text:
                file.write(piece.encode())
    except OSError as error:
        raise CommandError(f"{printable(str(path))}: {error.strerror or error}", returncode=2) from None
