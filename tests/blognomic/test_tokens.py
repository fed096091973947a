"""One's tokens for programs: they are made and revoked on a page of the account."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from players.models import Player, Token
from players.services import tokens
from tests.blognomic.proving import prove
from tests.votables.table import person

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.fixture
def bobby() -> Player:
    return person("Bobby")


@pytest.fixture
def browser(bobby) -> Client:
    client = Client()
    client.force_login(bobby)
    prove(client, bobby)
    with time_machine.travel(NOW, tick=False):
        yield client


def test_token_is_shown_once_on_the_page_that_makes_it(browser, bobby):
    assert "You have no tokens." in browser.get("/accounts/tokens/").content.decode()
    sent = {"name": "My bot", "scopes": ["comments", "posts"], "days": "30"}
    made = browser.post("/accounts/tokens/", sent)
    (token,) = re.findall(r"bn_[A-Za-z0-9_-]{43}", made.content.decode())
    row = tokens.find(token)
    assert made.status_code == 201
    assert (row.player, row.name, row.scopes) == (bobby, "My bot", ["posts", "comments"])
    assert row.expires_at == NOW + timedelta(days=30)
    assert "private" in made["Cache-Control"]
    page = browser.get("/accounts/tokens/").content.decode()
    assert token not in page and row.start in page and "never used" in page


def test_token_may_be_good_until_it_is_revoked(browser, bobby):
    browser.post("/accounts/tokens/", {"name": "For ever", "scopes": ["comments"], "days": "0"})
    row = Token.objects.get()
    assert (row.expires_at, row.is_live(NOW + timedelta(days=9999))) == (None, True)
    response = browser.post(f"/accounts/tokens/{row.pk}/revoke/")
    row.refresh_from_db()
    assert (response["Location"], row.revoked_at) == ("/accounts/tokens/", NOW)
    assert "Old tokens" in browser.get("/accounts/tokens/").content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"name": "", "scopes": ["comments"], "days": "30"}, "This field is required."),
        ({"name": "A", "days": "30"}, "This field is required."),
        ({"name": "A", "scopes": ["admin"], "days": "30"}, "is not one of the available choices"),
        ({"name": "A", "scopes": ["comments"], "days": "31"}, "is not one of the available choices"),
    ],
)
def test_token_that_makes_no_sense_is_not_made(browser, sent, words):
    response = browser.post("/accounts/tokens/", sent)
    assert (response.status_code, words in response.content.decode(), Token.objects.count()) == (400, True, 0)


def test_nobody_revokes_what_is_not_theirs(browser):
    row, _ = tokens.make(by=person("Carol"), at=NOW, name="Hers", scopes=["posts"])
    assert browser.post(f"/accounts/tokens/{row.pk}/revoke/").status_code == 404
    assert Token.objects.get().revoked_at is None
