"""A strict reader of HTML for tests: every element closed in its turn, no id twice; and what a Content-Security-Policy
without unsafe-inline would refuse."""

import re
from collections import Counter
from html.parser import HTMLParser

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
OPTIONAL_END = {"li", "p", "option"}
SCRIPT = re.compile(r"<script\b([^>]*)>", re.IGNORECASE)
INLINE = {
    "a style attribute": re.compile(r"<[a-z][^<>]*\sstyle\s*=", re.IGNORECASE),
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "an event attribute": re.compile(r"<[a-z][^<>]*\son[a-z]+\s*=", re.IGNORECASE),
    "a javascript: address": re.compile(r"javascript:", re.IGNORECASE),
}


class Strict(HTMLParser):
    """Reads a page and remembers what is wrong with it (`faults`) and what is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.elements.append((tag, given))
        if len(given) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if given.get("id"):
            self.ids[given["id"]] += 1
        if tag == "p" and "p" in self.open:
            self.faults.append("a <p> in a <p>")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults.append(f"<{tag}/> closes itself")

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}, where {self.open[-3:]} are open")
        while self.open and self.open.pop() != tag:
            pass


def read(page: str) -> Strict:
    """The page as read, with its faults: closed wrongly, ids twice, names that lead nowhere."""
    reader = Strict()
    reader.feed(page)
    reader.close()
    reader.faults += [f"<{tag}> is never closed" for tag in reader.open]
    reader.faults += [
        f"id {name} is there {number} times" for name, number in reader.ids.items() if number > 1
    ]
    for tag, attrs in reader.elements:
        for attribute in ("for", "aria-labelledby", "aria-describedby", "form"):
            for name in (attrs.get(attribute) or "").split():
                if name not in reader.ids:
                    reader.faults.append(f'<{tag} {attribute}="{name}"> points at nothing')
    return reader


def inline_in(html: str) -> list[str]:
    """The scripts and styles that are written into `html`, by what they are."""
    found = [what for what, pattern in INLINE.items() if pattern.search(html)]
    for attributes in SCRIPT.findall(html):
        if "src=" not in attributes and "application/json" not in attributes:
            found.append("an inline script")
    return found
