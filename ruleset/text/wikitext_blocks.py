"""The text below one heading of wikitext, block by block, into Markdown: lists, quotations, tables, code. Pure."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from .mistakes import ReadingProblem
from .wikitext_inline import RuleNotes, inline
from .wikitext_lines import Line

ITEM = re.compile(r"([*#:;]+)\s*(.*)$")
DEEPEST = 8  # lists and quotations in one another
WIDEST = 50  # columns that one cell may go over
_QUOTATION, _END_OF_QUOTATION = "<blockquote>", "</blockquote>"
_BEGINS = re.compile(r"[*#:;]|\{\||</?blockquote>$|-{4,}\s*$")
_SPAN = re.compile(r"""\b(rowspan|colspan)\s*=\s*["']?\s*([0-9]{1,4})""", re.I)


def text_of(lines: Sequence[Line], rule: RuleNotes) -> str:
    """The Markdown of the lines below one heading, its notes at the end."""
    blocks = list(_blocks(lines, rule, 0))
    if rule.notes:
        blocks.append("\n".join(f"[^{place}]: {note}" for note, place in rule.notes.items()))
    return "\n\n".join(block for block in blocks if block)


def _blocks(lines: Sequence[Line], rule: RuleNotes, depth: int) -> Iterator[str]:
    ends = _ends(lines, depth)
    place = 0
    while place < len(lines):
        number, text, is_code = lines[place]
        end = place + 1
        if is_code:
            if depth:
                rule.listed.append(
                    ReadingProblem(number, "code in a quotation is one line here; its words stay")
                )
            yield _fenced(text)
        elif text in (_QUOTATION, _END_OF_QUOTATION):
            if place in ends:
                end = ends[place] + 1
                yield _quoted("\n\n".join(filter(None, _blocks(lines[place + 1 : end - 1], rule, depth + 1))))
            else:
                yield inline(text, number, rule)
        elif text.startswith("{|") and place in ends:
            end = ends[place] + 1
            yield _table(lines[place + 1 : end - 1], rule)
            if rest := lines[end - 1].text[2:].strip():
                yield _guarded(inline(rest, lines[end - 1].number, rule))
        elif ITEM.match(text):
            while end < len(lines) and not lines[end].is_code and ITEM.match(lines[end].text):
                end += 1
            yield _list([_item(line, rule) for line in lines[place:end]], rule, 0)
        elif re.fullmatch(r"-{4,}\s*", text):
            yield "---"
        elif text.strip():
            if text.startswith("{|"):
                rule.listed.append(
                    ReadingProblem(number, "the table that begins here has no end; it is kept as text")
                )
            while end < len(lines) and _is_words(lines[end]):
                end += 1
            yield "\n".join(
                _guarded(inline(line.text.strip(), line.number, rule)) for line in lines[place:end]
            )
        place = end


def _is_words(line: Line) -> bool:
    return bool(line.text.strip()) and not line.is_code and not _BEGINS.match(line.text)


def _ends(lines: Sequence[Line], depth: int) -> dict[int, int]:
    """Where each table and each quotation ends that begins at a place; those without an end are not in it."""
    ends: dict[int, int] = {}
    table = -1
    open_quotations: list[int] = []
    for place, (_, text, is_code) in enumerate(lines):
        if is_code:
            continue
        if text.startswith("{|") and table < 0:
            table = place
        elif text.startswith("|}") and table >= 0:
            ends[table], table = place, -1
        elif text == _QUOTATION:
            open_quotations.append(place)
        elif text == _END_OF_QUOTATION and open_quotations and depth < DEEPEST:
            ends[open_quotations.pop()] = place
    return ends


def _fenced(code: str) -> str:
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code}\n{fence}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n")) if text else ""


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line.strip() else line for line in text.split("\n"))


def _guarded(line: str) -> str:
    """A line of a paragraph that Markdown would take for something else, escaped."""
    if line.startswith("~~~"):
        return f"&#126;{line[1:]}"
    return re.sub(r"^(#+(?=\s|$)|>|[-+=|](?=[\s=-]|$)|\d+(?=[.)](?:\s|$)))", _escape_first, line)


