"""How things stand: what is found in it, and what of it is hidden."""

import pytest

from gamestate.values.errors import ValueRefused
from gamestate.values.state import Cell, State, people_in_order

from .a_game import game, variable


def test_value_set_for_few_hides_its_variable_from_then_on():
    wealth = variable("1", "Wealth")
    before = State(variables={"1": wealth}, cells={("1", "player:7"): Cell(3)})
    assert before.hidden([wealth]) == []
    assert before.with_cells({("1", "player:7"): Cell(4, audience="emperor")}).hidden([wealth]) == [wealth]
    assert before.hidden([wealth]) == []


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("luck", "Nothing called “luck” is tracked."),
        ("size", "Nothing called “size” is tracked."),  # a column is found by its table
        ("goods.size", "There is no table called “goods”."),
    ],
)
def test_what_is_not_tracked_is_refused_by_its_path(path, sentence):
    with pytest.raises(ValueRefused) as refused:
        game().variable_of(path)
    assert refused.value.sentence == sentence


def test_whatever_is_tracked_is_found_by_its_path():
    state = game()
    for each in state.variables.values():
        assert state.variable_of(state.path_of(each)) is each


def test_people_stand_in_the_order_of_their_names_whatever_their_case():
    assert [one.name for one in people_in_order(reversed(game().people.values())).values()] == [
        "Ann",
        "Ben",
        "cat",
    ]
