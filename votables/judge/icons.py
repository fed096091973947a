"""Voting icons in a comment's text.

An icon is a code between colons (`:for:`), in any ASCII case, found from left to right without overlap in
each run of the text of what Markdown renders, outside `<code>` and `<pre>`; attributes are not text. That is
what `slow_icons` does. Most comments hold nothing that Markdown could hide an icon in, and are read as they
stand by `icons_in`; a test holds the two together.
"""

import re
import threading
from collections.abc import Mapping
from functools import lru_cache
from html.parser import HTMLParser

import markdown

from blognomic.i18n.translation import gettext as _

# The site's Markdown, here only to find icons. Rendering for pages is elsewhere, with the same extensions.
EXTENSIONS = ("fenced_code", "tables", "footnotes")

# The codes that every shipped law knows, and the icon that each means.
CODES: Mapping[str, str] = {
    "for": "for",
    "against": "against",
    "def": "deferential",
    "deferential": "deferential",
    "imp": "deferential",
    "imperial": "deferential",
    "veto": "veto",
}

# The longest text that is rendered, and the most opening brackets in it: Markdown takes time that grows with the square
# of the one, and with the cube of the other.
MAX_RENDERED = 100_000
MAX_BRACKETS = 1_000
# Texts up to this long are remembered with their runs, as some are said again and again.
MAX_REMEMBERED = 2_000

# Python-Markdown loses characters where emphasis is tangled: `*a**a*:for:` is rendered without a colon. So emphasis is
# read as it stands only if it can be no more than one piece: at most two runs of at most two marks.
_RUN = r"(?:(?<!\*)\*+(?!\*)|(?<!_)_+(?!_))"
_TANGLED = rf"\*{{3}}|_{{3}}|{_RUN}(?:[^*_]*{_RUN}){{2}}"

# In a text without these, Markdown's text runs hold the same icons as the text itself. The control characters are those
# that Python-Markdown drops; a tab can indent by four; a table drops the cells that its header has no column for.
_NEEDS_RENDERING = re.compile(rf"[`~<\[&\\|\t\x02\x03]|    |{_TANGLED}")
# Only these can make an icon where the text itself has none.
_CAN_MAKE_ICONS = re.compile(rf"[<&\x02\x03]|{_TANGLED}")


class UnreadableText(ValueError):
    """A text in which icons cannot be looked for in bounded time and memory: what the comment is or has."""


class LawIconReader:
    """Finds the icons of a law, by its codes, in comments."""

    def __init__(self, codes: Mapping[str, str]) -> None:
        self.codes = dict(codes)
        alternatives = "|".join(sorted(map(re.escape, self.codes)))
        self.find = re.compile(f":({alternatives}):", re.IGNORECASE | re.ASCII).findall

    def read(self, text: str) -> tuple[str, ...]:
        """The icons in a comment's Markdown, by their names, in their order. Raises UnreadableText."""
        if _NEEDS_RENDERING.search(text) is None:
            return self._in_run(text)
        if _CAN_MAKE_ICONS.search(text) is None and not self.find(text):
            return ()
        return self.read_slowly(text)

    def read_slowly(self, text: str) -> tuple[str, ...]:
        """The same, by rendering the text whatever is in it. Raises UnreadableText."""
        if len(text) > MAX_RENDERED:
            sentence = _("is longer than {most} characters, so its formatting cannot be read")
            raise UnreadableText(sentence.format(most=MAX_RENDERED))
        if text.count("[") > MAX_BRACKETS:
            sentence = _("has more than {most} opening brackets, so its formatting cannot be read")
            raise UnreadableText(sentence.format(most=MAX_BRACKETS))
        runs = _remembered_runs(text) if len(text) <= MAX_REMEMBERED else text_runs(text)
        return tuple([icon for run in runs for icon in self._in_run(run)])

    def _in_run(self, run: str) -> tuple[str, ...]:
        return tuple([self.codes[code.lower()] for code in self.find(run)])


_USUAL = LawIconReader(CODES)


def reader_for(codes: Mapping[str, str]) -> LawIconReader:
    """The reader for a law's codes."""
    return _USUAL if codes == CODES else LawIconReader(codes)


def icons_in(text: str, codes: Mapping[str, str] = CODES) -> tuple[str, ...]:
    """The icons in a comment's Markdown, by their names, in their order. Raises UnreadableText."""
    return reader_for(codes).read(text)


def slow_icons(text: str, codes: Mapping[str, str] = CODES) -> tuple[str, ...]:
    """The same, by rendering the text whatever is in it. Raises UnreadableText."""
    return reader_for(codes).read_slowly(text)


class _Workshop(threading.local):
    """A Markdown object for each thread: it is for one at a time, and takes a while to make."""

    renderer: markdown.Markdown | None = None

    def convert(self, text: str) -> str:
        if self.renderer is None:
            self.renderer = markdown.Markdown(extensions=EXTENSIONS)
        html: str = self.renderer.reset().convert(text)
        return html


_workshop = _Workshop()


def text_runs(text: str) -> tuple[str, ...]:
    """The runs of text, outside code, of what Markdown renders. Raises UnreadableText if it cannot."""
    try:
        html = _workshop.convert(text)
        runs = _Runs()
        runs.feed(html)
        runs.close()
    except (RecursionError, AssertionError, ValueError, LookupError, AttributeError, TypeError) as error:
        _workshop.renderer = None
        raise UnreadableText(_("cannot be rendered ({error})").format(error=type(error).__name__)) from None
    return tuple(runs.found)


@lru_cache(maxsize=2048)
def _remembered_runs(text: str) -> tuple[str, ...]:
    return text_runs(text)


class _Runs(HTMLParser):
    """Collects the text between tags, leaving out code."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.open = {"code": 0, "pre": 0}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.open:
            self.open[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        if self.open.get(tag):
            self.open[tag] -= 1

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """The standard library refuses a "<![" that no known word follows; to browsers it begins a comment."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i, report)

    def handle_data(self, data: str) -> None:
        if not any(self.open.values()):
            self.found.append(data)
