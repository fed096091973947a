"""Rules created, repealed, renamed, moved, exchanged and switched."""

import pytest

from votables.english import building
from votables.english.amender import Amender
from votables.english.reading_parts import Unclear

from .rulebook import TREE, done, parts

LOAVES = "One loaf. Two loaves. Three loaves. Four loaves."
NEW = {"Cakes": "So."}
COAL, SMOKE = "Coal is fuel.", "Smoke rises (slowly) at dawn."

BREAD = "One loaf. Two loaves. Three loaves. Four loaves."


def moved(parts, amender):
    building.move(parts, amender, "move")


def keys(deed, text):
    """The rules of the dynasty and those of the ovens, in their order."""
    amender = Amender(TREE, 0)
    deed(parts(text), amender)
    return [[node.key for node in amender.rule(key).children] for key in ("3", "3.1")]


@pytest.mark.parametrize(
    ("text", "context", "changed"),
    [
        ("Create a rule called “Cakes” with the text “So.”", "", NEW),
        ("Create an empty rule called “Cakes”", "", {"Cakes": ""}),
        ("Create a core rule “Cakes” which reads “So.”", "", NEW),
        ("Create a subrule of “Bread” called “Cakes” with the text “So.”", "", {"Bread/Cakes": "So."}),
        ("Create a subrule called “Cakes” with the text “So.”", "3.2", {"Bread/Cakes": "So."}),
        (
            "Create a rule called “Cakes” after the rule “Fuel”, with the text “So.”",
            "",
            {"Ovens/Cakes": "So."},
        ),
        ("Create a rule called “Cakes” with the text “**Cakes**\n\nSo.”", "", NEW),
        ("Create a rule with the text “## Cakes\n\nSo.”", "", NEW),
    ],
)
def test_a_rule_is_created(text, context, changed):
    assert done(building.create, text, context) == changed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Create a rule called “Cakes”", "text of the new rule is missing"),
        ("Create a rule with the text “So.”", "what the new rule is called"),
        ("Create a rule called “bread” with the text “So.”", "There is a rule “bread” there already"),
        ("Create a rule called “Cakes” with the text “So.\n\n# More”", "The text has headings"),
        ("Create a rule called “Cakes” in the rule “Bread”, with the text “So.”", "whether it is a subrule"),
        ("Create a subrule called “Cakes” with the text “So.”", "Say which rule"),
        (
            "Create a rule called “Cakes” in the core rules after “Bread”, with the text “So.”",
            "is not there",
        ),
        ("Create a rule called “Cakes” as “B” with the text “So.”", "Not every word"),
        ("Create “Cakes” with the text “So.”", "Say which rule"),
    ],
)
def test_a_rule_of_which_something_is_missing_is_not_created(text, why):
    with pytest.raises(Unclear, match=why):
        done(building.create, text)


def test_a_new_rule_is_spoken_of():
    amender = Amender(TREE, 0)
    amender.unit = "Two loaves."
    building.create(parts("Create a rule called “Cakes” with the text “So.”"), amender)
    assert (amender.rule(amender.context).title, amender.unit) == ("Cakes", "")


@pytest.mark.parametrize(
    ("text", "verb", "led", "creates"),
    [
        ("Add a rule called “Cakes”", "add", False, True),
        ("Add “So.” to the rule “Bread”", "add", False, False),
        ("Add “So.” to the same rule", "add", False, False),
        ("The rule “Bread” is created", "create", True, False),
        ("The rule “Cakes” is created", "create", True, True),
        ("Create rule 3.2", "create", False, True),
        ("Add rule 3.2", "add", False, False),
        ("Create “Cakes”", "create", False, False),
    ],
)
def test_whether_a_rule_is_made(text, verb, led, creates):
    assert building.is_creation(parts(text), verb, Amender(TREE, 0), led) is creates


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("Make “Bread” a subrule of “Ovens”", True),
        ("Make rule 3.2 a subrule of “Ovens”", True),
        ("Make a rule called “Bread”", False),
        ("Make “Bread” a new subrule", False),
        ("Make a subrule of “Ovens”", False),
        ("Make “Bread”", False),
    ],
)
def test_to_make_a_rule_a_subrule_is_to_move_it(text, moves):
    amendment = parts(text)
    assert building.as_move(amendment, Amender(TREE, 0)) is moves
    assert any(one.role == "so_that" for one in amendment.rest) is moves


@pytest.mark.parametrize(
    ("text", "verb", "context", "is_it"),
    [
        ("Repeal “Bread”", "repeal", "", True),
        ("Remove the rule “Bread”", "remove", "", True),
        ("Remove the rule “Bread” and “a”", "remove", "", False),
        ("Remove “a” from the rule “Bread”", "remove", "", False),
        ("Remove it", "remove", "3.2", True),
        ("Remove it", "remove", "", False),
        ("Remove it and “a”", "remove", "3.2", False),
    ],
)
def test_whether_rules_are_removed_or_words(text, verb, context, is_it):
    assert building.is_about_rules(parts(text), verb, Amender(TREE, 0, context)) is is_it


