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
class Game:
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
class Step:
    """A change, as the site keeps it, and the sentence that it came from."""

    sentence: Span
    change: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Question:
    """What cannot be carried out silently: the sentence, why (for the author), and better sentences."""

    sentence: Span
    why: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """How the rules and the values stand after the steps so far, of which there are `made`. None: not given."""

    tree: Tree | None
    values: Values | None
    made: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """What one sentence does: the draft after it, and its changes in order."""

    draft: Draft
    changes: tuple[Mapping[str, object], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The answer: what the game is afterwards and by which steps, or the questions that keep it from being read."""

    steps: tuple[Step, ...] = ()
    questions: tuple[Question, ...] = ()
    tree: Tree | None = None
    values: Values | None = None

    @property
    def outcome(self) -> str:
        return "asked" if self.questions else "read"


class Unclear(Exception):
    """Why a sentence is not carried out, as a sentence for its author, and better sentences."""

    def __init__(self, why: str, choices: tuple[str, ...] = ()):
        super().__init__(why)
        self.why = why
        self.choices = choices
