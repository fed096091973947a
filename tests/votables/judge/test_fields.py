"""The values of a document one by one: what is wrong with one is said with its place."""

import pytest

from votables.judge import fields
from votables.judge.fields import MISSING, FieldMistake

INSTANT = "must be an instant in UTC such as 2024-05-01T12:00:00Z"


def mistake(read, *given) -> tuple[str, str]:
    with pytest.raises(FieldMistake) as caught:
        read(*given)
    return caught.value.message, "".join(caught.value.path)


@pytest.mark.parametrize(
    ("read", "given", "expected"),
    [
        (fields.check_keys, ([], frozenset("ab")), ("must be an object", "")),
        (fields.check_keys, ({"c": 1}, frozenset("ba")), ('unknown key "c"; known are a, b', "")),
        (fields.text_of, ({}, "a"), ('the key "a" is missing', "")),
        (fields.text_of, ({"a": 1}, "a"), ("must be a string", ".a")),
        (fields.text_of, ({"a": None}, "a", ""), ("must be a string", ".a")),
        (fields.flag_of, ({"a": 1}, "a"), ("must be true or false", ".a")),
        (fields.name_of, ({"a": "Zoe"}, "a", frozenset(["Al"])), ('"Zoe" is not among the players', ".a")),
        (fields.instant_of, ({"a": "now"}, "a"), (INSTANT, ".a")),
        (fields.instant_in, (7, ".a[1]"), (INSTANT, ".a[1]")),
        (fields.each, ({}, "a", len, MISSING), ('the key "a" is missing', "")),
        (fields.each, ({"a": {}}, "a", len, ()), ("must be a list", ".a")),
    ],
)
def test_what_is_wrong_with_a_value_is_said_with_its_place(read, given, expected):
    assert mistake(read, *given) == expected


def test_a_mistake_in_a_list_of_lists_knows_each_step_to_it():
    def outer(value):
        return fields.each(value, "inner", lambda one: fields.flag_of(one, "is"), MISSING)

    rows = [{"inner": []}, {"inner": [{}, {"is": True}, {"is": "no"}]}]
    complaint = mistake(fields.each, {"outer": rows}, "outer", outer, MISSING)
    assert complaint == ("must be true or false", ".outer[1].inner[2].is")


def test_what_may_be_left_out_has_what_is_usual():
    assert (fields.text_of({}, "a", ""), fields.flag_of({}, "a"), fields.each({}, "a", len, ())) == (
        "",
        False,
        [],
    )
