"""What an instruction does to single cells."""

from fractions import Fraction

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.deeds import (
    NO_LIMITS,
    AgreesWithFigures,
    BecomeChoice,
    ChangeAmount,
    HeldWithin,
    Hold,
    Share,
    Swap,
    SwapBetween,
    Transfer,
    TransferOf,
    perform,
)
from votables.english.steps.holders import Group, ItsHolder, NamedHolders, Others, PlayerIn
from votables.english.steps.obstacles import NoSenseHere
from votables.english.steps.played_state import GAME
from votables.english.steps.values import (
    Blank,
    Combined,
    Extreme,
    Get,
    Just,
    NoneOf,
    OwnDefault,
    Percent,
    Var,
)

from .bakery import ADA, BO, CY, DOT, done, named, of, scene

TWO, THREE, HALF = Just(Fraction(2)), Just(Fraction(3)), Just(Fraction(1, 2))
ALL, NOBODY = Group(), NamedHolders(())
FLOUR = of("Flour", ADA, BO)  # 10 and 7
OWN_EGGS = Get(Var(("Eggs",), ItsHolder()))
HELPER = PlayerIn(Get(Var(("Helper",), ItsHolder())))
TEN_PERCENT = Percent(Just(Fraction(10)), Get(Var(("Flour",), ItsHolder())))


