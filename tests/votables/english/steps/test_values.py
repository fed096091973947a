"""What amounts and other values mean."""

from fractions import Fraction

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.holders import Group, NamedHolders
from votables.english.steps.obstacles import NoSenseHere
from votables.english.steps.played_state import GAME
from votables.english.steps.values import (
    AllVars,
    AnyOf,
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
    NoneOf,
    OfMany,
    OwnDefault,
    PartOf,
    Percent,
    Rounded,
    SameOf,
    Together,
    Var,
    amount,
    rounded,
)

from .bakery import ADA, BESS, BO, CY, DOT, EB, named, of, scene

TWO, THREE, HALF = Just(Fraction(2)), Just(Fraction(3)), Just(Fraction(1, 2))
ALL = Group()
FLOUR, EGGS = Var(("Flour",), ALL), Var(("Eggs",), ALL)  # 10, 7, 4, 15 and 4, 2, 6, 0
PANTRIES = Var(("Pantry",), Group("all"))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (Just(("Pan",)), ["Pan"]),
        (Just(True), True),
        (Blank(), ""),
        (NoneOf(), ""),
        (Get(of("Flour", ADA)), 10),
        (Get(of("Season")), "Frost"),
        (Get(of("Helper", ADA)), "Bo"),
        (Combined("+", TWO, THREE), 5),
        (Combined("-", TWO, THREE), -1),
        (Combined("*", TWO, HALF), 1),
        (Combined("/", TWO, THREE), Fraction(2, 3)),
        (Combined("gap", TWO, THREE), 1),
        (Percent(Just(Fraction(50)), Just(Fraction(5))), Fraction(5, 2)),
        (Rounded("up", Combined("/", TWO, THREE)), 1),
        (Rounded("down", Just(Fraction(14)), Fraction(5)), 10),
        (Limited(TWO, THREE, None), 3),
        (Limited(TWO, HALF, None), 2),
        (Limited(TWO, None, HALF), Fraction(1, 2)),
        (Limited(TWO, None, THREE), 2),
        (OfMany("sum", (FLOUR,)), 36),
        (OfMany("sum", (FLOUR, EGGS)), 48),
        (OfMany("sum", (Var(("Flour",), NamedHolders(())),)), 0),
        (OfMany("average", (FLOUR,)), 9),
        (OfMany("median", (FLOUR,)), Fraction(17, 2)),
        (OfMany("median", (of("Flour", ADA, BO, CY),)), 7),
        (OfMany("range", (FLOUR,)), 11),
        (OfMany("highest", (FLOUR,)), 15),
        (OfMany("lowest", (FLOUR,)), 4),
        (HowMany(ALL), 4),
        (HowManyItems(PANTRIES), 7),
        (HowManyItems(PANTRIES, "pan"), 3),
        (HowManyItems(PANTRIES, None, True), 3),
        (DefaultOf(of("Mood", ADA)), "Grey"),
        (NameOf(named(EB)), "Eb"),
        (AnyOf((Just("Bo"), TWO), "Heat", "Ovens"), 2),
        (AnyOf((TWO, Just("bo"), Just("Bo")), "Stoker", "Ovens"), "Bo"),
        (PartOf(Fraction(1, 2))(THREE), Fraction(3, 2)),
        (PartOf(Fraction(50), "%")(THREE), Fraction(3, 2)),
        (PartOf(Fraction(2), "")(THREE), 2),
    ],
)
def test_an_expression_has_a_value(expression, value):
    worth = expression.value(scene(), ())
    assert (worth, isinstance(worth, bool)) == (value, isinstance(value, bool))


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        (Get(of("Flour", ADA, BO)), NoSenseHere),
        (Get(of("Motto", BO)), Unclear),
        (Combined("/", TWO, Just(Fraction(0))), Unclear),
        (Combined("+", TWO, Just("two")), NoSenseHere),
        (Rounded("nearest", HALF), Unclear),
        (OfMany("average", (Var(("Flour",), NamedHolders(())),)), Unclear),
        (OfMany("sum", (of("Asleep", ADA),)), NoSenseHere),
        (HowManyItems(FLOUR), NoSenseHere),
        (Before(), Unclear),
        (OwnDefault(), NoSenseHere),
        (Extreme(True), NoSenseHere),
        (NameOf(ALL), NoSenseHere),
        (SameOf(named(ADA)), NoSenseHere),
        (AnyOf((TWO, THREE), "Heat", "Ovens"), Unclear),
        (AnyOf((Just("two"),), "Heat", "Ovens"), Unclear),
    ],
)
def test_an_expression_without_a_value_here_is_refused(expression, problem):
    with pytest.raises(Unclear) as refused:
        expression.value(scene(), ())
    assert refused.type is problem


