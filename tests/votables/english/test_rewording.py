"""Words of rules replaced and removed."""

import pytest

from votables.english import rewording
from votables.english.reading_parts import Unclear

from .rulebook import done

LOAVES = "One loaf. Two loaves. Three loaves. Four loaves."
OVENS = "There are three ovens: * Red: hot * Blue: cold * Green: warm Ovens rest at night."
PRICES = "The prices: | Good | Price | |---|---| | Rye Cob | 8 | | Bun | 12 |"
VOTES = "Each Baker has four votes. A vote may be changed. Votes of idle Bakers do not count."


def replaced(text, context="", verb="replace"):
    return done(lambda parts, amender: rewording.replace(parts, amender, verb), text, context)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("In “Bread”, replace “Two” with “Six”", {"Bread": LOAVES.replace("Two", "Six")}),
        ("Replace “Two” with “Six”", {"Bread": LOAVES.replace("Two", "Six")}),
        (
            "In “Bread”, replace “Two” with “Six” and “Four” with “Five”",
            {"Bread": LOAVES.replace("Two", "Six").replace("Four", "Five")},
        ),
        ("In “Bread”, replace “ Two loaves.” with “”", {"Bread": LOAVES.replace(" Two loaves.", "")}),
        (
            "In “Bread”, replace all instances of “loaves” with “buns”",
            {"Bread": LOAVES.replace("loaves", "buns")},
        ),
        (
            "In “Bread”, replace “loaves” with “buns” wherever it appears",
            {"Bread": LOAVES.replace("loaves", "buns")},
        ),
        (
            "In “Bread”, replace the first instance of “loaves” with “buns”",
            {"Bread": LOAVES.replace("Two loaves", "Two buns")},
        ),
        (
            "In “Bread”, replace the last instance of “loaves” with “buns”",
            {"Bread": LOAVES.replace("Four loaves", "Four buns")},
        ),
        (
            "Throughout the ruleset, replace “idle Bakers” with “sleepers”",
            {"Voting": VOTES.replace("idle Bakers", "sleepers")},
        ),
        (
            "Replace the second sentence of “Bread” with “So.”",
            {"Bread": LOAVES.replace("Two loaves.", "So.")},
        ),
        (
            "Replace the item “Blue: cold” of “Ovens” with “Pink”",
            {"Ovens": OVENS.replace("Blue: cold", "Pink")},
        ),
        ("Replace the text of “Bread” with “So.”", {"Bread": "So."}),
        ("Replace the rule “Bread” with “So it is now.”", {"Bread": "So it is now."}),
        ("Replace the title of “Bread” with “Loaves”", {"Bread": None, "Loaves": LOAVES}),
        ("In “Prices”, replace Price of Bun from “12” with “13”", {"Prices": PRICES.replace("12", "13")}),
        ("In “Prices”, change the Price of Rye Cob from 8 to 9", {"Prices": PRICES.replace("8", "9")}),
        ("In “Bread”, replace “Salt” with “Flour” if present", {}),
        ("In “Bread”, replace the only “Two” with “Six”", {"Bread": LOAVES.replace("Two", "Six")}),
        (
            "Throughout the ruleset, replace the first instance of “loaves” with “buns”",
            {"Bread": LOAVES.replace("Two loaves", "Two buns")},
        ),
    ],
)
def test_words_are_replaced(text, changed):
    assert replaced(text) == changed


@pytest.mark.parametrize(
    ("text", "verb", "context", "changed"),
    [
        ("In “Bread”, substitute “Six” for “Two”", "substitute", "", {"Bread": LOAVES.replace("Two", "Six")}),
        ("Change “Bread” to read “So.”", "change", "", {"Bread": "So."}),
        ("Change “Two” to “Six”", "change", "3.2", {"Bread": LOAVES.replace("Two", "Six")}),
        ("Change it to read “So.”", "change", "3.2", {"Bread": "So."}),
        ("Replace the same rule with “So it is now.”", "replace", "3.2", {"Bread": "So it is now."}),
        ("Replace it with “So it is now.”", "replace", "3.2", {"Bread": "So it is now."}),
        ("Change the title from “Bread” to “Loaves”", "change", "3.2", {"Bread": None, "Loaves": LOAVES}),
        ("Change the rule “Bread” as follows", "change", "", {}),
        ("Change “Bread”", "change", "", {}),
    ],
)
def test_words_are_changed(text, verb, context, changed):
    assert replaced(text, context, verb) == changed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("In “Bread”, replace “Salt” with “Flour”", "“Salt” is not there"),
        ("In “Bread”, replace “loaves” with “buns”", "is there 3 times"),
        ("In “Bread”, replace the fifth “loaves” with “buns”", "is there 3 times"),
        ("In “Bread”, replace both “loaves” with “buns”", "is there 3 times"),
        ("In “Bread”, replace the fifth instance of “loaves” with “buns”", "is there 3 times"),
        ("In “Voting”, replace “Bake” with “Cook”", "longer words"),
        ("Throughout the ruleset, replace “vote” with “ballot”", "also part of longer words"),
        ("In the rules “Bread” and “Voting”, replace “Two” with “Six”", "not in each of these rules"),
        ("Replace in “Bread”", "Say what takes its place"),
        ("In “Bread”, replace “Two” with “Six” and “Three”", "takes the place of each"),
        ("Replace the rule “Bread” with “Loaves”", "new text or its new title"),
        ("In “Prices”, change the Price of Rye Cob from 7 to 9", "The table says “8” there"),
        ("Replace the title “Cakes” of “Bread” with “Loaves”", "The rule is called “Bread”"),
        ("Replace the tenth sentence of “Bread” with “So.”", "There is no such sentence"),
    ],
)
def test_what_is_not_clear_is_not_replaced(text, why):
    with pytest.raises(Unclear, match=why):
        replaced(text)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Remove “Two loaves.” from “Bread”", {"Bread": LOAVES.replace("Two loaves. ", "")}),
        ("Remove all instances of “loaves” from “Bread”", {"Bread": "One loaf. Two. Three. Four."}),
        ("Remove the last paragraph of “Bread”", {"Bread": LOAVES.removesuffix(" Four loaves.")}),
        ("Remove the first two paragraphs of “Bread”", {"Bread": "Four loaves."}),
        ("Remove the item “Blue: cold” from “Ovens”", {"Ovens": OVENS.replace("* Blue: cold ", "")}),
        ("Remove Blue from “Ovens”", {"Ovens": OVENS.replace("* Blue: cold ", "")}),
        ("Remove the parenthetical text from “Smoke”", {"Ovens/Smoke": "Smoke rises at dawn."}),
        ("Remove the sentence “Two loaves.”", {"Bread": LOAVES.replace("Two loaves. ", "")}),
        ("Remove “Salt” from “Bread” if present", {}),
    ],
)
def test_words_are_removed(text, changed):
    assert done(rewording.remove, text) == changed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Remove “Salt” from “Bread”", "“Salt” is not there"),
        ("Remove “loaves” from “Bread”", "is there 3 times"),
        ("Remove the table from “Bread”", "There is no such table"),
        ("Remove the first sentence", "Say which rule"),
        ("Remove from “Bread”", "Say what is removed"),
        ("Remove it from “Bread”", "Say which rule"),
    ],
)
def test_what_is_not_there_is_not_removed(text, why):
    with pytest.raises(Unclear, match=why):
        done(rewording.remove, text)
