"""Accounts: names by the law, confirmed addresses, signing in, forgotten passwords, second factors."""

import re
from html import unescape
from io import StringIO

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.password_validation import validate_password
from django.core import mail
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from players.models import Player
from players.notices.inbox import choices_of
from tests.votables.table import BEGINNING, noon, reachable, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
PASSWORD = "the ship sails at nine"


@pytest.fixture
def mandatory(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def register(name: str = "Gregory", client: Client | None = None, **more: str):
    fields = {
        "username": name,
        "email": "greg@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
        **more,
    }
    return (client or Client()).post("/accounts/signup/", fields)


def sign_in(name: str = "Gregory", password: str = PASSWORD, client: Client | None = None):
    return (client or Client()).post("/accounts/login/", {"login": name, "password": password})


def somebody(name: str = "Gregory", **more: object) -> Player:
    """An account with a confirmed address."""
    return reachable(name, password=PASSWORD, **more)


def signed_in(response) -> bool:
    return "_auth_user_id" in response.client.session


def errors(response) -> list[str]:
    return [
        unescape(one)
        for one in re.findall(r'<ul class="errorlist[^>]*>\s*<li>(.*?)</li>', response.content.decode())
    ]


def link_in_mail() -> str:
    """The path that the one letter leads to."""
    (letter,) = mail.outbox
    return re.search(r"https?://[^/\s]+(/\S+)", letter.body)[1]


# Registering


def test_whoever_registers_has_an_account_is_signed_in_and_is_no_player():
    seat(*FIVE)
    with time_machine.travel(noon(1), tick=False):
        response = register()
        assert (response.status_code, response["Location"], signed_in(response)) == (302, "/", True)
    player = Player.objects.get(name="Gregory")
    assert (player.email, player.standing, player.is_admin, player.is_staff) == (
        "greg@example.org",
        "guest",
        False,
        False,
    )
    assert (player.registered_at, player.check_password(PASSWORD)) == (noon(1), True)


@pytest.mark.parametrize(("accepts", "written_in"), [("de", "de"), ("en-gb", "en-gb"), ("tlh", "en-gb")])
def test_who_registers_is_written_to_in_the_language_of_the_page(accepts, written_in):
    register(client=Client(headers={"accept-language": accepts}))
    assert choices_of(Player.objects.get(name="Gregory")).language == written_in


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("abc", "A name has 4 to 30 characters."),
        ("A" * 31, "A name has 4 to 30 characters."),
        ("Zoë Ash", "A name cannot contain “ ”."),
        ("Alice", "Somebody already has this name, or one that looks like it."),
        ("aLICE", "Somebody already has this name, or one that looks like it."),
    ],
)
def test_a_name_that_the_law_does_not_allow_or_somebody_has_is_refused(name, why):
    with time_machine.travel(noon(1), tick=False):
        seat(*FIVE)
        response = register(name)
    assert (response.status_code, errors(response), Player.objects.count()) == (200, [why], 5)


@pytest.mark.parametrize("name", ["Ａｌｉｃｅ", "ALICE", "ᴬlice"])
def test_a_name_that_looks_like_anothers_is_refused_under_every_law(name):
    with time_machine.travel(noon(1), tick=False):
        seat(*FIVE, law="ruleset-86")
        response = register(name)
    assert errors(response) == ["Somebody already has this name, or one that looks like it."]


@pytest.mark.parametrize("name", ["@lice", "Al\u200bice", "Al\u202eice", "Al  ice", "A" * 101, "Al\x00ice"])
def test_a_name_that_nobody_can_read_is_refused_even_before_a_game_is_founded(name):
    response = register(name)
    assert (response.status_code, len(errors(response)), Player.objects.count()) == (200, 1, 0)


