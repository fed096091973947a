"""A law as a JSON object."""

import pytest

from ruleset.law import SHIPPED, LawError, load
from ruleset.law.objects import from_object, to_object
from ruleset.law.reader import MAX_TEXT


@pytest.mark.parametrize("name", SHIPPED)
def test_a_law_comes_back_from_its_object(name):
    value = to_object(load(name))
    law = from_object(value, source="a game")
    assert (law.name, to_object(law), law.kinds.keys()) == (name, value, load(name).kinds.keys())
    assert from_object(to_object(load(name)), source="another game") is law


def deep(levels: int) -> dict:
    value: dict = {}
    for _ in range(levels):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "key", "problem"),
    [
        ({"name": None}, "", "null is not a value of a law"),
        ({"name": "x" * MAX_TEXT}, "", f"longer than {MAX_TEXT} characters"),
        (deep(100_000), "", "brackets are nested too deeply"),
        ({**to_object(load("ruleset-98")), "name": 7}, "name", "must be a text"),
    ],
)
def test_what_is_no_law_is_refused_without_a_line(value, key, problem):
    with pytest.raises(LawError) as caught:
        from_object(value, source="a game")
    assert (caught.value.source, caught.value.line, caught.value.key, caught.value.problem) == (
        "a game", None, key, problem,
    )  # fmt: skip
