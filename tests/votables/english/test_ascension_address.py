"""Ascension Addresses read: what stays, what is called how, what is new; and what is only a story."""

from dataclasses import replace
from typing import Any

import pytest

from ruleset.text.tree import Node, Tree
from votables.english.ascension_address import AddressReading, AddressScene, read_address, with_plurals

WORDS = {"player": "Player", "players": "Players", "emperor": "Emperor", "emperors": "Emperors"}
TREE = Tree(
    (
        Node("core", "Core Rules", "", (Node("votes", "Votes", "Players vote."),)),
        Node(
            "cases",
            "Special Cases",
            "",
            (Node("nap", "Seasonal Nap [Active]", ""), Node("mal", "Malign Emperors [Inactive]", "")),
        ),
        Node(
            "dyn",
            "Dynastic Rules",
            "",
            (
                Node("kettle", "Kettle", "It boils.", (Node("lid", "Lid", ""),)),
                Node("spoon", "Spoon", "It stirs."),
                Node("raft", "The Raft", "It floats."),
            ),
        ),
    )
)
SCENE = AddressScene(TREE, WORDS, all_stay=False, tracked={"gold": "Gold", "log": "The Log"})
KETTLE, SPOON, RAFT = frozenset({"kettle", "lid"}), frozenset({"spoon"}), frozenset({"raft"})


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("Repeal all dynastic rules.", frozenset()),
        ("Repeal all dynastic rules but “Kettle”.", KETTLE),
        ("Repeal all Dynastic Rules, except for the rules “Kettle” and “Spoon”.", KETTLE | SPOON),
        ("Repeal every dynastic rule other than Kettle, Spoon and The Raft.", KETTLE | SPOON | RAFT),
        ("All existing dynastic rules are hereby repealed, except “Spoon”.", SPOON),
        ("All dynastic rules except the rule called Spoon are repealed.", SPOON),
        ("Keep only “Spoon”.", SPOON),
        ("Keep the rules “Spoon” and “The Raft”, and repeal all other dynastic rules.", SPOON | RAFT),
        ("The rule “Kettle” is kept. The rule “Spoon” stays.", KETTLE | SPOON),
        ("Repeal all dynastic rules. Keep “Spoon”.", SPOON),
        ("Keep all dynastic rules.", KETTLE | SPOON | RAFT),
        ("No dynastic rules are repealed.", KETTLE | SPOON | RAFT),
        ("From now on, keep “Kettle” and “Lid”.", KETTLE),
    ],
)
def test_rules_that_stay(text: str, keep: frozenset[str]) -> None:
    assert read_address(text, SCENE) == AddressReading(keep=keep)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Replace “Player” by “Castaway”.", {"player": "Castaway"}),
        ("Replace Player by Castaway and Emperor by Storm.", {"player": "Castaway", "emperor": "Storm"}),
        (
            "Change the term “Player” to “Castaway”, and the term “Emperor” to “Storm”.",
            {"player": "Castaway", "emperor": "Storm"},
        ),
        (
            "Replace all instances of “Player” with “Mouse”, “Players” with “Mice” throughout the ruleset.",
            {"player": "Mouse", "players": "Mice"},
        ),
        (
            "Players are now called Castaways. A Player is called a “Castaway”.",
            {"players": "Castaways", "player": "Castaway"},
        ),
        ("The Emperor is known as the Sea Witch.", {"emperor": "Sea Witch"}),
    ],
)
def test_new_words(text: str, words: dict[str, str]) -> None:
    assert read_address(text, SCENE) == AddressReading(words=words)
    assert with_plurals({"player": "Mouse", "players": "Mice"}, WORDS) == {
        **WORDS,
        "player": "Mouse",
        "players": "Mice",
    }
    assert with_plurals({"emperor": "Witch"}, WORDS)["emperors"] == "Witches"