def _escape_first(match: re.Match[str]) -> str:
    return f"{match[0]}\\" if match[0].isdigit() else f"\\{match[0]}"


class _Item(NamedTuple):
    """A line of a list: its number, its marks, and its words, which are wikitext still."""

    number: int
    marks: str
    words: str


def _item(line: Line, rule: RuleNotes) -> _Item:
    match = ITEM.match(line.text)
    assert match is not None
    marks = match[1]
    if len(marks) > DEEPEST:
        rule.listed.append(
            ReadingProblem(line.number, f"this list is deeper than {DEEPEST} lists in one another")
        )
        marks = marks[: DEEPEST - 1] + marks[-1]
    return _Item(line.number, marks, match[2])


def _within(items: Sequence[_Item]) -> list[_Item]:
    """The items without the mark of the list that they stand in."""
    return [item._replace(marks=item.marks[1:]) for item in items]


def _list(items: Sequence[_Item], rule: RuleNotes, depth: int) -> str:
    """A run of list lines as Markdown; definitions become items that begin in bold, and indented lines quotations."""
    out: list[str] = []
    place = 0
    last = ""
    while place < len(items):
        kind = items[place].marks[0]
        end = place + 1
        if kind == ":":
            while end < len(items) and items[end].marks[0] == ":":
                end += 1
            out.append(f"\n{_quoted(_lines_within(_within(items[place:end]), rule, depth))}\n")
        else:
            headless = len(items[place].marks) > 1
            while end < len(items) and _is_below(items[end], kind, headless=headless):
                end += 1
            if depth == 0 and last + kind in ("*#", "#*"):
                out.append("\n<!-- -->\n")
            out.append(_entry(items[place:end], rule, depth))
        place, last = end, kind
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip("\n")


def _is_below(item: _Item, kind: str, *, headless: bool) -> bool:
    """Whether an item belongs to the one of that kind before it: it stands deeper, or defines it."""
    if len(item.marks) > 1:
        return item.marks[0] in (";:" if kind == ";" and not headless else kind)
    return kind == ";" and item.marks == ":" and not headless


def _lines_within(items: Sequence[_Item], rule: RuleNotes, depth: int) -> str:
    """What stands in a quotation: lines of words, each a paragraph, and lists."""
    blocks: list[str] = []
    for is_list, run in groupby(items, key=lambda item: bool(item.marks)):
        if is_list:
            blocks.append(_list(list(run), rule, depth + 1))
        else:
            blocks += [_guarded(inline(item.words, item.number, rule)) for item in run]
    return "\n\n".join(filter(None, blocks))


def _entry(items: Sequence[_Item], rule: RuleNotes, depth: int) -> str:
    """One item of a list with what stands below it. Where the item itself is missing, what stands below it."""
    first = items[0]
    if len(first.marks) > 1:
        return _list(_within(items), rule, depth)
    if first.marks == ";":
        return _definition(items, rule, depth)
    words = _guarded_item(inline(first.words, first.number, rule))
    head = f"{'1.' if first.marks == '#' else '-'} {words}".rstrip()
    below = _below(items[1:], rule, depth)
    return f"{head}\n{below}" if below else head


def _below(items: Sequence[_Item], rule: RuleNotes, depth: int) -> str:
    """What stands below an item, further in; a quotation has blank lines around it, or it would be words."""
    if not items:
        return ""
    inner = _indented(_list(_within(items), rule, depth + 1))
    inner = f"\n{inner}" if inner.startswith("    >") else inner
    return f"{inner}\n" if inner.rsplit("\n", 1)[-1].lstrip().startswith(">") else inner


def _definition(items: Sequence[_Item], rule: RuleNotes, depth: int) -> str:
    """A term and what it means: behind it where that is one thing, else as a list below it."""
    first, *others = items
    term, colon, meaning = first.words.partition(" : ")
    if "<" not in term:
        term = term.replace("'''", "")
    head = f"- **{inline(term.strip(), first.number, rule)}**"
    parts: list[tuple[str, list[_Item]]] = []
    if colon:
        parts.append((inline(meaning.strip(), first.number, rule), []))
    above: list[_Item] = []
    for item in others:
        if item.marks == ":":
            parts.append((inline(item.words, item.number, rule), []))
        else:
            (parts[-1][1] if parts else above).append(item)
    if above:
        head = f"{head}\n{_below(above, rule, depth)}"
    if len(parts) == 1 and not above:
        (words, below), out = parts[0], f"{head}: {parts[0][0]}"
        return f"{out}\n{_below(below, rule, depth)}" if below else out
    out = head
    for words, below in parts:
        out += f"\n    - {_guarded_item(words)}"
        if below:
            out += f"\n{_indented(_below(below, rule, depth + 1))}"
    return out


