"""What is usual of a kind of change, where the kind does not say otherwise."""

from dataclasses import dataclass

import pytest

from blognomic.web.errors import RuleBroken
from votables.changes.kind import ChangeKind, check_parts


@dataclass(frozen=True)
class Wave:
    hand: str
    times: int


class Waving(ChangeKind):
    names = {"wave": "wave to somebody"}
    payload = Wave


WAVING = Waving()


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"op": "wave"},
        {"op": "wave", "hand": "left"},
        {"op": "wave", "hand": "left", "times": "1"},
        {"op": "wave", "hand": "left", "times": True},
        {"op": "wave", "hand": None, "times": 1},
        {"op": "wave", "hand": "left", "times": 1, "to": "Bobby"},
        {"hand": "left", "times": 1},
    ],
)
def test_a_change_has_the_parts_of_its_kind_in_their_types_and_no_others(value):
    with pytest.raises(RuleBroken) as refused:
        WAVING.read(value)
    assert refused.value.status == 400


def test_what_is_read_is_stored_as_it_came():
    value = {"op": "wave", "hand": "left", "times": 2}
    check_parts(value, hand=str, times=int)
    assert WAVING.read(value) == Wave("left", 2)
    assert WAVING.as_json(WAVING.read(value)) == value


def test_people_choose_an_operation_or_one_of_its_steps():
    class Stepping(Waving):
        steps = {"up": "wave up", "down": "wave down"}

    assert WAVING.choices == {"wave": "wave to somebody"}
    assert Stepping().choices == {"wave.up": "wave up", "wave.down": "wave down"}
    assert WAVING.name_of(Wave("left", 1)) == "wave to somebody"