def test_before_a_game_is_founded_any_readable_name_will_do():
    assert register("Zoë Ash").status_code == 302


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"password2": "another one entirely"}, "You must type the same password each time."),
        ({"password1": "short", "password2": "short"}, "too short"),
        ({"password1": "Gregory-1", "password2": "Gregory-1"}, "too similar to the name"),
        ({"password1": "password123", "password2": "password123"}, "too common"),
        ({"email": "nowhere"}, "valid email address"),
        ({"email": ""}, "required"),
    ],
)
def test_a_registration_that_is_not_in_order_says_why(more, why):
    response = register(**more)
    assert (response.status_code, why in " ".join(errors(response)), Player.objects.count()) == (200, True, 0)


def test_where_addresses_must_be_confirmed_one_is_in_after_following_the_link(mandatory):
    response = register()
    assert (response["Location"], signed_in(response)) == ("/accounts/confirm-email/", False)
    assert (mail.outbox[0].to, signed_in(sign_in())) == (["greg@example.org"], False)
    mail.outbox = mail.outbox[:1]
    browser = Client()
    page = browser.get(link_in_mail())
    assert page.status_code == 200
    browser.post(link_in_mail())
    assert EmailAddress.objects.get().verified
    assert signed_in(sign_in())


def test_nobody_learns_who_has_an_account(mandatory):
    somebody()
    response = register("Somebody", email="gregory@example.org")
    assert (response.status_code, response["Location"], Player.objects.count()) == (
        302,
        "/accounts/confirm-email/",
        1,
    )
    assert "gregory@example.org" in mail.outbox[0].to
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert unknown["Location"] == "/accounts/password/reset/done/"


# Signing in


@pytest.mark.parametrize(
    "name", ["Gregory", "gREGORY", "Ｇregory", "gregory@example.org", "GREGORY@example.org"]
)
def test_one_signs_in_by_name_or_address_without_regard_to_case(name):
    somebody()
    response = sign_in(name)
    assert (response.status_code, signed_in(response)) == (302, True)


@pytest.mark.parametrize(
    ("name", "password"), [("Gregory", "wrong"), ("Nobody", PASSWORD), ("Gregory", PASSWORD.upper())]
)
def test_nobody_signs_in_with_another_password(name, password):
    somebody()
    response = sign_in(name, password)
    assert (response.status_code, signed_in(response)) == (200, False)
    assert "are not correct" in " ".join(errors(response))


def test_an_account_that_is_switched_off_does_not_sign_in():
    somebody(is_active=False)
    assert not signed_in(sign_in())


def test_guessing_is_slowed_down():
    somebody()
    for _ in range(5):
        sign_in(password="wrong")
    response = sign_in()
    assert (
        signed_in(response),
        "Too many failed attempts. Try again in five minutes, or in a browser where"
        in " ".join(errors(response)),
    ) == (False, True)


def test_signing_out_takes_a_click():
    somebody()
    browser = Client()
    sign_in(client=browser)
    assert signed_in(browser.get("/accounts/logout/"))
    assert not signed_in(browser.post("/accounts/logout/"))


def test_the_founder_of_a_game_signs_in_where_addresses_must_be_confirmed(mandatory, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda prompt: PASSWORD)
    with pytest.raises(CommandError, match="--email"):
        call_command("found_game", "Alice")
    with pytest.raises(CommandError, match="valid email address"):
        call_command("found_game", "Alice", email="alice")
    call_command("found_game", "Alice", email="alice@example.org", stdout=StringIO())
    assert signed_in(sign_in("Alice"))
    assert mail.outbox == []


# A forgotten password


