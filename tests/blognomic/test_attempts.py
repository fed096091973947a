"""Trying passwords: how often, from where, and that it takes as long for an account as for none."""

from collections.abc import Iterator

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.test import Client

from blognomic.accounts import attempts
from players.models import Player
from tests.votables.table import noon

from .test_accounts import PASSWORD, link_in_mail, register, sign_in, signed_in, somebody

pytestmark = pytest.mark.django_db

THERE, ELSEWHERE = "192.0.2.1", "198.51.100.7"


@pytest.fixture(autouse=True)
def a_clock_that_stands_still() -> Iterator[object]:
    with time_machine.travel(noon(1), tick=False) as clock:
        yield clock


@pytest.fixture
def hashed(monkeypatch) -> list[str]:
    """Every password that was hashed."""
    seen = []
    plain = MD5PasswordHasher.encode

    def encode(self, password, salt, *rest):
        seen.append(password)
        return plain(self, password, salt, *rest)

    monkeypatch.setattr(MD5PasswordHasher, "encode", encode)
    return seen


def tried(name: str, password: str = "wrong", address: str = ELSEWHERE, client: Client | None = None) -> str:
    """What comes of trying to sign in."""
    client = client or Client()
    client.post("/accounts/logout/", REMOTE_ADDR=address)
    fields = {"login": name, "password": password}
    response = client.post("/accounts/login/", fields, REMOTE_ADDR=address)
    if signed_in(response):
        return "in"
    page = response.content.decode()
    assert ("Too many failed attempts" in page) != ("are not correct" in page)
    return "too many" if "Too many" in page else "wrong"


def used_up(name: str, **more: object) -> None:
    while tried(name, **more) == "wrong":
        pass


def at_home(name: str = "Gregory") -> Client:
    """A browser in which somebody has signed in, and out again."""
    browser = Client()
    assert tried(name, PASSWORD, THERE, browser) == "in"
    browser.post("/accounts/logout/")
    return browser


def test_registering_hashes_a_password_whether_or_not_the_address_has_an_account(settings, hashed):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    somebody()
    hashed.clear()
    fresh = register("Somebody", email="new@example.org")
    for_a_new_one = len(hashed)
    hashed.clear()
    known = register("Another", email="gregory@example.org")
    assert (known.status_code, known["Location"]) == (fresh.status_code, fresh["Location"])
    assert (for_a_new_one, len(hashed)) == (1, 1)
    assert Player.objects.filter(name="Another").exists() is False


@pytest.mark.parametrize("name", ["Gregory", "gregory@example.org", "Nobody", "nobody@example.org"])
def test_a_wrong_password_is_hashed_as_often_for_anybody(hashed, name):
    somebody()
    hashed.clear()
    assert tried(name) == "wrong"
    assert hashed == ["wrong"] * 2


@pytest.mark.parametrize("others", [["GREGORY"], ["gregory@example.org"], ["second@example.org", "Ｇregory"]])
def test_the_names_and_addresses_of_an_account_are_one_key(others):
    player = somebody()
    EmailAddress.objects.create(user=player, email="second@example.org", verified=True)
    names = ["Gregory", *others] * 3
    assert [tried(name) for name in names[:5]] == ["wrong"] * 5
    assert {name: tried(name, PASSWORD) for name in names} == dict.fromkeys(names, "too many")


def test_no_other_name_of_the_site_is_another_key(settings):
    settings.ALLOWED_HOSTS = ["*"]
    somebody()
    refusals = []
    for number in range(6):
        fields = {"login": "Gregory", "password": "wrong"}
        page = Client().post("/accounts/login/", fields, HTTP_HOST=f"host{number}.example").content.decode()
        refusals.append("Too many" in page)
    assert refusals == [False] * 5 + [True]


def test_who_guesses_elsewhere_does_not_lock_the_owner_out_of_the_browser_they_use(a_clock_that_stands_still):
    somebody()
    home = at_home()
    for network in range(5):
        for _ in range(5):
            tried("Gregory", address=f"10.0.{network}.1")
    assert tried("Gregory", PASSWORD, "10.1.0.1") == "too many"
    assert tried("gregory@example.org", PASSWORD, ELSEWHERE, home) == "in"


@pytest.mark.sweep
def test_from_everywhere_together_twenty_an_hour_are_tried_and_a_hundred_a_day(a_clock_that_stands_still):
    somebody()
    done = []
    for hour in range(6):
        right = [tried("Gregory", address=f"10.{hour}.{network}.1") for network in range(21)]
        done.append(right.count("wrong"))
        a_clock_that_stands_still.shift(3601)
    assert done == [20, 20, 20, 20, 20, 0]


def test_a_known_browser_does_not_try_for_ever_either():
    somebody()
    home = at_home()
    assert [tried("Gregory", "wrong", THERE, home) for _ in range(6)] == ["wrong"] * 5 + ["too many"]
    assert tried("Gregory", PASSWORD, THERE, home) == "too many"


def test_a_browser_is_known_for_the_accounts_that_were_signed_in_to_in_it_and_no_other():
    somebody()
    somebody("Harriet")
    home = at_home("Harriet")
    used_up("Gregory")
    assert tried("Gregory", PASSWORD, ELSEWHERE, home) == "too many"
    used_up("Harriet")
    assert tried("Harriet", PASSWORD, ELSEWHERE, home) == "in"


@pytest.mark.parametrize("forged", ["", "x", "eyIxIjogIngifQ:1aaaaa:bbbb", "é"])
def test_a_cookie_that_the_site_did_not_sign_makes_nobody_known(forged):
    somebody()
    browser = Client()
    browser.cookies[attempts.COOKIE] = forged
    assert [tried("Gregory", client=browser) for _ in range(6)] == ["wrong"] * 5 + ["too many"]
    used_up("Gregory")
    assert tried("Gregory", PASSWORD, ELSEWHERE, browser) == "too many"


def test_the_cookie_goes_to_pages_of_accounts_alone_and_names_nobody():
    player = somebody()
    cookie = at_home().cookies[attempts.COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/accounts/", True, "Lax")
    assert player.name not in cookie.value


def test_who_never_was_here_is_told_the_same_as_of_an_account():
    somebody()
    assert [tried("Nobody", address=THERE) for _ in range(6)] == [tried("Gregory") for _ in range(6)]


def test_a_new_password_by_a_letter_opens_a_locked_account_in_that_browser():
    player = somebody()
    used_up("Gregory")
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": player.email}, REMOTE_ADDR=ELSEWHERE)
    page = browser.get(link_in_mail(), follow=True, REMOTE_ADDR=ELSEWHERE)
    new = {"password1": "a completely new phrase", "password2": "a completely new phrase"}
    browser.post(page.request["PATH_INFO"], new, REMOTE_ADDR=ELSEWHERE)
    for network in range(21):
        tried("Gregory", address=f"10.0.{network}.1")
    assert tried("Gregory", new["password1"], ELSEWHERE, browser) == "in"
    mail.outbox.clear()


def test_the_password_is_guessed_no_faster_with_a_session():
    somebody()
    browser = Client()
    sign_in(client=browser)
    refusals = [
        "Too many" in browser.post("/accounts/reauthenticate/", {"password": "wrong"}).content.decode()
        for _ in range(6)
    ]
    assert refusals == [False] * 5 + [True]
