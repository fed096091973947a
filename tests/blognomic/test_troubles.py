"""What readers are told when the database refuses is so: what is wrong, and what became of what they sent."""

import pytest
import time_machine
from django.db import OperationalError
from django.test import Client

from blognomic.database.troubles import SENTENCES, Trouble
from blognomic.reach import answers
from players.models import Player
from tests.votables.table import noon, propose, seat
from votables.models import Comment, Post
from votables.views import blog, voting

pytestmark = pytest.mark.django_db
NOTHING = "The site did not save what you sent. The game has lost nothing."
MAYBE = "The site may have saved what you sent. Send it again: it is done only once."
KEY = "0123456789abcdef" * 4
TOLD = [
    ({"sqlite_errorcode": 5}, Trouble.BUSY),  # SQLITE_BUSY
    ({"sqlite_errorcode": 8}, Trouble.CLOSED),  # SQLITE_READONLY
    ({"sqlite_errorcode": 13}, Trouble.FULL),  # SQLITE_FULL
    ({"sqlite_errorcode": 778}, Trouble.FULL),  # SQLITE_IOERR_WRITE
    ({"sqlite_errorcode": 266}, Trouble.DAMAGED),  # SQLITE_IOERR_READ
    ({"sqlite_errorcode": 11}, Trouble.DAMAGED),  # SQLITE_CORRUPT
    ({"sqlstate": "25006"}, Trouble.CLOSED),  # read_only_sql_transaction
    ({"sqlstate": "40P01"}, Trouble.BUSY),  # deadlock_detected
    ({"sqlstate": "53100"}, Trouble.FULL),  # disk_full
    ({"sqlstate": "53300"}, Trouble.BUSY),  # too_many_connections
    ({"sqlstate": "XX001"}, Trouble.DAMAGED),  # data_corrupted
    ({"sqlstate": "57P01"}, Trouble.AWAY),  # admin_shutdown
    ({"sqlstate": "08006"}, Trouble.AWAY),  # connection_failure
]
of_troubles = pytest.mark.parametrize(("attributes", "trouble"), TOLD)


@pytest.fixture(autouse=True)
def not_for_long(monkeypatch):
    """What was found out is known to this request alone."""
    monkeypatch.setattr(answers, "is_lost", lambda error: answers.trouble_of(error) is Trouble.AWAY)
    monkeypatch.setattr(answers._Damage, "seen_at", float("-inf"))


@pytest.fixture
def browser() -> Client:
    with time_machine.travel(noon(2), tick=False):
        alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
        propose(alice, noon(1))
        client = Client(raise_request_exception=False)
        client.force_login(Player.objects.get(pk=bobby.pk))
        yield client


def refusing(**attributes: object):
    """Something that the database refuses when it is asked, in these words of its library."""

    def refuse(*_: object, **__: object) -> None:
        refused = OperationalError("no")
        refused.__cause__ = type("Refused", (Exception,), attributes)()
        raise refused

    return refuse


def told(response) -> tuple[int, str | None, bool, bool]:
    text = response.content.decode()
    return response.status_code, response.get("Retry-After"), NOTHING in text, MAYBE in text


@of_troubles
def test_whoever_sent_something_is_told_what_became_of_it(browser, monkeypatch, attributes, trouble):
    path = f"{Post.objects.get().get_absolute_url()}comment/"
    monkeypatch.setattr(voting, "redirect", refusing(**attributes))  # after the comment has been written
    sent = {"text": "Purr.", "csrfmiddlewaretoken": KEY}
    refused = browser.post(path, sent)
    is_lost = trouble is Trouble.AWAY
    assert told(refused) == (503, "10", not is_lost, is_lost)
    assert SENTENCES[trouble] in refused.content.decode()
    assert Comment.objects.count() == 0
    assert answers.was_damaged() == (trouble is Trouble.DAMAGED)
    monkeypatch.undo()
    assert browser.post(path, sent).status_code == 302
    assert Comment.objects.count() == 1


@of_troubles
def test_whoever_only_reads_has_lost_nothing(browser, monkeypatch, attributes, trouble):
    monkeypatch.setattr(blog, "find_post", refusing(**attributes))
    refused = browser.get(f"{Post.objects.get().get_absolute_url()}versions/")
    assert told(refused) == (503, "10", True, False)
    assert SENTENCES[trouble] in refused.content.decode()


def test_a_fault_of_the_program_is_not_put_down_to_the_database(browser, monkeypatch):
    def break_down(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(blog, "find_post", break_down)
    failed = browser.get(f"{Post.objects.get().get_absolute_url()}versions/")
    assert (failed.status_code, "database" in failed.content.decode()) == (500, False)
