"""Whole sentences: who does what, several deeds, and what they hang on."""

from fractions import Fraction

import pytest

from votables.english.steps.combining import (
    AllAtOnce,
    AtOnce,
    ForEach,
    If,
    InOrder,
    Nothing,
    Repeat,
    Stop,
    With,
)
from votables.english.steps.deeds import AgreesWithFigures, ChangeAmount, HeldWithin, SwapBetween, Transfer
from votables.english.steps.grammar.whole import PredicateBuilt
from votables.english.steps.holders import All, Except, Group, RowsOf, Where
from votables.english.steps.leads import Lead
from votables.english.steps.listing import AddItems, RemoveItem, RenameRow
from votables.english.steps.predicates import IsYes, Not, OfThese
from votables.english.steps.values import Just, NameOf, NoneOf, Var

from ..bakery import ADA, BESS, BO, EB, named, of, readings

MORE = ChangeAmount(of("Flour", ADA), "add", Just(3))
BOS = of("Flour", BO)
BO_IS = OfThese(named(BO), IsYes("Asleep"), "named")
OTHERS = Var(("Flour",), Except(Group(), named(ADA)))


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("clause", "Ada gains 3 Flour", [MORE]),
        (
            "clause",
            "Ada shall lose 3 Flour but not below 0",
            [ChangeAmount(of("Flour", ADA), "take", Just(3), HeldWithin("", Just(0)))],
        ),
        ("clause", "Ada has their Flour set to 3", [ChangeAmount(of("Flour", ADA), "set", Just(3))]),
        ("clause", "Ada has their Flour doubled", [ChangeAmount(of("Flour", ADA), "times", Just(2))]),
        ("clause", "Ada has their Flour halved", [ChangeAmount(of("Flour", ADA), "over", Just(2))]),
        ("clause", "Ada now has no Helper", [ChangeAmount(of("Helper", ADA), "set", NoneOf())]),
        ("clause", "Ada becomes Asleep", [ChangeAmount(of("Asleep", ADA), "set", Just(True))]),
        ("clause", "Ada is no longer Asleep", [ChangeAmount(of("Asleep", ADA), "set", Just(False))]),
        ("clause", "Ada gives Bo 3 Flour", [Transfer("Flour", Just(3), named(ADA), named(BO))]),
        ("clause", "Ada takes 3 Flour from Bo", [Transfer("Flour", Just(3), named(BO), named(ADA))]),
        ("clause", "Ada gains a Pan in their Pantry", [AddItems(of("Pantry", ADA), ("Pan",))]),
        ("clause", "Ada loses a Pan from their Pantry", [RemoveItem(of("Pantry", ADA), "Pan")]),
        ("clause", "Ada becomes the Head Baker", [ChangeAmount(of("Head Baker"), "set", NameOf(named(ADA)))]),
        ("clause", "Ada becomes Bo's Helper", [ChangeAmount(of("Helper", BO), "set", NameOf(named(ADA)))]),
        (
            "clause",
            "Ada gains 3 Flour and loses 2 Eggs",
            [InOrder((MORE, ChangeAmount(of("Eggs", ADA), "take", Just(2))))],
        ),
        ("clause", "Ada's Flour is increased by 3", [MORE]),
        (
            "clause",
            "Ada's Flour rises by 10%",
            [ChangeAmount(of("Flour", ADA), "percent", Just(Fraction(11, 10)))],
        ),
        ("clause", "Ada's Flour becomes 3", [ChangeAmount(of("Flour", ADA), "set", Just(3))]),
        ("clause", "3 Flour are given to Ada", [MORE]),
        ("clause", "3 Flour are moved from Ada to Bo", [Transfer("Flour", Just(3), named(ADA), named(BO))]),
        ("clause", "Ada and Bo swap Flour", [SwapBetween(("Flour",), All((named(ADA), named(BO))))]),
        ("clause", "everyone, except Ada, gains 3 Flour", [ChangeAmount(OTHERS, "add", Just(3))]),
        ("clause", "Ada gains 3 Flour and Bo 2", [AtOnce((MORE, ChangeAmount(BOS, "add", Just(2))))]),
        (
            "clause",
            "Ada loses 3 Flour, Bo 2 and Eb 1 Eggs",
            [
                AtOnce(
                    (
                        ChangeAmount(of("Flour", ADA), "take", Just(3)),
                        ChangeAmount(BOS, "take", Just(2)),
                        ChangeAmount(of("Eggs", EB), "take", Just(1)),
                    )
                )
            ],
        ),
        (
            "clause",
            "each Baker gains 3 Flour, or 2 for Ada",
            [AtOnce((ChangeAmount(OTHERS, "add", Just(3)), ChangeAmount(of("Flour", ADA), "add", Just(2))))],
        ),
        ("clause", "this proposal has no effect", [Stop()]),
        ("clause", "do nothing", [Nothing()]),
        ("agrees", ", for a total of 9", [(Just(9), None)]),
        ("agrees", "from 6 to 9", [(Just(9), Just(6))]),
        ("simple", "Ada gains 3 Flour if Bo is Asleep", [With(MORE, BO_IS)]),
        ("simple", "Ada gains 3 Flour unless Bo is Asleep", [With(MORE, Not(BO_IS))]),
        ("simple", "rename Big Bess to Hob if Bo is Asleep", [If(BO_IS, RenameRow(named(BESS), "Hob"))]),
        ("simple", "if Bo is Asleep, Ada gains 3 Flour; otherwise do nothing", [If(BO_IS, MORE)]),
        ("simple", "unless Bo is Asleep, do nothing", [If(Not(BO_IS), Nothing())]),
        ("simple", "Ada gains 3 Flour twice", [Repeat(Just(2), MORE)]),
        (
            "several",
            "at once, Ada gains 3 Flour and Bo loses 3 Flour",
            [AtOnce((MORE, ChangeAmount(BOS, "take", Just(3))))],
        ),
        ("simple", "increase Ada's Flour by 3, for a total of 13", [AgreesWithFigures(MORE, Just(13))]),
        ("over", "for each Oven: do nothing", [ForEach(RowsOf("Ovens"), Nothing())]),
        (
            "over",
            "for each Baker who is Asleep: do nothing",
            [ForEach(Where(Group(), IsYes("Asleep")), Nothing())],
        ),
        ("over", "do the following 3 times: do nothing", [Repeat(Just(3), Nothing())]),
        (
            "several",
            "Ada gains 3 Flour, then Bo loses 3 Flour; do nothing",
            [InOrder((MORE, ChangeAmount(BOS, "take", Just(3)), Nothing()))],
        ),
        ("sentence", "Then Ada immediately gains 3 Flour", [MORE]),
        ("sentence", "When this proposal is enacted, Ada gains 3 Flour", [MORE]),
        ("sentence", "All of this happens at once", [AllAtOnce()]),
        (
            "leading",
            "If Ada is Asleep, do the following",
            [Lead("if", OfThese(named(ADA), IsYes("Asleep"), "named"))],
        ),
        ("leading", "Unless Ada is Asleep", [Lead("unless", OfThese(named(ADA), IsYes("Asleep"), "named"))]),
        ("leading", "Otherwise", [Lead("otherwise")]),
        ("leading", "For each Oven", [Lead("each", RowsOf("Ovens"))]),
        ("leading", "Do this 3 times", [Lead("repeat", Just(3))]),
        ("leading", "Make these changes", [Lead("plain")]),
        ("leading", "Simultaneously", [Lead("at once")]),
    ],
)
def test_a_phrase_is_read(rule, text, expected):
    assert readings(rule, text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("clause", "Ada gains"),
        ("clause", "each Baker gains 3 Flour, or 2 Eggs for Ada"),
        ("simple", "do nothing, for a total of 13"),
        ("simple", "if Bo is Asleep"),
        ("sentence", "Perhaps Ada gains 3 Flour"),
        ("leading", "Ada gains 3 Flour"),
    ],
)
def test_a_phrase_without_sense_is_not_read(rule, text):
    assert readings(rule, text) == []


def test_a_predicate_is_the_same_where_its_parts_are():
    def build(who, *parts):
        return (who, *parts)

    one = PredicateBuilt(build, 1, 2)
    assert one("Ada") == ("Ada", 1, 2)
    assert {one, PredicateBuilt(build, 1, 2)} == {one}
    assert [one == other for other in (PredicateBuilt(build, 2, 1), PredicateBuilt(print, 1, 2), (1, 2))] == [
        False
    ] * 3
