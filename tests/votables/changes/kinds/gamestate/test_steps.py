"""What changes of matters do to what is tracked, by themselves and several together."""

import pytest

from gamestate.queries.snapshot import state_now
from gamestate.values.errors import ValueRefused
from ruleset.law import load
from tests.gamestate.tracker import define, put, track, whose
from tests.votables.table import noon, seat
from votables.changes.kinds.gamestate.steps import carry_out, together

pytestmark = pytest.mark.django_db
LAW = load("ruleset-211").tracker


@pytest.fixture
def game():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", to="5"), define("plots", to="9", audience="emperor"), by=players[0], at=noon(1))
    return players, state_now()


def told(alterations) -> list[tuple[object, object]]:
    return [(one.old, one.new) for one in alterations]


def test_steps_follow_one_another_and_leave_what_was_before(game):
    players, state = game
    done = carry_out(
        [put("gold", "+2", *whose(players[1])), put("gold", "*2", *whose(players[1]))],
        state,
        tracker=LAW,
        first=0,
    )
    assert (done.before, told(done.alterations)) == (state, [(5, 14)])


def test_all_that_stands_in_the_way_is_told_with_whose_it_is(game):
    players, state = game
    with pytest.raises(ValueRefused) as refused:
        carry_out([put("gold", "-9", *whose(players[1], players[2]))], state, tracker=LAW, first=0)
    assert [f"{name}: " in refused.value.sentence for name in ("Alice", "Bobby", "Carol")] == [
        False,
        True,
        True,
    ]


def test_what_is_hidden_is_not_set(game):
    players, state = game
    with pytest.raises(ValueRefused):
        carry_out([put("plots", "1", *whose(players[1]))], state, tracker=LAW, first=0)


def test_several_come_to_one_alteration_for_each_value(game):
    players, state = game
    one = carry_out([put("gold", "+1", *whose(players[1]))], state, tracker=LAW, first=0)
    back = carry_out([put("gold", "-1", *whose(players[1]))], one.after, tracker=LAW, first=1)
    more = carry_out([put("gold", "7", *whose(players[2]))], one.after, tracker=LAW, first=1)
    both, none = (one.alterations + other.alterations for other in (more, back))
    assert told(together(both, more.after).alterations) == [(5, 6), (5, 7)]
    assert told(together(none, back.after).alterations) == []
    assert together([], state).state is state
