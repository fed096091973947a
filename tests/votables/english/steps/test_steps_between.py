"""The changes between two states of the values, as the site keeps steps of the tracker."""

from typing import Any

import pytest

from votables.english.steps import read_steps
from votables.english.steps.steps_between import changes_between, key, written

from ..samples import BAKERY
from .bakery import ADA, BO, CY, DOT, EB, scene


def changes_of(instruction: str) -> list[Any]:
    return [each.change["step"] for each in read_steps(instruction, BAKERY).steps]


def test_changes_are_those_of_the_tracker():
    assert changes_of(
        "Set each Baker’s Flour to 5. Ada becomes the Head Baker; set the Oven Warmth to 2."
    ) == [
        {"do": "set", "path": "flour", "of": ["players"], "to": "5"},
        {"do": "set", "path": "oven_warmth", "of": ["game"], "to": "2"},
    ]
    assert changes_of("Ada and Bo become Asleep.") == [
        {"do": "set", "path": "asleep", "of": ["player=Bo"], "to": "yes"},
    ]
    assert changes_of(
        "Rename Old Smoky to Stove. Remove The Brick. Add an Oven named Hotbox with Heat 2."
    ) == [
        {"do": "alter-row", "path": "ovens", "of": ["row=Old Smoky"], "name": "Stove"},
        {"do": "retire-row", "path": "ovens", "of": ["row=The Brick"]},
        {"do": "add-row", "path": "ovens", "name": "Hotbox"},
        {"do": "set", "path": "ovens.heat", "of": ["row=Hotbox"], "to": "2"},
        {"do": "set", "path": "ovens.stoker", "of": ["row=Hotbox"], "to": ""},
    ]


@pytest.mark.parametrize(
    ("who", "of"),
    [
        ([ADA], ["player=Ada"]),
        ([ADA, EB], ["player=Ada", "player=Eb"]),
        ([ADA, BO, CY], ["subjects"]),
        ([ADA, BO, CY, DOT], ["players"]),
        ([ADA, BO, CY, DOT, EB], ["everyone"]),
        ([EB], ["player=Eb"]),
    ],
)
def test_many_who_get_one_value_are_told_as_a_group(who, of):
    after = scene()
    for each in who:
        after.set((each, "Motto"), "so")
    assert list(changes_between(BAKERY["values"], after)) == [
        {"op": "track", "step": {"do": "set", "path": "motto", "of": of, "to": "so"}}
    ]


def test_where_nothing_is_other_than_before_there_is_no_change():
    assert list(changes_between(BAKERY["values"], scene())) == []


def test_values_are_written_as_they_are_typed():
    assert [written(value) for value in (True, False, ["a", "b"], [], 2.5, "x")] == [
        "yes",
        "no",
        "a, b",
        "",
        "2.5",
        "x",
    ]


def test_a_name_has_a_key():
    assert [key(name) for name in ("Oven Warmth", "“Heat” (in C)", "3rd")] == [
        "oven_warmth",
        "heat_in_c",
        "3rd",
    ]
