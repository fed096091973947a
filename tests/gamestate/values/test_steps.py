"""What steps are written as, and what is none."""

import pytest

from gamestate.values.errors import ValueRefused
from gamestate.values.steps import read_step


def test_steps_are_read_back_as_they_were_written():
    for value in (
        {"do": "set", "path": "places.size", "of": ["rows", "row=Forest"], "to": "+1"},
        {"do": "reset", "path": "gold", "of": ["everyone"]},
        {"do": "retire", "path": "gold"},
        {"do": "add-row", "path": "places", "name": "Cellar", "order": 4},
        {"do": "alter-row", "path": "places", "of": ["row:7"], "name": "Woods"},
        {"do": "page", "path": "map", "name": "Map", "to": ""},
        {
            "do": "page",
            "path": "map",
            "name": "Map",
            "to": "There",
            "base": {"title": "Old map", "text": "Here"},
        },
        {"do": "revert-page", "path": "map"},
    ):
        assert read_step(value).as_json() == value
    define = {
        "do": "define",
        "path": "gold",
        "scope": "game",
        "definition": {"name": "Gold", "kind": "whole"},
    }
    assert read_step(read_step(define).as_json()) == read_step(define)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"do": "steal"},
        {"do": "set", "path": "gold", "of": [], "to": "1"},
        {"do": "set", "path": "gold", "of": ["nobody"], "to": "1"},
        {"do": "set", "path": "gold", "of": ["player:0"], "to": "1"},
        {"do": "set", "path": "gold", "of": ["player:1"] * 300, "to": "1"},
        {"do": "set", "path": "gold", "of": ["game"], "to": 5},
        {"do": "set", "path": "../gold", "of": ["game"], "to": "1"},
        {"do": "set", "path": "gold", "of": ["game"], "to": "1", "by": "me"},
        {"do": "define", "path": "a.b.c", "scope": "row", "definition": {"name": "C", "kind": "whole"}},
        {"do": "define", "path": "c", "scope": "world", "definition": {"name": "C", "kind": "whole"}},
        {"do": "define", "path": "c", "scope": "game", "definition": []},
        {"do": "alter", "path": "c", "definition": {"name": "C", "kind": "whole"}, "invalid": "explode"},
        {"do": "add-row", "path": "places", "name": " "},
        {"do": "add-row", "path": "places", "name": "X", "order": True},
        {"do": "page", "path": "map", "name": "Map", "to": "x" * 60_001},
        {"do": "page", "path": "map", "name": "Map", "to": "", "base": None},
        {"do": "page", "path": "map", "name": "Map", "to": "", "base": {"title": "Map"}},
        {"do": "page", "path": "map", "name": "Map", "to": "", "base": {"title": "Map", "text": 5}},
        {"do": "revert-page", "path": "map", "to": "Then"},
    ],
)
def test_steps_that_make_no_sense_are_refused_with_a_sentence(value):
    with pytest.raises(ValueRefused) as refused:
        read_step(value)
    assert refused.value.sentence.endswith(".")
