"""What a move is made of once its lines are read. How each part is written, `gamestate.moves.reading` says."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Literal, Optional, get_args

from gamestate.moves.making import MoveDeed
from gamestate.values.expressions import Formula

Asked = Literal["player", "row", "number", "choice", "ranking", "text", "yes_no"]
ASKED: Final = get_args(Asked)
PARTS: Final = ("asks", "needs", "costs", "does", "asked", "within", "otherwise", "shows", "unseen")
"""What a move is kept as: texts of lines, by these keys."""


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """Something that who makes the move answers. `table`: of a row, the key of its table; `among`: the list of what may
    be answered, or of a ranking what is put in order; `least` and `most`: of a number."""

    name: str
    kind: Asked
    table: str = ""
    among: Formula | None = None
    least: Formula | None = None
    most: Formula | None = None

    @property
    def label(self) -> str:
        """What people call it."""
        words = self.name.replace("_", " ")
        return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class MoveNeed:
    """A condition, and the sentence for whom it stops."""

    condition: Formula
    sentence: str


@dataclass(frozen=True, slots=True)
class MoveCost:
    """So much of something that who makes the move has."""

    name: str
    number: Formula


@dataclass(frozen=True, slots=True)
class Move:
    """All that an action asks, needs, costs and does. One that does nothing is only logged. `asked`: the players who
    owe the answers to what happens by itself, None where they are the emperor's; `within`: how long they have;
    `otherwise`: what is done when nobody has answered by then; `asks_for`: the keys of what it asks of others. `names`:
    what it names; `unknown`: those of them that it does not give itself; `calls`: the sealed calls at which it looks,
    or which it settles; `passes`: the values that it passes on, such as whose turn it is; `deals`: it shuffles or moves
    cards; `picks`: chance picks something in it; `reveals`: what it names where it looks at hidden values; `opens`: it
    shows what was kept of moves. `shows`: of whom it must hold that they see what came of it, None for everybody;
    `is_unseen`: nobody else learns that it was made, and without `shows` nobody but who makes it does."""

    questions: tuple[MoveQuestion, ...] = ()
    needs: tuple[MoveNeed, ...] = ()
    costs: tuple[MoveCost, ...] = ()
    deeds: tuple[MoveDeed, ...] = ()
    dice: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    passes: frozenset[str] = frozenset()
    deals: bool = False
    reveals: frozenset[str] = frozenset()
    picks: bool = False
    asks_for: frozenset[str] = frozenset()
    asked: Formula | None = None
    within: timedelta | None = None
    otherwise: Optional["Move"] = None
    opens: bool = False
    shows: Formula | None = None
    is_unseen: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether not everybody sees what comes of it."""
        return self.is_unseen or self.shows is not None

    @property
    def is_by_chance(self) -> bool:
        """Whether what it does hangs on dice or cards, which nobody knows before."""
        return self.rolls or self.deals

    @property
    def rolls(self) -> bool:
        """Whether something is rolled for it, in the log of the dice."""
        return bool(self.dice) or self.picks

    @property
    def has_no_forecast(self) -> bool:
        """Whether nobody may be told before what it does."""
        return self.is_by_chance or bool(self.reveals)

    @property
    def is_plain(self) -> bool:
        """Whether it is only logged."""
        return not (self.questions or self.needs or self.costs or self.deeds)
