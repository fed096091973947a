"""Where each key of a TOML document stands: tomllib gives the values, but not their lines.

The text has already been accepted by tomllib, so this reads only as much of the grammar as it takes to find
keys.
"""

import re
from bisect import bisect_right
from typing import Final

Path = tuple[str | int, ...]

_SPACE: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]+")


class _LineReader:
    """Walks through a document and notes the line of each key and of each member of an array."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.lines: dict[Path, int] = {}
        self.arrays: dict[Path, int] = {}

    def note(self, path: Path, position: int, *, known: int = 0) -> None:
        """The path begins here, and so do the tables that a dotted key makes after its `known` steps."""
        line = bisect_right(self.starts, position)
        for length in range(known + 1, len(path) + 1):
            self.lines.setdefault(path[:length], line)

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None  # the pattern matches nothing, too
        self.at = match.end()

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def key(self) -> tuple[str, ...]:
        """A key, dotted or not: its parts."""
        parts: list[str] = []
        while True:
            self.skip()
            match = _STRING.match(self.text, self.at) or _BARE.match(self.text, self.at)
            if match is None:
                return tuple(parts)
            self.at = match.end()
            part = match[0]
            parts.append(part[1:-1] if part[0] in "\"'" else part)
            self.skip()
            if self.peek() != ".":
                return tuple(parts)
            self.at += 1

    def value(self, path: Path) -> None:
        self.skip()
        if self.peek() == "[":
            self.members(path, "]")
        elif self.peek() == "{":
            self.members(path, "}")
        else:
            match = _STRING.match(self.text, self.at) or _SCALAR.match(self.text, self.at)
            self.at = match.end() if match else len(self.text)

    def members(self, path: Path, closing: str) -> None:
        """The members of an array or the keys of an inline table, up to its closing bracket."""
        self.at += 1
        number = 0
        while True:
            self.skip()
            if self.peek() in (closing, ""):
                self.at += 1
                return
            if self.peek() == ",":
                self.at += 1
                continue
            if closing == "]":
                here: Path = (*path, number)
                self.note(here, self.at, known=len(path))
                number += 1
            else:
                start = self.at
                here = (*path, *self.key())
                self.note(here, start, known=len(path))
                self.skip()
                self.at += 1  # the equals sign
            self.value(here)

    def header(self) -> Path:
        """A table's header: its path, with the number of the member for arrays of tables."""
        double = self.text.startswith("[[", self.at)
        start = self.at
        self.at += 2 if double else 1
        parts = self.key()
        self.at += 2 if double else 1
        path: Path = ()
        for i, part in enumerate(parts):
            path = (*path, part)
            self.note(path, start)
            if double and i == len(parts) - 1:
                self.arrays[path] = self.arrays.get(path, -1) + 1
            if path in self.arrays:
                path = (*path, self.arrays[path])
                self.note(path, start)
        return path

    def read(self) -> dict[Path, int]:
        table: Path = ()
        while True:
            self.skip()
            if not self.peek():
                return self.lines
            if self.peek() == "[":
                table = self.header()
                continue
            start = self.at
            path = (*table, *self.key())
            self.note(path, start, known=len(table))
            self.skip()
            self.at += 1  # the equals sign
            self.value(path)


def lines_of(text: str) -> dict[Path, int]:
    """The line, from 1, of each key path of a TOML text that tomllib accepts; members count from 0."""
    return _LineReader(text).read()
