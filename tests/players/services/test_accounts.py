"""Closing an account: what goes and what stays."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.db import models
from django.test import Client

from blognomic.web.errors import Stale
from gamestate.models import Awaited
from players.models import Device, Introduction, Notice, NoticeSettings, Player, Session, Token
from players.services import tokens
from players.services.accounts import close_account, columns_of_people
from tests.blognomic.proving import prove
from tests.blognomic.test_accounts import PASSWORD, errors, register, sign_in, signed_in
from tests.gamestate.services.test_acting import forage
from tests.votables.table import make_admin, noon, propose, seat, vote
from votables.models import Ballot, Comment, Draft, Post
from votables.visits.models import Visit

pytestmark = pytest.mark.django_db

# What is a person's own, and of no use to anybody once they have gone: the tables that a player's row takes with it.
OWN = {
    EmailAddress, Authenticator, Token, Session, Notice, NoticeSettings, Device, Introduction, Draft, Visit,
    Awaited,
}  # fmt: skip


@pytest.fixture
def alice() -> Player:
    """A player with something of everything."""
    seat("Alice", "Bobby", "Carol", "David", "Ellen")
    make_admin(Player.objects.get(name="Bobby"))
    alice = Player.objects.get(name="Alice")
    alice.set_password(PASSWORD)
    alice.save()
    EmailAddress.objects.create(user=alice, email="alice@example.com", verified=True, primary=True)
    vote(propose(alice, noon(2), "Cats"), noon(2), **{"for": alice})
    Draft.objects.create(author=alice, saved_at=noon(2))
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={"secret": "x"})
    NoticeSettings.objects.create(player=alice)
    Introduction.objects.create(player=alice, words="Hello.", changed_at=noon(1))
    Device.objects.create(player=alice, name="A phone", endpoint="https://push.example/", made_at=noon(1))
    Visit.objects.create(player=alice, since=noon(1), seen_at=noon(2))
    Awaited.objects.create(player=alice, action=forage(alice), since=noon(1))
    return alice


@pytest.fixture
def browser(alice) -> Client:
    client = Client()
    client.force_login(alice)
    prove(client, alice)
    return client


def own(player: Player) -> dict[str, int]:
    """How many rows of each of the tables are theirs."""
    mine = {field.model: field.name for field in columns_of_people() if field.model in OWN}
    return {model.__name__: model.objects.filter(**{name: player}).count() for model, name in mine.items()}


def test_what_goes_is_what_is_a_persons_own_and_nothing_that_is_of_the_record():
    columns = [field for field in columns_of_people() if not field.model._meta.auto_created]
    assert {field.model for field in columns if field.remote_field.on_delete is models.CASCADE} == OWN
    others = {field.remote_field.on_delete for field in columns if field.model not in OWN}
    assert others == {models.PROTECT}


def test_the_private_part_goes_and_the_record_stays(alice, browser):
    tokens.make(by=alice, at=noon(2), name="Bot", scopes=["posts"])
    assert all(number for name, number in own(alice).items() if name != "Notice")
    record = [
        Post.objects.count(),
        Comment.objects.count(),
        Ballot.objects.count(),
        alice.roster_events.count(),
    ]

    response = browser.post("/accounts/close/", {"sure": "on"}, follow=True)
    assert "Your account is closed." in response.content.decode()
    alice.refresh_from_db()
    assert (alice.name, alice.email, alice.is_active, alice.has_usable_password()) == (
        "Alice",
        "",
        False,
        False,
    )
    assert own(alice) == dict.fromkeys(own(alice), 0)
    assert record == [
        Post.objects.count(), Comment.objects.count(), Ballot.objects.count(), alice.roster_events.count(),
    ]  # fmt: skip
    assert "Cats" in Client().get(alice.get_absolute_url()).content.decode()


def test_nobody_gets_in_any_more(alice, browser):
    _, token = tokens.make(by=alice, at=noon(2), name="Bot", scopes=["private"])
    elsewhere = Client()
    elsewhere.force_login(alice)
    browser.post("/accounts/close/", {"sure": "on"})
    mail.outbox.clear()
    assert [one.get("/drafts/").status_code for one in (browser, elsewhere)] == [302, 302]
    assert not signed_in(sign_in("Alice"))
    program = Client(headers={"Authorization": f"Bearer {token}"})
    assert program.get("/api/v1/notices").status_code == 401
    Client().post("/accounts/password/reset/", {"email": "alice@example.com"})
    assert "/password/reset/key/" not in mail.outbox[0].body


def test_the_name_stays_theirs_and_the_address_is_free(alice, browser):
    browser.post("/accounts/close/", {"sure": "on"})
    assert errors(register("alice", email="alice@example.com")) == [
        "Somebody already has this name, or one that looks like it."
    ]
    assert register("Alicia", email="alice@example.com").status_code == 302


def test_it_takes_a_tick_and_says_what_becomes_of_what(alice, browser):
    page = browser.get("/accounts/close/").content.decode()
    assert "To leave the game now, ask for it in a post first." in page
    assert browser.post("/accounts/close/").status_code == 400
    assert Player.objects.get(pk=alice.pk).is_active


def test_its_address_is_told_while_it_has_one(alice, browser):
    browser.post("/accounts/close/", {"sure": "on"})
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (["alice@example.com"], "[BlogNomic] Your account is closed")


def test_it_is_closed_once(alice):
    close_account(by=alice)
    with pytest.raises(Stale):
        close_account(by=alice)
