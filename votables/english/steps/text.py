"""An instruction as a tree of sentences: comments left out, lists below the sentences that lead to them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ruleset.text.blocks import MarkdownBlock, SourceLine, blocks, lines

from .words import StepWord, plain, tokens

DEEPEST: Final = 5
_COMMENT: Final = re.compile(r"\[(?!\[)[^\[\]]{0,4000}\](?!\()")
_LINK: Final = re.compile(r"\[([^\[\]\n]{1,300})\]\(([^()\s]{1,500})\)|\[\[([^\[\]\n|]{1,300})\]\]")
_BOLD_ITALIC: Final = re.compile(r"(\*\*\*|___)(?=\S)([^*\n]{1,1000}?)(?<=\S)\1")
_BOLD: Final = re.compile(r"(\*\*|__)(?=\S)([^*\n]{1,1000}?)(?<=\S)\1")
_ITALIC: Final = re.compile(r"(?<![*\w])([*_])(?=[^\s*_])([^*\n]{1,2000}?)(?<=\S)\1(?![*\w])")
_CODE: Final = re.compile(r"`([^`\n]{1,300})`")
_TAG: Final = re.compile(
    r"</?(?:b|i|em|strong|u|p|br|span|sup|sub|small)(?:\s[^<>]{0,100})?/?>", re.IGNORECASE
)
STRUCK: Final = re.compile(r"~~\S|<(?:s|del|strike)>", re.IGNORECASE)
_QUOTED: Final = re.compile(r"“[^“”]{0,20000}”|\"[^\"]{0,20000}\"")


@dataclass(slots=True)
class SentenceNode:
    """A sentence and what stands in the list below it. `kind`: sentence, or quote for a block of quoted text."""

    tokens: list[StepWord]
    kind: str = "sentence"
    below: list["SentenceNode"] = field(default_factory=list)
    leads: bool = False
    item: bool = False

    @property
    def span(self) -> tuple[int, int]:
        return self.tokens[0].start, self.tokens[-1].end

    def spans(self) -> list[tuple[int, int]]:
        """Where it stands, and where all below it stands."""
        return [self.span, *(span for node in self.below for span in node.spans())]


def tree(instruction: str) -> list[SentenceNode]:
    """The sentences of an instruction in Markdown."""
    text = _QUOTED.sub(lambda quotation: quotation.group().replace("\n", " "), instruction)
    return _nodes(lines(text), 0)


def _nodes(some: Sequence[SourceLine], depth: int) -> list[SentenceNode]:
    nodes: list[SentenceNode] = []
    for block in blocks(some):
        if block.kind in ("rule", "heading"):
            continue
        if block.kind in ("quote", "table"):
            node = SentenceNode([StepWord("quote", plain(block.text), block.start, block.end)], block.kind)
            is_below = block.kind == "table" and nodes and nodes[-1].leads
            (nodes[-1].below if is_below else nodes).append(node)
        elif block.kind == "item" and depth < DEEPEST:
            below = _nodes(block.lines, depth + 1)
            for node in below[:1]:
                node.item = True
            lead = nodes[-1] if nodes and nodes[-1].leads and not nodes[-1].item else None
            (lead.below if lead is not None else nodes).extend(below)
        else:
            nodes += _sentences(block)
    return nodes


def _sentences(block: MarkdownBlock) -> list[SentenceNode]:
    text = _told(block.text)
    place = block.places()
    words = [
        StepWord(one.kind, one.text, place(one.start), place(max(one.start, one.end - 1)) + 1)
        for one in tokens(text.replace("\n", " "))
    ]
    nodes: list[SentenceNode] = []
    begun = 0
    for at in range(len(words)):
        if _ends(words, at):
            nodes += _node(words[begun : at + 1])
            begun = at + 1
    return nodes + list(_node(words[begun:]))


def _ends(words: Sequence[StepWord], at: int) -> bool:
    token = words[at]
    if token.kind == "quote":
        return token.text[-1:] in (".", "!", "?") and _begins(words, at + 1)
    return (
        token.text in (".", "!", "?")
        and token.kind == "mark"
        and (at + 1 == len(words) or _begins(words, at + 1) or words[at + 1].text == "(")
    )


def _begins(words: Sequence[StepWord], at: int) -> bool:
    return at < len(words) and (words[at].text[:1].isupper() or words[at].kind in ("quote", "number"))


def _node(words: list[StepWord]) -> Iterable[SentenceNode]:
    while words and words[-1].text in (".", "!"):
        words = words[:-1]
    if words and words[-1].text in (";", ",") and words[-1].kind == "mark":
        words = words[:-1]
    if not words:
        return
    if words[-1].text == ":":
        yield SentenceNode(words[:-1], leads=True) if len(words) > 1 else SentenceNode(words)
        return
    yield SentenceNode(words)


def _told(text: str) -> str:
    """The text without comments and marks of its form, as long as before."""
    text = plain(text)
    bare = text.strip()
    if len(bare) > 2 and bare[0] == "(" and bare[-1] == ")" and ")" not in bare[1:-1]:
        return " " * len(text)
    text = _LINK.sub(_inner, text)
    text = _COMMENT.sub(_gap, text)
    text = _BOLD_ITALIC.sub(_inner_of_two, text)
    text = _BOLD.sub(_inner_of_two, text)
    text = _ITALIC.sub(_italic, text)
    text = _CODE.sub(_inner, text)
    return _TAG.sub(_gap, text)


def _gap(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _inner(match: re.Match[str]) -> str:
    inner = next(group for group in match.groups() if group is not None)
    before = match.group().index(inner)
    return " " * before + inner + " " * (len(match.group()) - before - len(inner))


def _inner_of_two(match: re.Match[str]) -> str:
    mark = " " * len(match.group(1))
    return mark + match.group(2) + mark


def _italic(match: re.Match[str]) -> str:
    """Italics of a sentence are a comment; those of a word or two are no more than italics."""
    inner = match.group(2)
    if len(inner.split()) > 3 or inner[-1:] in ".!?":
        return _gap(match)
    return f" {inner} "
