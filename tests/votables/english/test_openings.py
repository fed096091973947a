"""How sentences begin."""

import pytest

from votables.english.atoms import KnownNames, tokens
from votables.english.openings import begins_instruction, is_story, is_talk, without_label

NAMES = KnownNames.of([("Bread", "rule"), ("Flour", "variable"), ("Ada", "player")])


def said(text):
    return list(tokens(text, NAMES))


@pytest.mark.parametrize(
    "text",
    [
        "I think so.",
        "Let's try.",
        "This would help.",
        "The idea is old.",
        "Because it rains.",
        "There are too many.",
        "Bakers like my bread.",
        "(All bread is bread.)",
        "(All bread (of ours) is bread.)",
        "*All bread is bread.*",
    ],
)
def test_talk_is_known(text):
    assert is_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "Repeal “Bread”.",
        "All bread is bread.",
        "*All* bread *is*",
        "(All) bread (is)",
        "**All bread**",
        "Indeed",
        "**",
        "",
        "(",
    ],
)
def test_what_is_no_talk(text):
    assert not is_talk(text)


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Part 1: repeal it", "repeal it"),
        ("Step two - repeal it", "repeal it"),
        ("Change A). repeal it", "repeal it"),
        ("First, repeal it", "repeal it"),
        ("First repeal it", "First repeal it"),
        ("Step aside: repeal it", "Step aside: repeal it"),
        ("Part 1 of it", "Part 1 of it"),
        ("Part", "Part"),
        ("Part 1", "Part 1"),
        ("Bread, repeal it", "Bread, repeal it"),
        ("", ""),
    ],
)
def test_labels_are_left_out(text, rest):
    assert [one.text for one in without_label(said(text))] == [one.text for one in said(rest)]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("Repeal it", True),
        ("Step 1: Repeal it", True),
        ("Give each Baker a loaf", True),
        ("In “Bread”, change it", True),
        ("In Bread, change it", True),
        ("If the rule exists, delete it", True),
        ("In haste, change it", False),
        ("In “Bread”, all is well", False),
        ("The rule is hereby repealed", True),
        ("“Bread” should be changed", True),
        ("“Repeal” it", False),
        ("“In” the text, change it “x”", False),
        ("A rule is good", False),
        ("Bakers of rule 2 are changed", False),
        ("Loaves rise", False),
        ("", False),
    ],
)
def test_whether_a_paragraph_begins_an_instruction(text, begins):
    assert begins_instruction(said(text)) is begins


@pytest.mark.parametrize(
    "text",
    [
        "Highmoor is where the Line ends.",
        "The ovens were dark that night.",
        "A gull lands on the rail.",
        "There was a smell of smoke over Bread.",
        "May the dough be kind to us.",
    ],
)
def test_a_story_is_known(text):
    assert is_story(said(text))


@pytest.mark.parametrize(
    "text",
    [
        "Burn the rule about Bread.",
        "The oven is removed from Bread.",
        "The bakers lose all they have.",
        "Bread is no longer eaten here.",
        "The rule on loaves is bad.",
        "The baker is Ada at last.",
        "The Flour is gone from here.",
        "The word for it is “loaf”.",
        "The oven has 3 doors.",
        "A baker may eat the bread.",
        "Nuke the old ovens now.",
        "Smoke the ham and bread.",
        "The ovens rest.",
    ],
)
def test_what_may_order_something_is_no_story(text):
    assert not is_story(said(text))
