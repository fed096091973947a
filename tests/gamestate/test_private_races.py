"""Orders and actions at the same moment, each on a connection of its own, on SQLite and on PostgreSQL."""

from collections import Counter

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import SealedOrder, Sealing, Secret, SecretVersion, Taking
from gamestate.queries.sealing import call_for
from gamestate.services import acting, sealing, secrets
from players.models import Player
from tests.leaves import GIVEN
from tests.votables.table import noon, seat
from tests.votables.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_two_last_orders_at_once_open_the_call_once_with_both():
    alice, bobby, carol, *_ = seat(*FIVE)
    call = sealing.call(
        leave=GIVEN, by=alice, at=noon(1), title="Bids", awaited=[alice.pk, bobby.pk, carol.pk]
    )
    sealing.hand_in(leave=GIVEN, call=call, by=alice, at=noon(1), text="One")
    answers = at_once(
        lambda: sealing.hand_in(leave=GIVEN, call=call, by=again(bobby), at=noon(2), text="Two"),
        lambda: sealing.hand_in(leave=GIVEN, call=call, by=again(carol), at=noon(2), text="Three"),
    )
    assert Counter(type(answer) for answer in answers) == {SealedOrder: 2}
    call = Sealing.objects.get()
    assert call.opened_at == noon(2)
    shown = call_for(call, None, at=noon(2))
    assert [[order.text for order in seat.orders] for seat in shown.seats] == [["One"], ["Two"], ["Three"]]


def test_an_order_that_is_replaced_while_the_last_comes_in_is_in_or_refused():
    alice, bobby, *_ = seat(*FIVE)
    call = sealing.call(leave=GIVEN, by=alice, at=noon(1), title="Bids", awaited=[alice.pk, bobby.pk])
    sealing.hand_in(leave=GIVEN, call=call, by=alice, at=noon(1), text="One")
    answers = at_once(
        lambda: sealing.hand_in(leave=GIVEN, call=call, by=again(alice), at=noon(2), text="Other"),
        lambda: sealing.hand_in(leave=GIVEN, call=call, by=again(bobby), at=noon(2), text="Two"),
    )
    kinds = Counter(type(answer) for answer in answers)
    assert kinds in ({SealedOrder: 2}, {SealedOrder: 1, Stale: 1})
    assert isinstance(answers[1], SealedOrder)
    assert SealedOrder.objects.count() == 1 + kinds[SealedOrder]
    assert Sealing.objects.get().opened_at == noon(2)


def test_a_call_is_opened_or_called_off_and_never_both():
    alice, bobby, *_ = seat(*FIVE)
    call = sealing.call(leave=GIVEN, by=alice, at=noon(1), title="Bids", awaited=[bobby.pk])
    at_once(
        lambda: sealing.hand_in(leave=GIVEN, call=call, by=again(bobby), at=noon(2), text="Two"),
        lambda: sealing.call_off(leave=GIVEN, call=call, by=again(alice), at=noon(2)),
    )
    call.refresh_from_db()
    assert (call.opened_at is None) != (call.called_off_at is None)


def test_a_communal_action_is_taken_once_whoever_else_takes_it_at_once():
    alice, *others = seat(*FIVE)
    action = acting.declare(leave=GIVEN, by=alice, at=noon(0), name="Bell", frequency="daily-communal")
    answers = at_once(
        *(
            lambda who=who: acting.take(leave=GIVEN, action=action, by=again(who), at=noon(1))
            for who in others
        )
    )
    assert Counter(type(answer) for answer in answers) == {Taking: 1, RuleBroken: 3}
    assert Taking.objects.count() == 1


def test_of_two_changes_of_one_secret_at_once_one_is_saved():
    _, bobby, *_ = seat(*FIVE)
    secret = secrets.keep(leave=GIVEN, by=bobby, at=noon(1), name="Secret", text="One")
    seen = secret.versions.get().pk

    def change(text: str) -> SecretVersion:
        return secrets.change(
            leave=GIVEN, secret=Secret.objects.get(), seen=seen, by=again(bobby), at=noon(2), text=text
        )

    answers = at_once(lambda: change("Two"), lambda: change("Three"))
    assert Counter(type(answer) for answer in answers) == {SecretVersion: 1, Stale: 1}
    assert secret.versions.count() == 2
