"""What must hold."""

from fractions import Fraction

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.holders import Group, NamedHolders, Where
from votables.english.steps.obstacles import NoSenseHere
from votables.english.steps.played_state import GAME
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
    compares,
)
from votables.english.steps.values import Blank, Get, Just, Var

from .bakery import ADA, BO, CY, DOT, EB, named, of, scene

ALL, NOBODY = Group(), NamedHolders(())
ASLEEP = IsYes("Asleep")  # Ada and Dot
TRUE, FALSE = RowExists("Ovens", "big bess"), RowExists("Ovens", "Hob")
FOUR = Just(Fraction(4))


@pytest.mark.parametrize(
    ("condition", "who", "holds"),
    [
        (Compares(Get(of("Flour", CY)), "=", FOUR), None, True),
        (Compares(Get(of("Mood", CY)), "!=", Just("FOUL")), None, False),
        (CellIs(of("Flour", CY), FOUR), None, True),
        (CellIs(of("Flour", CY, BO), FOUR), None, False),
        (CellIs(of("Flour", CY, BO), FOUR, ">="), None, True),
        (CellIs(of("Mood", CY), Just("foul")), None, True),
        (CellIs(of("Helper", ADA), Just("bo"), "!="), None, False),
        (CellIs(of("Asleep", ADA), Just(True)), None, True),
        (CellIs(of("Season"), Just("Sowing")), None, False),
        (CellIs(of("Motto", BO), None), None, True),
        (CellIs(of("Eggs", DOT), None), None, True),
        (CellIs(of("Pantry", CY), None), None, True),
        (CellIs(of("Asleep", BO), None), None, False),
        (CellIs(of("Motto", ADA), None), None, False),
        (CellIs(of("Motto", ADA), None, "!="), None, True),
        (LiesBetween(FOUR, FOUR, FOUR), None, True),
        (LiesBetween(FOUR, Just(5), Just(6)), None, False),
        (LiesBetween(FOUR, Just(2), Just(3)), None, False),
        (ASLEEP, ADA, True),
        (ASLEEP, BO, False),
        (IsYes("asleep", False), BO, True),
        (IsYes("foul"), CY, True),
        (IsYes("foul", False), CY, False),
        (IsYes("Frost"), None, True),
        (HasItem("whisk", of("Pantry", ADA)), None, True),
        (HasItem("whisk", of("Pantry", ADA), 2), None, True),
        (HasItem("whisk", of("Pantry", ADA), 3), None, False),
        (HasItem("whisk", of("Pantry", ADA, BO)), None, False),
        (IsOneOf(named(ADA, BO)), BO, True),
        (IsOneOf(named(ADA, BO)), CY, False),
        (IsOneOf(named(ADA, BO)), None, False),
        (Idle(), EB, True),
        (Idle(), ADA, False),
        (Not(FALSE), None, True),
        (Both(TRUE, FALSE), None, False),
        (Both(TRUE, TRUE), None, True),
        (Both(FALSE, TRUE), None, False),
        (EitherOf(FALSE, TRUE), None, True),
        (EitherOf(FALSE, FALSE), None, False),
        (OfThese(named(ADA, DOT), ASLEEP), None, True),
        (OfThese(ALL, ASLEEP), None, False),
        (OfThese(ALL, ASLEEP, "any"), None, True),
        (OfThese(NOBODY, ASLEEP, "any"), None, False),
        (OfThese(named(BO, CY), ASLEEP, "none"), None, True),
        (OfThese(ALL, ASLEEP, "none"), None, False),
        (OfThese(ALL, ASLEEP, "not all"), None, True),
        (OfThese(named(ADA, DOT), ASLEEP, "not all"), None, False),
        (OfThese(ALL, ASLEEP, "=", Just(2)), None, True),
        (OfThese(ALL, ASLEEP, ">", Just(2)), None, False),
        (ThereAre(Where(ALL, ASLEEP)), None, True),
        (ThereAre(NOBODY), None, False),
        (ThereAre(NOBODY, False), None, True),
        (TRUE, None, True),
        (FALSE, None, False),
    ],
)
def test_a_condition_holds_or_does_not(condition, who, holds):
    assert condition.holds(scene(), (who,) if who else ()) is holds


@pytest.mark.parametrize(
    ("condition", "who", "problem"),
    [
        (Compares(FOUR, "=", Just("four")), None, NoSenseHere),
        (Compares(Just("a"), "<", Just("b")), None, NoSenseHere),
        (CellIs(Var(("Flour",), NOBODY), FOUR), None, Unclear),
        (CellIs(of("Mood", CY), Just("Wild")), None, NoSenseHere),
        (CellIs(of("Helper", CY), Just("Zoe")), None, NoSenseHere),
        (CellIs(of("Asleep", CY), Blank()), None, NoSenseHere),
        (CellIs(of("Pantry", CY), Just("Pan")), None, NoSenseHere),
        (IsYes("Wild"), ADA, NoSenseHere),
        (HasItem("Pan", of("Flour", ADA)), None, NoSenseHere),
        (Idle(), None, NoSenseHere),
        (Idle(), GAME, NoSenseHere),
        (OfThese(NOBODY, ASLEEP), None, Unclear),
        (OfThese(NOBODY, ASLEEP, "named"), None, Unclear),
        (Both(FALSE, IsYes("Wild")), None, NoSenseHere),
        (EitherOf(TRUE, IsYes("Wild")), None, NoSenseHere),
    ],
)
def test_a_condition_that_makes_no_sense_here_is_refused(condition, who, problem):
    with pytest.raises(Unclear) as refused:
        condition.holds(scene(), (who,) if who else ())
    assert refused.type is problem


@pytest.mark.parametrize(
    ("sign", "less", "same", "more"),
    [
        *[("=", False, True, False), ("!=", True, False, True), ("<", True, False, False)],
        *[("<=", True, True, False), (">", False, False, True), (">=", False, True, True)],
    ],
)
def test_signs(sign, less, same, more):
    assert [compares(one, sign, 2) for one in (1, Fraction(2), 3)] == [less, same, more]


def test_yes_and_no_are_no_numbers():
    assert (compares(True, "=", True), compares("yes", "=", True)) == (True, False)
    with pytest.raises(NoSenseHere):
        compares(True, "=", 1)


def test_it_is_what_the_condition_was_about():
    game = scene()
    CellIs(of("Flour", CY), FOUR).holds(game, ())
    assert (game.it, game.people) == (((CY, "Flour"),), (CY,))
    CellIs(of("Season"), Just("Frost")).holds(game, ())
    assert (game.it, game.people) == (((GAME, "Season"),), (CY,))
    CellIs(of("Eggs", ADA), FOUR).holds(game, (BO,))
    assert game.it == ((GAME, "Season"),)


def test_the_one_who_is_named_in_a_condition_is_known_by_a_pronoun():
    game = scene()
    OfThese(named(ADA, DOT), ASLEEP, "named").holds(game, ())
    assert game.people is None
    OfThese(named(ADA), ASLEEP, "named").holds(game, ())
    assert game.people == (ADA,)
