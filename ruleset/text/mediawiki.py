"""MediaWiki's XML export of one page with its revisions, read as it comes in. Pure.

The file is never in memory as a whole. A document type, and with it every entity that could be declared, is refused.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from xml.parsers import expat

from blognomic.text.instants import parse_instant

from .mistakes import ReadingProblem, Unreadable
from .reading import LONGEST

LONGEST_FIELD = 10_000  # characters of a comment or a name


@dataclass(frozen=True, slots=True)
class Exported:
    """One revision of the page: the line of the file where its text begins, when (UTC), whose, why, and the text, which
    is "" where it is `hidden`: deleted on the wiki."""

    line: int
    at: datetime
    contributor: str
    comment: str
    text: str
    hidden: bool = False


def revisions(chunks: Iterable[bytes]) -> Iterator[Exported]:
    """The revisions in the order of the file, which is that of time. Raises Unreadable at the first thing amiss."""
    reader = _ExportReader()
    for chunk in chunks:
        reader.feed(chunk, final=False)
        yield from reader.taken()
    reader.feed(b"", final=True)
    yield from reader.taken()
    if not reader.seen_any:
        raise Unreadable([ReadingProblem(1, "there is no revision of a page in this export")])


class _ExportReader:
    """What the parser tells, put together to revisions."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.path: list[str] = []
        self.pages = 0
        self.seen_any = False
        self.fields: dict[str, list[str]] = {}
        self.length = 0
        self.line = 0
        self.hidden = False
        self.last: datetime | None = None
        self.done: list[Exported] = []

    def feed(self, chunk: bytes, *, final: bool) -> None:
        try:
            self.parser.Parse(chunk, final)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise Unreadable(
                [ReadingProblem(error.lineno, f"this is no well-formed XML: {reason}")]
            ) from None

    def taken(self) -> list[Exported]:
        done, self.done = self.done, []
        return done

    def _stop(self, reason: str, line: int | None = None) -> None:
        raise Unreadable([ReadingProblem(line or self.parser.CurrentLineNumber, reason)])

    def _refuse_doctype(self, *_: object) -> None:
        self._stop("a document type is not read, since it could declare entities")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition(" ")[2]
        if not self.path and name != "mediawiki":
            self._stop(f"this is XML, but no export of MediaWiki: it begins with <{name}>")
        self.path.append(name)
        if self.path == ["mediawiki", "page"]:
            self.pages += 1
            if self.pages > 1:
                self._stop("a second page begins; export the page of the ruleset alone")
        elif name == "revision":
            self.fields, self.hidden, self.length, self.line = {}, False, 0, self.parser.CurrentLineNumber
        elif name == "text" and self.path[-2] == "revision":
            self.line, self.hidden = self.parser.CurrentLineNumber, "deleted" in attributes

    def _data(self, words: str) -> None:
        field = self._field()
        if field:
            self.length += len(words)
            if self.length > LONGEST + LONGEST_FIELD:
                self._stop(f"a ruleset has at most {LONGEST:,} characters")
            self.fields.setdefault(field, []).append(words)

    def _field(self) -> str:
        """The field of a revision that is being read, or ""."""
        where = self.path[2:]
        if where[:1] != ["revision"]:
            return ""
        if where[1:2] == ["contributor"]:
            return "contributor" if where[2:] in (["username"], ["ip"]) else ""
        return where[1] if len(where) == 2 and where[1] in ("timestamp", "comment", "text") else ""

    def _end(self, name: str) -> None:
        self.path.pop()
        if name.rpartition(" ")[2] == "revision" and self.path == ["mediawiki", "page"]:
            self._finish()

    def _finish(self) -> None:
        try:
            at = parse_instant(self._said("timestamp").strip())
        except ValueError as error:
            self._stop(f"this revision has no time that can be read: {error}", self.line)
        if self.last is not None and at < self.last:
            self._stop("this revision is older than the one before it; export the oldest first", self.line)
        self.last, self.seen_any = at, True
        contributor, comment = (" ".join(self._said(name).split()) for name in ("contributor", "comment"))
        text = "" if self.hidden else self._said("text")
        self.done.append(
            Exported(
                self.line, at, contributor[:LONGEST_FIELD], comment[:LONGEST_FIELD], text, hidden=self.hidden
            )
        )

    def _said(self, field: str) -> str:
        return "".join(self.fields.get(field, ()))
