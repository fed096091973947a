"""Whoever has borrowed a session does not become the account: what changes how one gets in takes its owner.

Every address of accounts is here, as the resolver knows them: either it changes how somebody gets in, and then it is
refused to a session that has not proved itself just now, changes nothing, works after the password, and is told to
every address that the account had before; or it is named with the reason why it need not.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse

from players import sessions
from players.models import NoticeSettings, Player, Session, Token
from players.services import tokens
from tests.votables.table import noon

from .proving import prove
from .test_accounts import PASSWORD, code_of, link_in_mail, somebody

pytestmark = pytest.mark.django_db

OLD, SECOND = "gregory@example.org", "second@example.org"
NEW = "a completely new phrase"
CHANGED = "Your account was changed:"
NOT_A_WAY_IN = {
    **dict.fromkeys(
        ("account_login", "mfa_authenticate", "mfa_login_webauthn", "account_confirm_login_code"),
        "It signs in, and is the proof itself.",
    ),
    **dict.fromkeys(
        ("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"), "It is the proof."
    ),
    **dict.fromkeys(
        ("account_reset_password", "account_email_verification_sent", "account_reset_password_done"),
        "It does no more than send a letter.",
    ),
    **dict.fromkeys(
        (
            "account_reset_password_from_key",
            "account_reset_password_from_key_done",
            "account_confirm_email",
            "account_address_back",
        ),
        "Its link was sent to the owner.",
    ),
    **dict.fromkeys(("mfa_index", "mfa_list_webauthn", "account_sessions"), "It only shows."),
    "account_signup": "It makes another account.",
    "account_logout": "It ends the session that asks.",
    "account_inactive": "It only says so.",
    "mfa_edit_webauthn": "It changes what a key is called; it takes the proof all the same.",
}


@dataclass(frozen=True)
class Change:
    """A way to change how somebody gets in."""

    route: str
    data: dict[str, object]
    argument: Callable[[Player], object] | None = None
    told: bool = True
    without: tuple[str, ...] = ()

    def path(self, player: Player) -> str:
        return reverse(self.route, args=[self.argument(player)] if self.argument else [])


def key_of(player: Player) -> int:
    return Authenticator.objects.get(user=player, type=Authenticator.Type.WEBAUTHN).pk


def other_session(player: Player) -> str:
    return sessions.handle_of(Session.objects.filter(player=player).order_by("session_key").last().pk)


CHANGES = {
    # To an account with a second factor none can be added at all.
    "an address is added": Change(
        "account_email",
        {"action_add": "", "email": "thief@example.org"},
        without=("totp", "webauthn", "recovery_codes"),
    ),
    "an address becomes the primary one": Change("account_email", {"action_primary": "", "email": SECOND}),
    "an address is removed": Change("account_email", {"action_remove": "", "email": SECOND}),
    "an app is set up": Change("mfa_activate_totp", {}, without=("totp",)),
    "an app is given up": Change("mfa_deactivate_totp", {}),
    "codes are made": Change("mfa_generate_recovery_codes", {}),
    "codes are read": Change("mfa_view_recovery_codes", {}, told=False),
    "codes are saved": Change("mfa_download_recovery_codes", {}, told=False),
    "a key is added": Change("mfa_add_webauthn", {"name": "Thief's", "credential": json.dumps({"id": "x"})}),
    "a key is removed": Change("mfa_remove_webauthn", {}, key_of),
    "a key is renamed": Change("mfa_edit_webauthn", {"name": "Iron key"}, key_of, told=False),
    "a token is made": Change("api_tokens", {"name": "Bot", "scopes": ["comments"], "days": "0"}),
    "a token is revoked": Change("revoke_api_token", {}, lambda player: Token.objects.latest("pk").pk),
    "a session is ended": Change("account_end_session", {}, other_session),
    "the account is closed": Change("account_close", {"sure": "on"}),
    "all other sessions are ended": Change("account_end_other_sessions", {}),
}
# These ask for a password in the form itself, or only once there is none: tests of their own, below.
PASSWORDS = {"account_change_password", "account_set_password"}
READING = ("mfa_view_recovery_codes", "mfa_download_recovery_codes")


@pytest.fixture
def gregory() -> Player:
    """Somebody with all that one can have: two addresses, an app, a key, codes, a token, and two sessions elsewhere."""
    player = somebody()
    EmailAddress.objects.create(user=player, email=SECOND, verified=True)
    Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={"secret": "x"})
    key = {"name": "Brass key", "credential": {}}
    Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data=key)
    RecoveryCodes.activate(player)
    tokens.make(by=player, at=noon(1), name="A program", scopes=["posts"])
    for _ in range(2):
        Client().force_login(player)
    return player


@pytest.fixture
def borrowed(gregory, monkeypatch) -> Client:
    """A browser that has Gregory's session, and nothing else of his. What a key of metal would say is taken as said."""
    from allauth.mfa.webauthn.internal import auth

    for name in ("parse_registration_response", "complete_registration"):
        monkeypatch.setattr(auth, name, lambda credential: credential)
    # A transaction of its own is done at once, and not at the end of the test's.
    monkeypatch.setattr(transaction, "on_commit", lambda done, **more: done())
    browser = Client()
    browser.force_login(gregory)
    return browser


