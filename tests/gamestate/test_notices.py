"""What players are told of calls for sealed orders, and when."""

from datetime import timedelta

import pytest

from gamestate.models import Opening
from gamestate.notices import look_at_calls
from gamestate.services import sealing as services
from players.models import Notice
from players.notices.notice_kinds import Kind
from tests.leaves import GIVEN
from tests.players.telling_kinds import tells
from tests.votables.table import HOUR, noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return seat("Alice", "Bobby", "Carol")


def call(by, **more):
    return services.call(leave=GIVEN, by=by, at=noon(1), title="Bids", **more)


def hand_in(call, by, at):
    services.hand_in(leave=GIVEN, call=call, by=by, at=at, text="Seven")


def told() -> list[tuple[str, str]]:
    return [(one.to.name, str(one.sentence)) for one in Notice.objects.order_by("pk")]


@tells(Kind.ORDER)
def test_those_who_are_asked_are_told_of_a_call_but_not_who_calls(players):
    made = call(players[0])
    assert told() == [(name, "Alice calls for sealed orders: Bids") for name in ("Bobby", "Carol")]
    assert {one.link for one in Notice.objects.all()} == {made.get_absolute_url()}


def test_the_last_order_tells_everybody_that_all_are_open(players):
    made = call(players[0], awaited=[players[1].pk, players[2].pk])
    Notice.objects.all().delete()
    hand_in(made, players[1], noon(2))
    assert told() == []
    hand_in(made, players[2], noon(2))
    sentence = "The sealed orders of “Bids” are open"
    assert told() == [(name, sentence) for name in ("Alice", "Bobby", "Carol")]


def test_who_has_handed_in_nothing_is_told_once_before_it_closes(players):
    made = call(players[0], opening=Opening.AT, opens_at=noon(3))
    assert told()[0] == ("Bobby", "Alice calls for sealed orders by 5 March 2026, 12:00 UTC: Bids")
    Notice.objects.all().delete()
    hand_in(made, players[1], noon(2))
    look_at_calls(at=noon(2))
    assert told() == []
    for _again in range(2):
        look_at_calls(at=noon(3) - 5 * HOUR)
    sentence = "“Bids” closes at 5 March 2026, 12:00 UTC, and you have handed in no order"
    assert told() == [("Alice", sentence), ("Carol", sentence)]


def test_one_that_opens_by_itself_is_told_of_once_and_none_that_was_called_off(players):
    call(players[0], opening=Opening.AT, opens_at=noon(3))
    off = call(players[0], opening=Opening.AT, opens_at=noon(3))
    services.call_off(leave=GIVEN, call=off, by=players[0], at=noon(2))
    Notice.objects.all().delete()
    look_at_calls(at=noon(3) - timedelta(minutes=1) - 6 * HOUR)
    assert told() == []
    for _again in range(2):
        look_at_calls(at=noon(3))
    assert told() == [(name, "The sealed orders of “Bids” are open") for name in ("Alice", "Bobby", "Carol")]
    Notice.objects.all().delete()
    look_at_calls(at=noon(5))
    assert told() == []
