"""What a matter's changes come to at an instant."""

import pytest

from tests.votables.table import noon, propose
from votables.changes.outcome import outcome_of

from .carried import WITH_CASES, enact, new, seat_with, shape, standing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("law", "name"),
    [
        ("ruleset-37", "Unnamed Rule"),
        ("ruleset-86", "Unnamed Rule"),
        ("ruleset-98", "Unnamed Rule"),
        ("ruleset-2019-09", "Unnamed Rule"),
        ("ruleset-211", "More Birds"),
    ],
)
def test_a_rule_without_a_title_is_called_as_the_law_in_force_says(law, name):
    players, keys = seat_with(WITH_CASES, law)
    changes = [new(keys["Dynastic Rules"])]
    post = propose(players[1], noon(1), "Proposal: [Core] More Birds", changes=changes)
    assert shape(outcome_of(post, at=noon(1)).after.tree)[4] == ("2.2", name)
    enact(post, players, noon(2))
    assert shape(standing(noon(2)))[4] == ("2.2", name)
