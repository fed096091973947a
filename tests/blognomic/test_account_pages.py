"""The account pages hang in our frame, are sound HTML, and say their errors where a screen reader finds them."""

import re

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.urls import reverse

from players.models import Player
from tests.blognomic.html import inline_in, read
from tests.votables.table import reachable

pytestmark = pytest.mark.django_db

FOR_GUESTS = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/x-y/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/confirm-email/no-such-key/",
    "/accounts/inactive/",
]
FOR_THE_SIGNED_IN = [
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
]
PASSWORD = "light-the-lamp"


@pytest.fixture
def signed_in(client):
    """A browser in which Bobby has signed in with his password, and given it once more a moment ago."""
    reachable("Bobby", password=PASSWORD)
    for path, fields in (("login", {"login": "Bobby"}), ("reauthenticate", {})):
        response = client.post(f"/accounts/{path}/", {**fields, "password": PASSWORD})
        assert response.status_code == 302
    return client


def framed(page: str) -> list[str]:
    """What is wrong with a page: its HTML, or that it does not hang in our frame."""
    reader = read(page)
    classes = [attrs.get("class") for tag, attrs in reader.elements if tag in ("header", "footer", "main")]
    if classes != ["site", "content", "site-footer"]:
        reader.faults.append(f"not in our frame: {classes}")
    unstyled = [attrs for tag, attrs in reader.elements if tag == "button" and not attrs.get("class")]
    return reader.faults + [f"a button without a look: {attrs}" for attrs in unstyled] + inline_in(page)


@pytest.mark.parametrize("path", FOR_GUESTS)
def test_pages_for_guests_are_ours(client, path):
    response = client.get(path, follow=True)
    assert (response.status_code, framed(response.content.decode())) == (200, [])


@pytest.mark.parametrize("path", FOR_THE_SIGNED_IN)
def test_pages_for_the_signed_in_are_ours(signed_in, path):
    response = signed_in.get(path)
    assert (response.status_code, framed(response.content.decode())) == (200, [])


def test_recovery_codes_are_ours(signed_in):
    bobby = Player.objects.get()
    Authenticator.objects.create(user=bobby, type=Authenticator.Type.TOTP, data={"secret": "x"})
    Authenticator.objects.create(
        user=bobby,
        type=Authenticator.Type.RECOVERY_CODES,
        data={"migrated_codes": ["1234", "5678"], "used_mask": 0},
    )
    for path in ("", "generate/"):
        response = signed_in.get(f"/accounts/2fa/recovery-codes/{path}")
        assert (response.status_code, framed(response.content.decode())) == (200, [])


def test_account_settings_mark_where_one_is(signed_in):
    reader = read(signed_in.get("/accounts/2fa/webauthn/").content.decode())
    marked = [
        (attrs["href"], attrs["aria-current"]) for tag, attrs in reader.elements if "aria-current" in attrs
    ]
    assert marked == [("/accounts/2fa/", "true")]


def test_errors_stand_beside_their_fields(client):
    fields = {"username": "", "email": "not an address", "password1": PASSWORD, "password2": "something else"}
    page = client.post("/accounts/signup/", fields).content.decode()
    assert framed(page) == []
    wrong = [
        (attrs["name"], attrs["aria-describedby"])
        for tag, attrs in read(page).elements
        if tag == "input" and attrs.get("aria-invalid") == "true"
    ]
    assert sorted(wrong) == [
        ("email", "id_email_help id_email_error"),
        ("password2", "id_password2_help id_password2_error"),
        ("username", "id_username_help id_username_error"),
    ]


def test_no_label_is_repeated_as_a_placeholder(client):
    for path in ("/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"):
        assert "placeholder" not in client.get(path).content.decode()


@pytest.mark.parametrize(
    ("path", "ways"),
    [
        ("/accounts/inactive/", [("/", "To the blog")]),
        ("/accounts/password/reset/key/x-y/", [("/accounts/password/reset/", "Send me another")]),
        ("/accounts/password/reset/key/done/", [("/accounts/login/", "Sign in")]),
        ("/accounts/confirm-email/no-such-key/", [("/accounts/login/?next=/accounts/email/", "Sign in")]),
    ],
)
def test_a_page_where_nothing_can_be_filled_in_says_where_to_go(client, path, ways):
    main = re.search(r"<main.*</main>", client.get(path).content.decode(), re.DOTALL)[0]
    assert re.findall(r'<a class="button[^"]*" href="([^"]*)">([^<]*)</a>', main) == ways


def test_an_address_is_confirmed_by_the_link_that_was_sent_there(client):
    bobby = reachable("Bobby", confirmed=False)
    address = EmailAddress.objects.get(user=bobby)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    page = client.get(path).content.decode()
    assert framed(page) == []
    assert "Is bobby@example.org the address of Bobby?" in page
    assert client.post(path).status_code == 302
    address.refresh_from_db()
    assert address.verified is True


