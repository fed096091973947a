"""Sentences that lead to a list of steps, and words in brackets."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from blognomic.i18n.translation import gettext as _

from .combining import AtOnce, ForEach, If, InOrder, Nothing, Repeat
from .deeds import Deed, Simple
from .obstacles import NotUnderstood
from .predicates import Not
from .words import StepWord, tokens

SETTLES: Final = re.compile(
    r"\d|\b(?:unless|if|except|only|but|excluding|including|up|minimum|maximum|least|most|not|no|never|total|round\w*|each|or|then|instead|must|per|twice|half|idle ones|also|another)\b"
)


@dataclass(frozen=True, slots=True)
class Lead:
    """What is done with the list below: "if", "unless", "otherwise", "each", "repeat", "at once", "plain"."""

    what: str
    by: Any = None

    def over(self, below: Deed, otherwise: Deed) -> Deed:
        match self.what:
            case "if":
                return If(self.by, below, otherwise)
            case "unless":
                return If(Not(self.by), below, otherwise)
            case "each":
                return ForEach(self.by, below)
            case "repeat":
                return Repeat(self.by, below)
            case "at once":
                if isinstance(below, InOrder) and all(isinstance(each, Simple) for each in below.deeds):
                    return AtOnce(below.deeds)
                raise NotUnderstood(_("These steps cannot be done at once."))
        return below


def with_otherwise(deed: Deed, otherwise: Deed) -> Deed:
    """The deed of a sentence that is followed by an "otherwise"."""
    if isinstance(deed, If) and isinstance(deed.otherwise, Nothing):
        return If(deed.condition, deed.then, otherwise)
    raise NotUnderstood(_("There is no condition before “otherwise”."))


def without_brackets(words: Sequence[StepWord]) -> Iterator[Sequence[StepWord]]:
    """The words as they are; then without what stands in round brackets, where that settles nothing."""
    yield words
    kept: list[StepWord] = []
    inside: list[StepWord] = []
    depth = 0
    for token in words:
        if token.text == "(" and token.kind == "mark":
            depth += 1
        elif token.text == ")" and token.kind == "mark":
            depth -= 1
        elif depth:
            inside.append(token)
        else:
            kept.append(token)
    if not inside or depth or SETTLES.search(" ".join(token.lower for token in inside)):
        return
    if kept:
        yield kept


def rows_of(table: StepWord) -> Iterator[dict[str, list[StepWord]]]:
    """The rows of a table of Markdown: for each heading the words below it."""
    lines = [
        line.strip().strip("|").split("|")
        for line in table.text.split("\n")
        if not re.fullmatch(r"[\s|:-]+", line)
    ]
    heads = [" ".join(cell.split()) for cell in lines[0]]
    for line in lines[1:]:
        if len(line) != len(heads):
            raise NotUnderstood(_("This table is not understood."))
        yield {head: tokens(cell, table.start) for head, cell in zip(heads, line, strict=True)}
