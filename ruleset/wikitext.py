"""Rulesets as MediaWiki's wikitext, in and out. Pure.

Headings make the tree, whatever level the top ones have; what stands below a heading is the text of that section or
rule, turned into Markdown: nested and numbered lists, definition lists, tables, bold and italics, links, references.
A definition list becomes a list whose items begin in bold, and such a list becomes a definition list again. What
cannot be read is listed with its line; nothing is left out silently.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ruleset.markdown_blocks import to_wikitext
from ruleset.problems import Problem, Unreadable
from ruleset.tree import UNNAMED, Node, Tree

_HEADING = re.compile(r"(={1,6})\s*(.+?)\s*\1\s*(?:<!--.*?-->)?\s*$")
LONGEST_HEADING = 1_000
_ITEM = re.compile(r"([*#:;]+)\s*(.*)$")
_MAGIC = re.compile(r"__(?:TOC|NOTOC|FORCETOC|NOEDITSECTION)__")
_UNREADABLE = re.compile(
    r"\{\{|\}\}|</?(?:math|gallery|syntaxhighlight|source|templatestyles|section)\b", re.I
)


@dataclass
class _Open:
    """A heading that is being filled."""

    level: int
    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)
    children: list["_Open"] = field(default_factory=list)


def read(source: str) -> Tree:
    """The ruleset that the wikitext says; its keys are "new-1" and so on. Raises Unreadable."""
    problems: list[Problem] = []
    top: list[_Open] = []
    stack: list[_Open] = []
    for number, line in enumerate(_without_comments(source).split("\n"), start=1):
        heading = _HEADING.match(line) if line[:1] == "=" and line.count("=") > 1 else None
        if heading is not None and len(line) > LONGEST_HEADING:
            problems.append(Problem(number, "the heading is too long"))
            continue
        if heading is None:
            line = _MAGIC.sub("", line)
            if stack:
                stack[-1].lines.append((number, line))
            elif line.strip():
                problems.append(Problem(number, "there is text before the first heading"))
            continue
        opened = _Open(len(heading[1]), _plain(heading[2]) or UNNAMED)
        while stack and stack[-1].level >= opened.level:
            stack.pop()
        (stack[-1].children if stack else top).append(opened)
        stack.append(opened)
    if not top:
        problems.append(Problem(1, "there is no heading, so no rule"))
    keys = (f"new-{place}" for place in range(1, 10**6))
    sections = tuple(_node(one, keys, problems) for one in top)
    if problems:
        raise Unreadable(sorted(problems, key=lambda problem: problem.line))
    return Tree(sections)


def _without_comments(source: str) -> str:
    """The source without HTML comments, its lines where they were."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    kept: list[str] = []
    at = 0
    while (begins := source.find("<!--", at)) >= 0 and (ends := source.find("-->", begins + 4)) >= 0:
        kept += [source[at:begins], "\n" * source.count("\n", begins, ends)]
        at = ends + 3
    return "".join([*kept, source[at:]])


def _plain(title: str) -> str:
    """A heading's words: no bold, italics or link marks, but where those are meant as they stand."""
    parts = re.split(r"<nowiki>(.*?)</nowiki>", title)
    parts[::2] = [re.sub(r"'{2,5}|\[\[(?:[^\]|]*\|)?|\]\]|</?nowiki>", "", part) for part in parts[::2]]
    return " ".join("".join(parts).split())


def _heading(title: str) -> str:
    """A title's words as a heading says them: what would be read as a mark is meant as it stands."""
    return re.sub(r"'{2,}|\[\[|\]\]|^=+|=+$", r"<nowiki>\g<0></nowiki>", title)


def _node(opened: _Open, keys: Iterator[str], problems: list[Problem]) -> Node:
    key = next(keys)
    text = _text(opened.lines, problems)
    return Node(key, opened.title, text, tuple(_node(child, keys, problems) for child in opened.children))


