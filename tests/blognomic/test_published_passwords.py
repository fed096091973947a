"""A database with the demo's published password is served to nobody."""

import sys

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection

from blognomic.accounts.published_passwords import refuse_published_passwords
from players.models import Player
from tests.votables.table import bare_game, noon, person
from votables.demo.accounts import PASSWORD, register

from .servers import PRODUCTION, database_url
from .test_serving import manage

pytestmark = pytest.mark.django_db
WHAT_TO_DO = (
    "^DATABASE_URL names a database with the demo in it, whose password everybody can read in the program "
    r"\(Hollis, Larkspur\). Name an empty database and found your own game in it \(manage.py found_game\), or give "
    r"each of them another password \(manage.py changepassword NAME\)\.$"
)


@pytest.fixture
def demo() -> dict[str, Player]:
    return register(dict.fromkeys(("Hollis", "Larkspur"), noon(1)))


def is_refused() -> bool:
    try:
        refuse_published_passwords()
    except ImproperlyConfigured:
        return True
    return False


def test_it_says_who_and_what_to_do(demo):
    with pytest.raises(ImproperlyConfigured, match=WHAT_TO_DO):
        refuse_published_passwords()


def test_many_are_not_all_named(db):
    register(dict.fromkeys([f"Hollis{number}" for number in range(7)], noon(1)))
    with pytest.raises(
        ImproperlyConfigured, match=r"\(Hollis0, Hollis1, Hollis2, Hollis3, Hollis4 and 2 more\)"
    ):
        refuse_published_passwords()


def test_developers_are_served_it(demo, settings):
    settings.DEBUG = True
    assert not is_refused()


def test_it_may_be_served_once_each_of_them_has_another_password(demo):
    refusals = [is_refused()]
    for player in demo.values():
        player.set_password("one of their own")
        player.save()
        refusals.append(is_refused())
    assert refusals == [True, True, False]


def test_who_cannot_sign_in_does_not_matter(demo):
    Player.objects.update(is_active=False)
    assert not is_refused()


def test_another_address_does_not_hide_it(demo):
    """Of a demo, everybody is looked at; of another game, whoever ever had an address of the demo's."""
    Player.objects.update(email="me@example.org")
    assert is_refused()
    EmailAddress.objects.all().delete()
    assert not is_refused()
    bare_game(at=noon(1), is_demo=True)
    assert is_refused()


def test_anybodys_own_password_is_their_own(db):
    person("Gregory", password=PASSWORD)
    assert not is_refused()


@pytest.mark.parametrize("module", ["blognomic.wsgi"])
def test_no_other_server_starts_with_it_either(demo, monkeypatch, module):
    """As the module of a server is loaded, be it gunicorn or another."""
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(connection, "close", lambda: None)  # the test's transaction goes on in it
    with pytest.raises(ImproperlyConfigured, match=WHAT_TO_DO):
        __import__(module)
    assert module not in sys.modules


@pytest.mark.sweep
@pytest.mark.django_db(transaction=True)
def test_serving_ends_with_the_sentence(demo, tmp_path):
    kept = "pbkdf2_sha256$1$salt$"  # of any hasher that production knows
    from django.contrib.auth.hashers import PBKDF2PasswordHasher

    kept = PBKDF2PasswordHasher().encode(PASSWORD, "some salt", iterations=1)
    Player.objects.update(password=kept)
    status, _, errors = manage(
        "serve", "--no-static", **PRODUCTION, DATABASE_URL=database_url(), STATIC_ROOT=str(tmp_path)
    )
    assert (status, "The site is not configured: DATABASE_URL names a database with the demo" in errors) == (
        1,
        True,
    )


@pytest.mark.sweep
def test_the_demo_itself_would_be_refused(settings):
    settings.DEBUG = True
    call_command("demo", verbosity=0)
    settings.DEBUG = False
    assert is_refused()
