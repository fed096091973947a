"""What a definition says of a value beside its name: each phrase by itself."""

import pytest

from votables.english.definitions.attributes import Attributes, ValueFacts

BAKERY = Attributes("Baker", "Bakers", "Miller")
NUMBER, COLOURS = {"kinds": ["number"]}, {"kinds": ["choice"], "choices": ["Red", "Dark Blue", "Green"]}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("publicly tracked", {"hidden": {False}}),
        ("tracked in the GNDT", {"hidden": {False}}),
        ("tracked privately by the Miller", {"hidden": {True}}),
        ("secret", {"hidden": {True}}),
        ("kept secret from the other Bakers", {"hidden": {True}}),
        ("publicly or privately tracked", {"puzzles": ["loose"]}),
        ("is tracked in the Miller's GNDT field", {"of_game": True, "hidden": {False}}),
        ("a number", NUMBER),
        ("an integer", {**NUMBER, "signed": True}),
        ("a non-negative integer", {**NUMBER, "floor": 0}),
        ("a positive integer", {**NUMBER, "floor": 1}),
        ("a decimal number", {**NUMBER, "whole": False}),
        ("which may be negative", {**NUMBER, "signed": True, "below_zero": True}),
        ("which may have fractions", {**NUMBER, "whole": False}),
        ("a short text", {"kinds": ["text"]}),
        ("a list of tools", {"kinds": ["list"]}),
        ("a date", {"kinds": ["date"]}),
        ("the name of another Baker", {"kinds": ["player"]}),
        ("one of the Bakers", {"kinds": ["player"]}),
        ("either yes or no", {"kinds": ["yes-no"]}),
        ("or is not", {"kinds": ["yes-no"]}),
        ("one of Red, Dark Blue and Green", COLOURS),
        ('may be Red, "Dark Blue", or Green', COLOURS),
        ("chosen from Red, Dark Blue or Green", COLOURS),
        ("from 2 to 9", {**NUMBER, "least": [2], "most": [9]}),
        ("between 2 and 9 inclusive", {**NUMBER, "least": [2], "most": [9]}),
        ("between 2 and 9 exclusive", {**NUMBER, "least": [3], "most": [8]}),
        ("between 9 and 2", {"puzzles": ["range"]}),
        ("with a maximum of 9", {"most": [9]}),
        ("up to 50%", {"puzzles": ["limit"]}),
        ("9 or fewer", {"most": [9]}),
        ("less than 9", {"most": [8]}),
        ("at least 2", {"least": [2]}),
        ("2 or more", {"least": [2]}),
        ("more than 2", {"least": [3]}),
        ("may not go below 2 or above 9", {**NUMBER, "least": [2], "most": [9]}),
        ("cannot rise above 9 nor fall below 2", {**NUMBER, "least": [2], "most": [9]}),
        ("with no upper limit", {}),
        ("can never be negative", {"floor": 0}),
        ("defaulting to 3", {"defaults": ["3"]}),
        ("which defaults to Grey", {"defaults": ["Grey"]}),
        ("with a starting value of seven", {"defaults": ["seven"]}),
        ("whose default is nobody", {"defaults": ["nobody"]}),
        ("initially set to blank", {"defaults": ["blank"]}),
        ("starts at 3", {"defaults": ["3"]}),
        ("3 by default", {"defaults": ["3"]}),
        ("also known as Gold or Coins", {"also_called": ["Gold", "Coins"]}),
        ("for each Baker", {"of_player": True}),
        ("a value of each Baker", {}),
        ("inclusive", {}),
        ("equal to twice the Flour of that Baker", {"formula": "twice the Flour of that Baker"}),
    ],
)  # fmt: skip
def test_a_phrase_is_noted(text, facts):
    noted = ValueFacts()
    assert (text[BAKERY.take(f"x {text}", 2, noted) - 2 :], noted) == ("", ValueFacts(**facts))


@pytest.mark.parametrize("text", ["", "often", "if it rains", "bread", "of 3"])
def test_what_is_no_phrase_is_passed_by(text):
    noted = ValueFacts()
    assert (BAKERY.take(text, 0, noted), noted) == (0, ValueFacts())


def test_the_longest_phrase_is_taken_and_the_rest_left():
    noted = ValueFacts()
    assert BAKERY.take("a number, publicly tracked", 0, noted) == len("a number")
    assert noted == ValueFacts(kinds=["number"])


def test_phrases_speak_of_this_games_people():
    assert BAKERY.pattern("(?:PLAYERS|EMPEROR)").pattern == "(?:Bakers|Miller)"
    assert Attributes("C++ fan", "C++ fans", "Boss").pattern("PLAYER").fullmatch("C++ fan")


def test_a_value_is_tracked_once_it_is_said_for_whom():
    assert [ValueFacts(hidden=hidden).is_tracked for hidden in (set(), {True}, {False})] == [
        False,
        True,
        True,
    ]
