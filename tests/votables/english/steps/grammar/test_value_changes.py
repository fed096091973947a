"""What is done to values."""

from fractions import Fraction

import pytest

from votables.english.steps.combining import AtOnce
from votables.english.steps.deeds import (
    AgreesWithFigures,
    ChangeAmount,
    HeldWithin,
    Hold,
    Share,
    Swap,
    SwapBetween,
    Transfer,
    TransferOf,
)
from votables.english.steps.holders import All, Except, Group, RowsOf, TheTwo, Where
from votables.english.steps.predicates import IsYes
from votables.english.steps.values import (
    Before,
    Blank,
    Combined,
    Get,
    HowMany,
    HowManyItems,
    It,
    Just,
    OwnDefault,
    PartOf,
    Rounded,
    Var,
)

from ..bakery import ADA, BO, named, of, own, readings

FLOUR = of("Flour", ADA)
HALF = Just(Fraction(1, 2))


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("some", "3 Flour", [("Flour", Just(3))]),
        ("some", "a Flour", [("Flour", Just(1))]),
        (
            "some",
            "half their Flour, rounded up",
            [("Flour", Rounded("up", Combined("*", HALF, Get(own("Flour")))))],
        ),
        ("some", "that many Eggs", [("Eggs", Before())]),
        ("some", "as much", [("", Before())]),
        ("some", "as many Eggs as Ada has", [("Eggs", Get(of("Eggs", ADA)))]),
        ("some", "3 Flour for each Egg", [("Flour", Combined("*", Just(3), Get(own("Eggs"))))]),
        (
            "some",
            "3 Flour for each Pan in their Pantry",
            [("Flour", Combined("*", Just(3), HowManyItems(own("Pantry"), "Pan")))],
        ),
        ("some", "twice as many Eggs as Ada has", [("Eggs", Combined("*", Just(2), Get(of("Eggs", ADA))))]),
        ("counted", "item in their Pantry", [HowManyItems(own("Pantry"))]),
        ("counted", "Oven", [HowMany(RowsOf("Ovens"))]),
        ("counted", "Baker who is Asleep", [HowMany(Where(Group(), IsYes("Asleep")))]),
        ("share", "half", [PartOf(Fraction(1, 2))]),
        ("share", "30%", [PartOf(30, "%")]),
        ("share", "3", [PartOf(3, "")]),
        ("somes", "3 Flour and 2 Eggs", [(("Flour", Just(3)), ("Eggs", Just(2)))]),
        ("limit", "rounded up", [HeldWithin("up")]),
        ("limit", "to a minimum of 3", [HeldWithin("", Just(3))]),
        ("limit", "(max 3)", [HeldWithin("", None, Just(3))]),
        ("limit", "but not below 0", [HeldWithin("", Just(0))]),
        ("limit", ", but it may not go above 9", [HeldWithin("", None, Just(9))]),
        ("limit", "or to 0 if that would be lower", [HeldWithin("", Just(0))]),
        ("limits", "rounded up, but not below 0", [HeldWithin("up", Just(0))]),
        ("short", "+3 Flour to Ada", [ChangeAmount(FLOUR, "add", Just(3))]),
        ("short", "Ada: -3 Flour", [ChangeAmount(FLOUR, "add", Just(-3))]),
        ("short", "Ada's Flour += 3", [ChangeAmount(FLOUR, "add", Just(3))]),
        ("short", "Ada's Flour = 3", [ChangeAmount(FLOUR, "set", Just(3))]),
        ("order", "set Ada's Flour to 3", [ChangeAmount(FLOUR, "set", Just(3))]),
        (
            "order",
            "change Ada's Flour from 10 to 3",
            [AgreesWithFigures(ChangeAmount(FLOUR, "set", Just(3)), Just(3), Just(10))],
        ),
        (
            "order",
            "set the Flour of each Baker to 3, or 4 for Ada",
            [
                AtOnce(
                    (
                        ChangeAmount(Var(("Flour",), Except(Group(), named(ADA))), "set", Just(3)),
                        ChangeAmount(FLOUR, "set", Just(4)),
                    )
                )
            ],
        ),
        (
            "order",
            "set Ada's Flour to 3 and Bo's to 4",
            [AtOnce((ChangeAmount(FLOUR, "set", Just(3)), ChangeAmount(of("Flour", BO), "set", Just(4))))],
        ),
        ("order", "raise Ada's Flour to 3 if it is below that", [Hold(FLOUR, HeldWithin("", Just(3)))]),
        ("order", "lower Ada's Flour to 3 if it is above that", [Hold(FLOUR, HeldWithin("", None, Just(3)))]),
        (
            "order",
            "increase Ada's Flour by 3 to a maximum of 9",
            [ChangeAmount(FLOUR, "add", Just(3), HeldWithin("", None, Just(9)))],
        ),
        (
            "order",
            "reduce Ada's Flour by a third, rounded up",
            [ChangeAmount(FLOUR, "times", Just(Fraction(2, 3)), HeldWithin("down"))],
        ),
        ("order", "increase Ada's Flour by 10%", [ChangeAmount(FLOUR, "percent", Just(Fraction(11, 10)))]),
        ("order", "increment Ada's Flour", [ChangeAmount(FLOUR, "add", Just(1))]),
        ("order", "subtract 3 from Ada's Flour", [ChangeAmount(FLOUR, "take", Just(3))]),
        (
            "order",
            "give Ada 3 Flour and 2 Eggs",
            [AtOnce((ChangeAmount(FLOUR, "add", Just(3)), ChangeAmount(of("Eggs", ADA), "add", Just(2))))],
        ),
        ("order", "take 3 Flour from Ada", [ChangeAmount(FLOUR, "take", Just(3))]),
        (
            "order",
            "take 3 Flour from Ada and give it to Bo",
            [Transfer("Flour", Just(3), named(ADA), named(BO))],
        ),
        ("order", "double Ada's Flour", [ChangeAmount(FLOUR, "times", Just(2))]),
        ("order", "halve Ada's Flour, rounded up", [ChangeAmount(FLOUR, "over", Just(2), HeldWithin("up"))]),
        ("order", "divide Ada's Flour by 3", [ChangeAmount(FLOUR, "over", Just(3))]),
        ("order", "negate Ada's Debt", [ChangeAmount(of("Debt", ADA), "times", Just(-1))]),
        (
            "order",
            "round Ada's Flour down to the nearest multiple of 3",
            [ChangeAmount(FLOUR, "round-down", Just(3))],
        ),
        ("order", "clear Ada's Motto", [ChangeAmount(of("Motto", ADA), "set", Blank())]),
        ("order", "reset Ada's Flour", [ChangeAmount(FLOUR, "set", OwnDefault())]),
        ("order", "cap Ada's Flour at 3", [Hold(FLOUR, HeldWithin("", None, Just(3)))]),
        ("order", "transfer 3 Flour from Ada to Bo", [Transfer("Flour", Just(3), named(ADA), named(BO))]),
        (
            "order",
            "give half of Ada's Flour to Bo",
            [
                Transfer("Flour", Combined("*", HALF, Get(FLOUR)), named(ADA), named(BO)),
            ],
        ),
        ("order", "move half of it to Bo", [TransferOf(It(), Combined("*", HALF, Get(It())), named(BO))]),
        ("order", "share 8 Flour equally among Bakers", [Share("Flour", Just(8), Group())]),
        ("order", "swap Ada's Flour with Bo's Flour", [Swap(FLOUR, of("Flour", BO))]),
        ("order", "swap Ada's Flour with Bo's", [Swap(FLOUR, of("Flour", BO))]),
        ("order", "swap Ada's Flour with that of Bo", [Swap(FLOUR, of("Flour", BO))]),
        ("order", "exchange Ada and Bo's Flour", [SwapBetween(("Flour",), All((named(ADA), named(BO))))]),
        ("order", "swap their Flour", [SwapBetween(("Flour",), TheTwo())]),
        ("owned", "all the Flour Ada has", [(named(ADA), (("Flour", Get(FLOUR)),))]),
    ],
)
def test_a_phrase_is_read(rule, text, expected):
    assert readings(rule, text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("some", "Flour"),
        ("share", "some"),
        ("limit", "or to 0 if that would be below 1"),
        ("limits", "but not below 0 but not below 1"),
        ("bounds", "rounded up"),
        ("short", "3 Flour to Ada"),
        ("order", "set Ada's Flour"),
        ("order", "raise Ada's Flour to 3 if it is below 4"),
        ("order", "give Ada"),
        ("order", "swap Ada's Flour"),
    ],
)
def test_a_phrase_without_sense_is_not_read(rule, text):
    assert readings(rule, text) == []
