"""Changes as they are written, read and kept."""

import pytest

from blognomic.web.errors import RuleBroken
from tests.votables.table import noon, propose
from votables.changes.change import without

from .carried import WITH_CASES, new, seat_with

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "change",
    [
        {"op": "law", "base": "", "text": "name = "},
        {"op": "revert", "revision": 999_999},
        {"op": "step", "text": " "},
        {"op": "explode"},
        {"op": "step", "text": "x", "when": {"kind": "moon"}},
        {
            "op": "step",
            "text": "x",
            "when": {"kind": "matter", "post": 999_999, "status": "enacted", "negated": False},
        },
    ],
)
def test_what_is_no_change_is_refused_when_it_is_written(rules, change):
    players, _ = rules
    with pytest.raises(RuleBroken) as refused:
        propose(players[1], noon(1), changes=[change])
    assert refused.value.status == 400


@pytest.mark.parametrize("parent", ["new-1", "new-2", "new-0"])
def test_a_change_speaks_only_of_a_new_rule_of_an_earlier_change(parent):
    players, keys = seat_with(WITH_CASES)
    changes = [{"op": "step", "text": "Dance."}, new(parent, "Owls"), new(keys["Cats"], "Kittens")]
    with pytest.raises(RuleBroken, match="a new rule only if an earlier change adds it"):
        propose(players[1], noon(1), changes=changes)


def test_taking_a_change_away_keeps_what_the_others_speak_of():
    _, keys = seat_with(WITH_CASES)
    cats = keys["Cats"]
    changes = [
        {"op": "step", "text": "Dance."},
        new(cats, "Aviary"),
        new("new-1", "Owls"),
        {"op": "move", "rule": cats, "parent": "new-2", "after": ""},
    ]
    assert without(changes, 0) == [
        new(cats, "Aviary"), new("new-0", "Owls"),
        {"op": "move", "rule": cats, "parent": "new-1", "after": ""},
    ]  # fmt: skip
    assert without(changes, 3) == changes[:3]
    with pytest.raises(RuleBroken, match="Change 3 builds on the rule that this one adds"):
        without(changes, 1)
