"""Where a rule can be put once the changes of a matter have come about."""

import pytest

from tests.votables.changes.carried import new
from tests.votables.table import noon
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.changes.rule_places import RulePlace, rule_places

pytestmark = pytest.mark.django_db

NEVER = {"kind": "rule", "words": "Dragons", "negated": False}


def test_new_rules_are_places_too_and_those_that_a_condition_keeps_out_come_last(rules):
    _players, keys = rules
    changes = [new("top", "Birds"), new("new-0", "Fish", when=NEVER), new(keys["Cats"])]
    places = rule_places(outcome_of_changes(stored_changes(changes), at=noon(1), unnamed="Pets"))

    by_key = {place.key: place for place in places}
    assert {key for key, place in by_key.items() if place.is_new} == {"new-0", "new-1", "new-2"}
    assert places[-1] == RulePlace("new-1", "Fish", "new-0")
    assert [by_key[key].parent for key in ("new-0", "new-2")] == ["top", keys["Cats"]]
    assert by_key["new-0"].label.endswith(" Birds (new)")
    assert by_key[keys["Cats"]].label.endswith(" Cats")
