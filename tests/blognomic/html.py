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
        self.around: list[int] = []  # the places among the elements of what is open
        self.faults: list[str] = []
        self.ids: Counter[str] = Counter()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.within: list[list[int]] = []  # around each of the elements, what was open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.elements.append((tag, given))
        self.within.append([*self.around])
        if len(given) != len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if given.get("id"):
            self.ids[given["id"]] += 1
        if tag == "p" and "p" in self.open:
            self.faults.append("a <p> in a <p>")
        if tag not in VOID:
            self.open.append(tag)
            self.around.append(len(self.elements) - 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Only within a drawing may an element close itself."""
        if "svg" not in self.open:
            self.faults.append(f"<{tag}/> closes itself")
            return
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()
            self.around.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}, where {self.open[-3:]} are open")
        while self.open:
            self.around.pop()
            if self.open.pop() == tag:
                break


def read(page: str) -> Strict:
    """The page as read, with its faults: closed wrongly, ids twice, names that lead nowhere, fields that do not name
    the help and the errors beside them."""
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
    reader.faults += untied(reader)
    return reader


def untied(reader: Strict) -> list[str]:
    """The help and the errors beside fields that nothing there names by aria-describedby: within their field, or else
    within their group or form."""
    untied_ones, elements = [], reader.elements
    classes = [set((attrs.get("class") or "").split()) for _, attrs in elements]
    for place, around in enumerate(reader.within):
        kinds = classes[place] & {"help", "errorlist"}
        if not kinds or "nonfield" in classes[place]:
            continue
        homes = [one for one in around if "field" in classes[one]] or [
            one for one in around if elements[one][0] in {"fieldset", "form"} and "help" in kinds
        ]
        if not homes:
            continue
        home = homes[-1]
        names = {elements[one][1].get("id") for one in (*around, place) if one > home}
        described = {
            name
            for one, (_, attrs) in enumerate(elements)
            if one == home or home in reader.within[one]
            for name in (attrs.get("aria-describedby") or "").split()
        }
        if not names & described:
            untied_ones.append(
                f"{' '.join(kinds)} number {place} of {elements[home][1]} is not tied to its field"
            )
    return untied_ones


def inline_in(html: str) -> list[str]:
    """The scripts and styles that are written into `html`, by what they are."""
    inline = [what for what, pattern in INLINE.items() if pattern.search(html)]
    for attributes in SCRIPT.findall(html):
        if "src=" not in attributes and "application/json" not in attributes:
            inline.append("an inline script")
    return inline
