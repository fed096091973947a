"""The kinds of changes that there are. What is asked of all of them finds them here, and knows none by name;
`votables.changes.kinds` lists them, and has them registered when the site begins."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from .kind import ChangeKind

KINDS: Final[list[ChangeKind]] = []
"""In the order in which people choose from them and an enacted matter carries them out."""


def register(kinds: Iterable[ChangeKind]) -> None:
    """Let there be these kinds, after those that there are already, each once."""
    KINDS.extend(kind for kind in kinds if kind not in KINDS)


def kind_of(op: object) -> ChangeKind | None:
    """The kind that has this operation; None for none."""
    return next((kind for kind in KINDS if isinstance(op, str) and op in kind.names), None)


def kind_offering(choice: str) -> ChangeKind | None:
    """The kind of a change that people chose to write, as its `choices` call it; None for none."""
    return next((kind for kind in KINDS if choice in kind.choices), None)


def maker_of(consequence: Mapping[str, Any]) -> ChangeKind | None:
    """The kind whose work a consequence is, and which undoes it; None for what followed otherwise."""
    return next((kind for kind in KINDS if kind.made and kind.made in consequence), None)


def left_to_person(words: str) -> dict[str, object]:
    """The change, as it is sent, by which a person does what the words say."""
    return next(kind for kind in KINDS if kind.by_hand).left_to_person(words)


def operations() -> Iterator[tuple[str, str]]:
    """Each operation of all kinds, with what people call it."""
    return (pair for kind in KINDS for pair in kind.names.items())