def ways_in(player: Player) -> list[object]:
    """All by which somebody gets into the account."""
    player.refresh_from_db()
    return [
        (player.password, player.email, player.is_active),
        list(
            EmailAddress.objects.filter(user=player)
            .order_by("pk")
            .values_list("email", "primary", "verified")
        ),
        [
            (one.pk, one.type, one.data.get("seed"), one.data.get("name"))
            for one in Authenticator.objects.filter(user=player).order_by("pk")
        ],
        list(Token.objects.filter(player=player).order_by("pk").values_list("pk", "revoked_at")),
        sorted(Session.objects.filter(player=player).values_list("pk", flat=True)),
    ]


def carry_out(browser: Client, change: Change, path: str):
    """What its owner would click, by way of the page that leads there."""
    data = dict(change.data)
    if change.route in READING:
        return browser.get(path)
    if change.route == "mfa_activate_totp":
        page = browser.get(path)
        data["code"] = code_of(page.context["form"].secret) if page.context else "123456"
    return browser.post(path, data)


def test_every_address_of_accounts_is_here():
    routes = set()

    def walk(patterns, start: str) -> None:
        for pattern in patterns:
            path = f"{start}{pattern.pattern}"
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, path)
            elif path.startswith("accounts/"):
                routes.add(pattern.name)

    walk(get_resolver().url_patterns, "")
    assert routes == {one.route for one in CHANGES.values()} | PASSWORDS | NOT_A_WAY_IN.keys()


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_session_alone_changes_nothing_and_the_password_does(borrowed, gregory, change):
    path = change.path(gregory)
    Authenticator.objects.filter(type__in=change.without).delete()
    before = ways_in(gregory)
    refused = carry_out(borrowed, change, path)
    assert (refused.status_code, refused["Location"].partition("?")[0]) == (302, "/accounts/reauthenticate/")
    assert (ways_in(gregory), mail.outbox) == (before, [])

    wrong = borrowed.post(refused["Location"], {"password": "wrong"})
    assert (wrong.status_code, ways_in(gregory), mail.outbox) == (200, before, [])

    prove(borrowed, gregory)
    done = carry_out(borrowed, change, path)
    assert done.status_code in (200, 201, 302)
    assert "/reauthenticate/" not in done.get("Location", "")
    assert (ways_in(gregory) != before) == (change.route not in READING)
    recipients = [letter.to for letter in mail.outbox if CHANGED in letter.body]
    assert sorted(recipients) == ([[OLD], [SECOND]] if change.told else [])


