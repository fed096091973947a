"""Files that a host hands to a command: opened, told by format, read within bounds."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from .mediawiki import revisions
from .mistakes import ReadingProblem, Unreadable
from .reading import LONGEST, guess, read
from .tree import Tree

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
                [ReadingProblem(1, "there is no telling the format; say --format wikitext or markdown")]
            )

    def tree(self, listed: list[ReadingProblem] | None = None) -> Tree:
        """The ruleset that the file says: of an XML export, its last revision that is not blank. `listed` gets what in
        wikitext was not understood and is kept as text."""
        if self.format != "xml":
            return read(self._text(), format=self.format, listed=listed)
        last = None
        for one in revisions(self.chunks()):
            last = one if one.text.strip() else last
        if last is None:
            raise Unreadable([ReadingProblem(1, "every revision in this export is blank")])
        problems: list[ReadingProblem] = []
        try:
            tree = read(last.text, format="wikitext", listed=problems)
        except Unreadable as error:
            raise Unreadable(_moved(error.problems, last.line)) from None
        if listed is not None:
            listed += _moved(problems, last.line)
        return tree

    def chunks(self) -> Iterator[bytes]:
        """The bytes, some at a time."""
        size = 0
        for chunk in chain([self.beginning], iter(lambda: self.file.read(CHUNK), b"")):
            size += len(chunk)
            if size > LARGEST_EXPORT:
                raise Unreadable([ReadingProblem(1, f"an export has at most {LARGEST_EXPORT:,} bytes")])
            yield chunk

    def _text(self) -> str:
        """The whole text. Four bytes are the most that a character takes."""
        data = self.beginning + self.file.read(LONGEST * 4)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise Unreadable([ReadingProblem(line, "this is not UTF-8")]) from None


def _moved(problems: list[ReadingProblem], line: int) -> list[ReadingProblem]:
    """The problems of a text that begins at that line of a file, by the lines of the file."""
    return [ReadingProblem(line + problem.line - 1, problem.reason) for problem in problems]
