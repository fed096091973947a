"""The forms in which changes are written."""

import pytest

from votables.changes.conditions import PARTS, read_condition
from votables.forms.changes import CONDITION_PARTS, ConditionForm, typed_condition

pytestmark = pytest.mark.django_db


SHARE = {"icon": "for", "least": 2, "of": 3, "more": True}


@pytest.mark.parametrize(
    "condition",
    [
        {"kind": "matter", "post": 4, "status": "failed", "negated": True},
        {"kind": "rule", "words": "Bread", "negated": False},
        {"kind": "active", "words": "Bounties", "negated": True},
        {"kind": "text", "rule": "", "words": "a loaf", "negated": True},
        {"kind": "text", "rule": "Bread", "words": "a loaf", "negated": False},
        {"kind": "comments", "words": "yes", "least": 2, "negated": False},
        {"kind": "votes", **SHARE, "negated": False},
        {"kind": "voters", **SHARE, "more": False, "words": "yes", "negated": True},
    ],
)
def test_a_condition_is_written_in_its_fields_and_read_from_them(condition):
    typed = typed_condition({"when": condition})
    form = ConditionForm(
        {"op": "step", "seen": 0, **{name: one for name, one in typed.items() if one is not False}}
    )
    assert form.is_valid(), form.errors
    assert form.condition() == {"when": condition}
    assert read_condition(condition).as_json() == condition


def test_every_part_of_a_condition_has_its_field():
    assert {part for parts in PARTS.values() for part in parts} == set(CONDITION_PARTS)
