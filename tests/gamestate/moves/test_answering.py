"""What moves ask, what may be answered, and what is made of an answer."""

from fractions import Fraction

import pytest

from gamestate.moves.answering import in_words, questions, read_answers
from gamestate.moves.doing import facts_of
from gamestate.moves.reading import read_move
from gamestate.values.nodes import TrackedThing
from gamestate.values.plans import sees_everything
from tests.gamestate.values.a_game import LAW, game
from tests.gamestate.values.tabletop import refusal

MOVE = read_move(
    {
        "asks": "other: player among players.filter(p, p != me)\n"
        "where: places among places.filter(s, other.place != s)\n"
        "amount: number from 1 to gold / 3\n"
        "colour: choice among ['Red', 'Blue']\n"
        "sure: yes_no\n"
        "why: text"
    }
)
ANSWERS = {
    "other": "ben",
    "where": "Road",
    "amount": "3",
    "colour": "red",
    "sure": "yes",
    "why": "So it goes",
}


def facts(player: int = 1):
    return facts_of(game(), player, sight=sees_everything, tracker=LAW)


def test_what_may_be_answered_is_worked_out_for_who_makes_the_move():
    assert [
        (each.question.name, each.options, each.least, each.most) for each in questions(MOVE, facts())
    ] == [
        ("other", ("Ben", "cat"), None, None),
        ("where", ("Forest", "Road"), None, None),
        ("amount", (), 1, 3),
        ("colour", ("Red", "Blue"), None, None),
        ("sure", (), None, None),
        ("why", (), None, None),
    ]


def test_answers_are_read_as_people_write_them():
    answers = read_answers(MOVE, ANSWERS, facts())

    assert answers == {
        "other": TrackedThing("player:2"),
        "where": TrackedThing("row:8"),
        "amount": Fraction(3),
        "colour": "Red",
        "sure": True,
        "why": "So it goes",
    }
    assert in_words(MOVE, answers, facts()) == {
        "Other": "Ben",
        "Where": "Road",
        "Amount": "3",
        "Colour": "Red",
        "Sure": "yes",
        "Why": "So it goes",
    }


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"other": "Ann"}, "Other: you cannot choose “Ann” now."),
        ({"other": "Zoe"}, "There is no player called “Zoe”."),
        ({"where": "Forest"}, "Where: you cannot choose “Forest” now."),
        ({"amount": "4"}, "Amount: a whole number from 1 to 3."),
        ({"amount": "1.5"}, "Amount: a whole number from 1 to 3."),
        ({"colour": "Green"}, "Colour: you cannot choose “Green” now."),
        ({"why": ""}, "Why: an answer is missing."),
        ({"when": "now"}, "This move asks for no “when”."),
    ],
)
def test_what_may_not_be_answered_is_refused(change, sentence):
    assert refusal(read_answers, MOVE, {**ANSWERS, **change}, facts()).sentence == sentence
