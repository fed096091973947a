"""Reading HTML as text and tags: what the judge calls a run, and the icons in it.

An icon is found from left to right without overlap in each run of text that no tag, comment or declaration
interrupts, outside <code> and <pre>. Attributes are not text; character references are resolved first.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser


@dataclass(frozen=True)
class IconInText:
    """A voting icon in a text: the how-many-eth it is, from 0, what it means to the law, and how it was typed."""

    index: int
    code: str
    typed: str


@dataclass(frozen=True)
class Run:
    """A run of text, references resolved. `code`: within <code> or <pre>, where nothing is an icon."""

    text: str
    code: bool


@dataclass(frozen=True)
class StartTag:
    """A tag that opens an element (`closed`: and closes it), `typed` as it stands in the source."""

    name: str
    attributes: dict[str, str]
    typed: str
    closed: bool = False


@dataclass(frozen=True)
class EndTag:
    name: str


@dataclass(frozen=True)
class Oddity:
    """A declaration or processing instruction: no text to the judge, but words that somebody typed."""

    typed: str


Token = Run | StartTag | EndTag | Oddity


class _HtmlReader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tokens: list[Token] = []
        self._run: list[str] = []
        self._open = {"code": 0, "pre": 0}

    def tokens_of(self, html: str) -> list[Token]:
        self.feed(html)
        self.close()
        self._end_run()
        return self.tokens

    def _end_run(self) -> None:
        if self._run:
            self.tokens.append(Run("".join(self._run), code=any(self._open.values())))
            self._run = []

    def handle_data(self, data: str) -> None:
        self._run.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, attrs)
        if tag in self._open:
            self._open[tag] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._start(tag, attrs, closed=True)

    def handle_endtag(self, tag: str) -> None:
        self._end_run()
        self.tokens.append(EndTag(tag))
        if self._open.get(tag):
            self._open[tag] -= 1

    def _start(self, tag: str, attrs: list[tuple[str, str | None]], closed: bool = False) -> None:
        self._end_run()
        # Of two attributes of one name, browsers take the first.
        attributes = {name: value or "" for name, value in reversed(attrs)}
        self.tokens.append(StartTag(tag, attributes, self.get_starttag_text() or "", closed))

    def handle_comment(self, data: str) -> None:
        self._end_run()

    def handle_decl(self, decl: str) -> None:
        self._odd(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        self._odd(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self._odd(f"<![{data}{']]>' if data.startswith('CDATA[') else ']>'}")

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """After "<![" and no word that it knows, the standard library gives up; browsers see a comment."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i, report)

    def _odd(self, typed: str) -> None:
        self._end_run()
        self.tokens.append(Oddity(typed))


def tokens_of(html: str) -> list[Token]:
    """The HTML as runs of text and tags, in order. Comments are left out, but end a run."""
    return _HtmlReader().tokens_of(html)


class IconReader:
    """Finds icons by their codes between colons ("imp" in :imp:, and what it means), in any ASCII case.

    It counts as it goes, so a new one is needed for each text.
    """

    def __init__(self, codes: Mapping[str, str]):
        self._codes = {_ascii_lower(code): meaning for code, meaning in codes.items()}
        alternatives = "|".join(map(re.escape, codes)) or r"(?!)"
        self._pattern = re.compile(f":({alternatives}):", re.IGNORECASE | re.ASCII)
        self.found: list[IconInText] = []

    def split(self, text: str) -> Iterator[str | IconInText]:
        """The run cut into what stands between icons and the icons themselves."""
        end = 0
        for match in self._pattern.finditer(text):
            yield text[end : match.start()]
            icon = IconInText(len(self.found), self._codes[_ascii_lower(match[1])], match.group())
            self.found.append(icon)
            yield icon
            end = match.end()
        yield text[end:]


_LOWER = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def _ascii_lower(text: str) -> str:
    return text.translate(_LOWER)
