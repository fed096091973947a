"""Rulesets as one Markdown text, in and out. Pure.

Headings with # marks make the tree, whatever level the top ones have; a heading within code, a quotation or a list is
no rule. What stands below a heading is the text of that section or rule, kept as it is. Markdown has six levels of
headings; rules may nest deeper, so up to eight # marks are read and written.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .markdown_blocks import OWN_SIGNS, restored
from .mistakes import ReadingProblem, Unreadable
from .tree import UNNAMED, Node, Tree

LEVELS = 8
LONGEST_HEADING = 1_000

_HEADING = re.compile(rf" {{0,3}}(#{{1,{LEVELS}}})(?=[ \t]|$)(.*)$")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_NOTE = re.compile(r"\[\^([^\[\]\s]+)\](:?)")
_ESCAPABLE = r"\\([!-/:-@\[-`{-~])"


@dataclass
class _OpenHeading:
    """A heading that is being filled."""

    level: int
    title: str
    line: int
    lines: list[str] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)  # those that are no code
    children: list["_OpenHeading"] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the source: its number, what it says, and whether it stands in code or a comment."""

    number: int
    text: str
    literal: bool


def read(source: str) -> Tree:
    """The ruleset that the Markdown says; its keys are "new-1" and so on. Raises Unreadable."""
    problems: list[ReadingProblem] = []
    top: list[_OpenHeading] = []
    stack: list[_OpenHeading] = []
    unclosed: list[tuple[int, str]] = []
    for line in _lines(source, unclosed):
        heading = None if line.literal else _HEADING.match(line.text)
        if heading is not None:
            if len(line.text) > LONGEST_HEADING:
                problems.append(ReadingProblem(line.number, "the heading is too long"))
                continue
            opened = _OpenHeading(len(heading[1]), _plain(_unclosed(heading[2])) or UNNAMED, line.number)
            while stack and stack[-1].level >= opened.level:
                stack.pop()
            (stack[-1].children if stack else top).append(opened)
            stack.append(opened)
        elif stack:
            above = stack[-1].lines[-1] if stack[-1].lines else ""
            if not line.literal and _UNDERLINE.match(line.text) and _is_words(above):
                problems.append(
                    ReadingProblem(line.number, "write the heading that this line underlines with # marks")
                )
            stack[-1].lines.append(line.text)
            stack[-1].prose += [] if line.literal else [line.text]
        elif line.text.strip():
            problems.append(ReadingProblem(line.number, "there is text before the first heading"))
    for began, end in unclosed:
        what = "comment" if end == "-->" else "code"
        problems.append(ReadingProblem(began, f"the {what} that begins here has no end"))
    if not top:
        problems.append(ReadingProblem(1, "there is no heading, so no rule"))
    keys = (f"new-{place}" for place in range(1, 10**6))
    sections = tuple(_node(one, keys, problems) for one in top)
    if problems:
        raise Unreadable(sorted(problems, key=lambda problem: problem.line))
    return Tree(sections)


def _lines(source: str, unclosed: list[tuple[int, str]]) -> Iterator[_Line]:
    """The lines, with those in fenced code and in comments marked. Where an end is missing, `unclosed` gets the line
    where that begins, and what would end it."""
    fence = ""
    comment = False
    began = 0
    source = source.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    for number, text in enumerate(source.split("\n"), start=1):
        literal = bool(fence) or comment
        if fence:
            if re.fullmatch(rf" {{0,3}}{re.escape(fence)}{re.escape(fence[0])}*[ \t]*", text):
                fence = ""
        elif comment:
            comment = "-->" not in text
        elif opening := _FENCE.match(text):
            fence, began, literal = opening[1], number, True
        elif text.lstrip(" ").startswith("<!--") and "-->" not in text:
            comment, began, literal = True, number, True
        yield _Line(number, text, literal)
    if fence or comment:
        unclosed.append((began, fence or "-->"))


def _is_words(line: str) -> bool:
    """Whether a line is one of a paragraph, so that a line of - or = below it would make it a heading."""
    return bool(line.strip()) and not re.match(r" {4}|\t|\s*(?:[-*+>|#]|\d+[.)]\s|<!--)", line)


def _unclosed(words: str) -> str:
    """What a heading says, without the # marks that may close it."""
    words = words.strip(" \t")
    opened = words.rstrip("#")
    return opened.rstrip(" \t") if not opened or opened[-1] in " \t" else words


def _plain(title: str) -> str:
    """A heading's words: no emphasis, code or link marks, and no backslashes before signs."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[1])
        return f"\ue000{len(kept) - 1}\ue001"

    def keep_whole(match: re.Match[str]) -> str:
        kept.append(match[0])
        return f"\ue000{len(kept) - 1}\ue001"

    title = OWN_SIGNS.sub(keep_whole, title)
    title = re.sub(_ESCAPABLE, keep, title)
    title = re.sub(r"`+([^`]+)`+", keep, title)
    title = re.sub(r"\[\[([^\[\]]+)\]\]|\[([^\[\]]+)\]\([^()\s]*\)", lambda at: at[1] or at[2], title)
    title = re.sub(r"(\*{1,3})(?=\S)(.+?)(?<=\S)\1", r"\2", title)
    title = re.sub(r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", title)
    title = restored(title, kept)
    return " ".join(title.split())


def _node(opened: _OpenHeading, keys: Iterator[str], problems: list[ReadingProblem]) -> Node:
    key = next(keys)
    text = re.sub(r"\A(?:[ \t]*\n)+", "", "\n".join(opened.lines)).rstrip()
    notes = _NOTE.findall(re.sub(r"`[^`\n]*`", "", "\n".join(opened.prose)))
    defined = {name for name, colon in notes if colon}
    for missing in sorted({name for name, _ in notes} - defined):
        problems.append(
            ReadingProblem(opened.line, f"the note [^{missing}] is not written out below this heading")
        )
    return Node(key, opened.title, text, tuple(_node(child, keys, problems) for child in opened.children))


def write(tree: Tree) -> str:
    """The ruleset as Markdown, its sections at the first level.

    A line of a rule's own text that would be read as a heading gets a backslash, so that the tree stays as it is.
    """
    blocks: list[str] = []
    for placed in tree.placed():
        marks = "#" * min(placed.depth + 1, LEVELS)
        blocks.append(f"{marks} {_title(placed.node.title)}")
        if placed.node.text.strip():
            blocks.append(_guarded(placed.node.text.strip("\n")))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _title(title: str) -> str:
    """A title with what Markdown would take for marks escaped. A tag such as [Active] stays as it is."""
    title = re.sub(r"[\\`*]|(?<![^\W_])_+|_+(?![^\W_])", lambda at: re.sub("(.)", r"\\\1", at[0]), title)
    title = re.sub(r"\[(?=\[)|(?<=\])\]|\](?=\()", lambda at: "\\" + at[0], title)
    return re.sub(r"(?:^|(?<=[ \t]))#(?=#*$)", r"\\#", title)


def _guarded(text: str) -> str:
    """A rule's text that stays one: no line of it is a heading, and what it begins it also ends."""
    out: list[str] = []
    above = ""
    unclosed: list[tuple[int, str]] = []
    for line in _lines(text, unclosed):
        words = line.text
        if not line.literal and (_HEADING.match(words) or (_UNDERLINE.match(words) and _is_words(above))):
            words = re.sub(r"^( *)", r"\1\\", words)
        out.append(words)
        above = words
    return "\n".join([*out, *(end for _, end in unclosed)])
