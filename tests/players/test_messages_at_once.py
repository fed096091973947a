"""People who write at the same moment, each on a connection of their own, on SQLite and on PostgreSQL."""

import threading
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connections

from blognomic.web.errors import RuleBroken, Stale
from players.models import Mentorship, Message, Order, Party, Player, Tenure, Thread, Turn
from players.services import mentors, messages, orders
from tests.votables.table import BEGINNING, join, seat

from .correspondents import NOW, PLAIN, order, reply, send

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], object]) -> Counter[type]:
    """The kinds of what the acts answer or raise, when all begin together."""
    start = threading.Barrier(len(acts))
    answers: list[object] = [None] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        start.wait()
        try:
            answers[place] = act()
        except RuleBroken as broken:
            answers[place] = broken
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return Counter(type(answer) for answer in answers)


def test_messages_at_once_keep_to_the_limit_of_the_hour():
    alice, bobby = seat("Alice", "Bobby")
    thread = send(alice, bobby)
    for _ in range(messages.PER_HOUR - 4):
        reply(thread, alice)
    acts = [lambda: reply(thread, Player.objects.get(pk=alice.pk)) for _ in range(8)]
    assert at_once(*acts) == {Message: 3, RuleBroken: 5}
    assert Message.objects.count() == messages.PER_HOUR


def test_everybody_in_a_conversation_may_answer_at_once():
    everybody = seat(*(f"Player-{number}" for number in range(8)))
    thread = send(everybody[0], *everybody[1:])
    acts = [lambda one=one: reply(Thread.objects.get(pk=thread.pk), one) for one in everybody]
    assert at_once(*acts) == {Message: 8}
    last = Message.objects.latest("pk")
    assert Message.objects.filter(thread=thread).count() == 9
    assert set(Party.objects.exclude(player=last.author).values_list("newest", flat=True)) == {last.pk}


def test_turn_is_closed_once_and_no_order_slips_into_a_closed_turn():
    emperor, *others = seat("Emperor", *(f"Player-{number}" for number in range(5)))
    closing = [lambda: orders.close_turn(courier=PLAIN, by=emperor, at=NOW, seen=1) for _ in range(3)]
    sending = [lambda one=one: order(Player.objects.get(pk=one.pk)) for one in others]
    answers = at_once(*closing, *sending)
    assert answers[Turn] == 1
    assert answers[Turn] + answers[Order] + answers[Stale] == 8
    assert list(Turn.objects.order_by("number").values_list("number", "closed_at")) == [(1, NOW), (2, None)]
    assert Order.objects.filter(turn__number=1).count() == answers[Order]
    assert Order.objects.filter(turn__number=2).count() == 0


def test_question_is_accepted_once():
    emperor, tutor = seat("Emperor", "Tutor")
    pupil = join("Pupil", at=NOW - timedelta(days=1))
    Tenure.objects.create(player=tutor, since=BEGINNING, entered_by=emperor)
    offer = mentors.ask_mentor(mentee=pupil, mentor=tutor, by=emperor, at=NOW)
    acts = [
        lambda: (
            mentors.answer(
                offer=offer.pk, by=Player.objects.get(pk=tutor.pk), at=NOW, answer="accepted"
            ).established
        )
        for _ in range(4)
    ]
    assert at_once(*acts) == {Mentorship: 1, Stale: 3}
    assert Mentorship.objects.count() == 1
