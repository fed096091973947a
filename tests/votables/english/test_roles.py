"""What belongs together in a clause."""

import pytest

from votables.english.roles import attached, merged

from .rulebook import ordered


def said(part):
    return (part.role, part.noun, [name.text for name in part.names], part.opening, part.ending)


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("Create a rule and call it “A”", ["create"]),
        ("Add a subrule to “B”, call it “A” and give it the text “C”", ["add"]),
        ("Repeal “B” and call it “A”", ["repeal", "call"]),
        ("Call it “A”", ["call"]),
    ],
)
def test_what_a_new_rule_is_called_belongs_to_what_makes_it(text, verbs):
    assert [one.verb for one in merged(ordered(text).clauses)] == verbs


def test_what_a_new_rule_is_given_is_its_own():
    (clause,) = merged(ordered("Add a subrule to “B” and give it the text “C”").clauses)
    assert [(part.role, part.noun, part.text) for part in clause.parts] == [
        *[("", "subrule", None), ("to", "", "B"), ("", "text", "C")]
    ]
    (clause,) = merged(ordered("Add a subrule and give it “C”").clauses)
    assert [(part.role, part.text) for part in clause.parts] == [("", None), ("", "C")]


def test_the_name_that_a_new_rule_is_given_is_its_name():
    (clause,) = merged(ordered("Create a rule and call it “A”").clauses)
    assert [(part.role, part.text) for part in clause.parts] == [("", None), ("called", "A")]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Create a rule called “A”", [("", "rule", ["A"], "", "")]),
        ("In the rule titled “A”, delete “b”", [("in", "rule", ["A"], "", ""), ("", "", ["b"], "", "")]),
        ("Delete “b” called “A”", [("", "", ["b"], "", ""), ("called", "", ["A"], "", "")]),
        ("Delete the sentence beginning “b”", [("", "sentence", [], "b", "")]),
        ("Delete the paragraph that ends with “b”", [("", "paragraph", [], "", "b")]),
        ("Delete the sentence reading “b”", [("", "sentence", ["b"], "", "")]),
        (
            "Delete the sentence “a” beginning “b”",
            [("", "sentence", ["a"], "", ""), ("starting", "", ["b"], "", "")],
        ),
        (
            "Delete the sentence beginning “a” beginning “b”",
            [("", "sentence", [], "a", ""), ("starting", "", ["b"], "", "")],
        ),
        ("In rule 3.2 called “A”, add “b”", [("in", "rule", ["A"], "", ""), ("", "", ["b"], "", "")]),
        (
            "Delete the subrule of rule 3.2 called “A”",
            [("", "subrule", [], "", ""), ("in", "rule", ["A"], "", "")],
        ),
        ("Delete the rule beginning “b”", [("", "rule", [], "", ""), ("starting", "", ["b"], "", "")]),
        ("Create a rule with the text “b”", [("", "rule", [], "", ""), ("having", "", ["b"], "", "")]),
    ],
)  # fmt: skip
def test_what_only_says_which_is_meant_is_put_to_what_it_speaks_of(text, parts):
    (clause,) = ordered(text).clauses
    assert [said(part) for part in attached(clause)] == parts


def test_a_new_rule_is_called_so_and_not_the_one_whose_number_is_said():
    (clause,) = ordered("Add a subrule to rule 3.2 called “A”").clauses
    assert [said(part)[:3] for part in attached(clause)] == [("", "subrule", ["A"]), ("to", "rule", [])]
