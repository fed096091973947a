"""Founding the game of an empty site in the browser: with the host's address, or at the machine itself."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client

from players.models import Dynasty, Game, Player
from ruleset.models import Revision
from ruleset.queries import law_at
from votables.views.founding_links import founding_path

from .table import person, seat

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
SENT = {"name": "Town", "theme": "Fog", "rules": "starting", "law": "ruleset-211", "reigns": "on"}


@pytest.fixture(autouse=True)
def at_noon():
    with time_machine.travel(NOW, tick=False):
        yield


def browser_of(player):
    browser = Client()
    browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def test_whoever_has_the_address_founds_the_game_with_their_account():
    alice = person("Alice")
    page = browser_of(alice).get(founding_path())
    answer = browser_of(alice).post(founding_path(), SENT)
    alice.refresh_from_db()
    dynasty = Dynasty.objects.get()
    assert (page.status_code, answer.status_code, answer["Location"]) == (200, 302, "/")
    assert (Game.objects.get().name, dynasty.name, dynasty.theme) == (
        "Town",
        "The First Dynasty of Alice",
        "Fog",
    )
    assert (alice.is_playing, alice.is_admin, Revision.objects.count()) == (True, True, 1)
    assert law_at(NOW).law.name == "ruleset-211"
    assert browser_of(alice).get(founding_path()).status_code == 409


def test_a_game_may_begin_without_an_emperor_and_without_rules():
    alice = person("Alice")
    sent = {**SENT, "rules": "none", "law": "ruleset-37"}
    del sent["reigns"]
    browser_of(alice).post(founding_path(), sent)
    assert Dynasty.objects.get().name == "The First Metadynasty"
    assert (Revision.objects.count(), law_at(NOW).law.name) == (0, "ruleset-37")


@pytest.mark.parametrize("wrong", [{"law": "none"}, {"name": ""}, {"rules": "mine"}])
def test_what_makes_no_sense_founds_nothing(wrong):
    answer = browser_of(person("Alice")).post(founding_path(), {**SENT, **wrong})
    assert (answer.status_code, Game.objects.count()) == (400, 0)


def test_without_an_account_one_is_asked_to_sign_in_first():
    answer = Client().post(founding_path(), SENT)
    assert answer["Location"].startswith("/accounts/login/?next=/found/")
    assert Game.objects.count() == 0


def test_addresses_that_the_site_did_not_sign_or_that_are_old_are_not_good():
    path, alice = founding_path(), person("Alice")
    with time_machine.travel(NOW + timedelta(hours=24, seconds=1), tick=False):
        old = browser_of(alice).post(path, SENT).status_code
    made_up = browser_of(alice).post("/found/ImZvdW5kIg:1abcde:xyz/", SENT).status_code
    assert (old, made_up, Game.objects.count()) == (403, 403, 0)


def test_the_command_prints_the_address_while_there_is_no_game(capsys):
    call_command("founding_link")
    url = capsys.readouterr().out.strip()
    assert browser_of(person("Alice")).get(url.split("testserver")[-1].split(":8000")[-1]).status_code == 200
    seat("Bobby")
    with pytest.raises(CommandError, match="already been founded"):
        call_command("founding_link")


@pytest.mark.parametrize(
    ("debug", "more", "offered"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"REMOTE_ADDR": "192.0.2.7"}, False),
        (True, {"HTTP_X_FORWARDED_FOR": "192.0.2.7"}, False),
    ],
)
def test_only_the_developers_own_machine_is_offered_the_address_on_the_front_page(
    settings, debug, more, offered
):
    settings.DEBUG = debug
    page = Client().get("/", **more).content.decode()
    assert ("/found/" in page, "founding_link" in page) == (offered, not offered)


def test_the_front_page_of_a_game_offers_no_address(settings):
    settings.DEBUG = True
    seat("Alice", "Bobby", "Carol")
    assert "/found/" not in Client().get("/").content.decode()
    assert Player.objects.count() == 3
