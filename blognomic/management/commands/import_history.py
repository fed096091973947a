"""`manage.py import_history`: twenty years of proposals from a table into this empty site."""

import hashlib
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from blognomic.transfer.proposal_table.backdrop import Filler
from blognomic.transfer.proposal_table.proposal_rows import (
    LARGEST,
    ProposalTable,
    RowRemark,
    UnreadableTable,
    read,
    read_lengths,
    tallied,
)
from blognomic.transfer.proposal_table.storing import ImportSource, import_history
from blognomic.web.errors import RuleBroken
from players.models import Dynasty, Player
from votables.judge.strict import printable
from votables.models import Comment, TableImport

LENGTHS = "dynasty-lengths.csv"


class Command(BaseCommand):
    help = (
        "Make the history in a table of proposals (CSV) that of this site, whose database must be empty. "
        "One that was stopped goes on when it is called again in the same way."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", metavar="CSV", help="the table of proposals")
        parser.add_argument(
            "--dynasties",
            metavar="FILE",
            help=f"how many days each dynasty lasted; by default {LENGTHS} beside the table, if it is there",
        )

    def filler(self, **options: Any) -> Filler | None:
        """What makes up the rest of the game; nothing here."""
        return None

    def handle(
        self,
        *args: Any,
        table: str,
        dynasties: str | None,
        verbosity: int,
        **options: Any,
    ) -> None:
        filler = self.filler(**options)
        at = timezone.now()
        content = _content(table)
        beside = Path(table).with_name(LENGTHS)
        lengths_content = _content(dynasties) if dynasties else _content(beside) if beside.is_file() else b""
        proposals = _read(table, lambda: read(content, now=at))
        lengths, problems = _read(dynasties or beside, lambda: read_lengths(lengths_content))
        self._list(proposals, problems, dynasties or beside, verbosity)
        digest = hashlib.sha256(b"%d\n" % len(content) + content + lengths_content).hexdigest()
        source = ImportSource(proposals.rows, lengths, digest, filler)
        try:
            with _progress(shown=verbosity > 0) as tick:
                table_import = import_history(source, at=at, tick=tick)
        except RuleBroken as broken:
            raise CommandError(broken.sentence, returncode=2) from None
        if verbosity:
            self._report(table_import)

    def _list(
        self, table: ProposalTable, lengths: tuple[RowRemark, ...], file: object, verbosity: int
    ) -> None:
        """Every row that cannot be read, and in short what was read otherwise than it stands."""
        for problem in table.problems:
            self.stderr.write(f"left out: {problem}")
        for problem in lengths:
            self.stderr.write(f"left out of {Path(str(file)).name}: {problem}")
        if table.notes and verbosity:
            self.stdout.write("Of the rows that are taken:")
            for line in tallied(table.notes):
                self.stdout.write(f"  {line}")

    def _report(self, table_import: TableImport) -> None:
        self.stdout.write(
            f"The history has {table_import.written:,} matters, {Comment.objects.count():,} comments,"
            f" {Dynasty.objects.count():,} dynasties and {Player.objects.count():,} accounts."
        )
        self.stdout.write(
            "A table holds no passwords: `manage.py changepassword NAME` lets somebody in, an admin best of all."
        )


def _content(path: str | Path) -> bytes:
    """What a file holds, or as much as is too much. Raises CommandError."""
    try:
        with Path(path).open("rb") as source:
            return source.read(LARGEST + 1)
    except OSError as error:
        raise CommandError(f"{printable(str(path))}: {error.strerror or error}", returncode=2) from None


def _read(path: str | Path, reading: Callable[[], Any]) -> Any:
    """What `reading` answers. Raises CommandError, with the file's name, for a table that cannot be read."""
    try:
        return reading()
    except UnreadableTable as error:
        raise CommandError(f"{printable(str(path))}: {error}", returncode=2) from None


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, and what is told of each step; without a terminal there is none."""
    columns = (TextColumn("rows"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=not shown) as bar:
        task = bar.add_task("rows", total=None)
        yield lambda written, rows: bar.update(task, completed=written, total=rows)
