"""Changes into orders."""

import pytest

from ruleset.text.tree import Node
from votables.english.orders import Unsayable, say, say_all
from votables.english.orders.composing import after, flat

from .called import THINGS

REPEAL = {"op": "repeal", "rule": "v", "with_subrules": False}
RENAME = {"op": "rename", "rule": "v", "title": "Ballots", "base": "Voting"}
SAID = "Repeal the rule “Voting” but keep its subrules."
MATTER = {"kind": "matter", "negated": True, "post": 4, "status": "failed"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (REPEAL, SAID),
        ({**REPEAL, "when": None}, SAID),
        ({**REPEAL, "when": MATTER}, "Unless matter 4 is failed, repeal the rule “Voting” but keep its subrules."),
        (
            {"op": "replace", "rule": "v", "find": "a", "text": "b"},
            "Throughout the text of the rule “Voting”, replace the letters “a” with “b”.",
        ),
        (
            {"op": "replace", "rule": "v", "find": "a", "text": "b\nc"},
            "Throughout the text of the rule “Voting”, replace the letters:\n\n> a\n\nwith:\n\n> b\n> c",
        ),
        ({"op": "track", "step": {"do": "reveal", "path": "gold"}}, "Show the hidden values of “Gold” to everybody."),
    ],
)  # fmt: skip
def test_a_change_is_said(change, sentence):
    assert say(change, THINGS) == sentence


def test_each_change_speaks_of_the_rules_as_those_before_it_leave_them():
    assert say_all([RENAME, REPEAL], THINGS) == (
        "Rename the rule “Voting” to “Ballots”.\n\nRepeal the rule “Ballots” but keep its subrules."
    )


@pytest.mark.parametrize(
    "change",
    [
        {"op": "dance"},
        {**REPEAL, "rule": "gone"},
        {**REPEAL, "loudly": True},
        {**REPEAL, "when": {**MATTER, "kind": "weather"}},
        {**RENAME, "base": "Votes"},
        {"op": "step", "text": "a\nb\r"},
    ],
)
def test_what_no_order_says_is_refused(change):
    with pytest.raises(Unsayable):
        say(change, THINGS)


def test_the_rules_after_a_change():
    assert after({"op": "uphold", "update": 4}, THINGS, 0) is THINGS.tree
    assert after({**RENAME, "when": MATTER}, THINGS, 0).find("v") == Node("v", "Ballots", "Votes count.")


def test_a_change_is_flat_without_its_condition():
    assert flat({"op": "track", "step": {"do": "set", "to": "4"}, "when": MATTER}) == {
        "op": "track",
        "do": "set",
        "to": "4",
    }