def test_a_forgotten_password_is_replaced_by_the_link_in_a_letter():
    player = somebody()
    response = Client().post("/accounts/password/reset/", {"email": player.email})
    assert (response["Location"], mail.outbox[0].to) == ("/accounts/password/reset/done/", [player.email])
    browser = Client()
    page = browser.get(link_in_mail(), follow=True)
    new = "a completely new phrase"
    done = browser.post(page.request["PATH_INFO"], {"password1": new, "password2": new})
    assert done["Location"] == "/accounts/password/reset/key/done/"
    assert (signed_in(sign_in()), signed_in(sign_in(password=new))) == (False, True)
    assert (mail.outbox[1].to, mail.outbox[1].subject) == (
        [player.email],
        "[BlogNomic] Your password is changed",
    )
    del mail.outbox[1:]
    again = Client().get(link_in_mail(), follow=True)
    assert 'name="password1"' not in again.content.decode()


# Second factors


@pytest.fixture
def insider():
    """A browser in which somebody has signed in with a password, and given it once more a moment ago."""
    somebody()
    browser = Client()
    sign_in(client=browser)
    assert browser.get("/accounts/2fa/totp/activate/")["Location"].startswith("/accounts/reauthenticate/")
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return browser


def code_of(secret: str) -> str:
    """What an authenticator with that secret shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_an_authenticator_is_enrolled_and_asked_for_from_then_on(insider):
    page = insider.get("/accounts/2fa/totp/activate/")
    secret = page.context["form"].secret
    assert (page.status_code, secret in page.content.decode()) == (200, True)
    refused = insider.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    assert (refused.status_code, Authenticator.objects.count()) == (200, 0)
    enrolled = insider.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert (enrolled.status_code, set(Authenticator.objects.values_list("type", flat=True))) == (
        302,
        {"totp", "recovery_codes"},
    )
    assert insider.get(enrolled["Location"]).status_code == 200
    cache.clear()
    browser = Client()
    response = sign_in(client=browser)
    assert (response["Location"], signed_in(response)) == ("/accounts/2fa/authenticate/", False)
    assert not signed_in(browser.post("/accounts/2fa/authenticate/", {"code": "000000"}))
    (recovery,) = Authenticator.objects.filter(type="recovery_codes")
    code = recovery.wrap().get_unused_codes()[0]
    assert signed_in(browser.post("/accounts/2fa/authenticate/", {"code": code}))
    assert TOTP(Authenticator.objects.get(type="totp")).validate_code(code_of(secret))


@pytest.mark.parametrize("path", ["/accounts/2fa/", "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/"])
def test_pages_of_passkeys_answer_their_owner_alone(insider, path):
    page = insider.get(path)
    assert (page.status_code, "Security" in page.content.decode() or "asskey" in page.content.decode()) == (
        200,
        True,
    )
    assert Client().get(path)["Location"].startswith("/accounts/login/?next=")


def test_a_passkey_may_be_asked_for_on_the_sign_in_page():
    assert "passkey_login" in Client().get("/accounts/login/").content.decode()
    options = Client().get("/accounts/2fa/webauthn/login/", headers={"accept": "application/json"})
    assert "challenge" in options.json()["request_options"]["publicKey"]


def test_addresses_of_accounts_are_on_no_page_of_the_game(insider):
    seat(*FIVE)
    with time_machine.travel(BEGINNING, tick=False):
        for path in ("/", "/players/", f"/players/{Player.objects.get(name='Gregory').pk}/"):
            assert b"example.org" not in insider.get(path).content


def test_what_a_password_has_to_be_is_said_in_one_sentence(client, db):
    page = client.get("/accounts/signup/").content.decode()
    sentence = "At least 8 characters. Not your name, a common word or only digits."
    assert f"<ul><li>{sentence}</li></ul>" in page


def test_all_that_is_wrong_with_a_password_is_said_at_once(db):
    with pytest.raises(ValidationError) as refused:
        validate_password("1234", Player(name="Gregory"))
    assert refused.value.messages == [
        "This password is too short. It must contain at least 8 characters.",
        "This password is too common.",
        "This password is entirely numeric.",
    ]
    with pytest.raises(ValidationError, match="too similar to the name"):
        validate_password("gregory99", Player(name="Gregory99"))
    validate_password("the ship sails at nine", Player(name="Gregory"))
