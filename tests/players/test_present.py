"""What is kept of the game between two versions of it: each thing once, and no more than fits."""

from collections.abc import Callable
from sys import getsizeof

from players import present as kept_in
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


def test_things_and_their_words_are_kept_as_long_as_there_is_room(monkeypatch):
    monkeypatch.setattr(kept_in, "MOST_THINGS", 3)
    monkeypatch.setattr(kept_in, "MOST_BYTES", 3 * getsizeof("") + 1000)
    present, made = Present(1, noon(1)), []
    for _ in range(2):
        for length in (500, 700, 400, 0, 20):
            assert len(present.kept(f"thing {length}", counted(made, "x" * length))) == length
    assert [len(thing) for thing in made] == [500, 700, 400, 0, 20, 700, 20]


def test_of_few_things_those_that_were_made_last_are_kept():
    present, made = Present(1, noon(1)), []

    def asked(*keys: str) -> list[str]:
        made.clear()
        for key in keys:
            assert present.few("things", key, counted(made, key), most=2) == key
        return list(made)

    assert asked("a", "b", "a", "b") == ["a", "b"]
    assert asked("c", "b") == ["c"]
    assert asked("a", "c") == ["a"]
    assert asked("b") == ["b"]


def test_of_parts_that_are_asked_for_in_many_ways_the_last_that_there_is_room_for_are_kept(monkeypatch):
    wide = "\N{BALLOT BOX WITH BALLOT}" * 100  # letters that take two bytes each
    monkeypatch.setattr(kept_in, "MOST_LATELY", 2 * getsizeof(wide) + 10)
    present, made = Present(1, noon(1)), []
    for key in ("a", "b", "a", "c", "b", "a"):
        assert present.lately(key, counted(made, wide)) == wide
    assert len(made) == 4  # a, b, c, and a again
    assert present.lately("long", counted(made, wide * 9)) == wide * 9
    assert present.lately("long", counted(made, "made again")) == "made again"
