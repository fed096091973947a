"""The phrases of instructions on the gamestate, by the rule that each belongs to."""

from collections.abc import Mapping, Sequence
from typing import Final

from ..templates import Template
from . import amounts, doing, lists, people, stating, whole

RULES: Final[Mapping[str, Sequence[Template]]] = {name: templates for part in (people, amounts, stating, doing, lists, whole) for name, templates in part.RULES.items()}