def test_what_was_sent_is_done_as_soon_as_the_password_is_given(borrowed, gregory):
    """Nobody has to fill in the form twice."""
    refused = borrowed.post("/accounts/tokens/", CHANGES["a token is made"].data)
    page = borrowed.post(refused["Location"], {"password": PASSWORD})
    assert page.status_code == 201
    (token,) = re.findall(r"bn_[A-Za-z0-9_-]{43}", page.content.decode())
    assert tokens.find(token).name == "Bot"


def test_the_proof_lasts_five_minutes(borrowed, gregory):
    prove(borrowed, gregory)
    session = borrowed.session
    session["account_authentication_methods"][0]["at"] -= 301
    session.save()
    refused = borrowed.post("/accounts/tokens/", CHANGES["a token is made"].data)
    assert refused["Location"].startswith("/accounts/reauthenticate/")


def test_an_account_is_not_taken_over_by_its_addresses(borrowed, gregory):
    """The whole way of a thief who does have the password: every step is told where its owner reads it."""
    prove(borrowed, gregory)
    for data in (
        {"action_primary": "", "email": SECOND},
        {"action_remove": "", "email": OLD},
    ):
        borrowed.post("/accounts/email/", data)
    letters = [(letter.to, letter.subject) for letter in mail.outbox if CHANGED in letter.body]
    assert letters == [
        ([OLD], "[BlogNomic] Your e-mail address is changed"),
        ([SECOND], "[BlogNomic] Your e-mail address is changed"),
        ([OLD], "[BlogNomic] An address was removed"),
        ([SECOND], "[BlogNomic] An address was removed"),
    ]


# Passwords


def change_password(browser: Client, old: str, **more: str):
    fields = {"oldpassword": old, "password1": NEW, "password2": NEW, **more}
    return browser.post("/accounts/password/change/", fields)


def test_a_new_password_takes_the_old_one_and_ends_all_other_sessions(borrowed, gregory):
    before = ways_in(gregory)
    assert change_password(borrowed, "wrong").status_code == 200
    assert (ways_in(gregory), mail.outbox) == (before, [])
    assert len(before[-1]) == 3

    elsewhere = Client()
    elsewhere.force_login(gregory)
    stolen = Client()
    stolen.cookies["sessionid"] = borrowed.cookies["sessionid"].value
    assert stolen.get("/accounts/sessions/").status_code == 200
    assert change_password(borrowed, PASSWORD).status_code == 302
    assert sorted(letter.to for letter in mail.outbox) == [[OLD], [SECOND]]
    assert [one.get("/accounts/sessions/").status_code for one in (borrowed, stolen, elsewhere)] == [
        200,
        302,
        302,
    ]
    (left,) = Session.objects.filter(player=gregory)
    assert left.pk == borrowed.session.session_key


def test_the_password_is_guessed_there_no_faster_than_elsewhere(borrowed):
    answers = [change_password(borrowed, "wrong").status_code for _ in range(6)]
    assert answers == [200] * 5 + [429]


@pytest.mark.parametrize(("sent", "revoked"), [({"revoke_tokens": "on"}, True), ({}, False)])
def test_a_new_password_offers_to_revoke_the_tokens(borrowed, gregory, sent, revoked):
    page = borrowed.get("/accounts/password/change/").content.decode()
    offer = re.search(r"<input[^>]*revoke_tokens[^>]*> <span>([^<]*)</span>", page)
    assert ("checked" in offer[0], offer[1]) == (True, "Revoke your token, too")
    change_password(borrowed, PASSWORD, **sent)
    assert (Token.objects.get().revoked_at is not None) == revoked
    page = borrowed.get("/accounts/password/change/").content.decode()
    assert ("revoke_tokens" in page) != revoked


def test_a_password_that_is_forgotten_ends_all_sessions_and_offers_the_same(borrowed, gregory):
    Client().post("/accounts/password/reset/", {"email": OLD})
    browser = Client()
    page = browser.get(link_in_mail(), follow=True)
    assert "Revoke your token, too" in page.content.decode()
    fields = {"password1": NEW, "password2": NEW, "revoke_tokens": "on"}
    browser.post(page.request["PATH_INFO"], fields)
    assert (Session.objects.filter(player=gregory).count(), Token.objects.get().revoked_at is None) == (
        0,
        False,
    )
    assert borrowed.get("/accounts/sessions/").status_code == 302
    assert sorted(letter.to for letter in mail.outbox[1:]) == [[OLD], [SECOND]]


