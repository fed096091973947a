"""Asking somebody else for a choice, as part of a move."""

import pytest

from gamestate.values.nodes import TrackedThing
from tests.gamestate.moves.test_doing import made, sentences, state_of
from tests.gamestate.values.a_game import BEN


@pytest.mark.parametrize(
    ("does", "askings"),
    [
        ("ask emperor to buy", [("buy", 1)]),
        ("ask players.filter(p, p != me) to join_in", [("join-in", 1), ("join-in", 3)]),
        ("ask null to buy", []),
        ("if gold > 90: ask emperor to buy", []),
    ],
)
def test_players_are_asked_by_an_action(does, askings):
    plan = made(state_of(), does=does)

    assert (plan.troubles, [(one.key, one.player) for one in plan.asked]) == ((), askings)


def test_they_are_given_all_names_and_who_asks():
    (one,) = made(state_of(), does="let part = gold // 3\nask emperor to buy").asked

    assert one.given == {"part": 6, "asker": TrackedThing(BEN)}


def test_only_players_are_asked():
    assert sentences(made(state_of(), does="ask places to buy")) == ["Only players are asked."]