def test_words_are_those_of_the_dynasty_that_is_over() -> None:
    old = replace(
        SCENE, words={"player": "Sailor", "players": "Sailors", "emperor": "Wave", "emperors": "Waves"}
    )
    assert read_address("Replace “Sailor” by “Castaway”.", old).words == {"player": "Castaway"}
    assert read_address("Replace “Baker” by “Castaway”.", old).questions


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Activate the special case “Malign Emperors”.", {"Malign Emperors": True}),
        (
            "Set the special cases “Seasonal Nap” and “Malign Emperors” to inactive.",
            {"Seasonal Nap": False, "Malign Emperors": False},
        ),
        ("The special case Seasonal Nap is inactive.", {"Seasonal Nap": False}),
        (
            "Turn off “Seasonal Nap” and turn on “Malign Emperors”.",
            {"Seasonal Nap": False, "Malign Emperors": True},
        ),
        ("All special cases keep their defaults.", {}),
    ],
)
def test_special_cases(text: str, expected: dict[str, bool]) -> None:
    assert read_address(text, SCENE) == AddressReading(special_cases=expected)


def test_what_is_tracked_and_new() -> None:
    text = (
        "Keep tracking “Gold”. Keep the page “The Log”. Make a tracking page called “Isles”.\n\n"
        "Add a new dynastic rule called “Palm”:\n\n> Each Player has a Palm.\n"
    )
    assert read_address(text, SCENE) == AddressReading(
        keep_tracked=frozenset({"gold", "log"}),
        rules=(("Palm", "Each Player has a Palm."),),
        pages=("Isles",),
    )
    assert read_address("Keep “Gold” and “Spoon”.", SCENE) == AddressReading(
        keep=SPOON, keep_tracked=frozenset({"gold"})
    )


def test_a_story_with_orders_in_it() -> None:
    text = (
        "The storm has passed. Set sail, they said, and nobody came back. The old kettle is still warm, and each "
        "castaway has kept what they had.\n\nRepeal all dynastic rules but “Kettle”. Replace “Player” by “Castaway” "
        "and “Emperor” by “Storm”.\n\nMay the tide be with you. Keep warm!"
    )
    assert read_address(text, SCENE) == AddressReading(
        keep=KETTLE, words={"player": "Castaway", "emperor": "Storm"}
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The storm has passed.",
        "Set sail! Keep calm and row on.",
        "I have always loved dynastic rules.",
        "x" * 30_000,
    ],
)
def test_a_story_alone_says_nothing(text: str) -> None:
    reading = read_address(text, SCENE)
    assert (reading, reading.says_something) == (AddressReading(), False)


@pytest.mark.parametrize(
    "text",
    [
        "Repeal all dynastic rules but “Ketle”.",
        "Repeal all dynastic rules but “Votes”.",
        "Repeal all rules.",
        "Repeal all dynastic rules but the best ones.",
        "Repeal all dynastic rules unless somebody objects.",
        "Repeal “Spoon”.",
        "Repeal all dynastic rules but “Kettle”. Repeal all dynastic rules but “Spoon”.",
        "Replace “Baker” by “Castaway”.",
        "Replace “Player” by “Castaway”. Replace “Player” by “Sailor”.",
        "Players are called “Castaways”.",
        "Activate the special case “Winter”.",
        "Activate “Seasonal Nap”. Deactivate “Seasonal Nap”.",
        "Keep tracking “Silver”.",
        "In the rule “Votes”, change “vote” to “sing”:\n\n> Never.",
        "Add a new core rule called “Palm”:\n\n> Each Player has a Palm.",
        "Change the rule “Spoon” a little.",
    ],
)
def test_what_is_not_clear_is_asked_about(text: str) -> None:
    reading = read_address(text, SCENE)
    assert reading.questions and reading == AddressReading(questions=reading.questions)


@pytest.mark.parametrize(
    ("text", "keep"),
    [
        ("Repeal “Spoon” and “The Raft”.", KETTLE),
        ("Repeal all dynastic rules.", frozenset()),
        ("Keep only “Spoon”.", SPOON),
        ("Keep “Spoon”.", None),
    ],
)
def test_where_rules_stay_that_are_not_named(text: str, keep: Any) -> None:
    reading = read_address(text, replace(SCENE, all_stay=True))
    assert (reading.keep, bool(reading.questions)) == (keep, keep is None)
