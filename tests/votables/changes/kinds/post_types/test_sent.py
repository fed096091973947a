"""Definitions of types of official posts, and the steps on these, as programs send them."""

import pytest
from pydantic import TypeAdapter, ValidationError

from votables.changes.kinds.post_types.sent import TYPE_STEP, Definition, DefinitionIn
from votables.post_types.models import DEFINITION
from votables.post_types.type_definitions import MOST

STEP = TypeAdapter(TYPE_STEP.kind)


def test_a_definition_has_the_parts_of_its_model():
    assert [*Definition.model_fields] == [*DefinitionIn.model_fields] == [*DEFINITION]
    assert all(field.is_required() for field in Definition.model_fields.values())


def test_what_is_left_out_is_as_usual():
    sent = DefinitionIn(name="Hunt", most_open=2)
    assert sent.dict(exclude_unset=True) == {"name": "Hunt", "most_open": 2}
    assert (sent.once, sent.most_open_each) == (True, None)


@pytest.mark.parametrize(
    "definition",
    [{"may_end": "cats"}, {"most_open": MOST + 1}, {"most_open": -1}, {"colour": "red"}, {"name": 3}],
)
def test_a_part_that_its_model_does_not_have_does_not_fit(definition):
    with pytest.raises(ValidationError):
        DefinitionIn(**definition)


def test_a_type_that_is_retired_is_defined_by_no_new_rule():
    assert (
        STEP.validate_python({"op": "define", "definition": {"name": "Hunt"}, "rule": "new-0"}).rule
        == "new-0"
    )
    with pytest.raises(ValidationError):
        STEP.validate_python({"op": "retire", "official_type": 3, "rule": "new-0"})
