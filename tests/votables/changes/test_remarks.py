"""What else a matter's changes lead to."""

import pytest

from ruleset.queries import law_at
from tests.votables.table import noon
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.changes.remarks import remarks, shared_links

from .carried import edit, new

pytestmark = pytest.mark.django_db
CATS = "Cats purr. Dogs bark."


def of(*values: dict[str, object]):
    outcome = outcome_of_changes(stored_changes(values), at=noon(1))
    return remarks(outcome, law_at(noon(1)))


def test_changes_that_lead_to_nothing_else_are_not_remarked_on(rules):
    _, keys = rules
    assert not of(edit(keys, CATS, "Cats nap. Dogs bark."))


def test_a_title_that_two_rules_come_to_share_is_told_once(rules):
    _, keys = rules
    remarks = of(new(keys["Dynastic Rules"], "Cats"), edit(keys, CATS, "See [[Cats]]."))
    assert [one.title for one in remarks.shared] == ["Cats"]
    assert remarks.linked == []


def test_a_rule_that_is_amended_without_its_law_is_told(rules):
    _, keys = rules
    remarks = of({"op": "rename", "rule": keys["Quorum"], "title": "Quorum", "base": "Quorum"})
    assert remarks.behind == []
    text = {"op": "edit", "rule": keys["Quorum"], "base": "Half, and one.", "text": "All."}
    assert len(of(text).behind) == 1
    old = law_at(noon(1)).law.text
    law = {"op": "law", "base": old, "text": old.replace('formula = "n / 2 + 1"', 'formula = "n"')}
    assert law["text"] != old
    assert of(text, law).behind == []


def test_links_are_looked_up_only_in_a_text_that_has_some(rules, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert shared_links("Cats [purr].", "[ [Cats] ]", at=noon(1)) == []
    with django_assert_num_queries(2):
        assert shared_links("No", "[[Cats]] purr.", at=noon(1)) == []