@pytest.mark.parametrize(
    ("value", "how", "expected"),
    [
        (Fraction(7, 3), "up", 3),
        (Fraction(-7, 3), "up", -2),
        (Fraction(7, 3), "down", 2),
        (Fraction(-7, 3), "down", -3),
        (Fraction(7, 3), "zero", 2),
        (Fraction(-7, 3), "zero", -2),
        (Fraction(7, 3), "nearest", 2),
        (Fraction(8, 3), "nearest", 3),
    ],
)
def test_rounding(value, how, expected):
    assert rounded(value, how) == expected
    assert rounded(value * 5, how, Fraction(5)) == expected * 5


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (of("Season"), [(GAME, "Season")]),
        (Var(("Flour", "Eggs"), named(ADA, BO)), [(ADA, "Flour"), (ADA, "Eggs"), (BO, "Flour"), (BO, "Eggs")]),
        (AllVars(None), [(GAME, "Oven Warmth"), (GAME, "Season"), (GAME, "Head Baker")]),
        (AllVars(named(ADA), "number"), [(ADA, "Flour"), (ADA, "Eggs"), (ADA, "Debt")]),
        (AllVars(named(BESS)), [(BESS, "Heat"), (BESS, "Stoker")]),
        (Together((of("Eggs", ADA, BO), of("Eggs", BO, CY))), [(ADA, "Eggs"), (BO, "Eggs"), (CY, "Eggs")]),
    ],
)  # fmt: skip
def test_cells_are_found(cells, expected):
    assert cells.cells(scene(), ()) == tuple(expected)


def test_a_variable_without_a_name_is_the_one_that_was_last_changed():
    game = scene()
    game.it = ((ADA, "Eggs"),)
    assert Var(("",), named(BO)).cells(game, ()) == ((BO, "Eggs"),)


def test_it_is_what_was_last_spoken_of_and_of_these_what_is_ones_own():
    game = scene()
    with pytest.raises(NoSenseHere):
        It().cells(game, ())
    game.it = ((ADA, "Eggs"), (BO, "Eggs"))
    assert It().cells(game, (BO,)) == ((BO, "Eggs"),)
    assert It().cells(game, (DOT,)) == game.it
    assert Get(It()).value(game, (ADA,)) == 4
    game.shifted = True
    with pytest.raises(Unclear):
        Get(It()).value(game, (ADA,))


def test_the_same_amount_and_the_same_value():
    game = scene()
    game.amount, game.setting = Fraction(4), "Mood"
    assert (Before().value(game, ()), SameOf(named(CY)).value(game, ())) == (4, "Foul")


def test_only_a_percentage_leaves_something_to_be_rounded():
    game = scene()
    part = Percent(Just(Fraction(10)), Just(Fraction(5)))
    Rounded("up", part).value(game, ())
    assert not game.loose
    Percent(Just(Fraction(10)), Just(Fraction(50))).value(game, ())
    assert not game.loose
    part.value(game, ())
    assert game.loose


def test_an_amount_is_a_number():
    assert [amount(Just(value), scene(), ()) for value in (2, 0.5, Fraction(1, 3))] == [
        2,
        Fraction(1, 2),
        Fraction(1, 3),
    ]
    for value in (True, "2", []):
        with pytest.raises(NoSenseHere):
            amount(Just(value), scene(), ())
