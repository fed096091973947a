"""No sequence of moves and of undoing loses a card, makes one, or takes back what somebody was shown."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from blognomic.web.errors import RuleBroken
from gamestate.models import Undoing, Update
from gamestate.queries.shuffles import faults_in_shuffles
from gamestate.services.undoing import undo
from tests.gamestate.services.test_moving import declare, make
from tests.gamestate.services.test_shuffling import CARDS, all_cards
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = [pytest.mark.sweep, pytest.mark.django_db]

MOVES = {
    "draw": {"does": "draw 3 from deck to hand, reshuffling discard"},
    "deal": {"does": "shuffle deck\nfor p in players: draw from deck to p.hand"},
    "play": {"asks": "card: choice among hand", "does": "move card from hand to discard"},
    "give": {
        "asks": "card: choice among hand\nother: player among players.filter(p, p != me)",
        "does": "move card from hand to other.hand",
    },
    "fold": {"does": "move all from hand to deck"},
    "mix": {"does": "shuffle deck"},
    "turn": {"does": "draw DICE3 from deck to discard"},
    "pick": {"does": "move all from discard to hand"},
}
STEPS = st.lists(
    st.tuples(st.sampled_from([*MOVES, "undo", "undo two"]), st.integers(0, 3), st.integers(0, 20)),
    max_size=14,
)


@pytest.fixture
def table():
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    lists = {"blank": True, "twice": True}
    track(
        define("deck", "texts", scope="game", audience="nobody", default=", ".join(CARDS), **lists),
        define("discard", "texts", scope="game", **lists),
        define("hand", "texts", audience="own", **lists),
        by=alice,
        at=noon(1),
    )
    return others, {name: declare(alice, name, **lines) for name, lines in MOVES.items()}


def step(others, actions, name: str, player, number: int) -> None:
    if name.startswith("undo"):
        latest = list(Update.objects.filter(kind__in=["change", "undo"]).order_by("-pk")[:3])
        chosen = latest[:2] if name == "undo two" else latest[number % 3 :][:1]
        undo(leave=GIVEN, updates=chosen, by=player, at=noon(3), why="No")
        return
    hand = [card for card in shown("hand")[player.name].split(", ") if card]
    choices = {
        "card": hand[number % len(hand)] if hand else "",
        "other": next(one for one in others if one != player).name,
    }
    answers = {key: choices[key] for key in ("card", "other") if f"{key}:" in MOVES[name].get("asks", "")}
    make(actions[name], player, noon(2), **answers)


def test_no_card_is_lost_and_none_that_was_shown_is_taken_back(table):
    others, actions = table
    done: set[str] = set()

    @settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(STEPS)
    def play(steps):
        with transaction.atomic():
            for name, place, number in steps:
                try:
                    with transaction.atomic():
                        step(others, actions, name, others[place], number)
                    done.add(name)
                except RuleBroken:
                    pass
                assert all_cards() == sorted(CARDS), (name, steps)
            assert not Undoing.objects.filter(entry__update__cards="shown").exists()
            assert faults_in_shuffles() == []
            transaction.set_rollback(True)

    play()
    assert {"draw", "deal", "fold", "mix", "undo"} <= done
