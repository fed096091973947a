"""Files that a host hands to a command: opened, told by format, read within bounds."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from ruleset.mediawiki import revisions
from ruleset.problems import Problem, Unreadable
from ruleset.reading import LONGEST, guess, read
from ruleset.tree import Tree

CHUNK = 1 << 16
LARGEST_EXPORT = 1 << 30  # bytes


def called(name: str) -> str:
    """What to call a file that was named on the command line."""
    return "standard input" if name == "-" else Path(name).name


class Source:
    """A file ("-": standard input) with its format, which is guessed unless it is given.

    Raises OSError where the file cannot be opened, Unreadable for what cannot be read at all.
    """

    def __init__(self, opened: ExitStack, name: str, format: str | None = None):
        self.file: BinaryIO = sys.stdin.buffer if name == "-" else opened.enter_context(Path(name).open("rb"))
        self.beginning = self.file.read(CHUNK)
        beginning = self.beginning.decode("utf-8", errors="replace")
        self.format = format or guess(name, beginning) or ""
        if not self.format:
            raise Unreadable(
                [Problem(1, "there is no telling the format; say --format wikitext or markdown")]
            )

    def tree(self) -> Tree:
        """The ruleset that the file says: of an XML export, its last revision that is not blank."""
        if self.format != "xml":
            return read(self._text(), format=self.format)
        last = None
        for one in revisions(self.chunks()):
            last = one if one.text.strip() else last
        if last is None:
            raise Unreadable([Problem(1, "every revision in this export is blank")])
        try:
            return read(last.text, format="wikitext")
        except Unreadable as error:
            moved = [Problem(last.line + problem.line - 1, problem.reason) for problem in error.problems]
            raise Unreadable(moved) from None

    def chunks(self) -> Iterator[bytes]:
        """The bytes, some at a time."""
        size = 0
        for chunk in chain([self.beginning], iter(lambda: self.file.read(CHUNK), b"")):
            size += len(chunk)
            if size > LARGEST_EXPORT:
                raise Unreadable([Problem(1, f"an export has at most {LARGEST_EXPORT:,} bytes")])
            yield chunk

    def _text(self) -> str:
        """The whole text. Four bytes are the most that a character takes."""
        data = self.beginning + self.file.read(LONGEST * 4)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise Unreadable([Problem(line, "this is not UTF-8")]) from None
