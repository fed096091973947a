"""What sealed orders answer, as it is kept, and what of it counts when they are opened."""

from fractions import Fraction

import pytest

from gamestate.moves.answering import question_shown, read_answer, told
from gamestate.moves.calling import (
    FittedAnswer,
    as_stored,
    facts_of_call,
    fitted,
    from_stored,
    question_of,
)
from gamestate.values.nodes import TrackedThing
from tests.gamestate.values.a_game import LAW, game
from tests.gamestate.values.tabletop import refusal

BEN, CAT, ROAD = TrackedThing("player:2"), TrackedThing("player:3"), TrackedThing("row:8")


def facts(player: int = 1):
    return facts_of_call(game(), player, LAW)


@pytest.mark.parametrize(
    ("asks", "choices"), [("", ()), ("text", ()), (" Text ", ("North", "South")), ("text", ("North",))]
)
def test_words_are_no_question(asks, choices):
    assert question_of(asks, choices) is None


@pytest.mark.parametrize(
    ("asks", "choices", "typed", "answer"),
    [
        ("", ("North", "South"), "south", "South"),
        ("choice", ("North", "South"), "North", "North"),
        ("choice among ['Red', 'Blue']", (), "Blue", "Blue"),
        ("ranking", ("North", "South", "East"), "South\nNorth", ("South", "North")),
        ("ranking among players", (), "cat, Ben", (CAT, BEN)),
        ("number from 0 to gold", (), "7", Fraction(7)),
        ("player among players.filter(p, p != me)", (), "ben", BEN),
        ("places", (), "Road", ROAD),
        ("yes_no", (), "no", False),
    ],
)
def test_an_answer_is_kept_and_read_back_as_it_was(asks, choices, typed, answer):
    question = question_of(asks, choices)
    read = read_answer(question, typed, facts())

    assert read == answer
    assert from_stored(as_stored(read)) == answer
    if asks != "yes_no":
        assert read_answer(question, told(read, facts()), facts()) == answer
    assert fitted(question, read, facts()) == FittedAnswer(answer)


@pytest.mark.parametrize(
    ("asks", "choices", "sentence"),
    [
        ("choice", (), "Write the choices, one a line."),
        ("ranking", (), "Write the choices, one a line."),
        ("number from 0 to answers('bids')[0].answer", (), "Only moves look at sealed orders."),
    ],
)
def test_what_is_no_question_is_refused(asks, choices, sentence):
    assert refusal(question_of, asks, choices).sentence == sentence


def test_what_nobody_may_know_bounds_no_order():
    """What an order is cut to is shown to all, so nothing hidden says what that is."""
    question = question_of("number from 0 to loyalty", ())

    assert "is hidden" in refusal(question_shown, question, facts()).sentence
    fit = fitted(question, Fraction(3), facts())
    assert (fit.answer, fit.counts) == (None, False) and "is hidden" in fit.why


@pytest.mark.parametrize(
    ("asks", "answer", "fit"),
    [
        ("number from 1 to 5", Fraction(9), FittedAnswer(Fraction(5), is_cut=True)),
        ("number from 1 to 5 / 2", Fraction(5), FittedAnswer(Fraction(2), is_cut=True)),
        (
            "ranking among [me]",
            (BEN, TrackedThing("player:1")),
            FittedAnswer((TrackedThing("player:1"),), True),
        ),
    ],
)
def test_what_has_become_too_big_is_cut(asks, answer, fit):
    assert fitted(question_of(asks, ()), answer, facts()) == fit


@pytest.mark.parametrize(
    ("asks", "answer", "why"),
    [
        ("number from 4 to 9", Fraction(3), "It is less than the least that counts by now."),
        ("number from 4 to 2", Fraction(3), "It is less than the least that counts by now."),
        ("number from 4 to 9", None, "It is less than the least that counts by now."),
        (
            "player among players.filter(p, p != me)",
            TrackedThing("player:1"),
            "What it chose can no longer be chosen.",
        ),
        ("ranking among [me]", (BEN,), "What it chose can no longer be chosen."),
        ("places", TrackedThing("row:99"), "What it chose can no longer be chosen."),
    ],
)
def test_what_does_not_fit_at_all_does_not_count(asks, answer, why):
    assert fitted(question_of(asks, ()), answer, facts()) == FittedAnswer(None, why=why)


@pytest.mark.parametrize("stored", [{"of": "player:x"}, {"of": "me"}, {}, {"of": ["row:1"]}, None, 1.5])
def test_what_a_file_has_that_is_no_answer_is_blank(stored):
    assert from_stored(stored) is None
