"""Where in a page something turns round what stands after it, as signs that people wrote into a title do."""

import re
from html.parser import HTMLParser

from blognomic.text.lines import closed

# Elements beyond which nothing is turned: those that browsers and our stylesheet keep apart, and blocks.
APART = frozenset(
    "bdi a mark del ins option textarea title script style li p td th h1 h2 h3 h4 h5 h6 dd dt div section article"
    " figure caption pre summary button label legend blockquote main body ul ol table form fieldset nav header footer"
    " aside details".split()
)
EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())
TYPED = frozenset({"value"})  # what is put back into a field is as it was written


class Turned(HTMLParser):
    """`faults` has a line for each attribute, and for each piece of text, that somebody's words turn round."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.within: list[str] = []
        self.apart: list[int] = [0]  # how deep the elements stand that keep apart what is in them
        self.turned: list[int] = []  # how deep those that something within them turns round
        self.faults: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults += [
            f"{tag} {name}: {value}"
            for name, value in attrs
            if value and name not in TYPED and closed(value) != value
        ]
        if tag in EMPTY:
            return
        self.within.append(tag)
        told = dict(attrs)
        if tag in APART or "isolated" in (told.get("class") or "").split() or told.get("dir") == "auto":
            self.apart.append(len(self.within))

    def handle_endtag(self, tag: str) -> None:
        while tag in self.within:
            if self.apart[-1] == len(self.within):
                self.apart.pop()
            self.turned = [depth for depth in self.turned if depth < len(self.within)]
            if self.within.pop() == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.turned and re.search(r"\w", data):
            self.faults.append(f"{' '.join(self.within[-3:])}: {data.strip()}")
        if closed(data) != data:
            self.turned.append(self.apart[-1])
