"""All kinds of deeds, in the order in which a line is read as one of them: what sets a value comes last."""

from collections.abc import Sequence
from typing import Final

from gamestate.moves.deeds import (
    asking,
    assigning,
    branching,
    cards,
    disclosing,
    naming,
    passing,
    refusing,
    repeating,
    rows,
    settling,
)
from gamestate.moves.lines import DeedKind

KINDS: Final[Sequence[DeedKind]] = (
    branching.BRANCHING,
    repeating.REPEATING,
    naming.NAMING,
    refusing.REFUSING,
    passing.PASSING,
    rows.ADDING,
    rows.REMOVING,
    settling.SETTLING,
    disclosing.DISCLOSING,
    asking.ASKING,
    cards.SHUFFLING,
    cards.DRAWING,
    cards.CARRYING,
    assigning.ASSIGNING,
)
