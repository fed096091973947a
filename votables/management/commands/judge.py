"""`manage.py judge`: put a game file to the judge. Needs no database."""

import gc
import io
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from blognomic.text.instants import parse_instant
from votables.judge.answer import answer
from votables.judge.gamefile import Document, GameFileError, read
from votables.judge.judge import judge
from votables.judge.strict import MAX_BYTES, printable
from votables.judge.terminal_table import table
from votables.judge.verdict import Verdict

_encode = json.JSONEncoder(ensure_ascii=False).encode


class Command(BaseCommand):
    help = "Say how everything in a game file stands at a time: what can be enacted or failed, and why."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", metavar="GAME.json", help="the game file, or - for standard input")
        parser.add_argument("--at", metavar="INSTANT", help="the time (UTC), such as 2024-05-01T12:00:00Z")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument(
            "--lines",
            action="store_true",
            help="read one document a line, and answer each with a line of JSON",
        )

    def handle(self, *args: Any, game: str, at: str | None, json: bool, lines: bool, **options: Any) -> None:
        now = datetime.now(UTC)
        instant = self._asked(at)
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        try:
            with _opened(game) as source:
                wrong = (
                    self._judge_lines(source, instant, now)
                    if lines
                    else self._judge_one(source, instant, now, json)
                )
        except BrokenPipeError:
            # Whoever read has gone. Nothing more can be said, and Python would complain about it at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            raise CommandError(f"{printable(game)}: {error.strerror or error}", returncode=2) from None
        if wrong:
            sys.exit(2)

    def _asked(self, at: str | None) -> datetime | None:
        try:
            return None if at is None else parse_instant(at)
        except ValueError as error:
            raise CommandError(f"--at: {error}", returncode=2) from None

    def _judge_one(self, source: BinaryIO, instant: datetime | None, now: datetime, as_json: bool) -> bool:
        try:
            verdict = _verdict(read(source.read(MAX_BYTES + 1)), instant, now)
        except GameFileError as error:
            raise CommandError(str(error), returncode=2) from None
        self.stdout.write(f"{_line(answer(verdict))}\n" if as_json else table(verdict), ending="")
        self.stdout.flush()
        return False

    def _judge_lines(self, source: BinaryIO, instant: datetime | None, now: datetime) -> bool:
        """Answers each document; whether any was wrong."""
        wrong = False
        out = self.stdout
        # Documents come and go without cycles: looking for some after every few would take a tenth of the time.
        gc.set_threshold(100_000)
        for line in _lines(source):
            try:
                value = answer(_verdict(read(line), instant, now))
            except GameFileError as error:
                wrong = True
                value = {"error": str(error)}
            out.write(_line(value))
            out.flush()
        return wrong


def _opened(game: str) -> Any:
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb") if game == "-" else open(game, "rb")


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank, without their ends; of one that is too long, enough to see that it is."""
    while line := source.readline(MAX_BYTES + 1):
        rest = line
        while len(rest) > MAX_BYTES and not rest.endswith(b"\n"):
            rest = source.readline(MAX_BYTES + 1)
        if line.strip():
            yield line.removesuffix(b"\n")


def _verdict(document: Document, instant: datetime | None, now: datetime) -> Verdict:
    return judge(document.game, law=document.law, at=instant or document.at or now)


def _line(value: dict[str, Any]) -> str:
    return _encode(value)
