"""All kinds of changes, in the order in which people choose from them and an enacted matter carries them out."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from . import actions, by_hand, gamestate, law, post_types, reverting, roster, rules, upholding
from .kind import ChangeKind

KINDS: Final[list[ChangeKind]] = [
    rules.RULES,
    law.LAW,
    reverting.REVERTING,
    gamestate.GAMESTATE,
    actions.ACTIONS,
    upholding.UPHOLDING,
    roster.ROSTER,
    post_types.POST_TYPES,
    by_hand.BY_HAND,
]


def kind_of(op: object) -> ChangeKind | None:
    """The kind that has this operation; None for none."""
    return next((kind for kind in KINDS if isinstance(op, str) and op in kind.names), None)


def kind_offering(choice: str) -> ChangeKind | None:
    """The kind of a change that people chose to write, as its `choices` call it; None for none."""
    return next((kind for kind in KINDS if choice in kind.choices), None)


def maker_of(consequence: Mapping[str, Any]) -> ChangeKind | None:
    """The kind whose work a consequence is, and which undoes it; None for what followed otherwise."""
    return next((kind for kind in KINDS if kind.made and kind.made in consequence), None)


def operations() -> Iterator[tuple[str, str]]:
    """Each operation of all kinds, with what people call it."""
    return (pair for kind in KINDS for pair in kind.names.items())
