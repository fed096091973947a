"""All kinds of changes, a file or a folder each, in the order in which people choose from them and an enacted matter
carries them out."""

from typing import Final

from votables.changes.kind import ChangeKind

from . import by_hand, reverting, upholding
from .actions.kind import ACTIONS
from .gamestate.kind import GAMESTATE
from .law.kind import LAW
from .post_types.kind import POST_TYPES
from .roster.kind import ROSTER
from .rules.kind import RULES

KINDS: Final[list[ChangeKind]] = [
    RULES,
    LAW,
    reverting.REVERTING,
    GAMESTATE,
    ACTIONS,
    upholding.UPHOLDING,
    ROSTER,
    POST_TYPES,
    by_hand.BY_HAND,
]
