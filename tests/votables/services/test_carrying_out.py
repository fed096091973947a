"""Carrying out an order: the update, the answer, what is published and the mark, all of it or nothing."""

import pytest

from blognomic.web.errors import RuleBroken, Stale
from gamestate.models import Update
from gamestate.queries.planning import UpdateRefused
from players.models import Message, Order
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.players.correspondents import order
from tests.votables.table import noon, seat
from votables.models import Post
from votables.services.carrying_out import carry_out
from votables.services.courier import LAWFUL

pytestmark = pytest.mark.django_db


@pytest.fixture
def court():
    people = seat("Emperor", "Alice", "Bobby", "Carol", "David")
    track(define("gold"), by=people[0], at=noon(1))
    return people


def carried(sent: Order, by, **more):
    return carry_out(order=sent, by=by, at=noon(3), leave=GIVEN, courier=LAWFUL, **more)


def done() -> tuple[dict[str, str], list[str], list[str], list[bool]]:
    """The gold, private words, posts and marks that there are."""
    return (
        dict(shown("gold")),
        [one.text for one in Message.objects.order_by("pk")],
        [f"{one.title}: {one.body}" for one in Post.objects.filter(category="story")],
        [one.carried_out_at is not None for one in Order.objects.order_by("pk")],
    )


def test_all_that_an_order_comes_to_is_done_at_once(court):
    emperor, alice, *_ = court
    sent = order(alice, at=noon(2))
    update, post = carried(
        sent,
        emperor,
        steps=[put("gold", "5", *whose(alice))],
        comment="She marched.",
        answer="You find gold.",
        published="Alice has marched.",
    )
    assert done() == (
        {"Emperor": "", "Alice": "5", "Bobby": "0", "Carol": "0", "David": "0"},
        ["You find gold."],
        ["Turn 1: Alice: Alice has marched."],
        [True],
    )
    assert (update.comment, post.author, Message.objects.get().author) == ("She marched.", emperor, emperor)


def test_what_is_empty_is_left_out(court):
    assert carried(order(court[1], at=noon(2)), court[0]) == (None, None)
    assert done() == ({"Emperor": "", "Alice": "0", "Bobby": "0", "Carol": "0", "David": "0"}, [], [], [True])


def test_nothing_is_done_where_a_part_of_it_cannot_be(court):
    emperor, alice, *_ = court
    sent = order(alice, at=noon(2))
    before = done(), Update.objects.count()
    with pytest.raises(UpdateRefused):
        carried(sent, emperor, steps=[put("gold", "=-5", *whose(alice))], answer="Words.", published="Words.")
    assert (done(), Update.objects.count()) == before


def test_an_order_that_was_replaced_or_is_marked_already_is_stale(court):
    emperor, alice, *_ = court
    first, second = order(alice, at=noon(2)), order(alice, at=noon(2, hours=1))
    with pytest.raises(Stale):
        carried(first, emperor, answer="Words.")
    carried(second, emperor)
    with pytest.raises(Stale):
        carried(second, emperor, answer="Words.")
    assert done()[1] == []


def test_nobody_else_carries_out_orders(court):
    sent = order(court[1], at=noon(2))
    with pytest.raises(RuleBroken) as broken:
        carried(sent, court[2], published="Words.")
    assert (broken.value.status, done()[2]) == (404, [])
