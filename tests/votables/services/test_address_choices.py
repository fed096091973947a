"""What an Ascension Address may keep, and what is chosen of it."""

from typing import Any

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.values.state import State
from ruleset.text.synonyms import Words
from ruleset.text.tree import Node, Tree
from votables.post_types.models import OfficialType
from votables.services.address_choices import AddressChoices
from votables.services.ascending import Address

RULES = Tree(
    (
        Node("1", "Core Rules", "", (Node("2", "Story Posts"),)),
        Node("3", "Dynastic Rules", "", (Node("4", "Gold", "", (Node("5", "Coins"),)), Node("6", "Snow"))),
        Node(
            "7",
            "Special Case",
            "",
            (Node("8", "Dormancy [Inactive]"), Node("9", "Rare Ones [Rare] [Active]")),
        ),
    )
)
TYPES = [OfficialType(pk=1, name="Story", rule=2), OfficialType(pk=2, name="Feast", rule=4)]
OLD = Words("Mouse", "Mice", "Emperor", "Emperors")
NOTHING: dict[str, Any] = {
    "theme": "",
    "words": None,
    "keep": None,
    "special_cases": {},
    "keep_tracked": None,
    "keep_actions": None,
    "keep_types": None,
    "pages": [],
}


def choices(keeps: str = "none") -> AddressChoices:
    return AddressChoices(RULES, State(), (), TYPES, keeps, OLD)


def test_rules_stand_below_those_that_they_are_of():
    assert [(depth, rule.title) for depth, rule in choices().rules] == [
        (0, "Gold"),
        (1, "Coins"),
        (0, "Snow"),
    ]
    assert [one.name for one in choices().lasting] == ["Story"]


@pytest.mark.parametrize(("keeps", "types"), [("none", {1}), ("all", {1, 2})])
def test_what_is_not_named_is_as_the_law_has_it_and_lasting_types_stay(keeps, types):
    assert choices(keeps).address(**NOTHING) == Address(keep_types=frozenset(types), pages=[])


@pytest.mark.parametrize(
    ("words", "called"),
    [
        (("Mouse", "", "Emperor", ""), OLD),
        ((" Mouse ", "Mouses", "Cat", ""), Words("Mouse", "Mouses", "Cat", "Cats")),
        (("Fox", "", "Emperor", "Two Emperors"), Words("Fox", "Foxes", "Emperor", "Two Emperors")),
    ],
)
def test_a_plural_that_is_left_out_is_the_usual_one_or_that_of_before(words, called):
    sent = dict(zip(("player", "players", "emperor", "emperors"), words, strict=True))
    assert choices().address(**NOTHING | {"words": sent}).words == called


def test_special_cases_that_are_as_by_default_are_not_named():
    switched = {"Dormancy": True, "Rare Ones": True, "Of another ruleset": False}
    named = choices().address(**NOTHING | {"special_cases": switched}).special_cases
    assert named == {"Rare Ones": True, "Of another ruleset": False}


@pytest.mark.parametrize("part", ["keep_tracked", "keep_actions", "keep_types"])
def test_nothing_can_be_kept_that_is_not_there(part):
    with pytest.raises(RuleBroken, match="Nothing with the key “17” can be kept") as refused:
        choices().address(**NOTHING | {part: [17]})
    assert refused.value.status == 400


def test_pages_have_titles():
    assert choices().address(**NOTHING | {"pages": [" The Map ", "  "]}).pages == ["The Map"]
