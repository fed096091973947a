"""The values of a document one by one: what is wrong with one is said with its place."""

import pytest

from votables.judge import json_values
from votables.judge.json_values import MISSING, FieldMistake

INSTANT = "must be an instant in UTC such as 2024-05-01T12:00:00Z"


def mistake(read, *given) -> tuple[str, str]:
    with pytest.raises(FieldMistake) as caught:
        read(*given)
    return caught.value.message, "".join(caught.value.path)


@pytest.mark.parametrize(
    ("read", "given", "expected"),
    [
        (json_values.check_keys, ([], frozenset("ab")), ("must be an object", "")),
        (json_values.check_keys, ({"c": 1}, frozenset("ba")), ('unknown key "c"; known are a, b', "")),
        (json_values.text_of, ({}, "a"), ('the key "a" is missing', "")),
        (json_values.text_of, ({"a": 1}, "a"), ("must be a string", ".a")),
        (json_values.text_of, ({"a": None}, "a", ""), ("must be a string", ".a")),
        (json_values.flag_of, ({"a": 1}, "a"), ("must be true or false", ".a")),
        (
            json_values.name_of,
            ({"a": "Zoe"}, "a", frozenset(["Al"])),
            ('"Zoe" is not among the players', ".a"),
        ),
        (json_values.instant_of, ({"a": "now"}, "a"), (INSTANT, ".a")),
        (json_values.instant_in, (7, ".a[1]"), (INSTANT, ".a[1]")),
        (json_values.each, ({}, "a", len, MISSING), ('the key "a" is missing', "")),
        (json_values.each, ({"a": {}}, "a", len, ()), ("must be a list", ".a")),
    ],
)
def test_what_is_wrong_with_a_value_is_said_with_its_place(read, given, expected):
    assert mistake(read, *given) == expected


def test_a_mistake_in_a_list_of_lists_knows_each_step_to_it():
    def outer(value):
        return json_values.each(value, "inner", lambda one: json_values.flag_of(one, "is"), MISSING)

    rows = [{"inner": []}, {"inner": [{}, {"is": True}, {"is": "no"}]}]
    complaint = mistake(json_values.each, {"outer": rows}, "outer", outer, MISSING)
    assert complaint == ("must be true or false", ".outer[1].inner[2].is")


def test_what_may_be_left_out_has_what_is_usual():
    assert (
        json_values.text_of({}, "a", ""),
        json_values.flag_of({}, "a"),
        json_values.each({}, "a", len, ()),
    ) == (
        "",
        False,
        [],
    )