OVENS = {"Ovens": None, "Ovens/Fuel": None, "Ovens/Smoke": None}


@pytest.mark.parametrize(
    ("text", "context", "gone"),
    [
        ("Repeal the rule “Bread”", "", {"Bread": None}),
        ("Repeal the rules “Bread” and “Prices”", "", {"Bread": None, "Prices": None}),
        ("Repeal “Ovens”", "", OVENS),
        ("Repeal all subrules of “Ovens”", "", {"Ovens/Fuel": None, "Ovens/Smoke": None}),
        ("Repeal its subrules", "3.1", {"Ovens/Fuel": None, "Ovens/Smoke": None}),
        ("Repeal the rule “Fuel” in “Ovens”", "", {"Ovens/Fuel": None}),
        ("Repeal the rule “Bread” from the dynastic rules", "", {"Bread": None}),
        ("Repeal it", "3.2", {"Bread": None}),
    ],
)
def test_rules_are_repealed(text, context, gone):
    assert done(building.repeal, text, context) == gone


@pytest.mark.parametrize(
    ("text", "context", "skipped"),
    [
        ("Repeal all subrules of “Ovens”", "3.1", False),
        ("Repeal the rule “Bread”", "1.1", False),
        ("Repeal the rule “Voting” if it exists", "", True),
    ],
)
def test_what_is_spoken_of_once_rules_are_repealed(text, context, skipped):
    amender = Amender(TREE, 0, "1.1")
    building.repeal(parts(text), amender)
    assert (amender.context, amender.skipped) == (context, skipped)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Repeal the rule “Cakes”", "There is no rule"),
        ("Repeal the subrule of “Ovens”", "Say which subrule"),
        ("Repeal all subrules of “Bread”", "has no subrules"),
        ("Repeal the rule “Fuel” in “Bread”", "is not there"),
        ("Repeal the rule “Bread” from the core rules", "is not there"),
        ("Repeal “Core Rules”", "is a whole section"),
        ("Repeal from “Ovens”", "Say which rule"),
    ],
)
def test_what_is_not_there_is_not_repealed(text, why):
    with pytest.raises(Unclear, match=why):
        done(building.repeal, text)


@pytest.mark.parametrize(
    "text",
    [
        "Rename “Bread” to “Loaves”",
        "Rename the title of the rule “Bread” as “Loaves”",
        "Rename “Bread” “Loaves”",
    ],
)
def test_a_rule_is_renamed(text):
    assert done(building.rename, text) == {"Bread": None, "Loaves": LOAVES}


