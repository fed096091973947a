"""Setting a value, adding to it and taking from it."""

import pytest

from gamestate.moves.deeds.assigning import ASSIGNING
from gamestate.moves.deeds.deed_kinds import KINDS
from gamestate.moves.lines import LineReader
from gamestate.values.errors import ValueRefused
from tests.gamestate.moves.test_doing import after, made, sentences, state_of
from tests.gamestate.values.a_game import ANN, BEN


@pytest.mark.parametrize(
    ("text", "sign", "value"),
    [("gold = 2", "=", "2"), ("gold += 2", "+=", "2"), ("me.gold -= 2 * 3", "-=", "2 * 3")],
)
def test_a_line_says_what_is_set_how_and_to_what(text, sign, value):
    deed = ASSIGNING.read(LineReader(KINDS), text)

    assert (deed.sign, deed.value.formula.text.strip()) == (sign, value)


@pytest.mark.parametrize("text", ["gold", "gold == 2", "gold >= 2", "gold <= 2", "gold != 2"])
def test_a_line_that_compares_sets_nothing(text):
    assert ASSIGNING.read(LineReader(KINDS), text) is None


@pytest.mark.parametrize("text", ["2 = gold", "gold + 1 = 2", "max(gold, 1) += 2"])
def test_only_a_value_is_set(text):
    with pytest.raises(ValueRefused, match="To the left of .* there must be a value, such as other.gold."):
        ASSIGNING.read(LineReader(KINDS), text)


def test_no_dice_stand_for_what_is_set():
    with pytest.raises(ValueRefused, match="Dice are rolled by what a move does"):
        ASSIGNING.read(LineReader(KINDS), "players[DICE3].gold = 1")


def test_what_is_set_is_set_one_after_the_other():
    assert after(made(state_of(), does="gold = 3; gold += gold; emperor.gold = gold")) == {
        ("gold", BEN): 6,
        ("gold", ANN): 6,
    }


def test_a_throw_that_is_added_is_noted_with_its_dice():
    plan = made(state_of(), does="gold += 2DICE6 + 1", dice=[7])

    assert after(plan) == {("gold", BEN): 28}
    assert "2DICE6" in str(plan.alterations[0].note)


def test_what_has_no_such_value_is_not_set():
    assert sentences(made(state_of(), does="place.gold = 1")) == ["A move changes no “gold” there."]
