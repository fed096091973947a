"""How deeds are put together."""

from fractions import Fraction

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.combining import (
    MOST_TURNS,
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
from votables.english.steps.deeds import ChangeAmount
from votables.english.steps.holders import Group, ItsHolder
from votables.english.steps.listing import AddRow
from votables.english.steps.played_state import GAME
from votables.english.steps.predicates import CellIs, IsYes
from votables.english.steps.values import Get, It, Just, Var

from .bakery import ADA, BO, CY, DOT, done, named, of, scene

FIVE = Just(Fraction(5))
ADAS, BOS = of("Flour", ADA), of("Flour", BO)  # 10 and 7
MORE, DOUBLE = ChangeAmount(ADAS, "add", FIVE), ChangeAmount(ADAS, "times", Just(2))
LIKE_ADA, LIKE_BO = ChangeAmount(BOS, "set", Get(ADAS)), ChangeAmount(ADAS, "set", Get(BOS))
OWN_EGGS = Get(Var(("Eggs",), ItsHolder()))
YES, NO = CellIs(ADAS, Just(10)), CellIs(ADAS, FIVE)


@pytest.mark.parametrize(
    ("deed", "changed"),
    [
        (Nothing(), {}),
        (InOrder((MORE, DOUBLE)), {(ADA, "Flour"): 30}),
        (InOrder((MORE, Stop(), DOUBLE)), {(ADA, "Flour"): 15}),
        (InOrder((LIKE_ADA, LIKE_BO)), {(BO, "Flour"): 10}),
        (AtOnce((LIKE_ADA, LIKE_BO)), {(BO, "Flour"): 10, (ADA, "Flour"): 7}),
        (If(YES, MORE), {(ADA, "Flour"): 15}),
        (If(NO, MORE), {}),
        (If(NO, MORE, DOUBLE), {(ADA, "Flour"): 20}),
        (If(YES, ChangeAmount(It(), "set", FIVE)), {(ADA, "Flour"): 5}),
        (ForEach(named(ADA, BO), ChangeAmount(of("Oven Warmth"), "add", OWN_EGGS)), {(GAME, "Oven Warmth"): 15}),
        (Repeat(Just(3), MORE), {(ADA, "Flour"): 25}),
        (Repeat(Just(0), MORE), {}),
        (
            With(ChangeAmount(Var(("Flour",), Group()), "set", FIVE), CellIs(It(), Just(8), "<")),
            {(BO, "Flour"): 5, (CY, "Flour"): 5},
        ),
        (With(ChangeAmount(of("Oven Warmth"), "set", FIVE), YES), {(GAME, "Oven Warmth"): 5}),
    ],
)  # fmt: skip
def test_deeds_are_put_together(deed, changed):
    assert done(deed) == changed


@pytest.mark.parametrize(
    "deed",
    [
        AtOnce((MORE, AddRow("Ovens", "Hob", ()))),
        AtOnce((LIKE_BO, MORE)),
        Repeat(Just(Fraction(3, 2)), MORE),
        Repeat(Just(-1), MORE),
        Repeat(Just(MOST_TURNS + 1), MORE),
        AllAtOnce(),
    ],
)
def test_what_cannot_be_put_together_so_is_asked_about(deed):
    with pytest.raises(Unclear):
        deed.do(scene(), ())


def test_a_value_of_the_game_is_changed_where_it_holds_of_whose_turn_it_is():
    warm = With(ChangeAmount(of("Oven Warmth"), "set", FIVE), IsYes("Asleep"))
    assert (done(warm, ADA), done(warm, BO)) == ({(GAME, "Oven Warmth"): 5}, {})


def test_as_many_turns_as_may_be():
    assert done(Repeat(Just(MOST_TURNS), MORE)) == {(ADA, "Flour"): 10 + 5 * MOST_TURNS}


def test_one_sentence_alone_may_happen_at_once():
    game = scene()
    game.done = 1
    assert AllAtOnce().do(game, ()) is None


def test_nothing_is_done_after_a_stop():
    game = scene()
    Stop().do(game, ())
    assert game.stopped
    assert done(InOrder((MORE,)), on=game) == {}


def test_what_a_condition_was_about_is_it_in_the_next_one():
    game = scene()
    If(NO, MORE).do(game, ())
    assert (game.it, game.asked) == (None, ((ADA, "Flour"),))
    assert done(If(CellIs(It(), Just(10)), DOUBLE), on=game) == {(ADA, "Flour"): 20}


def test_after_a_step_for_each_all_of_them_are_they():
    game = scene()
    ForEach(named(CY, DOT), MORE).do(game, ())
    assert (game.people, game.it) == ((CY, DOT), None)
