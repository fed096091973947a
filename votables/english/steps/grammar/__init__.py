"""The phrases of instructions on the gamestate, by the rule that each belongs to."""

from collections.abc import Mapping, Sequence
from typing import Final

from ..templates import Template
from . import amounts, elided, holders, lists, stating, value_changes, whole

_PARTS: Final = (holders, amounts, stating, value_changes, lists, whole, elided)
RULES: Final[Mapping[str, Sequence[Template]]] = {
    name: tuple(each for part in _PARTS for each in part.RULES.get(name, ())) for part in _PARTS for name in part.RULES
}