def test_who_has_a_key_alone_proves_themselves_by_it_before_they_set_a_password(borrowed, gregory):
    gregory.set_unusable_password()
    gregory.save()
    borrowed.force_login(gregory)
    fields = {"password1": NEW, "password2": NEW}
    assert borrowed.post("/accounts/password/set/", fields)["Location"] == "/accounts/password/set/"
    led = borrowed.get("/accounts/password/set/")["Location"]
    assert led == "/accounts/2fa/reauthenticate/?next=%2Faccounts%2Fpassword%2Fset%2F"
    assert "/accounts/2fa/webauthn/reauthenticate/" in borrowed.get(led).content.decode()
    # What was typed is not written down meanwhile.
    assert NEW not in str(dict(borrowed.session))
    gregory.refresh_from_db()
    assert gregory.has_usable_password() is False

    prove(borrowed, gregory)
    assert borrowed.post("/accounts/password/set/", fields).status_code == 302
    gregory.refresh_from_db()
    assert gregory.check_password(NEW)
    assert sorted(letter.to for letter in mail.outbox) == [[OLD], [SECOND]]


def test_who_has_nothing_to_prove_themselves_by_chooses_a_password_by_a_letter_first():
    """An account that came from a file, say."""
    player = somebody()
    player.set_unusable_password()
    player.save()
    browser = Client()
    browser.force_login(player)
    before = ways_in(player)
    for change in ("an address is added", "a token is made", "all other sessions are ended"):
        refused = carry_out(browser, CHANGES[change], CHANGES[change].path(player))
        assert refused["Location"].startswith("/accounts/password/reset/?next=")
        assert (ways_in(player), mail.outbox) == (before, [])
    assert browser.get("/accounts/password/set/")["Location"].startswith("/accounts/password/reset/")
    assert browser.get("/accounts/password/reset/").status_code == 200


# Programs


def test_a_token_is_no_session(gregory):
    _, token = tokens.make(by=gregory, at=noon(1), name="Bot", scopes=list(tokens.SCOPES))
    before = ways_in(gregory)
    browser = Client(headers={"Authorization": f"Bearer {token}"})
    for change in CHANGES.values():
        response = carry_out(browser, change, change.path(gregory))
        assert response["Location"].startswith("/accounts/login/")
    assert ways_in(gregory) == before


# Letters about it


def test_they_are_in_the_language_of_the_account_whatever_the_browser_speaks(borrowed, gregory):
    NoticeSettings.objects.create(player=gregory, language="de")
    prove(borrowed, gregory)
    data = CHANGES["a token is made"].data
    borrowed.post("/accounts/tokens/", data, headers={"accept-language": "en"})
    assert all("Dein Konto wurde geändert:" in letter.body for letter in mail.outbox)
    assert len(mail.outbox) == 2


def test_they_say_where_it_came_from_in_words_that_nobody_else_chose(borrowed, gregory):
    prove(borrowed, gregory)
    lure = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0 Click http://evil.example to be safe"
    borrowed.post("/accounts/sessions/end/", REMOTE_ADDR="203.0.113.77", headers={"user-agent": lure})
    body = mail.outbox[0].body
    assert ("From the network: 203.0.113.0/24" in body, "With: Firefox, Windows" in body) == (True, True)
    assert ("evil" in body, "203.0.113.77" in body) == (False, False)


def test_a_mail_server_that_does_not_answer_leaves_nothing_half_done(borrowed, gregory, monkeypatch, caplog):
    def fail(self, *args, **kwargs):
        raise ConnectionRefusedError("no answer")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    prove(borrowed, gregory)
    made = borrowed.post("/accounts/tokens/", CHANGES["a token is made"].data)
    assert made.status_code == 201
    assert "could not be sent" in caplog.text