def _guarded_item(words: str) -> str:
    """An item's words that Markdown would take for a list, a heading or a quotation in it, escaped."""
    return re.sub(r"^(#+(?=\s|$)|>|[-+](?=\s|$)|\d+(?=[.)](?:\s|$)))", _escape_first, words)


def _table(lines: Sequence[Line], rule: RuleNotes) -> str:
    """A table; its caption becomes a line in bold above it, and lists in a cell become lines. A cell that goes over
    several stands in the first of them."""
    caption = ""
    rows = _Rows(rule)
    for number, line, is_code in lines:
        if is_code:
            rows.more(" ".join(f"<code>{part}</code>" for part in line.split("\n") if part.strip()), number)
        elif line.startswith("|+"):
            words = inline(_cell(line[2:])[1], number, rule)
            caption = f"{caption} {words}".strip()
        elif line.startswith("|-"):
            rows.next()
        elif line.startswith(("|", "!")):
            for cell in re.split(r"\|\||!!" if line[0] == "!" else r"\|\|", line[1:]):
                rows.add(cell, number)
        elif line.strip():
            if line.startswith("{|"):
                rule.listed.append(ReadingProblem(number, "a table in a table is kept as text"))
            rows.more(re.sub(r"^[*#:;]+\s*", "• ", line.strip()), number)
    rows.next()
    table = rows.as_markdown()
    return "\n\n".join(part for part in (f"**{caption}**" if caption else "", table) if part)


class _Rows:
    """The rows of a table that is being read."""

    def __init__(self, rule: RuleNotes) -> None:
        self.rule = rule
        self.rows: list[list[str]] = [[]]
        self.over: dict[int, int] = {}  # by column, so many rows more that a cell above goes over

    def add(self, cell: str, number: int) -> None:
        self._skip()
        attributes, words = _cell(cell)
        self.rows[-1].append(inline(words, number, self.rule))
        for name, count in _SPAN.findall(attributes):
            if int(count) > 1:
                self.rule.listed.append(
                    ReadingProblem(number, f"“{name}={count}” is not kept: the words stand in its first cell")
                )
            if name.lower() == "rowspan":
                self.over[len(self.rows[-1]) - 1] = int(count) - 1
            else:
                self.rows[-1] += [""] * min(int(count) - 1, WIDEST)

    def more(self, words: str, number: int) -> None:
        """A further line of the last cell."""
        words = inline(words, number, self.rule)
        if self.rows[-1]:
            self.rows[-1][-1] += f"<br>{words}"
        else:
            self.rule.listed.append(ReadingProblem(number, "text in a table stands in no cell; it got one"))
            self.rows[-1].append(words)

    def next(self) -> None:
        if self.rows[-1]:
            self._skip()
            self.rows.append([])

    def _skip(self) -> None:
        """Leave empty what a cell above goes over."""
        while self.over.get(len(self.rows[-1]), 0) > 0:
            self.over[len(self.rows[-1])] -= 1
            self.rows[-1].append("")

    def as_markdown(self) -> str:
        rows = [row for row in self.rows if row]
        if not rows:
            return ""
        width = max(len(row) for row in rows)
        escaped = [[cell.replace("|", "\\|") for cell in row] + [""] * (width - len(row)) for row in rows]
        head, *body = [f"| {' | '.join(row)} |" for row in escaped]
        return "\n".join([head, f"|{' --- |' * width}", *body])


def _cell(cell: str) -> tuple[str, str]:
    """The attributes that may stand before a cell's words, and the words."""
    attributes, bar, words = cell.partition("|")
    if bar and "=" in attributes and "[[" not in attributes and "{{" not in attributes:
        return attributes, words.strip()
    return "", cell.strip()
