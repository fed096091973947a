"""Where in a page, or in a sentence without markup, something turns round what stands after it: signs that people wrote
into a title, or a name that is written from right to left and stands there unprotected."""

import re
from html.parser import HTMLParser

from blognomic.text.one_line import closed

from .unwieldy_game import END

# Elements beyond which nothing is turned: blocks, which begin a line of their own, and those that browsers and our
# stylesheet keep apart within a line.
BLOCKS = frozenset(
    "textarea title script style li p td th h1 h2 h3 h4 h5 h6 dd dt div section article figure caption pre summary"
    " button label legend blockquote main body ul ol table form fieldset nav header footer aside details select dl tr"
    " thead tbody figcaption svg g text".split()
)
APART = BLOCKS | frozenset("bdi a mark del ins option".split())
OWN = frozenset({"ins", "del", "mark", "pre", "textarea"})
EMPTY = frozenset("area base br col embed hr img input link meta source track wbr use".split())
TYPED = frozenset({"value", "data-typed"})  # what is put back into a field is as it was written
ISOLATE = re.compile("[\u2066-\u2068][^\u2066-\u2069]*\u2069")
KEPT_APART, LINE_END = "\ufffc", "\n"
# After the end of what is written from right to left, numbers and more of its kind, with no letter between that is not.
TURNED_ON = re.compile(f"{END}[^\\nA-Za-zÀ-ɏ]*?[\\dא-ת]")
ALONE = re.compile(f"\\d*[א-ת]*{END}")


def turned_on(line: str) -> str:
    """What a line that begins from the left lets a name in it turn round: the piece; "" for nothing."""
    match = TURNED_ON.search(_without_isolates(line))
    return match[0] if match else ""


def turned_in_a_sentence(sentence: str) -> str:
    """The same of a sentence without markup, which is shown from the right, too, where such a name stands first: so
    none stands unprotected but one that is all there is."""
    if closed(sentence) != sentence:
        return sentence
    within = [*ISOLATE.findall(sentence), _without_isolates(sentence)]
    for inner in (each.strip("\u2066\u2067\u2068\u2069 ") for each in within):
        if END in inner and not ALONE.fullmatch(inner):
            return inner
    return ""


def _without_isolates(line: str) -> str:
    while (less := ISOLATE.sub(KEPT_APART, line)) != line:
        line = less
    return line


class Turned(HTMLParser):
    """`faults` has a line for each attribute, and for each piece of text, that somebody's words turn round."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.within: list[str] = []
        self.apart: list[int] = [0]  # how deep the elements stand that keep apart what is in them
        self.lines: list[str] = [""]  # the text of each of these so far, without what is kept apart in it
        self.own = [False]  # whether all of that is one person's, who may turn round what they like in it
        self.turned: list[int] = []  # how deep those that something within them turns round
        self.faults: list[str] = []
        self.feed(page)
        self.close()
        self._look(self.lines[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults += [
            f"{tag} {name}: {value}"
            for name, value in attrs
            if value and name not in TYPED and (closed(value) != value or turned_on(value))
        ]
        if tag in EMPTY:
            self.lines[-1] += LINE_END if tag in ("br", "hr") else KEPT_APART
            return
        self.within.append(tag)
        data = dict(attrs)
        if tag in APART or "isolated" in (data.get("class") or "").split() or data.get("dir") == "auto":
            self.lines[-1] += LINE_END if tag in BLOCKS else KEPT_APART
            self.apart.append(len(self.within))
            self.lines.append("")
            self.own.append(tag in OWN or "isolated" in (data.get("class") or "").split())

    def handle_endtag(self, tag: str) -> None:
        while tag in self.within:
            if self.apart[-1] == len(self.within):
                self.apart.pop()
                line, is_own = self.lines.pop(), self.own.pop()
                if not is_own:
                    self._look(line)
            self.turned = [depth for depth in self.turned if depth < len(self.within)]
            if self.within.pop() == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.turned and re.search(r"\w", data):
            self.faults.append(f"{' '.join(self.within[-3:])}: {data.strip()}")
        if closed(data) != data:
            self.turned.append(self.apart[-1])
        self.lines[-1] += re.sub(r"\s+", " ", data)
        if self.within[-1:] == ["title"] and (turned := turned_in_a_sentence(data)):
            self.faults.append(f"title: {turned}")

    def _look(self, line: str) -> None:
        if turned := turned_on(line):
            self.faults.append(f"{' '.join(self.within[-3:])}: {turned[-80:]} in {line.strip()[:200]}")
