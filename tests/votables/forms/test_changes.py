"""The forms in which changes are written."""

import pytest

from ruleset.law.shipped import document
from votables.changes.conditions import PARTS, read_condition
from votables.forms.changes import CONDITION_PARTS, ConditionForm, FigureForm, typed_condition

pytestmark = pytest.mark.django_db


def test_the_numbers_of_the_law_stand_below_the_rules_that_they_carry_out():
    choices = FigureForm(law=document("ruleset-211")).fields["number"].choices
    assert choices[0] == (
        "Quorum",
        [
            ("quorum.formula", "half of the players, rounded down, plus one: n / 2 + 1"),
            (
                "quorum.fallback",
                "half of the players, rounded down, plus one: where the formula gives nothing: 1",
            ),
        ],
    )
    heads = [head for head, below in choices]
    assert len(heads) == len(set(heads)) == 15
    assert [below for head, below in choices if head == "roster.rejoin_hours"] == ["roster rejoin hours: 0"]


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
