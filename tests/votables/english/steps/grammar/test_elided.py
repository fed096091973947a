"""What a sentence does not say twice."""

import pytest

from votables.english.steps.combining import AtOnce, InOrder
from votables.english.steps.deeds import ChangeAmount, HeldWithin, Transfer
from votables.english.steps.holders import All, Except, Group, Most, TwoNamed
from votables.english.steps.listing import AddItems, MoveItems, OnlyList, RemoveItem
from votables.english.steps.predicates import OfThese, SameSaid
from votables.english.steps.values import ELIDED, Get, Just, Var

from ..bakery import ADA, BO, CY, named, of, own, readings


def flour(who, by, how="set"):
    return ChangeAmount(Var(("Flour",), who), how, Just(by))


def give(name, amount, giver, taker):
    return Transfer(name, Just(amount), named(giver), named(taker))


@pytest.mark.parametrize(
    ("rule", "text", "readings_of_it"),
    [
        ("some", "3", [(ELIDED, Just(3))]),
        ("named", "the latter", [TwoNamed(1)]),
        (
            "order",
            "set Ada’s Flour to 1 and Bo’s to 2",
            [AtOnce((flour(named(ADA), 1), flour(named(BO), 2)))],
        ),
        (
            "clause",
            "Ada trades 3 Flour with Bo for 1 Egg",
            [AtOnce((give("Flour", 3, ADA, BO), give("Eggs", 1, BO, ADA)))],
        ),
        (
            "clause",
            "Ada gains 2 Flour, as does Bo",
            [InOrder((flour(named(ADA), 2, "add"), flour(named(BO), 2, "add")))],
        ),
        (
            "simple",
            "subtract 5 from Ada’s Flour, stopping at 0",
            [ChangeAmount(of("Flour", ADA), "take", Just(5), HeldWithin("", Just(0)))],
        ),
        (
            "listing",
            "move everything in Ada’s Pantry to Bo’s Pantry",
            [MoveItems(of("Pantry", ADA), of("Pantry", BO))],
        ),
        ("act", "loses a Pan", 1),
        ("cond1", "anybody is", [OfThese(Group(), SameSaid(), "any")]),
        (
            "party",
            "the Baker with the most Flour other than Ada",
            [Most(Except(Group(), named(ADA)), Get(own("Flour")), True)],
        ),
    ],
)
def test_a_phrase_is_read(rule, text, readings_of_it):
    results = readings(rule, text)
    assert len(results) == readings_of_it if isinstance(readings_of_it, int) else results == readings_of_it


def test_everybody_else_is_whoever_is_not_named_in_the_chain():
    [deed] = readings("order", "set Ada’s Flour to 1, Bo’s to 2 and everybody else’s to 3")
    assert deed.deeds[2] == flour(Except(Group(), All((named(ADA), named(BO)))), 3)


@pytest.mark.parametrize("text", ["Ada gains 2 and loses 3 Eggs", "Ada gains 2, loses 3 Eggs"])
def test_an_amount_of_what_is_named_only_after_it_is_not_read(text):
    assert readings("clause", text) == []


def test_items_go_into_the_one_list_somebody_has():
    assert readings("listing", "give Cy.1 a Whisk and a Pan") == [
        AddItems(OnlyList(named(CY)), ("Whisk", "Pan"))
    ]
    assert RemoveItem(OnlyList(named(BO)), "Pan", 1) in readings("clause", "Bo loses a Pan")
