"""What is kept of the game between two versions of it: each thing once, and no more than fits."""

from collections.abc import Callable
from sys import getsizeof

import pytest

from players import present as kept_in
from players.models import WRITTEN, Topic
from players.present import Present
from tests.votables.table import noon


def counted(made: list[str], thing: str) -> Callable[[], str]:
    """A maker of that thing which notes that it was asked."""

    def make() -> str:
        made.append(thing)
        return thing

    return make


def test_a_thing_is_made_when_it_is_first_asked_for_and_only_then():
    present, made = Present(1, noon(1)), []
    assert [present.kept("a", counted(made, "x")) for _ in range(3)] == ["x", "x", "x"]
    assert (present.kept("b", counted(made, "y")), made) == ("y", ["x", "y"])


def test_of_too_many_things_those_that_were_not_asked_for_longest_go(monkeypatch):
    monkeypatch.setattr(kept_in, "MOST_THINGS", 2)
    present, made = Present(1, noon(1)), []
    for name in ("a", "b", "a", "c", "a", "b"):
        assert present.kept(name, counted(made, name)) == name
    assert made == ["a", "b", "c", "b"]


@pytest.mark.parametrize("topic", WRITTEN)
def test_what_is_made_without_a_topic_stays_when_that_changes(topic):
    first, made = Present(1, noon(1)), []
    later = Present(2, noon(1), first, topics={each: 2 if each == topic else 1 for each in WRITTEN})
    for present in (first, later, later):
        for other in WRITTEN:
            present.kept(other.value, counted(made, other.value), without={other})
        present.part("all", counted(made, "all"))
    again = {each.value for each in WRITTEN} - {topic.value} | {"all"}
    assert sorted(made) == sorted([*(each.value for each in WRITTEN), "all", *again])


def test_what_is_made_without_time_stays_when_the_minute_passes():
    first, made = Present(1, noon(1)), []
    later = Present(1, noon(1, minutes=1), first)
    for present in (first, later):
        present.kept("clock", counted(made, "clock"))
        present.kept("rules", counted(made, "rules"), without={Topic.TIME})
    assert made == ["clock", "rules", "clock"]


def test_what_time_alone_changes_ends_every_present_of_its_minute():
    first = Present(1, noon(1))
    later = Present(2, noon(1, seconds=5), first)
    first.end(noon(1, seconds=20))
    assert later.until == noon(1, seconds=20)
    assert Present(2, noon(1, seconds=20), later).sign() != later.sign()


def test_of_few_things_those_that_were_made_last_are_kept():
    present, made = Present(1, noon(1)), []

    def read_keys(*keys: str) -> list[str]:
        made.clear()
        for key in keys:
            assert present.few("things", key, counted(made, key), most=2) == key
        return list(made)

    assert read_keys("a", "b", "a", "b") == ["a", "b"]
    assert read_keys("c", "b") == ["c"]
    assert read_keys("a", "c") == ["a", "c"]
    assert read_keys("a") == []


def test_of_parts_that_are_asked_for_in_many_ways_the_last_that_there_is_room_for_are_kept(monkeypatch):
    wide = "\N{BALLOT BOX WITH BALLOT}" * 100  # letters that take two bytes each
    monkeypatch.setattr(kept_in, "MOST_LATELY", 2 * getsizeof(wide) + 10)
    present, made = Present(1, noon(1)), []
    for key in ("a", "b", "a", "c", "b", "a"):
        assert present.part(key, counted(made, wide), lately=True) == wide
    assert len(made) == 5  # a, b, c, b and a again
    assert present.part("long", counted(made, wide * 9), lately=True) == wide * 9
    assert present.part("long", counted(made, "made again"), lately=True) == "made again"
