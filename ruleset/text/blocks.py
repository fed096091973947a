"""Markdown block by block: paragraphs, quotations, lists and tables, each with its place in the instruction. Pure."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

DEEPEST = 6  # quotations and lists inside one another


@dataclass(frozen=True, slots=True)
class SourceLine:
    """A line of the instruction, or of what stands in it: where it starts there, and its text."""

    start: int
    text: str


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """`kind`: paragraph, quote, item, table, heading, code or rule (a line across). The lines of a quotation and of an
    item are without their marks, those of an item with what is nested below it; `mark` is what an item began with."""

    kind: str
    lines: tuple[SourceLine, ...]
    mark: str = ""

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def start(self) -> int:
        return self.lines[0].start

    @property
    def end(self) -> int:
        return self.lines[-1].start + len(self.lines[-1].text)

    @property
    def whole(self) -> str:
        """Its text with the mark of an item."""
        if not self.mark:
            return self.text
        below = (f"  {line.text}" if line.text.strip() else "" for line in self.lines[1:])
        return "\n".join((f"{self.mark} {self.lines[0].text}", *below))

    def places(self) -> Callable[[int], int]:
        """What tells where the character at an offset of `text` stands in the instruction."""
        starts = [0]
        for line in self.lines[:-1]:
            starts.append(starts[-1] + len(line.text) + 1)

        def place(offset: int) -> int:
            at = bisect_right(starts, offset) - 1
            return self.lines[at].start + offset - starts[at]

        return place


_ITEM = re.compile(r"(\s{0,12})([-*+•]|\d{1,3}[.)])(\s+)(?=\S)")
_QUOTED = re.compile(r"\s{0,3}> ?")
_HEADING = re.compile(r"#{1,6}\s+(?=\S)")
_ACROSS = re.compile(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*$")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")
_HTML_QUOTE = re.compile(r"\s*</?blockquote>\s*$", re.IGNORECASE)


def lines(text: str) -> tuple[SourceLine, ...]:
    """The lines of an instruction."""
    lines, start = [], 0
    for line in text.split("\n"):
        lines.append(SourceLine(start, line.removesuffix("\r")))
        start += len(line) + 1
    return tuple(lines)


def blocks(of: Sequence[SourceLine]) -> Iterator[MarkdownBlock]:
    """The blocks of some lines, in order. What is nested in a quotation or an item is not looked into."""
    place = 0
    while place < len(of):
        line = of[place].text
        if not line.strip():
            place += 1
            continue
        kind = _kind(line)
        end = _ENDS[kind](of, place)
        if block := _block(kind, of[place:end]):
            yield block
        place = end


def _kind(line: str) -> str:
    if _QUOTED.match(line):
        return "quote"
    if _FENCE.match(line):
        return "code"
    if _HTML_QUOTE.match(line):
        return "html"
    if _ACROSS.match(line):
        return "rule"
    if _ITEM.match(line):
        return "item"
    if line.lstrip().startswith("|"):
        return "table"
    return "heading" if _HEADING.match(line) else "paragraph"


def _block(kind: str, some: Sequence[SourceLine]) -> MarkdownBlock | None:
    if kind == "quote":
        return MarkdownBlock(kind, tuple(_without(line, _QUOTED) for line in some))
    if kind in ("code", "html"):
        inner = tuple(
            line for line in some[1:] if not (_FENCE.match(line.text) or _HTML_QUOTE.match(line.text))
        )
        return MarkdownBlock("quote", inner) if inner else None
    if kind == "item":
        return _item(some)
    if kind == "heading":
        return MarkdownBlock(kind, tuple(_without(line, _HEADING) for line in some))
    return MarkdownBlock(kind, _trimmed(some))


def _trimmed(some: Sequence[SourceLine]) -> tuple[SourceLine, ...]:
    return tuple(
        SourceLine(one.start + len(one.text) - len(one.text.lstrip()), one.text.strip()) for one in some
    )


def _without(line: SourceLine, mark: "re.Pattern[str]") -> SourceLine:
    match = mark.match(line.text)
    return SourceLine(line.start + match.end(), line.text[match.end() :]) if match else line


def _item(some: Sequence[SourceLine]) -> MarkdownBlock:
    match = _ITEM.match(some[0].text)
    assert match is not None
    inner = [_without(some[0], _ITEM)]
    for line in some[1:]:
        indent = min(len(line.text) - len(line.text.lstrip()), match.end())
        inner.append(SourceLine(line.start + indent, line.text[indent:]))
    while not inner[-1].text.strip():
        inner.pop()
    return MarkdownBlock("item", tuple(inner), match[2])


def _end_of_quote(of: Sequence[SourceLine], place: int) -> int:
    """Quotations with nothing but blank lines between them are one, as Markdown has it."""
    end = place
    while end < len(of):
        if _QUOTED.match(of[end].text):
            end += 1
        elif (
            not of[end].text.strip() and (after := _next_that_says(of, end)) and _QUOTED.match(of[after].text)
        ):
            end = after
        else:
            break
    return end


def _next_that_says(of: Sequence[SourceLine], place: int) -> int:
    while place < len(of) and not of[place].text.strip():
        place += 1
    return place if place < len(of) else 0


def _end_of_fence(of: Sequence[SourceLine], place: int) -> int:
    return next((at + 1 for at in range(place + 1, len(of)) if _FENCE.match(of[at].text)), len(of))


def _end_of_html(of: Sequence[SourceLine], place: int) -> int:
    return next((at + 1 for at in range(place + 1, len(of)) if _HTML_QUOTE.match(of[at].text)), len(of))


def _end_of_item(of: Sequence[SourceLine], place: int) -> int:
    """Up to the next item at its height, or what stands further left after a blank line."""
    match = _ITEM.match(of[place].text)
    assert match is not None
    end = place + 1
    while end < len(of):
        text = of[end].text
        if not text.strip():
            after = _next_that_says(of, end)
            if not after or len(of[after].text) - len(of[after].text.lstrip()) < match.end():
                break
            end = after
            continue
        other = _ITEM.match(text)
        is_further_in = len(text) - len(text.lstrip()) >= match.end(2)
        if (other and len(other[1]) <= len(match[1])) or (_kind(text) in _OWN_BLOCKS and not is_further_in):
            break
        end += 1
    return end


_OWN_BLOCKS = ("quote", "heading", "table", "code", "html", "rule")


def _end_of_one(of: Sequence[SourceLine], place: int) -> int:
    return place + 1


def _end_of_table(of: Sequence[SourceLine], place: int) -> int:
    end = place
    while end < len(of) and of[end].text.lstrip().startswith("|"):
        end += 1
    return end


def _end_of_paragraph(of: Sequence[SourceLine], place: int) -> int:
    end = place + 1
    while end < len(of) and of[end].text.strip() and _kind(of[end].text) == "paragraph":
        end += 1
    return end


_ENDS = {
    "quote": _end_of_quote,
    "code": _end_of_fence,
    "html": _end_of_html,
    "rule": _end_of_one,
    "item": _end_of_item,
    "table": _end_of_table,
    "heading": _end_of_one,
    "paragraph": _end_of_paragraph,
}


def unwrapped(text: str) -> str:
    """A text with the lines of each paragraph joined, as Markdown shows them; those of verses, which end in two blanks
    or a backslash, stay apart, and so do all other blocks."""
    source, parts, at = lines(text), [], 0
    for block in blocks(source):
        if block.kind != "paragraph" or len(block.lines) < 2:
            continue
        start, end = block.start, text.find("\n", block.end)
        some = text[start : end if end >= 0 else len(text)].split("\n")
        if any(_UNDERLINE.fullmatch(line) for line in some):
            continue
        parts += [text[at:start], "".join(map(_joined, some[:-1])), some[-1].strip()]
        at = end if end >= 0 else len(text)
    return "".join([*parts, text[at:]])


def _joined(line: str) -> str:
    if line.endswith(("  ", "\\")):
        return f"{line}\n"
    return f"{line.strip()} "


# What makes a heading or a table of the line before it.
_UNDERLINE = re.compile(r"\s*(?:=+|[|:\s]*-[-|:\s]*)\s*")
