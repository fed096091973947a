"""What a move is made of once its lines are read. How each part is written, `gamestate.moves.reading` says."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from gamestate.values.expressions import Formula

Asked = Literal["player", "row", "number", "choice", "text", "yes_no"]
ASKED: Final = get_args(Asked)
PARTS: Final = ("asks", "needs", "costs", "does")
"""What a move is kept as: texts of lines, by these keys."""


@dataclass(frozen=True, slots=True)
class Rolling:
    """A formula with the place of its first die among all that the move rolls."""

    formula: Formula
    first: int = 0

    @property
    def dice(self) -> slice:
        return slice(self.first, self.first + len(self.formula.dice))


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """Something that who makes the move answers. `table`: of a row, the key of its table; `among`: the list of what may
    be answered; `least` and `most`: of a number."""

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
class AssignDeed:
    """Set a value, or add to it or take from it: `sign` is "=", "+=" or "-="."""

    target: Formula
    sign: str
    value: Rolling


@dataclass(frozen=True, slots=True)
class LetDeed:
    """Give a value a name for what follows."""

    name: str
    value: Rolling


@dataclass(frozen=True, slots=True)
class IfDeed:
    condition: Rolling
    then: tuple["Deed", ...]
    otherwise: tuple["Deed", ...] = ()


@dataclass(frozen=True, slots=True)
class EachDeed:
    """Do something for each of several, one after the other in the order of the list, or `at_once`: each from how
    things stood before all of them."""

    name: str
    members: Rolling
    body: tuple["Deed", ...]
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class AddDeed:
    table: str
    name: Rolling


@dataclass(frozen=True, slots=True)
class RemoveDeed:
    row: Rolling


@dataclass(frozen=True, slots=True)
class RefuseDeed:
    """Stop the move, with a sentence."""

    sentence: str


Deed = AssignDeed | LetDeed | IfDeed | EachDeed | AddDeed | RemoveDeed | RefuseDeed


@dataclass(frozen=True, slots=True)
class Move:
    """All that an action asks, needs, costs and does. One that does nothing is only logged. `names`: what it names;
    `unknown`: those of them that it does not give itself."""

    questions: tuple[MoveQuestion, ...] = ()
    needs: tuple[MoveNeed, ...] = ()
    costs: tuple[MoveCost, ...] = ()
    deeds: tuple[Deed, ...] = ()
    dice: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()

    @property
    def is_plain(self) -> bool:
        """Whether it is only logged."""
        return not (self.questions or self.needs or self.costs or self.deeds)
