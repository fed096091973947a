"""Whether who sees a hidden value on a page is told that it is hidden: by a lock beside it, over its column, or at the
head of a page that is about it alone."""

from collections.abc import Callable
from html.parser import HTMLParser

from tests.blognomic.html import VOID

LOCK = "#lock"
SMALL = {"li", "tr", "div", "dd", "p", "td", "label"}
"""What a lock is beside the value in, if it is anywhere in it. Beyond sections it is about something else."""
LARGE = {"section", "form", "main", "article", "body", "ul", "dl", "table", "tbody"}


class Locks(HTMLParser):
    """`unlocked` are the texts of a page that `is_hidden` says to be so, without a lock."""

    def __init__(self, page: str, is_hidden: Callable[[str], bool]) -> None:
        super().__init__()
        self.is_hidden = is_hidden
        self.open: list[tuple[str, int]] = []
        self.number = 0
        self.locked: set[int] = set()
        self.tables_locked: set[int] = set()
        self.head_is_locked = False
        self.found: list[tuple[str, list[tuple[str, int]]]] = []
        self.feed(page)
        self.unlocked = [text for text, around in self.found if not self._is_locked(around)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.number += 1
        attributes = dict(attrs)
        self.open.append((tag, self.number))
        if tag == "header" and attributes.get("class") == "page-head":
            self.open[-1] = ("page-head", self.number)
        if tag == "use" and (attributes.get("href") or "").endswith(LOCK):
            self._lock()
        for name in ("value", "title", "aria-label"):
            self._look(attributes.get(name) or "")
        if tag in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        for place in range(len(self.open) - 1, -1, -1):
            name = self.open[place][0]
            if name == tag or (tag, name) == ("header", "page-head"):
                del self.open[place:]
                return

    def handle_data(self, data: str) -> None:
        self._look(data)

    def _look(self, text: str) -> None:
        if self.is_hidden(text):
            self.found.append((text.strip(), [*self.open]))

    def _lock(self) -> None:
        names = [name for name, _ in self.open]
        self.head_is_locked |= "page-head" in names
        if "thead" in names:
            self.tables_locked |= {number for name, number in self.open if name == "table"}
        for name, number in reversed(self.open):
            if name in LARGE:
                return
            self.locked.add(number)

    def _is_locked(self, around: list[tuple[str, int]]) -> bool:
        beside = (number for name, number in around if name in SMALL)
        return (
            self.head_is_locked
            or any(number in self.locked for number in beside)
            or any(number in self.tables_locked for _, number in around)
        )