def test_a_new_password_is_chosen_by_the_link_that_was_sent(client, mailoutbox):
    bobby = reachable("Bobby", password=PASSWORD)
    client.post("/accounts/password/reset/", {"email": bobby.email})
    link = re.search(r"/accounts/password/reset/key/\S+", mailoutbox[0].body)[0]
    response = client.get(link, follow=True)
    page = response.content.decode()
    assert (framed(page), re.findall(r"<h1>(.*)</h1>", page)) == ([], ["Choose a new password"])
    path = response.redirect_chain[-1][0]
    chosen = {"password1": "snuff-the-lamp", "password2": "snuff-the-lamp"}
    assert client.post(path, chosen)["Location"] == "/accounts/password/reset/key/done/"
    bobby.refresh_from_db()
    assert bobby.check_password("snuff-the-lamp") is True


def code_of(secret: str) -> str:
    """The code that an app shows now."""
    counters = [*yield_hotp_counters_from_time()]
    return format_hotp_value(hotp_value(secret, counters[len(counters) // 2]))


def with_key(player: Player) -> Authenticator:
    data = {"name": "Brass key", "credential": {}}
    return Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data=data)


def standing_out(page: str) -> list[str]:
    """What the page is headed by, and the buttons in it that stand out."""
    main = re.search(r"<main.*</main>", page, re.DOTALL)[0]
    headings = re.findall(r"<h1[^>]*>(.*?)</h1>", main, re.DOTALL)
    buttons = re.findall(r'class="button button-(?:main|danger)"[^>]*>(.*?)</(?:a|button)>', main, re.DOTALL)
    return [re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL).strip() for html in (*headings, *buttons)]


def test_pages_of_two_factor_say_what_they_are_for_and_have_one_main_button(signed_in):
    bobby = Player.objects.get()
    answers = {path: signed_in.get(f"/accounts/2fa/{path}/") for path in ("totp/activate", "webauthn/add")}
    Authenticator.objects.create(user=bobby, type=Authenticator.Type.TOTP, data={"secret": "x"})
    codes = {"migrated_codes": ["1234", "5678"], "used_mask": 0}
    Authenticator.objects.create(user=bobby, type=Authenticator.Type.RECOVERY_CODES, data=codes)
    key = f"webauthn/keys/{with_key(bobby).pk}"
    others = ("totp/deactivate", f"{key}/edit", f"{key}/remove", "recovery-codes", "recovery-codes/generate")
    answers |= {path: signed_in.get(f"/accounts/2fa/{path}/") for path in (*others, "reauthenticate")}
    pages = {path: response.content.decode() for path, response in answers.items()}
    assert {path: framed(page) for path, page in pages.items() if framed(page)} == {}
    assert {path: standing_out(page) for path, page in pages.items()} == {
        "totp/activate": ["Set up an app", "Use this app"],
        "webauthn/add": ["Add a key", "Add the key"],
        "totp/deactivate": ["Stop using the app?", "Stop using it"],
        f"{key}/edit": ["Rename a key", "Rename"],
        f"{key}/remove": ["Remove “Brass key”?", "Remove"],
        "recovery-codes": ["Recovery codes", "Save as a file"],
        "recovery-codes/generate": ["Make new recovery codes?", "Make codes"],
        "reauthenticate": ["Is it you?", "Confirm"],
    }


def test_an_app_is_set_up_asked_for_and_given_up_by_our_forms(signed_in, client, settings):
    settings.MFA_TOTP_TOLERANCE = 1  # the next half a minute may begin at any moment
    page = signed_in.get("/accounts/2fa/totp/activate/").content.decode()
    secret = re.search(r'id="authenticator_secret" value="(\w+)"', page)[1]
    assert f"secret={secret}" in re.search(r'href="(otpauth:[^"]*)"', page)[1]
    wrong = signed_in.post("/accounts/2fa/totp/activate/", {"code": "1"}).content.decode()
    assert (framed(wrong), "Incorrect code." in wrong, secret in wrong) == ([], True, True)
    page = signed_in.post(
        "/accounts/2fa/totp/activate/", {"code": code_of(secret)}, follow=True
    ).content.decode()
    assert standing_out(page) == ["Recovery codes", "Save as a file"]
    code = re.search(r'<textarea id="recovery_codes"[^>]*>(\w+)', page)[1]
    client.post("/accounts/logout/")
    page = client.post(
        "/accounts/login/", {"login": "Bobby", "password": PASSWORD}, follow=True
    ).content.decode()
    assert (framed(page), standing_out(page)) == ([], ["Your second proof", "Sign in"])
    assert client.post("/accounts/2fa/authenticate/", {"code": code})["Location"] == "/"
    client.post("/accounts/2fa/reauthenticate/", {"code": code_of(secret)})
    page = client.post("/accounts/2fa/totp/deactivate/", follow=True).content.decode()
    assert (framed(page), "You no longer need a code from the app to sign in." in page) == ([], True)
    assert list(Authenticator.objects.all()) == []


def test_a_key_is_renamed_and_removed_by_our_forms(signed_in):
    key = with_key(Player.objects.get())
    for act, fields in (("edit", {"name": "Iron key"}), ("remove", {})):
        path = f"/accounts/2fa/webauthn/keys/{key.pk}/{act}/"
        page = signed_in.get(path).content.decode()
        assert f'<form class="form" method="post" action="{path}">' in page
        response = signed_in.post(path, fields)
        assert (response.status_code, response["Location"]) == (302, "/accounts/2fa/webauthn/")
        left = [str(one) for one in Authenticator.objects.all()]
        assert left == (["Iron key"] if act == "edit" else [])
