"""From what has been said of a value to its definition, or the reason to ask."""

import pytest

from votables.english.definitions.attributes import ValueFacts
from votables.english.definitions.completing import definition
from votables.english.definitions.heads import Value
from votables.english.reading_parts import Unclear

PLAIN = {"name": "Rye", "of": "player", "hidden": False, "default": None}
NUMBER = {**PLAIN, "type": "number", "whole": True, "min": 0, "max": None}
COLOURS = ["Red", "Blue"]


def settled(of="player", name="Rye", **facts):
    return definition(Value(name, of, ValueFacts(**facts)))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"kinds": ["number"]}, NUMBER),
        ({"kinds": ["number"], "signed": True}, {**NUMBER, "min": None}),
        ({"kinds": ["number"], "floor": 1}, {**NUMBER, "min": 1}),
        (
            {"kinds": ["number"], "least": [2, 2], "most": [9], "defaults": ["3", "three"]},
            {**NUMBER, "min": 2, "max": 9, "default": 3},
        ),
        (
            {"kinds": ["number"], "whole": False, "defaults": ["2.5"]},
            {**NUMBER, "whole": False, "default": 2.5},
        ),
        ({"kinds": ["number"], "signed": True, "defaults": ["4"]}, {**NUMBER, "min": None, "default": 4}),
        ({"least": [2]}, {**NUMBER, "min": 2}),
        ({"floor": 1}, {**NUMBER, "min": 1}),
        ({"most": [9]}, {**NUMBER, "max": 9}),
        ({"kinds": ["yes-no"], "defaults": ["none"]}, {**PLAIN, "type": "yes-no", "default": False}),
        (
            {"name": None, "kinds": ["yes-no"], "defaults": ["yes"]},
            {**PLAIN, "name": None, "type": "yes-no", "default": True},
        ),
        ({"defaults": ["4"]}, {**NUMBER, "default": 4}),
        ({"formula": "twice the Flour"}, {**NUMBER, "min": None, "formula": "twice the Flour"}),
        ({"defaults": ['"so"']}, {**PLAIN, "type": "text", "default": "so"}),
        ({"kinds": ["text"], "defaults": ["blank"]}, {**PLAIN, "type": "text", "default": ""}),
        ({"kinds": ["text"], "defaults": ["Rise"]}, {**PLAIN, "type": "text", "default": "Rise"}),
        ({"kinds": ["player", "text"], "defaults": ["nobody"]}, {**PLAIN, "type": "player", "default": ""}),
        ({"kinds": ["list"], "defaults": ["an empty list"]}, {**PLAIN, "type": "list", "default": []}),
        ({"kinds": ["yes-no"], "defaults": ["not Rye"]}, {**PLAIN, "type": "yes-no", "default": False}),
        ({"kinds": ["yes-no"], "defaults": ["Rye"]}, {**PLAIN, "type": "yes-no", "default": True}),
        (
            {"kinds": ["choice"], "choices": ["Yes", "no"], "defaults": ["yes"]},
            {**PLAIN, "type": "yes-no", "default": True},
        ),
        (
            {"kinds": ["choice", "text"], "choices": COLOURS, "defaults": ["blue"]},
            {**PLAIN, "type": "choice", "choices": COLOURS, "default": "Blue"},
        ),
        (
            {"kinds": ["choice"], "choices": ["one", "2"], "defaults": ["1"]},
            {**PLAIN, "type": "choice", "choices": ["1", "2"], "default": "1"},
        ),
        (
            {"kinds": ["choice"], "choices": COLOURS, "defaults": ["none"]},
            {**PLAIN, "type": "choice", "choices": COLOURS, "default": ""},
        ),
        (
            {"kinds": ["date"], "hidden": {True}, "also_called": ["R", "R", "Y"]},
            {**PLAIN, "type": "date", "hidden": True, "also_called": ["R", "Y"]},
        ),
        ({"kinds": ["date"], "of_game": True}, {**PLAIN, "of": "game", "type": "date"}),
        ({"of": None, "kinds": ["date"], "of_player": True}, {**PLAIN, "type": "date"}),
        ({"of": "table:Ovens", "kinds": ["date"]}, {**PLAIN, "of": "table:Ovens", "type": "date"}),
    ],
)
def test_a_definition_is_made(facts, expected):
    made = settled(**facts)
    assert (made, type(made["default"])) == (expected, type(expected["default"]))


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"kinds": ["number"], "puzzles": ["loose"]}, "read in two ways"),
        ({"kinds": ["number"], "hidden": {True, False}}, "publicly or privately"),
        ({"of": None, "kinds": ["number"]}, "each player, a table or the game"),
        ({"of": "?", "kinds": ["number"]}, "each player, a table or the game"),
        ({}, "what kind of value"),
        ({"defaults": ["none"]}, "what kind of value"),
        ({"kinds": ["number", "text"]}, "two kinds"),
        ({"kinds": ["choice", "list"], "choices": COLOURS}, "two kinds"),
        ({"kinds": ["number"], "defaults": ["3", "4"]}, "two different defaults"),
        ({"kinds": ["number"], "defaults": ["many"]}, "not a fixed number"),
        ({"kinds": ["yes-no"], "defaults": ["maybe"]}, "neither yes nor no"),
        ({"kinds": ["list"], "defaults": ["Pan"]}, "default of a list"),
        ({"kinds": ["choice"], "choices": COLOURS, "defaults": ["Green"]}, "not one of the values"),
        ({"kinds": ["text"], "defaults": ["rise"]}, "quotation marks"),
        ({"kinds": ["player"], "defaults": ["Ada"]}, "no fixed value"),
        ({"kinds": ["number"], "least": [1, 2]}, "two different limits"),
        ({"kinds": ["number"], "most": [1, 2]}, "two different limits"),
        ({"kinds": ["number"], "floor": 0, "least": [-2]}, "two different minimums"),
        ({"kinds": ["number"], "most": [2.5]}, "with a fraction"),
        ({"kinds": ["text"], "least": [1]}, "limits to what is no number"),
        ({"kinds": ["player"], "most": [2]}, "limits to what is no number"),
        ({"kinds": ["number"], "floor": 0, "below_zero": True}, "two different minimums"),
        ({"kinds": ["number"], "least": [1], "below_zero": True}, "two different minimums"),
        ({"kinds": ["number"], "formula": "twice their Eggs", "defaults": ["3"]}, "worked out from others"),
        ({"kinds": ["number"], "defaults": ["-1"]}, "outside the limits"),
        ({"kinds": ["number"], "most": [3], "defaults": ["4"]}, "outside the limits"),
        ({"kinds": ["number"], "least": [4], "most": [3]}, "minimum is above the maximum"),
    ],
)
def test_what_is_left_open_is_asked(facts, why):
    with pytest.raises(Unclear, match=why):
        settled(**facts)
