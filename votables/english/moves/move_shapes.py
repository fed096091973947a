"""What is read of a move. Pure."""

from dataclasses import dataclass
from typing import Literal

Whose = Literal["me", "game", "each", "those", "who"]
"""Who makes the move, the game, every player, those of whom something has become true, or whom something befell."""
Compared = Literal[">=", ">", "<", "=="]


@dataclass(frozen=True, slots=True)
class MoveValue:
    """Something that is tracked: its `path`, what it is called, for whom (`scope`), and of what kind; the `choices`
    that it has, and whether nobody sets it, for it is computed."""

    path: str
    name: str
    scope: str = "player"
    kind: str = "whole"
    choices: tuple[str, ...] = ()
    computed: bool = False

    @property
    def is_number(self) -> bool:
        return self.kind in ("whole", "decimal")


@dataclass(frozen=True, slots=True)
class AskedAmount:
    """As much as who makes the move says: up to `most`, or to what there is."""

    most: int | None = None


@dataclass(frozen=True, slots=True)
class SameAmount:
    """As much as was asked for before."""


@dataclass(frozen=True, slots=True)
class AnyChoice:
    """Whichever of its choices who makes the move says."""


@dataclass(frozen=True, slots=True)
class AmountOf:
    """As much as somebody has of a value."""

    value: MoveValue


Amount = int | str | AskedAmount | SameAmount | AnyChoice | AmountOf
"""So much: a number, dice ("2DICE6"), or one of these. Of what is no number, the choice itself."""


@dataclass(frozen=True, slots=True)
class ChangedValue:
    """A value that is changed: whose, how, by or to how much. With `to_another`, it goes to another player, from whom
    makes the move."""

    how: Literal["gain", "lose", "set", "give"]
    whose: Whose
    value: MoveValue
    amount: Amount


@dataclass(frozen=True, slots=True)
class NeededValue:
    """What a value must be: of who makes the move, or of the game."""

    value: MoveValue
    how: Compared
    than: int | str


@dataclass(frozen=True, slots=True)
class Becoming:
    """What sets something off: a player has so much of a value ("has") or comes to it ("reaches"), the game comes to
    it, or a player joins ("joins")."""

    what: Literal["has", "reaches", "joins"]
    value: MoveValue | None = None
    least: int = 0


@dataclass(frozen=True, slots=True)
class ReadMove:
    """A move, or with `when` what happens by itself: by the clock as the site has that, or when something comes true.
    `name`: what its rule calls it, "" for none; `frequency`: by a name of the law's, "" for as often as one likes; with
    `limit`, it counts together with others."""

    changes: tuple[ChangedValue, ...]
    costs: tuple[tuple[MoveValue, Amount], ...] = ()
    needs: tuple[NeededValue, ...] = ()
    frequency: str = ""
    name: str = ""
    limit: str = ""
    when: str | Becoming = ""
