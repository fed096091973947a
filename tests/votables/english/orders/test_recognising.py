"""Orders known in sentences, whatever stands round them."""

import pytest

from votables.english.atoms import KnownNames
from votables.english.orders import order_in
from votables.english.sentences import sentences

from .called import THINGS

REPEAL = {"op": "repeal", "rule": "v", "with_subrules": True}


def heard(text):
    return [order_in(one, THINGS) for one in sentences(text, KnownNames.of([("Voting", "rule")]))]


@pytest.mark.parametrize(
    ("sentence", "change"),
    [
        ("Repeal the rule “Voting” with all its subrules.", REPEAL),
        ("REPEAL, the rule “Voting”: with all its subrules", REPEAL),
        ("Uphold the update **12**.", {"op": "uphold", "update": 12}),
        ("Let the admin do this by hand:\n\n> Bake.\n> Rest.", {"op": "step", "text": "Bake.\nRest."}),
        (
            "Set “Gold” of the player “Ada” and the game to “+5”.",
            {"op": "track", "step": {"do": "set", "path": "gold", "of": ["player:3", "game"], "to": "+5"}},
        ),
        (
            "Unless a rule is called “Cake”, repeal the rule “Voting” with all its subrules.",
            {**REPEAL, "when": {"kind": "rule", "negated": True, "words": "Cake"}},
        ),
        (
            "If matter 12 is enacted, repeal the rule “Voting” with all its subrules.",
            {**REPEAL, "when": {"kind": "matter", "negated": False, "post": 12, "status": "enacted"}},
        ),
    ],
)
def test_an_order_is_known(sentence, change):
    assert heard(sentence) == [change]


@pytest.mark.parametrize(
    "sentence",
    [
        "Repeal the rule “Voting”.",
        "Repeal the rule “Cake” with all its subrules.",
        "Repeal the rule “Voting” (with all its subrules).",
        "Please repeal the rule “Voting” with all its subrules.",
        "If Ada is awake, repeal the rule “Voting” with all its subrules.",
        "If matter 12 is enacted.",
    ],
)
def test_what_is_no_order_in_so_many_words_is_none(sentence):
    assert heard(sentence) == [None]
