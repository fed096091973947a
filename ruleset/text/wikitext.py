"""Rulesets as MediaWiki's wikitext, in and out. Pure.

Headings make the tree, whatever level the top ones have; what stands below a heading is the text of that section or
rule, turned into Markdown: nested and numbered lists, definition lists, tables, bold and italics, links, references.
A definition list becomes a list whose items begin in bold, and such a list becomes a definition list again. What is
not understood is kept as text and listed with its line; nothing is left out silently.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from .markdown_blocks import to_wikitext
from .mistakes import ReadingProblem, Unreadable
from .tree import LONGEST_TITLE, UNNAMED, Node, Tree
from .wikitext_blocks import text_of
from .wikitext_inline import RuleNotes, not_understood
from .wikitext_lines import Line, cut

_HEADING = re.compile(r"(={1,6})\s*(.+?)\s*\1\s*$")
LONGEST_HEADING = 1_000
_MAGIC = re.compile(r"(?:\s|__(?:TOC|NOTOC|FORCETOC|NOEDITSECTION)__)*$")


@dataclass
class _OpenSection:
    """A heading that is being filled."""

    level: int
    title: str
    lines: list[Line] = field(default_factory=list)
    children: list["_OpenSection"] = field(default_factory=list)


def read(source: str, listed: list[ReadingProblem] | None = None) -> Tree:
    """The ruleset that the wikitext says; its keys are "new-1" and so on.

    `listed` gets what was not understood and is kept as text, by its lines: what stands before the first heading is
    put below it, and a text without headings is one unnamed rule. Raises Unreadable for a blank text alone.
    """
    problems: list[ReadingProblem] = []
    named: dict[str, str] = {}
    before: list[Line] = []
    top: list[_OpenSection] = []
    stack: list[_OpenSection] = []
    for line in cut(source, problems, named):
        opened = None if line.is_code else _opened(line, problems)
        if opened is None:
            kept = line if line.is_code or not _MAGIC.match(line.text) else Line(line.number, "")
            (stack[-1].lines if stack else before).append(kept)
            continue
        while stack and stack[-1].level >= opened.level:
            stack.pop()
        (stack[-1].children if stack else top).append(opened)
        stack.append(opened)
    if words := [line for line in before if line.text.strip()]:
        where = "stands before the first heading; it is put below it" if top else "there is no heading"
        problems.append(ReadingProblem(words[0].number, where))
        top = top or [_OpenSection(1, UNNAMED)]
        top[0].lines[:0] = [*before, Line(words[-1].number, "")]
    if not top:
        raise Unreadable([ReadingProblem(1, "there is no heading, so no rule")])
    keys = (f"new-{place}" for place in count(1))
    sections = tuple(_node(one, keys, problems, named) for one in top)
    if listed is not None:
        listed += sorted(problems, key=lambda problem: problem.line)
    return Tree(sections)


def _opened(line: Line, listed: list[ReadingProblem]) -> _OpenSection | None:
    """The heading that a line is, if it is one."""
    if line.text[:1] != "=" or line.text.count("=") < 2:
        return None
    heading = _HEADING.match(line.text) if len(line.text) <= LONGEST_HEADING else None
    title = _plain(heading[2]) if heading else ""
    if (heading is None and len(line.text) > LONGEST_HEADING) or len(title) > LONGEST_TITLE:
        listed.append(ReadingProblem(line.number, "this is too long for a heading and is kept as text"))
        return None
    if heading is None:
        return None
    not_understood(heading[2], line.number, listed)
    if re.search(r"\[\[[^\[\]|]*\||<ref\b|<s>|<u>", heading[2], re.I):
        listed.append(ReadingProblem(line.number, "marks in a heading are not kept; its words are"))
    return _OpenSection(len(heading[1]), title or UNNAMED)


def _plain(title: str) -> str:
    """A heading's words: no bold, italics or link marks, but where those are meant as they stand."""
    parts = re.split(r"<nowiki>(.*?)</nowiki>", title)
    parts[::2] = [re.sub(r"'{2,5}|\[\[(?:[^\]|]*\|)?|\]\]|</?nowiki>", "", part) for part in parts[::2]]
    return " ".join("".join(parts).split())


def _heading(title: str) -> str:
    """A title's words as a heading says them: what would be read as a mark is meant as it stands."""
    return re.sub(r"'{2,}|\[\[|\]\]|^=+|=+$", r"<nowiki>\g<0></nowiki>", title)


def _node(
    opened: _OpenSection, keys: Iterator[str], listed: list[ReadingProblem], named: dict[str, str]
) -> Node:
    key = next(keys)
    text = text_of(opened.lines, RuleNotes(listed, named))
    return Node(
        key, opened.title, text, tuple(_node(child, keys, listed, named) for child in opened.children)
    )


LEVELS = 6


def write(tree: Tree) -> str:
    """The ruleset as wikitext, its sections at the second level, or at the first where rules nest too deep for that.

    Raises Unreadable when they nest deeper than wikitext has headings.
    """
    placed = list(tree.placed())
    deepest = max((one.depth for one in placed), default=0)
    if deepest >= LEVELS:
        raise Unreadable(
            [ReadingProblem(1, f"wikitext has {LEVELS} levels of headings, and rules here nest deeper")]
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
