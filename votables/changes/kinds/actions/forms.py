"""What people fill in beside an action that was read."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

from django import forms

from blognomic.web.errors import RuleBroken
from gamestate.clockwork.when import read_when
from gamestate.forms.actions import ActionForm
from gamestate.moves.move import PARTS
from gamestate.moves.reading import read_move
from gamestate.values.errors import ValueRefused

_FIELDS: Final = {
    "title": "name",
    "asks": "asks",
    "needs": "needs",
    "costs": "costs",
    "does": "does",
    "timing": "when",
}
"""The parts of an action that are shown folded, as the form of a whole action calls them."""


class FoldedAction(forms.Form):
    """What an action that was read is besides: folded beside it. Where nothing of it was sent, it stands as it was
    read."""

    def __init__(self, sent: Mapping[str, Any], *, prefix: str, parts: Mapping[str, str]):
        data = sent if f"{prefix}-title" in sent else None
        super().__init__(data, prefix=prefix, initial={name: parts.get(name, "") for name in _FIELDS})
        for name, called in _FIELDS.items():
            if name != "timing" or parts.get("timing"):
                self.fields[name] = deepcopy(ActionForm.base_fields[called])
                self.fields[name].required = False

    @property
    def is_filled_in(self) -> bool:
        """Whether something was sent, and is otherwise than it was read."""
        return self.is_bound and self.has_changed()

    def changed(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """The change that adds it, with what was filled in. Raises RuleBroken (400) for lines that mean nothing."""
        self.is_valid()
        filled = {name: str(self.cleaned_data.get(name, "")) for name in self.changed_data}
        parts = {**change, **{name: text.replace("\r\n", "\n").strip() for name, text in filled.items()}}
        try:
            read_move({name: parts.get(name, "") for name in PARTS})
            if parts.get("timing"):
                read_when(parts["timing"])
        except ValueRefused as refused:
            raise RuleBroken(refused.sentence, status=400) from None
        return parts