@pytest.mark.parametrize(
    ("deed", "changed"),
    [
        (ChangeAmount(FLOUR, "set", TWO), {(ADA, "Flour"): 2, (BO, "Flour"): 2}),
        (ChangeAmount(FLOUR, "set", OWN_EGGS), {(ADA, "Flour"): 4, (BO, "Flour"): 2}),
        (ChangeAmount(FLOUR, "add", TWO), {(ADA, "Flour"): 12, (BO, "Flour"): 9}),
        (ChangeAmount(FLOUR, "take", TWO), {(ADA, "Flour"): 8, (BO, "Flour"): 5}),
        (ChangeAmount(FLOUR, "times", TWO), {(ADA, "Flour"): 20, (BO, "Flour"): 14}),
        (ChangeAmount(FLOUR, "over", TWO), {(ADA, "Flour"): 5, (BO, "Flour"): 3}),
        (ChangeAmount(FLOUR, "over", TWO, HeldWithin("up")), {(ADA, "Flour"): 5, (BO, "Flour"): 4}),
        (ChangeAmount(of("Flour", ADA), "percent", HALF), {(ADA, "Flour"): 5}),
        (ChangeAmount(FLOUR, "round-up", THREE), {(ADA, "Flour"): 12, (BO, "Flour"): 9}),
        (ChangeAmount(FLOUR, "round-down", THREE), {(ADA, "Flour"): 9, (BO, "Flour"): 6}),
        (ChangeAmount(FLOUR, "take", Just(Fraction(8)), HeldWithin("", TWO)), {(ADA, "Flour"): 2, (BO, "Flour"): 2}),
        (ChangeAmount(FLOUR, "add", TWO, HeldWithin("", None, Just(11))), {(ADA, "Flour"): 11, (BO, "Flour"): 9}),
        (ChangeAmount(of("Flour", ADA), "set", OwnDefault()), {(ADA, "Flour"): 3}),
        (ChangeAmount(of("Eggs", ADA), "set", Extreme(True)), {(ADA, "Eggs"): 12}),
        (ChangeAmount(of("Eggs", ADA), "set", Extreme(False)), {(ADA, "Eggs"): 0}),
        (ChangeAmount(of("Eggs", ADA), "set", NoneOf()), {(ADA, "Eggs"): 0}),
        (ChangeAmount(of("Asleep", ADA), "set", NoneOf()), {(ADA, "Asleep"): False}),
        (ChangeAmount(of("Pantry", ADA), "set", NoneOf()), {(ADA, "Pantry"): []}),
        (ChangeAmount(of("Helper", ADA), "set", NoneOf()), {(ADA, "Helper"): ""}),
        (ChangeAmount(of("Pantry", ADA), "set", Blank()), {(ADA, "Pantry"): []}),
        (ChangeAmount(of("Motto", ADA), "set", Blank()), {(ADA, "Motto"): ""}),
        (ChangeAmount(of("Pantry", ADA), "set", Just("Pan")), {(ADA, "Pantry"): ["Pan"]}),
        (ChangeAmount(of("Season"), "set", Just("sowing")), {(GAME, "Season"): "Sowing"}),
        (Hold(Var(("Flour",), ALL), HeldWithin("", Just(7), Just(12))), {(CY, "Flour"): 7, (DOT, "Flour"): 12}),
        (Transfer("Flour", TWO, named(ADA), named(BO)), {(ADA, "Flour"): 8, (BO, "Flour"): 9}),
        (Transfer("Flour", TWO, named(ADA), named(BO, CY)), {(ADA, "Flour"): 6, (BO, "Flour"): 9, (CY, "Flour"): 6}),
        (
            Transfer("Flour", OWN_EGGS, named(ADA, BO), named(CY)),
            {(ADA, "Flour"): 6, (BO, "Flour"): 5, (CY, "Flour"): 10},
        ),
        (Transfer("Flour", Just(Fraction(5, 2)), named(ADA), named(BO)), {(ADA, "Flour"): 8, (BO, "Flour"): 9}),
        (Transfer("Flour", TWO, named(ADA), HELPER), {(ADA, "Flour"): 8, (BO, "Flour"): 9}),
        (Transfer("Eggs", Just(1), named(ADA, BO, CY), Others(named(ADA, BO, CY))), {}),
        (ChangeAmount(FLOUR, "times", Just(0)), {(ADA, "Flour"): 0, (BO, "Flour"): 0}),
        (Swap(of("Asleep", ADA), of("Asleep", BO)), {(ADA, "Asleep"): False, (BO, "Asleep"): True}),
        (TransferOf(of("Flour", ADA), TWO, named(BO)), {(ADA, "Flour"): 8, (BO, "Flour"): 9}),
        (Share("Flour", Just(8), named(ADA, BO)), {(ADA, "Flour"): 14, (BO, "Flour"): 11}),
        (Swap(of("Flour", ADA), of("Flour", BO)), {(ADA, "Flour"): 7, (BO, "Flour"): 10}),
        (Swap(of("Eggs", ADA), of("Flour", BO)), {(ADA, "Eggs"): 7, (BO, "Flour"): 4}),
        (SwapBetween(("Flour", "Mood"), named(ADA, BO)),
         {(ADA, "Flour"): 7, (BO, "Flour"): 10, (ADA, "Mood"): "Grey", (BO, "Mood"): "Sunny"}),
        (BecomeChoice(named(ADA), "foul"), {(ADA, "Mood"): "Foul"}),
        (AgreesWithFigures(ChangeAmount(of("Flour", ADA), "add", TWO), Just(12), Just(10)), {(ADA, "Flour"): 12}),
    ],
)  # fmt: skip
def test_a_deed_changes_values(deed, changed):
    assert done(deed) == changed


