"""Which rules a sentence speaks of."""

import pytest

from ruleset.text.tree import Node, Tree
from votables.english.grammar import Phrase
from votables.english.reading_parts import Unclear
from votables.english.rule_references import (
    find,
    home_of_new,
    in_context,
    named,
    numbered,
    rules_of,
    sections,
)

from .rulebook import TREE, phrase

TWINS = Tree(
    (
        Node("1", "Core Rules", "", (Node("a", "Twins"),)),
        Node("2", "Dynastic Rules", "", (Node("b", "Twins"), Node("c", "Core Rules"))),
    )
)
ONE = Tree((Node("1", "Rules", "", (Node("a", "Ash"), Node("b", "Beech", "", (Node("c", "Cedar"),)))),))


def keys(nodes):
    return [node.key for node in nodes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the rule “Bread”", ["3.2"]),
        ("rule 3.2", ["3.2"]),
        ("rule 3.2 (Bread)", ["3.2"]),
        ("the same rule", ["1.2"]),
        ("the core rules", ["1.1", "1.2"]),
        ("the ruleset", ["1.1", "1.2", "2.1", "3.1", "3.1.1", "3.1.2", "3.2", "3.3"]),
    ],
)
def test_the_rules_that_are_spoken_of(text, expected):
    assert keys(rules_of(phrase(text), TREE, "1.2")) == expected


@pytest.mark.parametrize(
    ("text", "context", "why"),
    [
        ("rule 3.2 “Voting”", "", "Which of the two"),
        ("the rule “Cake”", "", "There is no rule “Cake”"),
        ("rule 9.9", "", "There is no rule 9.9"),
        ("that rule", "", "Say which rule"),
        ("that rule", "gone", "Say which rule"),
    ],
)
def test_a_rule_that_is_not_there_is_asked_about(text, context, why):
    with pytest.raises(Unclear, match=why):
        rules_of(phrase(text), TREE, context)


def test_the_rule_of_which_was_spoken():
    assert in_context(TREE, "3.2").name == "Bread"


def test_names_are_compared_without_tags_case_and_marks():
    assert [
        keys(find(name, TREE)) for name in ("bounties", "BOUNTIES [Rare]", "“Bread”", "Bread.", "Core Rules")
    ] == [*[["2.1"], ["2.1"], [], ["3.2"], ["1"]]]
    assert keys(find("Core Rules", TWINS)) == ["c"]


def test_one_of_several_rules_of_a_name_is_told_by_its_section():
    assert named("Twins", TWINS, phrase("the core rule “Twins”")).key == "a"
    assert named("Twins", TWINS, phrase("the dynastic rule “Twins”")).key == "b"
    assert named("Voting", TREE, phrase("the dynastic rule “Voting”")).key == "1.1"
    with pytest.raises(Unclear, match="2 rules are called"):
        named("Twins", TWINS, phrase("the rule “Twins”"))


def test_names_that_are_like_it_are_offered():
    with pytest.raises(Unclear) as refusal:
        named("Bred", TREE, Phrase())
    assert refusal.value.better("Repeal “Bred”.") == ("Repeal “Bread”.",)


def test_where_there_is_one_section_its_number_may_be_left_out():
    assert [numbered(number, ONE).key for number in ("1.2.1", "2.1", "1", "2")] == ["c", "c", "a", "b"]
    with pytest.raises(Unclear, match="two different rules"):
        numbered("1.1", Tree((Node("1", "Rules", "", (Node("a", "Ash", "", (Node("d", "Dogwood"),)),)),)))
    with pytest.raises(Unclear, match="no rule 1"):
        numbered("1", TREE)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the dynastic rules", ["3"]),
        ("the special case rules", ["2"]),
        ("the ruleset", ["1", "2", "3"]),
        ("the section “Core Rules”", ["1"]),
        ("the section “Cake”", []),
    ],
)
def test_sections_that_are_spoken_of(text, expected):
    assert keys(sections(phrase(text), TREE)) == expected


@pytest.mark.parametrize(
    ("text", "tree", "home"),
    [
        ("a rule", TREE, "3"),
        ("a core rule", TREE, "1"),
        ("a dynastic rule", TREE, "3"),
        ("a rule", ONE, "1"),
        ("a dynastic rule", ONE, "1"),
    ],
)
def test_the_section_to_which_a_new_rule_goes(text, tree, home):
    assert home_of_new(phrase(text), tree).key == home


@pytest.mark.parametrize(
    ("text", "tree"), [("a core rule", ONE), ("a rule", Tree((*ONE.sections, *ONE.sections)))]
)
def test_where_the_section_is_not_clear_it_is_asked(text, tree):
    with pytest.raises(Unclear, match="in which section"):
        home_of_new(phrase(text), tree)
