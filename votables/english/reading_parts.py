"""What the reader takes and gives: the parts of a game in, steps or questions out. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ruleset.text.tree import Tree

Span = tuple[int, int]  # from and to, in code points of the instruction
Values = Mapping[
    str, Any
]  # "game", "players" and "tables", as `data/english/FORMAT.md` of the specification has them


@dataclass(frozen=True, slots=True)
class TrackedGame:
    """The gamestate that an instruction may be about: what is tracked, and the values now."""

    words: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    emperor: str = ""
    emperor_counts: bool = False
    author: str = ""
    tracked: tuple[Mapping[str, Any], ...] = ()
    values: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A change, as the site keeps it, and the sentence that it came from."""

    sentence: Span
    change: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class AuthorQuestion:
    """A question for the author about a part of the text that is not clear.

    It is about what cannot be carried out silently: the sentence, why, and better sentences.
    """

    sentence: Span
    why: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposalReading:
    """The answer: what the game is afterwards and by which steps, or the questions that keep it from being read; beside
    questions, `steps` may hold those of the sentences that are clear. It may do something without a change: a condition
    that is clear does not hold, or a value is set to what it was. Where it `orders_nothing`, that is the question."""

    steps: tuple[ReadStep, ...] = ()
    questions: tuple[AuthorQuestion, ...] = ()
    tree: Tree | None = None
    values: Values | None = None
    does_something: bool = False
    orders_nothing: bool = False

    @property
    def outcome(self) -> str:
        return "asked" if self.questions else "read"


class Unclear(Exception):
    """Why a sentence is not carried out, as a sentence for its author, and what could stand in it instead of the words
    `instead_of` (""): whole sentences."""

    def __init__(self, why: str, choices: tuple[str, ...] = (), instead_of: str = ""):
        super().__init__(why)
        self.why = why
        self.choices = choices
        self.instead_of = instead_of

    def better(self, sentence: str) -> tuple[str, ...]:
        """The sentences that could stand there instead."""
        if not self.instead_of:
            return self.choices
        if sentence.count(self.instead_of) != 1:
            return ()
        return tuple(sentence.replace(self.instead_of, one) for one in self.choices)
