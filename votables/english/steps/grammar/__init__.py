"""The phrases of instructions on the gamestate, by the rule that each belongs to."""

from collections.abc import Mapping, Sequence
from typing import Final

from ..templates import Template
from . import amounts, doing, elided, lists, people, stating, whole

_PARTS: Final = (people, amounts, stating, doing, lists, whole, elided)
RULES: Final[Mapping[str, Sequence[Template]]] = {
    name: tuple(each for part in _PARTS for each in part.RULES.get(name, ())) for part in _PARTS for name in part.RULES
}
