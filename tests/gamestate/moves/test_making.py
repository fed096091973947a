"""A move that is being made: what its dice came to, and what stands there."""

from tests.gamestate.moves.test_doing import after, made, state_of
from tests.gamestate.values.a_game import BEN


def test_dice_are_what_came_of_them_and_are_named():
    plan = made(state_of(), does="let d = 2DICE6\ngold += d + DICE4", dice=[7, 3], is_rolled=True)

    assert after(plan) == {("gold", BEN): 30}
    assert [str(each.note) for each in plan.alterations] == ["rolled DICE4: 3"]
