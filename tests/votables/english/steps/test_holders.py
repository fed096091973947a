"""Who is meant."""

from fractions import Fraction

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.holders import (
    All,
    Author,
    Emperor,
    Except,
    Group,
    Including,
    ItsHolder,
    Most,
    Others,
    PlayerIn,
    RowsOf,
    TheTwo,
    They,
    Where,
    holders_of,
)
from votables.english.steps.obstacles import NoSenseHere
from votables.english.steps.played_state import GAME
from votables.english.steps.predicates import Compares, IsYes
from votables.english.steps.values import Get, Just, Var

from .bakery import ADA, BESS, BO, BRICK, CY, DOT, EB, SMOKY, named, of, scene

ALL = Group()
OWN = {name: Get(Var((name,), ItsHolder())) for name in ("Flour", "Heat")}
RICH = Compares(OWN["Flour"], ">", Just(Fraction(5)))


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        (named(ADA, BESS), [ADA, BESS]),
        (Group("all"), [ADA, BO, CY, DOT, EB]),
        (RowsOf("Ovens"), [BESS, SMOKY, BRICK]),
        (Emperor(), [DOT]),
        (Author(), [BO]),
        (All((named(EB), Emperor())), [EB, DOT]),
        (Except(ALL, named(BO, EB)), [ADA, CY, DOT]),
        (Including(ALL, named(BO, EB)), [ADA, BO, CY, DOT, EB]),
        (Where(ALL, RICH), [ADA, BO, DOT]),
        (Most(ALL, OWN["Flour"], True), [DOT]),
        (Most(ALL, OWN["Flour"], False, count=2), [CY, BO]),
        (Most(ALL, OWN["Flour"], True, rank=2), [ADA]),
        (Most(RowsOf("Ovens"), OWN["Heat"], True), [BRICK]),
        (PlayerIn(Get(of("Helper", ADA))), [BO]),
        (PlayerIn(Just("ada")), [ADA]),
    ],
)
def test_those_who_are_meant_are_found(who, expected):
    assert who.find(scene(), ()) == tuple(expected)


@pytest.mark.parametrize(
    ("who", "problem"),
    [
        (All((named(ADA), ALL)), NoSenseHere),
        (Most(ALL, OWN["Flour"], True, count=5), Unclear),
        (Most(ALL, OWN["Flour"], True, rank=5), Unclear),
        (PlayerIn(Just("")), Unclear),
        (PlayerIn(Just(3)), NoSenseHere),
        (PlayerIn(Just("Zoe")), NoSenseHere),
        (They(), NoSenseHere),
        (TheTwo(), Unclear),
        (ItsHolder(), NoSenseHere),
        (Others(ALL), Unclear),
    ],
)
def test_where_it_is_not_clear_who_is_meant_it_is_asked(who, problem):
    with pytest.raises(Unclear) as refused:
        who.find(scene(), ())
    assert refused.type is problem


def test_a_game_may_have_no_emperor_and_a_text_no_author():
    for who in (Emperor(), Author()):
        with pytest.raises(Unclear):
            who.find(scene(emperor="", author=None), ())


def test_in_a_tie_nobody_is_meant_but_all_who_are_tied():
    game = scene()
    game.set((BO, "Flour"), 15)
    with pytest.raises(Unclear):
        Most(ALL, OWN["Flour"], True).find(game, ())
    assert Most(ALL, OWN["Flour"], True, tied=True).find(game, ()) == (BO, DOT)
    assert Most(ALL, OWN["Flour"], True, count=2).find(game, ()) == (BO, DOT)
    with pytest.raises(Unclear):
        Most(ALL, OWN["Flour"], True, rank=2).find(game, ())


def test_those_who_are_named_are_known_by_a_pronoun():
    game = scene()
    named(ADA).find(game, ())
    assert (They().find(game, ()), ItsHolder().find(game, ())) == ((ADA,), (ADA,))
    named(BO, ADA).find(game, ())
    assert (game.mentioned, TheTwo().find(game, ())) == ((ADA, BO), (ADA, BO))


def test_they_are_those_whose_turn_it_is_or_who_were_spoken_of():
    game = scene()
    game.people = (ADA, BO, BESS)
    assert They().find(game, ()) == (ADA, BO)
    assert They().find(game, (BESS, CY)) == (CY,)
    assert They("row", True).find(game, ()) == (BESS,)
    for they, subject in ((They(one=True), ()), (They(), (CY, DOT))):
        with pytest.raises(Unclear):
            they.find(game, subject)


def test_the_two_are_those_named_or_spoken_of():
    game = scene()
    game.people = (ADA, BO)
    assert TheTwo().find(game, ()) == (ADA, BO)
    game.mentioned = (CY, DOT)
    assert TheTwo().find(game, ()) == (CY, DOT)
    game.mentioned, game.people = (CY,), (ADA, BO, CY)
    with pytest.raises(Unclear):
        TheTwo().find(game, ())


def test_its_holder_is_whose_turn_it_is_or_whose_the_last_value_is():
    game = scene()
    game.it = ((BESS, "Heat"), (BESS, "Stoker"))
    assert ItsHolder().find(game, (CY, DOT)) == (CY,)
    assert ItsHolder().find(game, ()) == (BESS,)
    game.it = ((BESS, "Heat"), (SMOKY, "Heat"))
    with pytest.raises(Unclear):
        ItsHolder().find(game, ())


def test_the_others_are_all_but_those_last_named():
    game = scene()
    game.mentioned, game.fresh = (ADA, BO), True
    assert Others(ALL).find(game, ()) == (CY, DOT)
    game.people = (CY,)
    assert Others(ALL).find(game, ()) == (ADA, BO, DOT)
    assert Others(ALL).find(game, (DOT, CY)) == (ADA, BO, CY)


def test_a_condition_of_those_may_be_whether_somebody_is_something():
    assert Where(ALL, IsYes("asleep")).find(scene(), ()) == (ADA, DOT)


def test_holders_of_cells_each_once():
    assert holders_of(((ADA, "Flour"), (GAME, "Season"), (ADA, "Eggs"))) == (ADA, GAME)
