"""An address that was removed comes back by the letter that was sent to it, whatever whoever removed it does."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail, signing
from django.db import transaction
from django.test import Client

from blognomic.accounts import address_back
from players.models import Player, Session, Token
from players.services import tokens
from tests.votables.table import noon, person

from .proving import prove
from .test_accounts import PASSWORD, somebody

pytestmark = pytest.mark.django_db

OLD, SECOND, THIEFS = "gregory@example.org", "second@example.org", "thief@example.org"
BACK = re.compile(r"https?://[^/\s]+(/accounts/email/back/\S+/)")
NEW = "a completely new phrase"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """What follows a transaction of its own is done at once, and not at the end of the test's."""
    monkeypatch.setattr(transaction, "on_commit", lambda done, **more: done())


@pytest.fixture
def gregory() -> Player:
    player = somebody()
    EmailAddress.objects.create(user=player, email=SECOND, verified=True)
    tokens.make(by=player, at=noon(1), name="A program", scopes=["posts"])
    return player


@pytest.fixture
def thief(gregory) -> Client:
    """A browser with Gregory's session and password, which adds an address and removes the one that was the primary."""
    browser = Client()
    browser.force_login(gregory)
    prove(browser, gregory)
    EmailAddress.objects.create(user=gregory, email=THIEFS, verified=True)
    mail.outbox.clear()
    for data in ({"action_primary": "", "email": THIEFS}, {"action_remove": "", "email": OLD}):
        browser.post("/accounts/email/", data)
    return browser


def ways_back() -> dict[str, str]:
    """The paths back that letters hold, by whom they were sent to."""
    return {letter.to[0]: back[1] for letter in mail.outbox if (back := BACK.search(letter.body))}


def addresses(player: Player) -> list[tuple[str, bool, bool]]:
    rows = EmailAddress.objects.filter(user=player).order_by("pk")
    return list(rows.values_list("email", "primary", "verified"))


def test_only_the_address_that_was_removed_is_sent_the_way_back(thief):
    assert list(ways_back()) == [OLD]
    removed = [letter for letter in mail.outbox if f"{OLD} was removed from your addresses." in letter.body]
    assert sorted(letter.to[0] for letter in removed) == [OLD, SECOND, THIEFS]


def test_one_that_was_never_confirmed_is_sent_none(gregory):
    browser = Client()
    browser.force_login(gregory)
    prove(browser, gregory)
    EmailAddress.objects.filter(email=SECOND).update(verified=False)
    browser.post("/accounts/email/", {"action_remove": "", "email": SECOND})
    assert SECOND in {letter.to[0] for letter in mail.outbox}
    assert ways_back() == {}


def test_looking_at_it_undoes_nothing(thief, gregory):
    before = addresses(gregory)
    page = Client().get(ways_back()[OLD])
    assert (page.status_code, page["Cache-Control"]) == (
        200,
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert f"<b>{OLD}</b> was removed from an account." in page.content.decode()
    assert addresses(gregory) == before


def test_it_gives_the_account_back_to_its_owner_alone(thief, gregory):
    """The thief has done all that a session and the password can do, and is signed in."""
    path = ways_back()[OLD]
    thief.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    thief.post("/accounts/sessions/end/")
    mail.outbox.clear()
    owner = Client()
    done = owner.post(path)
    assert (done.status_code, done["Location"]) == (302, "/accounts/login/")
    assert "Your address is back." in owner.get(done["Location"]).content.decode()
    assert addresses(gregory) == [(OLD, True, True)]  # for the others were added after it
    gregory.refresh_from_db()
    assert (gregory.email, gregory.has_usable_password()) == (OLD, False)
    assert Session.objects.filter(player=gregory).count() == 0
    assert Token.objects.filter(player=gregory, revoked_at=None).count() == 0
    assert thief.get("/accounts/sessions/").status_code == 302
    letters = sorted(
        letter.to[0] for letter in mail.outbox if letter.subject.endswith("A removed address is back")
    )
    assert letters == [OLD, SECOND, THIEFS]
    [reset] = [letter for letter in mail.outbox if "/password/reset/key/" in letter.body]
    assert reset.to == [OLD]
    assert ways_back() == {}


def test_it_works_once(thief, gregory):
    path = ways_back()[OLD]
    assert Client().post(path).status_code == 302
    before = addresses(gregory)
    for ask in (Client().get, Client().post):
        refused = ask(path)
        assert refused.status_code == 409
        assert "You have already used this link." in refused.content.decode()
    assert addresses(gregory) == before


def test_it_works_for_three_days(thief, gregory):
    path, before = ways_back()[OLD], addresses(gregory)
    made = Session.objects.get(player=gregory).last_used_at or noon(1)
    removed = address_back.read(path.split("/")[-2], at=made)
    last = removed.until - timedelta(seconds=1)
    with time_machine.travel(last, tick=False):
        assert Client().get(path).status_code == 200
    with time_machine.travel(removed.until, tick=False):
        refused = [Client().get(path).status_code, Client().post(path).status_code]
    assert (refused, addresses(gregory)) == ([410, 410], before)


@pytest.mark.parametrize(
    "token",
    ["x", "a.b.c", signing.dumps([1, OLD, 1, "soon"], salt=address_back.SALT)],
    ids=["a letter", "three letters", "signed nonsense"],
)
def test_what_the_site_did_not_sign_does_nothing(gregory, token):
    before = addresses(gregory)
    path = f"/accounts/email/back/{token}/"
    assert [Client().get(path).status_code, Client().post(path).status_code] == [404, 404]
    assert addresses(gregory) == before


def test_an_address_that_is_somebody_elses_by_now_stays_theirs(thief, gregory):
    other = person("Hortensia", password=PASSWORD)
    EmailAddress.objects.create(user=other, email=OLD.upper(), verified=True)
    before = addresses(gregory)
    path = ways_back()[OLD]
    refused = Client().post(path)
    assert (refused.status_code, addresses(gregory)) == (409, before)
    assert "This address now belongs to another account." in refused.content.decode()
    EmailAddress.objects.filter(user=other).delete()
    assert Client().post(path).status_code == 302  # for nothing was done, and so it was not used


def test_a_closed_account_stays_closed(thief, gregory):
    Player.objects.filter(pk=gregory.pk).update(is_active=False)
    assert Client().post(ways_back()[OLD]).status_code == 409


def test_older_addresses_stay_and_whatever_was_added_later_goes(thief, gregory):
    EmailAddress.objects.create(user=gregory, email=OLD, verified=True)
    mail.outbox.clear()
    thief.post("/accounts/email/", {"action_remove": "", "email": SECOND})
    assert Client().post(ways_back()[SECOND]).status_code == 302
    assert addresses(gregory) == [(SECOND, True, True)]
    EmailAddress.objects.create(user=gregory, email=THIEFS, verified=True)
    mail.outbox.clear()
    gregory.set_password(PASSWORD)
    gregory.save()
    thief.force_login(gregory)
    prove(thief, gregory)
    thief.post("/accounts/email/", {"action_remove": "", "email": THIEFS})
    assert Client().post(ways_back()[THIEFS]).status_code == 302
    assert addresses(gregory) == [(SECOND, False, True), (THIEFS, True, True)]