@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        (ChangeAmount(FLOUR, "add", HALF), Unclear),
        (ChangeAmount(FLOUR, "over", Just(Fraction(0))), Unclear),
        (ChangeAmount(of("Flour", BO), "percent", HALF), Unclear),
        (ChangeAmount(FLOUR, "round-up", Just(Fraction(0))), Unclear),
        (ChangeAmount(of("Flour", ADA), "set", Extreme(True)), Unclear),
        (ChangeAmount(of("Mood", ADA), "add", TWO), NoSenseHere),
        (ChangeAmount(of("Asleep", ADA), "set", Blank()), NoSenseHere),
        (ChangeAmount(of("Motto", ADA), "set", Just("a"), HeldWithin("up")), NoSenseHere),
        (Hold(of("Mood", ADA), HeldWithin("", TWO)), NoSenseHere),
        (Transfer("Flour", TWO, named(ADA, BO), named(CY, DOT)), Unclear),
        (Transfer("Flour", Just(Fraction(-1)), named(ADA), named(BO)), Unclear),
        (Transfer("Flour", TWO, NOBODY, named(BO)), Unclear),
        (Transfer("Flour", TEN_PERCENT, named(BO), named(ADA)), Unclear),
        (Transfer("Flour", Just(Fraction(11)), named(ADA), named(BO)), Unclear),
        (Share("Flour", Just(Fraction(9)), ALL), Unclear),
        (Share("Flour", TWO, NOBODY), Unclear),
        (Swap(of("Flour", ADA), of("Flour", BO, CY)), Unclear),
        (Swap(of("Flour", ADA), of("Flour", ADA)), Unclear),
        (SwapBetween(("Flour",), named(ADA, BO, CY)), Unclear),
        (BecomeChoice(named(ADA), "Wild"), NoSenseHere),
        (AgreesWithFigures(ChangeAmount(of("Flour", ADA), "add", TWO), Just(13)), Unclear),
        (AgreesWithFigures(ChangeAmount(of("Flour", ADA), "add", TWO), Just(12), Just(9)), Unclear),
    ],
)
def test_a_deed_that_is_not_clear_is_not_done(deed, problem):
    game = scene()
    with pytest.raises(Unclear) as refused:
        deed.do(game, ())
    assert (refused.type, game.values) == (problem, scene().values)


def test_amounts_for_one_cell_are_added_up_and_two_values_are_a_question():
    cell, game = (ADA, "Flour"), scene()
    perform([(cell, "add", 2), (cell, "add", 3)], game)
    assert (game.get(cell), game.it, game.people, game.shifted, game.fresh) == (
        15,
        (cell,),
        (ADA,),
        True,
        True,
    )
    perform([(cell, "set", 2), (cell, "set", 2), ((GAME, "Season"), "set", "Frost")], game)
    assert (game.get(cell), game.people, game.shifted) == (2, (ADA,), False)
    perform([((GAME, "Season"), "set", "Sowing")], game)
    assert game.people == (ADA,)
    for effects in ([(cell, "set", 2), (cell, "set", 3)], [(cell, "set", 2), (cell, "add", 3)]):
        with pytest.raises(Unclear):
            perform(effects, game)
    assert game.get(cell) == 2


def test_limits_of_two_kinds_are_one_and_two_of_a_kind_make_no_sense():
    low, high, up = HeldWithin("", TWO), HeldWithin("", None, THREE), HeldWithin("up")
    assert low.over(high).over(up) == up.over(high).over(low) == HeldWithin("up", TWO, THREE)
    assert [low.over(high).apply(Fraction(value), scene(), ()) for value in (1, 2, 4)] == [2, 2, 3]
    assert NO_LIMITS.apply(Fraction(1, 2), scene(), ()) == Fraction(1, 2)
    for one in (low, high, up):
        with pytest.raises(NoSenseHere):
            one.over(one)


def test_what_was_given_is_the_same_amount_further_on():
    game = scene()
    ChangeAmount(FLOUR, "take", TWO).do(game, ())
    assert game.amount == 2
    Transfer("Flour", THREE, named(ADA), named(BO)).do(game, ())
    assert (game.amount, game.people, game.it) == (3, None, None)
    ChangeAmount(FLOUR, "add", OWN_EGGS).do(game, ())
    assert game.amount == 3


def test_what_is_ones_own_is_of_whose_turn_it_is():
    more = ChangeAmount(of("Oven Warmth"), "add", OWN_EGGS)
    assert done(more, CY) == {(GAME, "Oven Warmth"): 15}
    assert done(ChangeAmount(of("Flour", ADA), "set", Combined("+", OWN_EGGS, TWO)), CY) == {
        (ADA, "Flour"): 6
    }
