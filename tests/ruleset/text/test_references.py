"""Rules that are named by a title which two have, or by a number which moves."""

import pytest

from ruleset.text.references import astray, newly_shared, numbers_in, shared_in, shared_titles
from ruleset.text.tree import Node, Tree


def tree(*rules: Node) -> Tree:
    return Tree((Node("1", "Core Rules", "", rules),))


CATS, DOGS = Node("2", "Cats [Rare]", "Cats purr."), Node("3", "Dogs", "As rule 1.1 says.")
BIRDS = Node("new-1", "Birds", "They sing, unlike those of rule 1.1.")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("As rule 1.4 says.", ("1.4",)),
        (
            "Rules 1.4, 2.1.3 and 1.5; rule 1.4 again; Section 3; subrule 4.1",
            ("1.4", "2.1.3", "1.5", "3", "4.1"),
        ),
        ("Ruler 1.4, 1.4 metres, rule of 3, rules 2 players, rule 3b, [[Rule]]", ("2",)),
        ("rule 1234.5", ()),
    ],
)
def test_rules_are_named_by_numbers(text, numbers):
    assert numbers_in(text) == numbers


def test_a_number_goes_astray_when_another_rule_gets_it():
    (stray,) = astray(tree(CATS, DOGS), tree(BIRDS, CATS, DOGS))
    assert (stray.rule.number, stray.number, stray.meant, stray.now) == ("1.3", "1.1", CATS, BIRDS)
    assert (stray.place, stray.link) == ("1.2", "[[Cats]]")


def test_a_number_of_a_rule_that_goes_is_astray_and_has_no_link():
    (stray,) = astray(tree(CATS, DOGS), tree(DOGS))
    assert (stray.meant, stray.now, stray.place, stray.link) == (CATS, DOGS, "", "")


def test_no_number_is_astray_where_none_moves_or_the_text_is_new():
    assert astray(tree(CATS, DOGS), tree(CATS, DOGS, BIRDS)) == []
    assert astray(tree(CATS), tree(BIRDS, CATS)) == []


def test_two_rules_of_one_title_are_told_once_they_come_to_have_it():
    other = Node("new-2", "CATS", "Others.")
    before, after = tree(CATS, DOGS), tree(CATS, DOGS, other)
    (title,) = newly_shared(before, after)
    assert (title.title, [one.number for one in title.rules], title.first.number) == (
        "Cats",
        ["1.1", "1.3"],
        "1.1",
    )
    assert newly_shared(after, after) == newly_shared(after, before) == []
    assert (shared_titles(before.placed()), list(shared_titles(after.placed()))) == ({}, ["cats"])


def test_a_link_by_a_title_that_two_rules_have_is_found():
    alike = tree(DOGS, CATS, Node("9", "Cats", ""))
    assert [
        one.title for one in shared_in("See [[cats]], [[Dogs]] and [[Cats [Rare]]].", alike.placed())
    ] == ["Cats"]
    assert shared_in("Cats, [Cats]", alike.placed()) == []


def test_a_link_leads_to_the_rule_that_came_first_wherever_it_stands():
    (title,) = shared_titles(tree(Node("9", "Cats"), CATS).placed()).values()
    assert title.first.node == CATS
