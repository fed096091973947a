"""What may hold of somebody or of the game."""

import pytest

from votables.english.steps.holders import All, Emperor, Group, RowsOf, Where
from votables.english.steps.predicates import (
    Both,
    CellIs,
    Compares,
    EitherOf,
    HasItem,
    Idle,
    IsOneOf,
    IsYes,
    LiesBetween,
    Not,
    OfThese,
    RowExists,
    ThereAre,
)
from votables.english.steps.values import Blank, Combined, Get, HowMany, HowManyItems, Just

from ..bakery import ADA, BO, named, of, own, readings

FLOUR = Get(own("Flour"))
ASLEEP = IsYes("Asleep")
GREY = CellIs(own("Mood"), Just("Grey"))
FOUL = CellIs(own("Mood"), Just("Foul"))


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("sign", "no fewer than", [">="]),
        ("sign", "anything but", ["!="]),
        ("bound", "at least 3", [(">=", Just(3))]),
        ("bound", "3 or more", [(">=", Just(3))]),
        ("bound", "3 or fewer", [("<=", Just(3))]),
        ("bound", "positive", [(">", Just(0))]),
        ("having", "at least 3 Flour", [Compares(FLOUR, ">=", Just(3))]),
        ("having", "3 Flour", [Compares(FLOUR, "=", Just(3))]),
        ("having", "a Mood of Grey", [GREY]),
        ("having", "between 2 and 4 Eggs", [LiesBetween(Get(own("Eggs")), Just(2), Just(4))]),
        ("having", "no Helper", [CellIs(own("Helper"), None)]),
        ("having", "any Eggs", [CellIs(own("Eggs"), None, "!=")]),
        ("having", "a Pan in their Pantry", [HasItem("Pan", own("Pantry"))]),
        ("having", "no Pan in their Pantry", [Not(HasItem("Pan", own("Pantry")))]),
        ("having", "2 Pans in their Pantry", [Compares(HowManyItems(own("Pantry"), "Pan"), "=", Just(2))]),
        (
            "having",
            "at least 2 items in their Pantry",
            [Compares(HowManyItems(own("Pantry")), ">=", Just(2))],
        ),
        ("having", "more Flour than Ada", [Compares(FLOUR, ">", Get(of("Flour", ADA)))]),
        ("having", "fewer Eggs than Flour", [Compares(Get(own("Eggs")), "<", FLOUR)]),
        ("having", "at least as much Flour as Ada", [Compares(FLOUR, ">=", Get(of("Flour", ADA)))]),
        ("having", "no Eggs and 3 Flour", [Both(CellIs(own("Eggs"), None), Compares(FLOUR, "=", Just(3)))]),
        (
            "having",
            "no Eggs or 3 Flour",
            [EitherOf(CellIs(own("Eggs"), None), Compares(FLOUR, "=", Just(3)))],
        ),
        ("state", "Asleep", [ASLEEP]),
        ("state", "Foul or Grey", [EitherOf(IsYes("Foul"), IsYes("Grey"))]),
        ("state", "neither Foul nor Asleep", [Not(EitherOf(IsYes("Foul"), ASLEEP))]),
        ("state", "Asleep but not Foul", [Both(ASLEEP, Not(IsYes("Foul")))]),
        ("state", "idle", [Idle()]),
        ("state", "active", [Not(Idle())]),
        ("state", "the Miller", [IsOneOf(Emperor())]),
        ("says", "has 3 Flour and is Asleep", [Both(Compares(FLOUR, "=", Just(3)), ASLEEP)]),
        ("says", "does not have any Eggs", [Not(CellIs(own("Eggs"), None, "!="))]),
        ("says", "is not idle", [Not(Idle())]),
        ("says", "lacks a Helper", [CellIs(own("Helper"), None)]),
        ("relative", "who is Asleep", [ASLEEP]),
        ("relative", "whose Mood is Grey", [GREY]),
        (
            "relative",
            "whose Eggs are between 2 and 4",
            [Both(CellIs(own("Eggs"), Just(2), ">="), CellIs(own("Eggs"), Just(4), "<="))],
        ),
        ("relative", "whose Mood is Grey or Foul", [EitherOf(GREY, FOUL)]),
        ("relative", "whose Mood is neither Grey nor Foul", [Not(EitherOf(GREY, FOUL))]),
        ("relative", "whose Eggs are not at least 3", [Not(CellIs(own("Eggs"), Just(3), ">="))]),
        ("relative", "whose Mood is Grey and who is Asleep", [Both(GREY, ASLEEP)]),
        ("relative", "with 3 Flour", [Compares(FLOUR, "=", Just(3))]),
        ("relative", "without a Helper", [CellIs(own("Helper"), None)]),
        ("relative", "whose Pantry contains a Pan", [HasItem("Pan", own("Pantry"))]),
        ("relative", "whose Pantry lacks a Pan", [Not(HasItem("Pan", own("Pantry")))]),
        ("relative", "who are not Asleep", [Not(ASLEEP)]),
        ("is", "exceeds 3", [(">", Just(3))]),
        ("is", "is not blank", [("!=", Blank()), ("!=", None)]),
        ("cond", "Ada is Asleep", [OfThese(named(ADA), ASLEEP, "named")]),
        ("cond", "any Baker has 3 Flour", [OfThese(Group(), Compares(FLOUR, "=", Just(3)), "any")]),
        ("cond", "everyone is Asleep", [OfThese(Group(), ASLEEP)]),
        ("cond", "nobody is Asleep", [OfThese(Group(), ASLEEP, "none")]),
        ("cond", "not every Baker is Asleep", [OfThese(Group(), ASLEEP, "not all")]),
        ("cond", "at least 2 Bakers are Asleep", [OfThese(Group(), ASLEEP, ">=", Just(2))]),
        ("cond", "2 Bakers are Asleep", [OfThese(Group(), ASLEEP, "=", Just(2))]),
        ("cond", "Ada or Bo is Asleep", [OfThese(All((named(ADA), named(BO))), ASLEEP, "any")]),
        ("cond", "neither Ada nor Bo is Asleep", [OfThese(All((named(ADA), named(BO))), ASLEEP, "none")]),
        ("cond", "there is a Baker who is Asleep", [ThereAre(Where(Group(), ASLEEP))]),
        ("cond", "there are no Bakers who are Asleep", [ThereAre(Where(Group(), ASLEEP), False)]),
        ("cond", "there are at least 2 Ovens", [Compares(HowMany(RowsOf("Ovens")), ">=", Just(2))]),
        ("cond", "there is an Oven named Hob", [RowExists("Ovens", "Hob")]),
        ("cond", "there is no Oven called Hob", [Not(RowExists("Ovens", "Hob"))]),
        ("cond", "the Season is Frost", [CellIs(of("Season"), Just("Frost"))]),
        ("cond", "Ada's Flour is at least 3", [CellIs(of("Flour", ADA), Just(3), ">=")]),
        (
            "cond",
            "Ada's Flour plus 2 is at least 3",
            [Compares(Combined("+", Get(of("Flour", ADA)), Just(2)), ">=", Just(3))],
        ),
        ("cond", "the number of Ovens exceeds 2", [Compares(HowMany(RowsOf("Ovens")), ">", Just(2))]),
        ("cond", "a Pan is in Ada's Pantry", [HasItem("Pan", of("Pantry", ADA))]),
        ("cond", "Ada's Pantry does not contain a Pan", [Not(HasItem("Pan", of("Pantry", ADA)))]),
        ("cond", "Ada and Bo have the same Mood", [Compares(Get(of("Mood", ADA)), "=", Get(of("Mood", BO)))]),
        (
            "cond",
            "Ada is Asleep and Bo is idle",
            [Both(OfThese(named(ADA), ASLEEP, "named"), OfThese(named(BO), Idle(), "named"))],
        ),
        (
            "cond",
            "either Ada is Asleep or Bo is idle",
            [EitherOf(OfThese(named(ADA), ASLEEP, "named"), OfThese(named(BO), Idle(), "named"))],
        ),
        ("cond", "it is not the case that Ada is Asleep", [Not(OfThese(named(ADA), ASLEEP, "named"))]),
    ],
)
def test_a_phrase_is_read(rule, text, expected):
    assert readings(rule, text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("sign", "about"),
        ("having", "as many Eggs as Eggs"),
        ("having", "the most Flour"),
        ("state", "happy"),
        ("relative", "Asleep"),
        ("cond", "the Season is not even"),
        ("cond", "some Baker Asleep"),
        ("cond", "Ada is, "),
        ("cond", "2 is at least 3"),
    ],
)
def test_a_phrase_without_sense_is_not_read(rule, text):
    assert readings(rule, text) == []
