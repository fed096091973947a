"""The machine's clock an hour ahead, and back again."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from blognomic.server import clock
from tests.votables.table import noon, propose, seat
from votables.models import Comment, Post

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def nothing_said() -> None:
    clock.forget()


def browser(player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def post(by: Client, title: str) -> int:
    sent = {"category": "", "title": title, "body": "Some words.", "act": "publish"}
    assert by.post("/posts/new/", sent).status_code == 302
    return Post.objects.get(title=title).pk


def test_what_was_written_by_a_clock_that_was_ahead_is_not_hidden(caplog):
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    with time_machine.travel(noon(1) + HOUR, tick=False) as machine:
        ahead = propose(alice, noon(1) + HOUR, "Written ahead")
        machine.move_to(noon(1))  # somebody has set the clock right
        reader = browser(bobby)

        assert "Written ahead" in reader.get("/queue/").content.decode()
        assert "Written ahead" in Client().get("/").content.decode()
        voted = reader.post(f"/posts/{ahead.pk}/comment/", {"text": "Yes :for:", "confirmed": "on"})
        assert (voted.status_code, Comment.objects.get().at) == (302, ahead.posted_at)
        later = Post.objects.get(pk=post(reader, "Written after it"))
        assert later.posted_at == ahead.posted_at
        assert Client().get("/api/v1/posts").json()["items"][0]["title"] == "Written after it"

        machine.move_to(noon(1) + 2 * HOUR)  # real time has caught up
        assert Post.objects.get(pk=post(reader, "In its time")).posted_at == noon(1) + 2 * HOUR
    assert [record.message for record in caplog.records if record.name == "blognomic.server.clock"] == [
        "The clock is 1:00:00 behind the latest of the game, and the game's time goes on when it has caught up."
    ]


def test_a_date_that_makes_no_sense_is_not_followed(caplog):
    assert clock.in_order(noon(1), noon(400)) == noon(1)
    assert "The clock is 399 days, 0:00:00 behind the latest of the game" in caplog.text
    assert [clock.in_order(noon(1), latest) for latest in (None, noon(0), noon(1), noon(2))] == [
        noon(1), noon(1), noon(1), noon(2),
    ]  # fmt: skip
