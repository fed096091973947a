"""The emperor's desk: what waits there, for whom, and how much of it the menu says."""

import re

import pytest
import time_machine

from gamestate.models import Occurrence
from gamestate.services import acting, sealing, secrets
from players.models import Order
from players.present import forget
from players.services import helpers, orders
from tests.gamestate.services.test_clockwork import by_itself
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.players.correspondents import order
from tests.players.test_views_messages import Window
from tests.votables.staged_typed_posts import HUNT
from tests.votables.table import declare, noon, seat, vote
from votables.services import posting, resolving, typed_posts
from votables.services.courier import LAWFUL

pytestmark = pytest.mark.django_db
NOW = noon(3)


@pytest.fixture
def court():
    people = seat("Emperor", "Alice", "Bobby", "Carol", "David")
    with time_machine.travel(NOW, tick=False):
        yield people


def windows(*names: str) -> list[Window]:
    return [Window(name) for name in names]


def counted(window: Window) -> str | None:
    """How much the menu says waits at the emperor's desk; "" for a link alone, None where there is no link."""
    link = re.search(r'<a href="/desk/">Desk(.*?)</a>', window.go("/rules/").page, re.DOTALL)
    return link and "".join(re.findall(r">\s*(\d+)", link[1]))


def test_an_empty_desk_says_so(court):
    (emperor,) = windows("Emperor")
    emperor.go("/desk/").says(
        "No order waits.", "Nothing now.", "No calls in this dynasty.", "You keep no secret for the game.",
        "Everybody sees all that is tracked.", "Nobody helps you with orders.",
    )  # fmt: skip
    assert counted(emperor) == ""


def test_what_waits_is_there_for_the_emperor_alone_and_counted(court):
    track(
        define("plan", "text", audience="emperor"), define("luck", audience="holder"), by=court[0], at=noon(1)
    )
    order(court[1], at=noon(2), text="I march at dawn.")
    order(court[2], at=noon(2), text="I wait.")
    secrets.keep(leave=GIVEN, by=court[0], at=noon(2), name="The map", text="Under the oak", for_game=True)
    sealing.call(leave=GIVEN, by=court[0], at=noon(2), title="Bids")
    emperor, alice = windows("Emperor", "Alice")
    emperor.go("/desk/").says("I march at dawn.", "I wait.", "The map", "Bids", "Plan", "Luck", "0 of 5 in")
    assert (counted(emperor), counted(alice)) == ("2", None)
    refused = alice.go("/desk/")
    refused.says("Only the emperor and their helpers have this desk.")
    assert (refused.status, "I wait." in refused.page) == (403, False)


def test_official_posts_of_theirs_and_a_turn_past_its_time_count(court):
    orders.set_due(by=court[0], at=noon(1), seen=1, due_at=noon(2), courier=LAWFUL)
    (emperor,) = windows("Emperor")
    emperor.go("/desk/").says("Orders of turn 1 were due", "Close turn 1")
    assert counted(emperor) == "1"


def test_what_fell_due_by_itself_and_asks_something_waits_there_until_it_is_answered(
    court, django_assert_max_num_queries
):
    track(define("gold", default="5"), by=court[0], at=noon(1))
    by_itself(court[0], "Gift", "each day", at=NOW, asks="to_whom: player", does="to_whom.gold += 10")
    emperor, alice = windows("Emperor", "Alice")
    emperor.go("/desk/").says("Nothing now.")
    assert counted(emperor) == ""
    with time_machine.travel(noon(5), tick=False):
        later_emperor, later_alice = windows("Emperor", "Alice")
        later_emperor.go("/desk/")
        forget()
        with django_assert_max_num_queries(12):
            later_emperor.go("/desk/")
        later_emperor.says("Gift", "waits for an answer", "fell due")
        first, second = Occurrence.objects.filter(state="asks").order_by("falls_at")
        answers = [f"/gamestate/actions/due/{one.pk}/" for one in (first, second)]
        assert re.findall(r'href="(/gamestate/actions/due/\d+/)"', later_emperor.page) == answers
        assert (counted(later_emperor), counted(later_alice)) == ("2", None)

        later_emperor.send(answers[0], **{"answer-to_whom": "Bobby"})
        assert shown("gold")["Bobby"] == "15"
        later_emperor.go("/desk/")
        assert [path in later_emperor.page for path in answers] == [False, True]
        assert counted(later_emperor) == "1"
        acting.retire(leave=GIVEN, action=first.action, by=court[0], at=noon(5))
        later_emperor.go("/desk/").says("Nothing now.")
        assert counted(later_emperor) == ""


