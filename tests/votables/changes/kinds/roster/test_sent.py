"""Steps on the roster as programs send them."""

import pytest
from pydantic import TypeAdapter, ValidationError

from votables.changes.kinds.roster.sent import ROSTER_STEP
from votables.changes.kinds.roster.steps import NAMES

STEP = TypeAdapter(ROSTER_STEP.kind)


def test_there_is_a_shape_for_each_step():
    known = STEP.json_schema()["discriminator"]["mapping"]
    assert known.keys() == NAMES.keys()


def test_nobody_may_be_named_as_the_emperor_alone():
    assert STEP.validate_python({"op": "emperor", "player": None}).player is None
    with pytest.raises(ValidationError):
        STEP.validate_python({"op": "remove", "player": None, "why": "So."})


@pytest.mark.parametrize(
    "step", [{"op": "bar", "player": 3}, {"op": "bar", "player": 3, "why": ""}, {"op": "fly"}]
)
def test_a_step_without_its_parts_does_not_fit(step):
    with pytest.raises(ValidationError):
        STEP.validate_python(step)
