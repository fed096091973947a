"""A step that only a person can carry out, and ticks off."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from blognomic.i18n.translation import thousands
from blognomic.web.api.shapes import SentPart, Text
from blognomic.web.errors import RuleBroken
from votables.changes.apply import Carrier, ChangesOutcome, Effect, Settlement, Worked
from votables.changes.context import Context
from votables.changes.kind import ChangeKind, no_such_kind

LENGTH: Final = 2_000
_WORD: Final = re.compile(r"\w+")
NAMED: Final = 100  # characters of it, as it is named


@dataclass(frozen=True, slots=True)
class ByHand:
    """What somebody is to do."""

    text: str


class StepsByHand(ChangeKind):
    names = {"step": gettext_lazy("a step to carry out by hand")}
    fields = {"step": ["text"]}
    sent = {
        "step": {
            "text": SentPart(Annotated[Text, Field(min_length=1, max_length=LENGTH)], "What somebody does.")
        }
    }
    payload = ByHand
    by_hand = True
    deed = "votables/changes/_by_hand.html"

    def read(self, value: Mapping[str, Any]) -> ByHand:
        payload = super().read(value)
        if not payload.text.strip():
            raise no_such_kind()
        if len(payload.text) > LENGTH:
            sentence = _("A step has at most {number} characters.")
            raise RuleBroken(sentence.format(number=thousands(LENGTH)), status=400)
        return ByHand(payload.text.strip())

    def left_to_person(self, words: str) -> dict[str, object]:
        return {"op": "step", "text": words}

    def prepare(self, form: Any) -> None:
        text = form.fields["text"]
        text.label = _("What the admin does by hand")
        text.help_text = _("The admin who enacts it ticks this off.")

    def apply(self, effect: Effect, now: Context, carrier: Carrier, settled: Settlement) -> Worked:
        return effect, now, frozenset()

    def words(self, payload: ByHand) -> str:
        return payload.text

    def deeds(self, effect: Effect, outcome: ChangesOutcome) -> Mapping[str, object]:
        return {f"step:{' '.join(_WORD.findall(effect.change.payload.text.casefold()))}": ""}

    def about(self, effect: Effect, outcome: ChangesOutcome) -> list[str]:
        return [Truncator(effect.change.payload.text).chars(NAMED)]


BY_HAND: Final = StepsByHand()
