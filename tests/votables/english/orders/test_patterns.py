"""Words with slots between them."""

import pytest

from votables.english.orders.patterns import OrderPattern
from votables.english.orders.slots import LineSlot, NumberSlot, TextSlot, Unheard, Unsayable

from .called import THINGS, pieces

CALL = OrderPattern(
    "call", "Call number {} “by name” {}", (NumberSlot("key"), LineSlot("name")), {"loud": True},
    {"law": lambda change, things: f"{things.law} {change['key']}"},
)  # fmt: skip
CHANGE = {"op": "call", "key": 4, "name": "Bo", "loud": True, "law": "All is well. 4"}
OVER = OrderPattern("over", "Write{} over {}", (TextSlot("text"), LineSlot("name")))
LAST = OrderPattern("last", "Over {} write{}", (LineSlot("name"), TextSlot("text")))
TWO = {"name": "Bo", "text": "a\nb"}


def test_a_pattern_says_all_of_a_change():
    assert CALL.says(CHANGE, THINGS)


@pytest.mark.parametrize(
    "changed", [{"op": "name"}, {"loud": False}, {"law": "All is well. 5"}, {"when": None}]
)
def test_a_pattern_does_not_say_another_change(changed):
    assert not CALL.says(CHANGE | changed, THINGS)


def test_a_pattern_does_not_say_what_a_change_lacks():
    assert not CALL.says({part: CHANGE[part] for part in CHANGE if part != "name"}, THINGS)


@pytest.mark.parametrize(
    ("pattern", "change", "sentence"),
    [
        (CALL, CHANGE, "Call number 4 “by name” “Bo”."),
        (OVER, TWO, "Write:\n\n> a\n> b\n\nover “Bo”."),
        (LAST, TWO, "Over “Bo” write:\n\n> a\n> b"),
    ],
)
def test_a_pattern_is_written_with_blocks_apart(pattern, change, sentence):
    assert pattern.write(change, THINGS) == sentence


def test_what_a_slot_cannot_say_no_pattern_says():
    with pytest.raises(Unsayable):
        LAST.write({"name": "a\nb", "text": ""}, THINGS)


@pytest.mark.parametrize(
    ("pattern", "heard", "change"),
    [
        (CALL, "call number 4 by name “Bo”", CHANGE),
        (OVER, "write ‹a\nb› over “Bo”", {"op": "over", **TWO}),
        (LAST, "over “Bo” write ‹a\nb›", {"op": "last", **TWO}),
    ],
)
def test_a_pattern_is_read_with_what_the_game_knows(pattern, heard, change):
    assert pattern.read(pieces(heard), THINGS) == change


@pytest.mark.parametrize(
    "heard",
    [
        "",
        "call number 4 by name",
        "call number 4 by “Bo”",
        "call number 4 by date “Bo”",
        "call number four by name “Bo”",
        "call number 4 by name “Bo” now",
    ],
)
def test_a_pattern_is_read_whole_or_not_at_all(heard):
    with pytest.raises(Unheard):
        CALL.read(pieces(heard), THINGS)
