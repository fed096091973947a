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
    text = _QUOTED.sub(lambda found: found.group().replace("\n", " "), instruction)
    return _nodes(lines(text), 0)


def _nodes(some: Sequence[SourceLine], depth: int) -> list[SentenceNode]:
    found: list[SentenceNode] = []
    for block in blocks(some):
        if block.kind in ("rule", "heading"):
            continue
        if block.kind in ("quote", "table"):
            node = SentenceNode([StepWord("quote", plain(block.text), block.start, block.end)], block.kind)
            is_below = block.kind == "table" and found and found[-1].leads
            (found[-1].below if is_below else found).append(node)
        elif block.kind == "item" and depth < DEEPEST:
            below = _nodes(block.lines, depth + 1)
            for node in below[:1]:
                node.item = True
            lead = found[-1] if found and found[-1].leads and not found[-1].item else None
            (lead.below if lead is not None else found).extend(below)
        else:
            found += _sentences(block)
    return found


def _sentences(block: MarkdownBlock) -> list[SentenceNode]:
    text = _told(block.text)
    place = block.places()
    said = [
        StepWord(one.kind, one.text, place(one.start), place(max(one.start, one.end - 1)) + 1)
        for one in tokens(text.replace("\n", " "))
    ]
    found: list[SentenceNode] = []
    begun = 0
    for at in range(len(said)):
        if _ends(said, at):
            found += _node(said[begun : at + 1])
            begun = at + 1
    return found + list(_node(said[begun:]))


def _ends(said: Sequence[StepWord], at: int) -> bool:
    token = said[at]
    if token.kind == "quote":
        return token.text[-1:] in (".", "!", "?") and _begins(said, at + 1)
    return (
        token.text in (".", "!", "?")
        and token.kind == "mark"
        and (at + 1 == len(said) or _begins(said, at + 1) or said[at + 1].text == "(")
    )


def _begins(said: Sequence[StepWord], at: int) -> bool:
    return at < len(said) and (said[at].text[:1].isupper() or said[at].kind in ("quote", "number"))


def _node(said: list[StepWord]) -> Iterable[SentenceNode]:
    while said and said[-1].text in (".", "!"):
        said = said[:-1]
    if said and said[-1].text in (";", ",") and said[-1].kind == "mark":
        said = said[:-1]
    if not said:
        return
    if said[-1].text == ":":
        yield SentenceNode(said[:-1], leads=True) if len(said) > 1 else SentenceNode(said)
        return
    yield SentenceNode(said)


def _told(text: str) -> str:
    """The text without comments and marks of its form, as long as before."""
    text = plain(text)
    bare = text.strip()
    if len(bare) > 2 and bare[0] == "(" and bare[-1] == ")" and ")" not in bare[1:-1]:
        return " " * len(text)
    text = _LINK.sub(_inner, text)
    text = _COMMENT.sub(_gap, text)
    text = _BOLD.sub(_inner_of_two, text)
    text = _ITALIC.sub(_italic, text)
    text = _CODE.sub(_inner, text)
    return _TAG.sub(_gap, text)


def _gap(found: re.Match[str]) -> str:
    return " " * len(found.group())


def _inner(found: re.Match[str]) -> str:
    said = next(group for group in found.groups() if group is not None)
    before = found.group().index(said)
    return " " * before + said + " " * (len(found.group()) - before - len(said))


def _inner_of_two(found: re.Match[str]) -> str:
    mark = " " * len(found.group(1))
    return mark + found.group(2) + mark


def _italic(found: re.Match[str]) -> str:
    """Italics of a sentence are a comment; those of a word or two are no more than italics."""
    said = found.group(2)
    if len(said.split()) > 3 or said[-1:] in ".!?":
        return _gap(found)
    return f" {said} "