def _text(lines: list[tuple[int, str]], problems: list[Problem]) -> str:
    """The Markdown of the lines below one heading."""
    blocks: list[str] = []
    notes: list[str] = []
    place = 0
    while place < len(lines):
        number, line = lines[place]
        if line.startswith("{|"):
            end = next((i for i in range(place, len(lines)) if lines[i][1].startswith("|}")), None)
            if end is None:
                problems.append(Problem(number, "the table that begins here has no end"))
                break
            blocks.append(_table(lines[place + 1 : end], notes, problems))
            place = end + 1
        elif _ITEM.match(line):
            end = place
            while end < len(lines) and _ITEM.match(lines[end][1]):
                end += 1
            blocks.append(_list(lines[place:end], notes, problems))
            place = end
        elif not line.strip():
            place += 1
        else:
            end = place
            while end < len(lines) and lines[end][1].strip() and not re.match(r"[*#:;]|\{\|", lines[end][1]):
                end += 1
            words = [_inline(text.strip(), at, notes, problems) for at, text in lines[place:end]]
            blocks.append("\n".join(_guarded(line) for line in words))
            place = end
    if notes:
        blocks.append("\n".join(f"[^{place}]: {note}" for place, note in enumerate(notes, start=1)))
    return "\n\n".join(block for block in blocks if block)


def _guarded(line: str) -> str:
    """A line of a paragraph that Markdown would take for something else, escaped."""
    return re.sub(r"^(#+(?=\s)|[-+>=|](?=[\s=-]|$)|\d+(?=[.)]\s))", _escape_first, line)


def _escape_first(found: re.Match[str]) -> str:
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"


def _list(lines: list[tuple[int, str]], notes: list[str], problems: list[Problem]) -> str:
    """A run of list lines as a nested Markdown list; definitions become items that begin in bold."""
    out: list[str] = []
    term_depth: int | None = None
    term_line = -1
    for place, (number, line) in enumerate(lines):
        found = _ITEM.match(line)
        assert found is not None
        marks, words = found[1], found[2]
        depth, kind = len(marks) - 1, marks[-1]
        if kind == ";":
            term, colon, definition = _term(words)
            out.append(f"{'    ' * depth}- **{_inline(term, number, notes, problems)}**")
            if colon:
                out[-1] += f": {_inline(definition, number, notes, problems)}"
            term_depth, term_line = depth, len(out) - 1
            continue
        text = _inline(words, number, notes, problems)
        if kind == ":" and term_depth == depth:
            next_marks = _ITEM.match(lines[place + 1][1])[1] if place + 1 < len(lines) else ""
            alone = term_line == len(out) - 1 and out[-1].endswith("**") and next_marks != marks
            out.append(f"{'    ' * depth}    - {text}") if not alone else out.__setitem__(
                -1, f"{out[-1]}: {text}"
            )
        elif kind == ":":
            out.append(f"{'    ' * depth}> {text}")
        else:
            marker = "1." if kind == "#" else "-"
            if (
                depth == 0
                and out
                and place
                and lines[place - 1][1][0] in "*#"
                and lines[place - 1][1][0] != kind
            ):
                out.append("\n<!-- -->\n")
            out.append(f"{'    ' * depth}{marker} {text}")
            term_depth = None
    return "\n".join(out)


def _term(words: str) -> tuple[str, bool, str]:
    """A term with the definition that stands behind it on the line, if any: "Term : what it is"."""
    term, colon, definition = words.partition(" : ")
    return term.strip(), bool(colon), definition.strip()


def _table(lines: list[tuple[int, str]], notes: list[str], problems: list[Problem]) -> str:
    """A table; its caption becomes a line in bold above it, and lists in a cell become lines."""
    caption = ""
    rows: list[list[str]] = [[]]
    for number, line in lines:
        if line.startswith("|+"):
            caption = _inline(_cell(line[2:]), number, notes, problems)
        elif line.startswith("|-"):
            rows.append([])
        elif line.startswith(("|", "!")):
            cells = re.split(r"\|\||!!" if line[0] == "!" else r"\|\|", line[1:])
            rows[-1] += [_inline(_cell(cell), number, notes, problems) for cell in cells]
        elif line.strip():
            words = _inline(re.sub(r"^[*#:;]+\s*", "• ", line.strip()), number, notes, problems)
            if rows[-1]:
                rows[-1][-1] += f"<br>{words}"
            else:
                problems.append(Problem(number, "text in a table stands in no cell"))
    rows = [row for row in rows if row]
    if not rows:
        return ""
    width = max(len(row) for row in rows)
    escaped = [[cell.replace("|", "\\|") for cell in row] + [""] * (width - len(row)) for row in rows]
    head, *body = [f"| {' | '.join(row)} |" for row in escaped]
    table = "\n".join([head, f"|{' --- |' * width}", *body])
    return f"**{caption}**\n\n{table}" if caption else table


