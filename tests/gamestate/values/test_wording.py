"""What a definition says, in words."""

import pytest

from gamestate.values.definitions import TableDefinition, read_definition
from gamestate.values.wording import in_words, table_in_words


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"kind": "whole"}, ["whole number", "at least 0"]),
        ({"kind": "whole", "floor": None}, ["whole number", "of any size, also below zero"]),
        (
            {
                "kind": "decimal",
                "places": 2,
                "floor": "-1",
                "below": "set",
                "ceiling": "5",
                "above": "refuse",
            },
            ["decimal number with 2 places", "at least -1, set to it below", "at most 5"],
        ),
        ({"kind": "choice", "choices": ["Red", "Blue"], "default": "Red"}, ["of: Red, Blue", "default Red"]),
        ({"kind": "choices", "choices": ["Red"], "blank": False}, ["of: Red", "never empty"]),
        (
            {"kind": "text", "blank": True, "audience": "emperor"},
            ["can be blank", "seen by only the emperor, and those the emperor shows it to"],
        ),
        (
            {"kind": "whole", "on_return": "default"},
            ["set to the default when its player comes back from idle"],
        ),
        ({"kind": "row", "refers": "places", "description": "Where."}, ["of the table places", "Where."]),
    ],
)
def test_a_definition_is_told_one_thing_after_the_other(parts, words):
    phrases = in_words(read_definition({"name": "Gold", **parts}))
    assert [each for each in phrases if each in words] == words


def test_a_table_is_told_with_its_description():
    assert table_in_words(TableDefinition("Places")) == ["table of rows"]
    assert table_in_words(TableDefinition("Places", "Where one is.")) == ["table of rows", "Where one is."]
