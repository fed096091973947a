"""Orders to the emperor: one that stands for each player and turn, and nobody who sees it but the two."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from players.models import Dynasty, Order, Player, Reign, Standing, Turn
from players.queries.orders import open_turn, orders_for_emperor, own_orders, turns_of
from players.services import orders
from tests.players.correspondents import NOW, PLAIN, order
from tests.votables.table import HOUR, Kind, event, noon, person, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def court() -> list[Player]:
    """The emperor, two players, an idle one and a guest."""
    *players, idle = seat("Emperor", "Alice", "Bobby", "Idle")
    return [*players, event(idle, Kind.IDLED, at=noon(1)), person("Guest")]


def refusal(verb, /, *args, **more) -> tuple[str, str, int]:
    with pytest.raises(RuleBroken) as broken:
        verb(*args, **more)
    return broken.value.sentence, broken.value.rule, broken.value.status


def listed(turn: Turn, emperor: Player) -> list[tuple[str, str | None, int]]:
    roster = Player.objects.active()
    return [
        (one.player.name, one.order and one.order.html.split(">")[1].split("<")[0], one.replaced)
        for one in orders_for_emperor(turn, roster, emperor=emperor)
    ]


def present() -> Turn:
    return open_turn(Dynasty.objects.latest("number"))


def test_first_order_begins_the_first_turn_at_the_beginning_of_the_dynasty(court):
    dynasty = Dynasty.objects.get()
    assert (present().pk, present().number, present().begun_at) == (None, 1, dynasty.started_at)
    made = order(court[1], text="March <on>.")
    assert (made.turn.number, made.turn.begun_at, made.at) == (1, dynasty.started_at, NOW)
    assert made.html == f'<p id="o{made.pk}">March &lt;on&gt;.</p>'


def test_emperor_sees_who_sent_what_and_who_has_not(court):
    emperor, alice, bobby, *_ = court
    assert listed(present(), emperor) == [("Alice", None, 0), ("Bobby", None, 0)]
    order(alice, text="Wait.")
    order(alice, text="March.")
    assert listed(present(), emperor) == [("Alice", "March.", 1), ("Bobby", None, 0)]
    Player.objects.filter(pk=alice.pk).update(standing=Standing.IDLE)
    assert listed(present(), emperor) == [("Alice", "March.", 1), ("Bobby", None, 0)]


def test_replaced_order_stays_in_its_authors_history(court):
    first, second = order(court[1], text="Wait."), order(court[1], text="March.", at=NOW + HOUR)
    assert list(own_orders(court[1])) == [second, first]
    assert list(own_orders(court[2])) == []


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        (0, "You are the emperor: players send their orders to you."),
        (3, "Only players who are not idle can send orders."),
        (4, "Only players who are not idle can send orders."),
    ],
)
def test_only_players_who_play_send_orders(court, who, sentence):
    assert refusal(order, court[who]) == (sentence, "Dynasties", 403)
    assert Order.objects.count() == 0


def test_without_an_emperor_nobody_takes_orders(court):
    Reign.objects.update(until=NOW)
    assert refusal(order, court[1]) == (
        "There is no emperor now, so nobody can carry out orders.",
        "Dynasties",
        409,
    )


@pytest.mark.parametrize("text", ["", " \n ", "x" * 20_001, "\x00", "\ud800"])
def test_words_that_make_no_order_are_refused(court, text):
    assert refusal(order, court[1], text=text)[2] == 400
    assert (Order.objects.count(), Turn.objects.count()) == (0, 0)


def test_emperor_marks_what_is_carried_out_and_then_it_is_not_replaced(court):
    emperor, alice, *_ = court
    made = order(alice)
    orders.mark(courier=PLAIN, order=made.pk, by=emperor, at=NOW + HOUR, carried_out=True)
    made.refresh_from_db()
    assert (made.carried_out_at, made.carried_out_by) == (NOW + HOUR, emperor)
    with pytest.raises(Stale):
        order(alice, text="No!")
    with pytest.raises(Stale):
        orders.mark(courier=PLAIN, order=made.pk, by=emperor, at=NOW, carried_out=True)
    orders.mark(courier=PLAIN, order=made.pk, by=emperor, at=NOW, carried_out=False)
    made.refresh_from_db()
    assert (made.carried_out_at, made.carried_out_by) == (None, None)
    assert order(alice, text="No!").turn == made.turn


def test_order_that_was_replaced_is_not_marked(court):
    emperor, alice, *_ = court
    made = order(alice)
    order(alice, text="No!")
    with pytest.raises(Stale) as stale:
        orders.mark(courier=PLAIN, order=made.pk, by=emperor, at=NOW, carried_out=True)
    assert stale.value.sentence.startswith("Alice has just sent another order in its place.")


def test_nobody_but_the_emperor_marks_closes_or_says_when_orders_are_due(court):
    emperor, alice, bobby, idle, guest = court
    Player.objects.filter(pk=bobby.pk).update(is_admin=True)
    made = order(alice)
    office = ("Only the emperor can do that.", "Dynasties", 403)
    for other in (alice, bobby, idle, guest):
        gone = ("This order does not exist.", "", 404)
        assert refusal(orders.mark, courier=PLAIN, order=made.pk, by=other, at=NOW, carried_out=True) == gone
        assert refusal(orders.close_turn, courier=PLAIN, by=other, at=NOW, seen=1) == office
        assert refusal(orders.set_due, courier=PLAIN, by=other, at=NOW, seen=1, due_at=None) == office
    assert (
        refusal(orders.mark, courier=PLAIN, order=made.pk + 1, by=emperor, at=NOW, carried_out=True)[2] == 404
    )


def test_closed_turn_takes_no_more_orders_and_the_next_begins(court):
    emperor, alice, bobby, *_ = court
    order(alice)
    due = NOW + timedelta(days=2)
    begun = orders.close_turn(courier=PLAIN, by=emperor, at=NOW, seen=1, due_at=due)
    first = Turn.objects.get(number=1)
    assert (first.closed_at, first.closed_by) == (NOW, emperor)
    assert (begun.number, begun.begun_at, begun.due_at, begun.closed_at) == (2, NOW, due, None)
    with pytest.raises(Stale) as stale:
        order(bobby, seen=1)
    assert stale.value.sentence == "Turn 1 is already closed, and turn 2 has begun. Nothing has changed."
    order(bobby, seen=2)
    assert [(one.number, one.senders) for one in turns_of(first.dynasty)] == [(2, 1), (1, 1)]
    assert listed(begun, emperor) == [("Alice", None, 0), ("Bobby", "March.", 0)]


def test_turn_is_not_closed_twice_by_two_clicks(court):
    emperor = court[0]
    orders.close_turn(courier=PLAIN, by=emperor, at=NOW, seen=1)
    with pytest.raises(Stale):
        orders.close_turn(courier=PLAIN, by=emperor, at=NOW, seen=1)
    assert list(Turn.objects.values_list("number", flat=True).order_by("number")) == [1, 2]


def test_order_after_the_instant_asked_for_is_taken_and_late(court):
    emperor, alice, bobby, *_ = court
    orders.set_due(courier=PLAIN, by=emperor, at=NOW, seen=1, due_at=NOW + HOUR)
    assert [order(alice, at=NOW + HOUR).is_late, order(bobby, at=NOW + 2 * HOUR).is_late] == [False, True]
    orders.set_due(courier=PLAIN, by=emperor, at=NOW, seen=1, due_at=None)
    assert [one.is_late for one in Order.objects.select_related("turn")] == [False, False]


@pytest.mark.parametrize("away", [timedelta(0), -HOUR, timedelta(days=367)])
def test_orders_are_due_at_an_instant_to_come_within_a_year(court, away):
    assert refusal(orders.set_due, courier=PLAIN, by=court[0], at=NOW, seen=1, due_at=NOW + away) == (
        "Choose a time in the coming year.",
        "",
        400,
    )


def test_new_emperor_of_the_dynasty_sees_its_orders_and_one_of_the_next_dynasty_does_not(court):
    emperor, alice, bobby, *_ = court
    made = order(bobby)
    Reign.objects.update(until=NOW)
    Reign.objects.create(player=alice, since=NOW)
    orders.mark(courier=PLAIN, order=made.pk, by=alice, at=NOW, carried_out=True)
    orders.mark(courier=PLAIN, order=made.pk, by=alice, at=NOW, carried_out=False)
    Dynasty.objects.update(ended_at=NOW + HOUR)
    second = Dynasty.objects.create(number=2, name="The Second", started_at=NOW + HOUR)
    later = NOW + 2 * HOUR
    assert refusal(orders.mark, courier=PLAIN, order=made.pk, by=alice, at=later, carried_out=True)[2] == 404
    fresh = order(emperor, at=later)
    assert (fresh.turn.number, fresh.turn.dynasty) == (1, second)
    assert listed(present(), alice) == [("Bobby", None, 0), ("Emperor", "March.", 0)]
    assert list(own_orders(bobby)) == [made]


def test_order_is_replaced_so_often_and_no_more(court):
    for number in range(orders.PER_TURN):
        order(court[1], text=str(number))
    assert refusal(order, court[1]) == (
        "You can replace an order 99 times a turn. Your last one counts.",
        "",
        409,
    )