def _cell(cell: str) -> str:
    """A cell's words without the attributes that may stand before them."""
    attributes, bar, words = cell.partition("|")
    return (words if bar and "=" in attributes and "[[" not in attributes else cell).strip()


def _inline(text: str, number: int, notes: list[str], problems: list[Problem]) -> str:
    """A line's marks turned into Markdown's, and what Markdown would take for marks escaped."""
    if found := _UNREADABLE.search(text):
        problems.append(Problem(number, f"“{found[0]}” cannot be read"))
        return ""
    pieces = _literal_pieces(text)
    out: list[str] = []
    for piece in pieces:
        if piece.startswith("<nowiki>"):
            out.append(_escaped(piece[8:-9]))
        elif piece.startswith("<code>"):
            out.append(f"`{piece[6:-7]}`")
        elif piece.startswith("<ref") and piece.endswith("</ref>"):
            notes.append(_inline(re.sub(r"^<ref[^>]*>|</ref>$", "", piece), number, [], problems))
            out.append(f"[^{len(notes)}]")
        elif not piece.startswith("<ref"):
            out.append(_marked(piece))
    return "".join(out)


_LITERAL = re.compile(r"<(nowiki|code)>|<(ref)(?:\s[^<>]*)?(?<!/)>|<ref[^<>]*/>")


def _literal_pieces(text: str) -> list[str]:
    """The line cut before and after what stands between tags that are looked at as a whole; each end is looked for
    once, so that a line of nothing but beginnings takes no longer than another."""
    pieces: list[str] = []
    ends: dict[str, bool] = {}
    at = 0
    for found in _LITERAL.finditer(text):
        if found.start() < at:
            continue
        end, name = found.end(), found[1] or found[2]
        if name:
            if not ends.get(name, True):
                continue
            closing = text.find(f"</{name}>", end)
            ends[name] = closing >= 0
            if closing < 0:
                continue
            end = closing + len(name) + 3
        pieces += [text[at : found.start()], text[found.start() : end]]
        at = end
    return [*pieces, text[at:]]


_LINK = re.compile(
    r"\[\[([^\[\]|]+)(?:\|([^\[\]]*))?\]\]|\[((?:https?|mailto):[^\s\[\]]+)(?:\s+([^\[\]]+))?\]"
)


def _marked(text: str) -> str:
    out: list[str] = []
    end = 0
    for found in _LINK.finditer(text):
        out.append(_emphasised(text[end : found.start()]))
        if found[1] is not None:
            out.append(_emphasised(found[2]) if found[2] else f"[[{found[1]}]]")
        else:
            out.append(f"[{_emphasised(found[4])}]({found[3]})" if found[4] else f"<{found[3]}>")
        end = found.end()
    out.append(_emphasised(text[end:]))
    return "".join(out)


def _emphasised(text: str) -> str:
    text = _escaped(text)
    text = re.sub(r"'''''(.+?)'''''", r"***\1***", text)
    text = re.sub(r"'''(.+?)'''", r"**\1**", text)
    return re.sub(r"''(.+?)''", r"*\1*", text)


def _escaped(text: str) -> str:
    """The text with what Markdown would read as a mark escaped."""
    text = re.sub(r"([\\`*])", r"\\\1", text)
    text = re.sub(r"(?<!\w)_|_(?!\w)", r"\\_", text)
    text = re.sub(r"\](?=\()|\[(?=\^)", lambda found: "]\\" if found[0] == "]" else "\\[", text)
    return re.sub(r"<(?!br\b)(?=[A-Za-z/!?])", "&lt;", text)


LEVELS = 6


def write(tree: Tree) -> str:
    """The ruleset as wikitext, its sections at the second level, or at the first where rules nest too deep for that.

    Raises Unreadable when they nest deeper than wikitext has headings.
    """
    placed = list(tree.placed())
    deepest = max((one.depth for one in placed), default=0)
    if deepest >= LEVELS:
        raise Unreadable(
            [Problem(1, f"wikitext has {LEVELS} levels of headings, and rules here nest deeper")]
        )
    top = 2 if deepest < LEVELS - 1 else 1
    out: list[str] = []
    for one in placed:
        marks = "=" * (one.depth + top)
        out.append(f"{marks}{_heading(one.node.title)}{marks}")
        if one.node.text:
            out.append(to_wikitext(one.node.text))
        out.append("")
    return "\n".join(out)
