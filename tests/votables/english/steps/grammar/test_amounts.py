"""Amounts and other values, and the cells that hold them."""

from fractions import Fraction

import pytest

from votables.english.steps.holders import Group, Where
from votables.english.steps.predicates import IsYes
from votables.english.steps.values import (
    AllVars,
    Before,
    Blank,
    Combined,
    DefaultOf,
    Extreme,
    Get,
    HowMany,
    HowManyItems,
    It,
    Just,
    Limited,
    NameOf,
    OfMany,
    OwnDefault,
    Percent,
    Rounded,
    SameOf,
    Together,
    Var,
)

from ..bakery import ADA, BO, named, of, readings

ADAS = Get(of("Flour", ADA))


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("vars", "Flour and their Eggs", [("Flour", "Eggs")]),
        ("vars", "Flour, Eggs and Debt", [("Flour", "Eggs", "Debt")]),
        ("called", "number of Eggs", [("Eggs",)]),
        ("cells", "Ada's Flour", [of("Flour", ADA)]),
        ("cells", "the Flour of Bo", [of("Flour", BO)]),
        ("cells", "the Oven Warmth", [of("Oven Warmth")]),
        ("cells", "it", [It()]),
        ("cells", "all of Ada's values", [AllVars(named(ADA))]),
        ("cells", "everything tracked for Ada", [AllVars(named(ADA))]),
        ("cells", "the Flour that Bo has", [of("Flour", BO)]),
        ("cellslist", "Ada's Flour and Bo's Eggs", [Together((of("Flour", ADA), of("Eggs", BO)))]),
        (
            "cellslist",
            "Ada's Flour, Bo's Eggs, and the Season",
            [Together((of("Flour", ADA), of("Eggs", BO), of("Season")))],
        ),
        ("rounded", ", rounded down", ["down"]),
        ("rounded", "(rounding up)", ["up"]),
        ("rounded", "rounded towards zero", ["zero"]),
        ("rounded", "rounded to the nearest integer", ["nearest"]),
        ("term", "half of Ada's Flour", [Combined("*", Just(Fraction(1, 2)), ADAS)]),
        ("term", "two thirds of Ada's Flour", [Combined("*", Just(Fraction(2, 3)), ADAS)]),
        ("term", "twice Ada's Flour", [Combined("*", Just(2), ADAS)]),
        ("term", "3 times Ada's Flour", [Combined("*", Just(3), ADAS)]),
        ("term", "10% of Ada's Flour", [Percent(Just(10), ADAS)]),
        ("term", "the highest Flour among all Bakers", [OfMany("highest", (Var(("Flour",), Group()),))]),
        ("term", "the median of Ada's Flour", [OfMany("median", (of("Flour", ADA),))]),
        ("term", "Ada's total Flour", [OfMany("sum", (of("Flour", ADA),))]),
        ("term", "the sum of 2 and 4", [Combined("+", Just(2), Just(4))]),
        ("term", "the product of 2 and 4", [Combined("*", Just(2), Just(4))]),
        ("term", "the difference between 2 and 4", [Combined("gap", Just(2), Just(4))]),
        ("term", "the average of 2 and 4", [Combined("/", Combined("+", Just(2), Just(4)), Just(2))]),
        ("term", "the number of idle Bakers", [HowMany(Group("idle"))]),
        ("term", "the number of Bakers who are Asleep", [HowMany(Where(Group(), IsYes("Asleep")))]),
        ("term", "the number of Pans in Ada's Pantry", [HowManyItems(of("Pantry", ADA), "Pan")]),
        (
            "term",
            "the number of different items in Ada's Pantry",
            [HowManyItems(of("Pantry", ADA), None, True)],
        ),
        ("term", "the size of Ada's Pantry", [HowManyItems(of("Pantry", ADA))]),
        ("term", "2 more than Ada's Flour", [Combined("+", ADAS, Just(2))]),
        ("term", "2 fewer than Ada's Flour", [Combined("-", ADAS, Just(2))]),
        ("term", "the greater of 2 and Ada's Flour", [Limited(Just(2), ADAS, None)]),
        ("term", "the lesser of 2 and Ada's Flour", [Limited(Just(2), None, ADAS)]),
        ("term", "the same amount", [Before()]),
        ("term", "the same as Ada's Flour", [ADAS]),
        ("term", "that of Ada", [SameOf(named(ADA))]),
        ("round", "Ada's Flour divided by 2, rounded up", [Rounded("up", Combined("/", ADAS, Just(2)))]),
        ("round", "Ada's Flour times 2", [Combined("*", ADAS, Just(2))]),
        ("expr", "Ada's Flour plus 2 minus 1", [Combined("-", Combined("+", ADAS, Just(2)), Just(1))]),
        ("expr", "Ada's Flour less 2", [Combined("-", ADAS, Just(2))]),
        ("expr", "2 added to Ada's Flour", [Combined("+", Just(2), ADAS)]),
        ("value", "nobody", [Blank()]),
        ("value", "Grey", [Just("Grey")]),
        ("value", "Bo", [NameOf(named(BO))]),
        ("value", "yes", [Just(True)]),
        ("value", "its default value", [OwnDefault()]),
        ("value", "the default of Ada's Flour", [DefaultOf(of("Flour", ADA))]),
        ("value", "the maximum", [Extreme(True)]),
        ("value", "its minimum", [Extreme(False)]),
        ("itemlist", "a Pan, the Fork, and a Whisk", [("Pan", "Fork", "Whisk")]),
        ("itemlist", "Pan and Big Fork", [("Pan", "Big Fork")]),
    ],
)
def test_a_phrase_is_read(rule, text, expected):
    assert readings(rule, text) == expected


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("vars", "Flour Eggs"),
        ("cells", "Ada's Salt"),
        ("term", "half"),
        ("term", "the sum of 2"),
        ("term", "2 3"),
        ("round", "2 divided by"),
        ("expr", "plus 2"),
        ("value", "so so"),
        ("itemlist", "a cup"),
    ],
)
def test_a_phrase_without_sense_is_not_read(rule, text):
    assert readings(rule, text) == []
