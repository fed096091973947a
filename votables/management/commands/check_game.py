"""`manage.py check_game`: whether all that is stored of the game fits together."""

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from players.checking import Finding
from players.one_state import one_state
from votables.checking import Tell, found

PATIENCE = 1.0  # seconds after which one likes to see how far it has come


class Command(BaseCommand):
    help = (
        "Work out again whatever can be worked out of the game (standings, votes, verdicts, what followed from matters,"
        " the gamestate, dice, hashes, links) and report what does not fit, a line each. The exit status is 1 then."
        " Changes nothing, and may be called while the site runs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--json", action="store_true", help='a JSON object a line: {"row", "page", "sentence"}'
        )

    def handle(self, *args: Any, json: bool, verbosity: int, **options: Any) -> None:
        number = 0
        with one_state(), progress(shown=verbosity > 0) as tell:
            for finding in found(tell=tell):
                number += 1
                self.stdout.write(as_json(finding) if json else as_line(finding))
        if number:
            self.stderr.write(f"{number:,} thing{'s' * (number > 1)} that do{'es' * (number == 1)} not fit.")
            raise SystemExit(1)
        if verbosity and not json:
            self.stdout.write("Everything fits.")


def as_line(finding: Finding) -> str:
    """A finding for people: where, and what."""
    where = f"{finding.row}, {finding.page}" if finding.page else finding.row
    return f"{where}: {finding.sentence}"


def as_json(finding: Finding) -> str:
    told = {"row": finding.row, "page": finding.page or None, "sentence": finding.sentence}
    return json.dumps(told, ensure_ascii=False)


@contextmanager
def progress(*, shown: bool) -> Iterator[Tell | None]:
    """A bar on standard error for what takes longer than PATIENCE; what is told of each step. Nothing is shown, and
    `None` is answered, where nobody looks."""
    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield None
        return
    began = time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(*columns, console=console, transient=True)
    tasks: dict[str, Any] = {}

    def tell(name: str, done: int, whole: int) -> None:
        if time.monotonic() - began < PATIENCE:
            return
        bar.start()
        if name not in tasks:
            for earlier in tasks.values():
                bar.update(earlier, visible=False)
            tasks[name] = bar.add_task(name)
        bar.update(tasks[name], completed=done, total=whole)

    try:
        yield tell
    finally:
        bar.stop()
