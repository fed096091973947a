"""The form of one number of the law."""

import pytest

from ruleset.law.shipped import document
from votables.changes.kinds.law.forms import FigureForm

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