@pytest.mark.parametrize(
    "text",
    [
        "Rename “Bread”",
        "Rename “Bread” and “Prices” to “Loaves”",
        "Rename the rules “Fuel” and “Smoke” to “Loaves”",
    ],
)
def test_one_rule_gets_one_name(text):
    with pytest.raises(Unclear):
        done(building.rename, text)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Move “Prices” before “Bread”", [["3.1", "3.3", "3.2"], ["3.1.1", "3.1.2"]]),
        ("Move “Ovens” after “Bread”", [["3.2", "3.1", "3.3"], ["3.1.1", "3.1.2"]]),
        ("Move “Bread” before “Fuel”", [["3.1", "3.3"], ["3.2", "3.1.1", "3.1.2"]]),
        ("Move “Bread” so that it is a subrule of “Ovens”", [["3.1", "3.3"], ["3.1.1", "3.1.2", "3.2"]]),
        ("Move “Bread” into “Ovens”", [["3.1", "3.3"], ["3.1.1", "3.1.2", "3.2"]]),
        ("Move “Bread” to the start of the dynastic rules", [["3.2", "3.1", "3.3"], ["3.1.1", "3.1.2"]]),
        ("Move “Bread” to the dynastic rules", [["3.1", "3.3", "3.2"], ["3.1.1", "3.1.2"]]),
        ("Move “Fuel” to “Dynastic Rules”", [["3.1", "3.2", "3.3", "3.1.1"], ["3.1.2"]]),
    ],
)
def test_a_rule_is_moved(text, order):
    assert keys(moved, text) == order


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Move “Bread”", "Say where it goes"),
        ("Move “Bread” after “Bread”", "cannot stand beside itself"),
        ("Move “Bread” to “Ovens”", "whether it becomes a subrule"),
        ("Move “Prices” to the dynastic rules", "It is there already"),
        ("Move “Bread” after “Ovens” to the core rules", "Not every word"),
        ("Move “Bread” to “Ovens” to “Voting”", "Not every word"),
        ("Move the second sentence to “Ovens”", "Not every word"),
    ],
)
def test_a_move_that_is_not_clear_is_not_made(text, why):
    with pytest.raises(Unclear, match=why):
        keys(moved, text)


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        ("Copy “Bread” into “Ovens”", {"Ovens/Bread": BREAD}),
        ("Copy “Bread”, called “Buns”", {"Buns": BREAD}),
        ("Copy “Fuel”, called “Wood”", {"Ovens/Wood": "Coal is fuel."}),
        ("Copy “Fuel” to the end of the core rules", {"Fuel": "Coal is fuel."}),
        ("Copy “Bread”, called “Buns”, before “Ovens”", {"Buns": BREAD}),
    ],
)
def test_a_rule_is_copied(text, copied):
    assert done(lambda parts, amender: building.move(parts, amender, "copy"), text) == copied


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Copy “Bread”", "what the copy is called"),
        ("Copy “Bread”, called “Ovens”", "There is a rule “Ovens” there already"),
        ("Copy “Ovens”, called “Kilns”", "whether its subrules are copied"),
    ],
)
def test_a_copy_without_a_name_of_its_own_is_asked_about(text, why):
    with pytest.raises(Unclear, match=why):
        done(lambda parts, amender: building.move(parts, amender, "copy"), text)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("In “Bread”, swap the words “Two” and “Three”", {"Bread": "One loaf. Three loaves. Two loaves. Four loaves."}),
        ("Swap “Two” with “Three”", {"Bread": "One loaf. Three loaves. Two loaves. Four loaves."}),
        ("Swap the texts of “Fuel” and “Smoke”",
         {"Ovens/Fuel": "Smoke rises (slowly) at dawn.", "Ovens/Smoke": "Coal is fuel."}),
    ],
)  # fmt: skip
def test_words_are_exchanged(text, changed):
    assert done(building.swap, text) == changed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("In “Bread”, swap the words “Two” and “Votes”", "not both in one rule"),
        ("Swap “Ovens” and “Fuel”", "below it"),
        ("Swap “Ovens”", "Not every word"),
    ],
)
def test_what_cannot_be_exchanged_is_asked_about(text, why):
    with pytest.raises(Unclear, match=why):
        done(building.swap, text)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Swap the rules “Ovens” and “Bread”", [["3.2", "3.1", "3.3"], ["3.1.1", "3.1.2"]]),
        ("Swap “Prices” with “Bread”", [["3.1", "3.3", "3.2"], ["3.1.1", "3.1.2"]]),
        ("Swap the rules “Ovens” and “Prices”", [["3.3", "3.2", "3.1"], ["3.1.1", "3.1.2"]]),
        ("Swap “Fuel” and “Prices”", [["3.1", "3.2", "3.1.1"], ["3.3", "3.1.2"]]),
    ],
)
def test_rules_change_places(text, order):
    assert keys(building.swap, text) == order


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("Swap the texts of the rules “Fuel” and “Smoke”", {"Ovens/Fuel": SMOKE, "Ovens/Smoke": COAL}),
        ("Swap the titles of the rules “Fuel” and “Smoke”", {"Ovens/Fuel": SMOKE, "Ovens/Smoke": COAL}),
    ],
)
def test_rules_change_their_texts_or_titles(text, changed):
    assert done(building.swap, text) == changed


@pytest.mark.parametrize(
    "text", ["Swap “Bread”", "Swap “Ovens” and “Fuel”", "Swap the rules “Fuel”, “Smoke” and “Bread”"]
)
def test_two_rules_apart_from_one_another_change_places(text):
    with pytest.raises(Unclear):
        done(building.swap, text)


def status(text, verb="set"):
    return done(lambda parts, amender: building.switch(parts, amender, verb), text)


ACTIVE = {"Bounties [Rare] [Inactive]": None, "Bounties [Rare] [Active]": "Bounties are paid."}


@pytest.mark.parametrize(
    ("text", "verb", "changed"),
    [
        ("Set the special case “Bounties” to “Active”", "set", ACTIVE),
        ("Set “Bounties” to [active]", "set", ACTIVE),
        ("Change the status of “Bounties” to “Active”", "change", ACTIVE),
        ("Activate “Bounties”", "activate", ACTIVE),
        ("Deactivate “Bounties”", "deactivate", {}),
    ],
)
def test_a_special_case_is_switched(text, verb, changed):
    assert status(text, verb) == changed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Set “Bread” to “Active”", "“Bread” is no special case"),
        ("Set “Bounties” to “Asleep”", "no rule “Asleep”"),
        ("Set “Bounties”", "Not every word"),
        ("Set to “Active”", "Not every word"),
    ],
)
def test_what_has_no_status_is_not_switched(text, why):
    with pytest.raises(Unclear, match=why):
        status(text)
