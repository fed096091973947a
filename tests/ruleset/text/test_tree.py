"""A ruleset as a tree: names, tags and statuses, numbers, and rules found by key or by name."""

import pytest

from ruleset.law.parts import RulesetPart
from ruleset.text.tree import Node, Placed, Tree, bare, part_of, tags, with_status

CATS, NAP = Node("3", "Cats [Rare]", "Purr."), Node("4", "Nap [Inactive]")
TREE = Tree(
    (Node("1", "Core Rules", "", (Node("2", "Pets", "", (CATS,)),)), Node("5", "Special Cases", "", (NAP,)))
)


@pytest.mark.parametrize(
    ("title", "name", "expected"),
    [
        ("Cats", "Cats", ()),
        (" Bounties  [Rare] [Inactive]", "Bounties", ("Rare", "Inactive")),
        ("[Rare] Bounties", "Bounties", ("Rare",)),
        ("Cats []", "Cats []", ()),
    ],
)
def test_tags_are_no_part_of_a_name(title, name, expected):
    assert (bare(title), tags(title)) == (name, expected)


@pytest.mark.parametrize(
    ("title", "active"),
    [("Nap", True), ("Nap [Rare]", False), ("Nap [Rare] [active]", True), ("Nap [Active] [INACTIVE]", False)],
)
def test_a_special_case_is_as_its_tag_says_else_active_unless_rare(title, active):
    assert Node("1", title).is_active is active


def test_a_status_takes_the_place_of_the_one_before():
    assert with_status("Nap [active] [Rare]", "Inactive") == "Nap [Inactive] [Rare]"
    assert with_status("Nap [Rare]", "Active") == "Nap [Rare] [Active]"


def test_rules_are_numbered_in_the_order_of_reading():
    assert list(TREE.placed())[1:4] == [
        Placed("1.1", 1, TREE.sections[0].children[0], ("1",)),
        Placed("1.1.1", 2, CATS, ("1", "2")),
        Placed("2", 0, TREE.sections[1], ()),
    ]


def test_rules_are_found_by_key_by_name_and_by_their_section():
    assert (TREE.find("4"), TREE.find("9")) == (NAP, None)
    assert (TREE.named("cats [Common]"), TREE.named("Dogs")) == ([CATS], [])
    assert (TREE.section_of("3"), TREE.section_of("9")) == (TREE.sections[0], None)


def test_a_node_is_replaced_where_it_stands_with_what_is_below_it():
    changed = TREE.mapped({"2": Node("2", "Beasts", "")})
    assert [node.name for node in changed.walk()] == ["Core Rules", "Beasts", "Cats", "Special Cases", "Nap"]


def test_a_section_stays_what_its_first_title_made_it():
    assert part_of(Node("1", "Core")) == "core"
    assert part_of(Node("1", "Dynasty", part="core")) == "core"


def test_the_rules_of_a_part_stand_right_below_its_sections():
    assert [node.name for node in TREE.rules_of(RulesetPart.SPECIAL_CASE)] == ["Nap"]
    assert [node.name for node in TREE.rules_of(RulesetPart.CORE)] == [
        node.name for node in TREE.sections[0].children
    ]
    assert TREE.rules_of(RulesetPart.APPENDIX) == []


def test_a_special_case_is_switched_by_name_or_goes_back_to_its_default():
    sleepy = Node("5", "Nap [Rare] [Active]")
    assert [sleepy.switched(states).title for states in ({"Nap": True}, {"Nap": False}, {"Cats": True})] == [
        *("Nap [Rare] [Active]", "Nap [Rare] [Inactive]", "Nap [Rare] [Inactive]")
    ]
    assert sleepy.switched({"Nap": True}) is sleepy
