"""What carries out and undoes changes of each kind: the kind itself, but where that takes services of votables, which
stand above the kinds. Those have the kind's verbs under their names: `carry_out`, `undo`, `redo`, `stay`."""

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

from votables.changes.kind import ChangeKind
from votables.changes.post_types import POST_TYPES
from votables.changes.roster import ROSTER

from . import post_type_changes, roster_changes

SERVICES: Final[Mapping[ChangeKind, ModuleType]] = {ROSTER: roster_changes, POST_TYPES: post_type_changes}


def verb_of(kind: ChangeKind, name: str) -> Callable[..., Any]:
    """The verb of that name for changes of a kind."""
    return getattr(SERVICES.get(kind, kind), name, getattr(kind, name))
