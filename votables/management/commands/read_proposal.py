"""`manage.py read_proposal`: say what the text of a proposal does, or what must be asked. Needs no database."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from votables.english.document import answer
from votables.english.given import NotAnInstruction

LONGEST = 20_000_000  # bytes of an object


class Command(BaseCommand):
    help = "Say what the text of a proposal does to the rules, or what must be asked about it."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="the instruction and the game as JSON, or - for standard input"
        )
        parser.add_argument(
            "--lines", action="store_true", help="read one object a line, and answer each with a line"
        )

    def handle(self, *args: Any, file: str, lines: bool, **options: Any) -> None:
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(encoding="utf-8")
        try:
            with _opened(file) as source:
                wrong = self._read_lines(source) if lines else self._read_one(source)
        except BrokenPipeError:
            # Whoever read has gone. Nothing more can be said, and Python would complain about it at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        except OSError as error:
            raise CommandError(f"{file!a}: {error.strerror or error}", returncode=2) from None
        if wrong:
            sys.exit(2)

    def _read_one(self, source: BinaryIO) -> bool:
        try:
            self._write(_answered(source.read(LONGEST + 1)))
        except NotAnInstruction as error:
            raise CommandError(str(error), returncode=2) from None
        return False

    def _read_lines(self, source: BinaryIO) -> bool:
        """Answers each object; whether any was wrong."""
        wrong = False
        for line in _lines(source):
            try:
                reading = _answered(line)
            except NotAnInstruction as error:
                wrong = True
                reading = {"error": str(error)}
            self._write(reading)
        return wrong

    def _write(self, reading: dict[str, object]) -> None:
        self.stdout.write(json.dumps(reading, ensure_ascii=False).encode("utf-8", "replace").decode())
        self.stdout.flush()


def _opened(file: str) -> Any:
    return os.fdopen(os.dup(sys.stdin.fileno()), "rb") if file == "-" else open(file, "rb")


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long, enough to see that it is."""
    while line := source.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST + 1)
        if line.strip():
            yield line


def _answered(data: bytes) -> dict[str, object]:
    if len(data) > LONGEST:
        raise NotAnInstruction(f"An object has at most {LONGEST:,} bytes.")
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        raise NotAnInstruction("This is no JSON.") from None
    return answer(given)
