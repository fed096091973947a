"""On what a sentence hangs."""

import pytest

from votables.english.amender import Amender
from votables.english.conditions import holds
from votables.english.reading_parts import Unclear

from .rulebook import TREE, ordered


def asked(condition):
    """Whether a condition holds, and of which rule it spoke."""
    amender = Amender(TREE, 0)
    return holds(ordered(f"If {condition}, repeal it").condition, amender), amender.context


@pytest.mark.parametrize(
    ("condition", "holding", "context"),
    [
        ("the rule “Bread” exists", True, "3.2"),
        ("there is a rule called “Cakes”", False, ""),
        ("there is no rule called “Cakes”", True, ""),
        ("rule 3.2 “Bread” does not exist", False, "3.2"),
        ("the rule “Bread” contains the words “Two loaves”", True, "3.2"),
        ("the rule “Bread” contains “Two loaves”", True, "3.2"),
        ("the rule “Voting” contains the text “Two loaves”", False, "1.1"),
        ("the ruleset contains the word “Coal”", True, "3.1.1"),
        ("the ruleset contains the word “vote”", True, "1.1"),
        ("in the rule “Bread”, there is the text “Two loaves”", True, "3.2"),
        ("the rule “Bread” has a sentence beginning “Two”", True, "3.2"),
    ],
)
def test_a_condition_is_told_from_the_rules(condition, holding, context):
    assert asked(condition) == (holding, context)


@pytest.mark.parametrize(
    "condition",
    [
        "the rule “Bread” contains the text “Two loa”",
        "the rule “Bread” and the rule “Voting” exist",
        "rule 3.1 “Bread” exists",
        "there is a section “Bread”",
        "the rules “Bread” and “Voting” exist",
        "the rule “Bread” contains the words “a” the words “b”",
        "the rule “Bread” has it",
        "the rule “Bread” is",
        "there is",
        "there is a rule",
    ],
)
def test_what_cannot_be_told_from_the_rules_is_asked(condition):
    with pytest.raises(Unclear):
        asked(condition)
