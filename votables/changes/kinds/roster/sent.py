"""The steps on the roster as programs send them: a shape for each, told apart by its `op`."""

from ninja import Schema

from blognomic.web.api import Key, one_of
from blognomic.web.api.shapes import SentPart
from gamestate.api.steps import step_shape

from .steps import NAMES, PARTS, SENT


def _shape(do: str) -> type[Schema]:
    parts = {name: SENT[name] for name in PARTS[do]}
    if do == "emperor":
        parts["player"] = SentPart(Key | None, "The key of the person; null for nobody.")
    return step_shape(do, NAMES[do], parts, noun="RosterStep")


ROSTER_STEP = SentPart(one_of("AnyRosterStep", map(_shape, NAMES)), "What is done on the roster.")
