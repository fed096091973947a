"""Sentences about a value that stand further down in a rule."""

import pytest

from votables.english.definitions.attributes import Attributes, ValueFacts
from votables.english.definitions.followups import Followups, Subject
from votables.english.definitions.heads import Owners, Value

ATTRIBUTES = Attributes("Baker", "Bakers", "Miller")
FOLLOWUPS = Followups(
    Owners({"player": "Baker", "players": "Bakers", "emperor": "Miller"}, ATTRIBUTES), ATTRIBUTES
)
NUMBER = {"kinds": ["number"]}


def values():
    """Flour, Mood and Asleep, of which Mood was spoken of last."""
    return [
        Value("Flour", "player", ValueFacts(kinds=["number"])),
        Value("Asleep", "player", ValueFacts(kinds=["yes-no"])),
        Value("Mood", "player"),
    ]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("The number of Flour a Baker has is 3.", Subject(31, None, ["Flour"], "player", ["number"])),
        ("A Baker's Flour and Eggs are public.", Subject(24, None, ["Flour", "Eggs"], "player", [])),
        ("Flour of each Oven is 3.", Subject(18, None, ["Flour"], "table:Oven", [])),
        ("The identity of the Head Baker is secret.", Subject(30, None, ["Head Baker"], "game", ["player"])),
        ("The name of the Captain is secret.", Subject(23, None, ["Captain"], "game", [])),
        ("The date of the last feast is tracked.", Subject(26, None, [], "game", ["date"])),
        ("The Captain is tracked.", Subject(11, None, ["Captain"], "game", [])),
        ("Flour defaults to 3.", Subject(5, None, ["Flour"], None, [])),
        ("The Miller is tracked.", None),
        ("Each Baker may rest.", None),
        ("Flour rises.", None),
        ("rising is good", None),
    ],
)
def test_what_a_sentence_is_about(text, subject):
    assert FOLLOWUPS.subject(text, []) == subject


@pytest.mark.parametrize(
    "text", ["It is tracked.", "These values are public.", "The default is 3.", "Both are 3."]
)
def test_what_was_said_last_is_spoken_of_further_on(text):
    last = values()[2:]
    assert FOLLOWUPS.subject(text, last).values == last
    assert FOLLOWUPS.subject(text, []) is None


@pytest.mark.parametrize(
    ("text", "name", "facts"),
    [
        ("New Bakers start with 3 Flour.", "Flour", {**NUMBER, "defaults": ["3"]}),
        ("When a Baker joins the game, they have 3 Flour.", "Flour", {**NUMBER, "defaults": ["3"]}),
        ("Each Baker begins with a Flour of 3.", "Flour", {**NUMBER, "defaults": ["3"]}),
        ("Each Baker starts with 3 Flour.", "Flour", {**NUMBER, "defaults": ["3"]}),
        (
            "New Bakers start with 3 Flour, publicly tracked.",
            "Flour",
            {**NUMBER, "defaults": ["3"], "hidden": {False}},
        ),
        ("New Bakers start with 3 of them.", "Mood", {"defaults": ["3"]}),
        ("Bakers are initially Asleep.", "Asleep", {"kinds": ["yes-no"], "defaults": ["yes"]}),
        ("Bakers are not Asleep by default.", "Asleep", {"kinds": ["yes-no"], "defaults": ["no"]}),
        ("Initially, all Bakers are Asleep.", "Asleep", {"kinds": ["yes-no"], "defaults": ["yes"]}),
        ("No Baker is Asleep initially.", "Asleep", {"kinds": ["yes-no"], "defaults": ["no"]}),
        ("No Baker may have more than 9 Flour.", "Flour", {**NUMBER, "most": [9]}),
        ("No Baker may have fewer than 2 Flour.", "Flour", {**NUMBER, "least": [2]}),
        ("A Baker may have at most 9 Flour.", "Flour", {**NUMBER, "most": [9]}),
        ("A Baker may have at least 2 Flour.", "Flour", {**NUMBER, "least": [2]}),
        ("No Baker's Flour may exceed 9.", "Flour", {**NUMBER, "most": [9]}),
        ("Any beyond 9 are lost.", "Mood", {"most": [9]}),
        (
            "The possible Moods are Grey, Sunny and Foul.",
            "Mood",
            {"kinds": ["choice"], "choices": ["Grey", "Sunny", "Foul"]},
        ),
        (
            "There are three Moods: Grey, Sunny and Foul.",
            "Mood",
            {"kinds": ["choice"], "choices": ["Grey", "Sunny", "Foul"]},
        ),
    ],
)
def test_what_is_said_of_a_value_is_added(text, name, facts):
    known = values()
    others = [value for value in values() if value.name != name]
    assert FOLLOWUPS.add(text, known, known[2:]) is True
    assert [value for value in known if value.name != name] == others
    assert next(value for value in known if value.name == name).facts == ValueFacts(**facts)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("Flour is white.", False),
        ("Each Baker has 3 Flour.", None),
        ("Bakers are Asleep.", None),
        ("Bakers are not Flour by default.", None),
        ("Each Baker may rest often.", False),
        ("Any beyond that are lost.", True),
        ("When a Baker goes idle, they start with 3 Flour.", False),
        ("New Bakers start with 3 Salt.", False),
        ("A Baker may have a maximum of some Flour.", None),
        ("Flour is usually at its default.", None),
        ("If a Baker would have more than 9 Flour, they lose it.", None),
        ("The maximum is agreed on by all.", None),
        ("By default they rest.", None),
        ("New Bakers start with 3 Flour unless it rains.", None),
    ],
)
def test_what_is_not_understood_is_not_added(text, added):
    known = values()
    assert (FOLLOWUPS.add(text, known, known[2:]), known) == (added, values())


def test_where_nothing_is_defined_nothing_is_added():
    assert FOLLOWUPS.add("New Bakers start with 3 Flour.", [], []) is False


@pytest.mark.parametrize(
    ("text", "speaks"),
    [
        ("Any Baker may update the tracked Flour.", True),
        ("The Miller should at any time correct it.", True),
        ("Any Baker may eat Flour.", False),
    ],
)
def test_a_sentence_may_speak_of_tracking_and_define_nothing(text, speaks):
    assert FOLLOWUPS.is_no_definition(text) is speaks