def test_an_order_is_carried_out_with_its_update_on_one_page(court):
    track(define("gold"), by=court[0], at=noon(1))
    sent = order(court[1], at=noon(2))
    (emperor,) = windows("Emperor")
    page = emperor.go(f"/desk/orders/{sent.pk}/").says("March.", "Gold")
    field = re.search(rf'name="([0-9]+/player:{court[1].pk}@[0-9]*)"', page.page)[1]
    emperor.send(f"/desk/orders/{sent.pk}/", **{field: "=-1", "answer": "Go on."})
    assert emperor.status == 403 and "Go on." in emperor.page
    emperor.send(f"/desk/orders/{sent.pk}/", **{field: "+7", "answer": "Go on."})
    emperor.says("Alice’s order is carried out, with update", "No order waits.")
    assert shown("gold")["Alice"] == "7"
    Window("Alice").go("/players/messages/").says("Your order for turn 1")


def test_a_second_window_reads_that_it_was_done_meanwhile(court):
    helpers.name_helper(player=court[3].pk, by=court[0], at=noon(1))
    sent = order(court[1], at=noon(2))
    emperor, carol = windows("Emperor", "Carol")
    carol.send(f"/players/orders/{sent.pk}/mark/", carried_out="1", next="desk").says(
        "is marked as carried out"
    )
    emperor.send(f"/desk/orders/{sent.pk}/", answer="Go on.").says("The order is already marked like this.")
    assert emperor.status == 409
    assert Order.objects.get().carried_out_by == court[3]


def test_a_helper_sees_later_orders_of_others_and_nothing_else(court):
    track(define("plan", "text", audience="emperor"), by=court[0], at=noon(1))
    early = order(court[1], at=noon(1), text="Too early.")
    emperor, carol, alice = windows("Emperor", "Carol", "Alice")
    emperor.send("/desk/helpers/", player=court[3].pk).says("Carol helps you from now on.")
    order(court[2], at=NOW, text="In time.")
    order(court[3], at=NOW, text="My own.")
    carol.go("/desk/").says("In time.", "Help no longer")
    assert [words in carol.words for words in ("Too early.", "My own.", "Plan", "Name a helper")] == [
        False
    ] * 4
    assert [counted(one) for one in (emperor, carol)] == ["3", "1"]
    assert [carol.go(f"/desk/orders/{early.pk}/").status] == [404]
    alice.go("/players/orders/").says("Carol helps the emperor and sees it, too.")
    carol.send(f"/desk/helpers/{court[3].pk}/dismiss/").says("You no longer help the emperor.")
    assert (carol.go("/desk/").status, counted(carol)) == (403, None)


def test_who_has_won_does_not_see_the_orders_of_the_dynasty_that_is_over(court):
    sent = order(court[1], at=noon(2))
    won = declare(court[2], noon(2))
    vote(won, noon(2), **{"for": court})
    resolving.resolve(post=won, to="enacted", by=court[0], at=NOW)
    (bobby,) = windows("Bobby")
    assert [bobby.go(path).status for path in ("/desk/", f"/desk/orders/{sent.pk}/")] == [403, 403]


def test_who_sees_a_hidden_value_is_changed_from_the_desk_once_it_was_asked(court):
    track(define("plan", "text", audience="emperor"), by=court[0], at=noon(1))
    (emperor,) = windows("Emperor")
    path = re.search(r'action="(/gamestate/variables/\d+/audience/)"', emperor.go("/desk/").page)[1]
    asking = emperor.go(path, audience="all").says("Change who sees Plan?", "You cannot take that back.")
    seen = re.search(r'name="seen" value="(\d+)"', asking.page)[1]
    assert emperor.go(path, audience="emperor").status == 409
    assert emperor.go(path, audience="no one").status == 400
    emperor.send(path, audience="all", seen="99999").says("Somebody has just changed this.")
    emperor.send(path, audience="all", seen=seen)
    emperor.go("/desk/").says("Everybody sees all that is tracked.")


def test_events_that_are_the_emperors_to_end_are_listed(court):
    typed_posts.define(by=court[0], at=noon(1), **HUNT | {"may_end": "author_emperor"})
    posting.publish(by=court[1], at=noon(2), category="story", title="[Hunt] Foxes", body="Who comes along?")
    Window("Emperor").go("/desk/").says("You end it.")
