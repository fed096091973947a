"""Words put into rules."""

import pytest

from votables.english.amender import Amender
from votables.english.inserting import insert
from votables.english.reading_parts import Unclear

from .rulebook import TREE, done, parts

LOAVES = "One loaf. Two loaves. Three loaves. Four loaves."
OVENS = "There are three ovens: * Red: hot * Blue: cold * Green: warm Ovens rest at night."


def put(text, context="", verb="add"):
    return done(lambda parts, amender: insert(parts, amender, verb), text, context)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Add “So.” to “Bread”", {"Bread": f"{LOAVES} So."}),
        ("Add “So.” to the start of “Bread”", {"Bread": f"So. {LOAVES}"}),
        ("Add “So.” as a new paragraph at the end of “Bread”", {"Bread": f"{LOAVES} So."}),
        ("After “Two loaves.” in “Bread”, add “So.”", {"Bread": LOAVES.replace("Three", "So. Three")}),
        ("Before “Two loaves.” in “Bread”, add “So.”", {"Bread": LOAVES.replace("Two", "So. Two")}),
        ("Before the second paragraph of “Bread”, add “So.”", {"Bread": LOAVES.replace("Three", "So. Three")}),
        ("After the first sentence of “Bread”, add “So.”", {"Bread": LOAVES.replace("Two", "So. Two")}),
        ("Between “One loaf.” and “Two loaves.” in “Bread”, add “So.”", {"Bread": LOAVES.replace("Two", "So. Two")}),
        ("Add the item “Pink” to “Ovens”", {"Ovens": OVENS.replace(" Ovens", " * Pink Ovens")}),
        ("Add “Pink” to the list in “Ovens”", {"Ovens": OVENS.replace(" Ovens", " * Pink Ovens")}),
        ("Add “Pink” to the start of the list in “Ovens”", {"Ovens": OVENS.replace("* Red", "* Pink * Red")}),
        ("After the item “Red” in “Ovens”, add “Pink”", {"Ovens": OVENS.replace("* Blue", "* Pink * Blue")}),
        ("Before the item “Red” in “Ovens”, add “Pink”", {"Ovens": OVENS.replace("* Red", "* Pink * Red")}),
        (
            "Add “So.” to the rules “Fuel” and “Smoke”",
            {"Ovens/Fuel": "Coal is fuel. So.", "Ovens/Smoke": "Smoke rises (slowly) at dawn. So."},
        ),
    ],
)  # fmt: skip
def test_words_are_put_in(text, changed):
    assert put(text) == changed


BREAD = ["One loaf. Two loaves.", "Three loaves.", "Four loaves."]


@pytest.mark.parametrize(
    ("text", "paragraphs"),
    [
        ("After “Three loaves.” in “Bread”, add “So.”", [BREAD[0], "Three loaves. So.", BREAD[2]]),
        ("Before “Three loaves.” in “Bread”, add “So.”", [BREAD[0], "So. Three loaves.", BREAD[2]]),
        ("After “Three loaves.” in “Bread”, add a paragraph “So.”", [*BREAD[:2], "So.", BREAD[2]]),
        ("Before “Three loaves.” in “Bread”, add a paragraph “So.”", [BREAD[0], "So.", *BREAD[1:]]),
        ("After the second paragraph of “Bread”, add “So.”", [*BREAD[:2], "So.", BREAD[2]]),
        ("After the first sentence of “Bread”, add “So.”", ["One loaf. So. Two loaves.", *BREAD[1:]]),
        ("Add the sentence “So.” to “Bread”", [*BREAD, "So."]),
        ("Add “So.” to the start of “Bread”", ["So.", *BREAD]),
    ],
)
def test_words_are_put_beside_words_and_paragraphs_beside_paragraphs(text, paragraphs):
    amender = Amender(TREE, 0)
    insert(parts(text), amender, "add")
    assert amender.rule("3.2").text.split("\n\n") == paragraphs


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("After “hot” in “Ovens”, add “so”", OVENS.replace("hot", "hot so")),
        ("After “hot” in “Ovens”, add the item “so”", OVENS.replace("hot", "hot * so")),
        ("After the list in “Ovens”, add “So.”", OVENS.replace("warm", "warm So.")),
    ],
)
def test_words_are_put_into_items_and_items_into_lists(text, changed):
    assert put(text) == {"Ovens": changed}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Add “c” to the second list in “Bread”", "* a\n\nSo:\n\n* b\n* d\n* c"),
        ("Add “c” to the start of the first list in “Bread”", "* c\n* a\n\nSo:\n\n* b\n* d"),
    ],
)
def test_of_several_lists_the_one_that_is_meant_is_added_to(text, changed):
    amender = Amender(TREE, 0)
    amender.edit("3.2", "* a\n\nSo:\n\n* b\n* d")
    insert(parts(text), amender, "add")
    assert amender.rule("3.2").text == changed


def test_words_are_put_into_the_rule_that_was_spoken_of_and_before_it_all():
    assert put("Prepend “So.”", "3.2", "prepend") == {"Bread": f"So. {LOAVES}"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Add “So.”", "Say to which rule"),
        ("Add this to “Bread”", "Its text is missing"),
        ("Add the item “Pink” to “Bread”", "Say to which list"),
        ("Add “| a |” to the table in “Prices”", "not a row of this table"),
        ("Add “a” to the table in “Prices”", "Say where in the table"),
        ("After “loaves” in “Bread”, add “So.”", "is there 3 times"),
        ("After “Six” in “Bread”, add “So.”", "“Six” is not there"),
        ("After “Two loaves.”, add “So.” to the end of “Bread”", "Not every word"),
        ("After “loaf” in “Bread”, add a paragraph “So.”", "in the middle of a paragraph"),
        ("Between “One loaf.” and “Four loaves.” in “Bread”, add “So.”", "do not stand one after the other"),
        ("Between “Bread” and “Two loaves.” in “Bread”, add “So.”", "Not every word"),
        ("Add “So.” to the second sentence of “Bread”", "Not every word"),
        ("Add “So.” to “Bread” with “more”", "Not every word"),
    ],
)
def test_what_is_not_clear_is_asked(text, why):
    with pytest.raises(Unclear, match=why):
        put(text)
