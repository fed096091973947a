"""Letters about accounts: their links lead to the site, whatever host the request named."""

import re
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.core.context import request_context
from django.conf import settings
from django.core import mail
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from players.models import Game
from tests.votables.table import seat

from .test_accounts import register, somebody

pytestmark = pytest.mark.django_db

HOSTILE = "evil.example"
FOLDERS = (Path(allauth.__file__).parent / "templates", settings.BASE_DIR / "templates")
LETTERS = sorted(
    {
        str(path.relative_to(folder)).removesuffix("_message.txt")
        for folder in FOLDERS
        for path in folder.glob("*/email/*_message.txt")
        if not path.name.startswith("base_") and "socialaccount" not in str(path)  # which the site has not
    }
)


@pytest.fixture(autouse=True)
def any_host(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://blog.example"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def leading_elsewhere(letter: mail.EmailMessage) -> list[str]:
    """The links of a letter that do not lead to the site, and whatever names the host of the request."""
    whole = f"{letter.message()}\n{letter.subject}\n{letter.body}"
    links = re.findall(r"https?://[^\s>]+", whole)
    return [link for link in links if not link.startswith("https://blog.example/")] + re.findall(
        HOSTILE, whole
    )


def test_there_are_as_many_as_we_think():
    assert len(LETTERS) == 24


@pytest.mark.parametrize("prefix", LETTERS)
def test_every_letter_is_in_the_voice_of_the_site(prefix):
    """None is as django-allauth brings it."""
    ours = settings.BASE_DIR / "templates"
    assert [(ours / f"{prefix}_{part}.txt").exists() for part in ("subject", "message")] == [True, True]


def test_letters_have_the_name_of_the_game():
    seat("Alice")
    Game.objects.update(name="The Long Game")
    request = RequestFactory().post("/accounts/")
    with request_context(request):
        get_adapter().send_mail("account/email/password_set", "alice@example.org", {"request": request})
    (letter,) = mail.outbox
    assert letter.subject == "[The Long Game] Your account has a password now"
    assert letter.body.rstrip().endswith("--\nThe Long Game: blog.example")


@pytest.mark.parametrize("language", ["en-gb", "de"])
@pytest.mark.parametrize("prefix", LETTERS)
def test_no_letter_leads_where_the_request_says(prefix, language):
    """django-allauth hands links that it builds of the request to the templates, under names that end with _url."""
    request = RequestFactory().post("/accounts/", HTTP_HOST=HOSTILE)
    urls = ("password_reset_url", "activate_url", "signup_url", "reset_url", "sessions_url", "undo_url")
    context = {
        **{name: request.build_absolute_uri(f"/accounts/{name}/?next=%2F") for name in urls},
        "user": somebody(),
        "username": "Gregory",
        "timestamp": timezone.now(),
        "number": 2,
        "request": request,
    }
    with request_context(request), translation.override(language):
        get_adapter().send_mail(prefix, "gregory@example.org", context)
    (letter,) = mail.outbox
    assert leading_elsewhere(letter) == []
    assert letter.subject.startswith("[BlogNomic] ")
    assert "BlogNomic" in letter.body
    for name in urls:
        if f"/accounts/{name}/" in letter.body:
            assert f"https://blog.example/accounts/{name}/?next=%2F" in letter.body


@pytest.mark.parametrize(
    ("path", "fields", "leads_to"),
    [
        ("password/reset", {"email": "gregory@example.org"}, "/accounts/password/reset/key/"),
        ("password/reset", {"email": "nobody@example.org"}, "/accounts/signup/"),
        ("login", {"login": "Gregory", "password": "the ship sails at nine"}, ""),
    ],
)
def test_a_letter_that_a_stranger_has_sent_leads_to_the_site(path, fields, leads_to):
    somebody()
    Client().post(f"/accounts/{path}/", fields, HTTP_HOST=HOSTILE)
    assert [leading_elsewhere(letter) for letter in mail.outbox] == [[]] * bool(leads_to)
    assert all(f"https://blog.example{leads_to}" in letter.body for letter in mail.outbox)


@pytest.mark.parametrize(
    ("email", "leads_to"),
    [("new@example.org", "/accounts/confirm-email/"), ("gregory@example.org", "/accounts/password/reset/")],
)
def test_registering_sends_links_of_the_site(email, leads_to):
    somebody()
    register("Another", client=Client(HTTP_HOST=HOSTILE), email=email)
    (letter,) = mail.outbox
    assert (leading_elsewhere(letter), f"https://blog.example{leads_to}" in letter.body) == ([], True)
