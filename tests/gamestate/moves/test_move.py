"""What a move is made of: what people call it, and whether it does anything."""

import pytest

from gamestate.moves.reading import read_move


@pytest.mark.parametrize(
    ("parts", "is_plain"),
    [
        ({}, True),
        ({"asks": "why: text"}, False),
        ({"needs": "1 < 2"}, False),
        ({"costs": "gold: 1"}, False),
        ({"does": "gold += 1"}, False),
    ],
)
def test_an_action_that_asks_needs_costs_or_does_is_no_note(parts, is_plain):
    assert read_move(parts).is_plain is is_plain


def test_dice_have_their_places_among_all_of_a_move():
    first, second = read_move({"does": "gold += DICE4\ngold += 2DICE6 + DICE8"}).deeds

    assert (first.value.dice, second.value.dice) == (slice(0, 1), slice(1, 3))
