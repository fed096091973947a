"""Words moved from one place of the rules to another."""

import pytest

from votables.english import moved_words
from votables.english.amender import Amender
from votables.english.reading_parts import Unclear

from .rulebook import TREE, done, parts

ONE, TWO = "One loaf. Three loaves. Four loaves.", "One loaf. Two loaves. Three loaves."


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("Move the last paragraph of “Bread” to the end of “Fuel”", True),
        ("Move “Two loaves.” to the end of “Bread”", True),
        ("Move the words “Two loaves.” to the end of “Bread”", True),
        ("Move “Bread” to the end of the dynastic rules", False),
        ("Move the rule “Bread” below “Ovens”", False),
    ],
)
def test_words_are_told_from_rules(text, is_it):
    assert moved_words.is_of_text(parts(text), Amender(TREE, 0)) is is_it


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        (
            "Move the last paragraph of “Bread” to the end of “Fuel”",
            {"Bread": TWO, "Ovens/Fuel": "Coal is fuel. Four loaves."},
        ),
        (
            "Move the last paragraph of “Bread” to the beginning of “Fuel”",
            {"Bread": TWO, "Ovens/Fuel": "Four loaves. Coal is fuel."},
        ),
        (
            "Move “Two loaves.” from “Bread” to the end of that rule",
            {"Bread": f"{ONE} Two loaves."},
        ),
        (
            "Move the bullet “Green: warm” above “Red: hot” in “Ovens”",
            {"Ovens": "There are three ovens: * Green: warm * Red: hot * Blue: cold Ovens rest at night."},
        ),
    ],
)
def test_they_go_from_where_they_stand_to_where_they_are_to_stand(text, changes):
    assert done(moved_words.move, text) == changes


@pytest.mark.parametrize(
    "text",
    [
        "Move the second sentence of “Bread” to “Fuel”",
        "Move the first paragraph of “Bread” to after its third paragraph",
        "Move “loaves” from “Bread” to the end of “Fuel”",
        "Move “cakes” from “Bread” to the end of “Fuel”",
        "Move the fifth paragraph of “Bread” to the end of “Fuel”",
    ],
)
def test_what_or_where_that_is_not_clear_is_asked(text):
    with pytest.raises(Unclear):
        done(moved_words.move, text)
