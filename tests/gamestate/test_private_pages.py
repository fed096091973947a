"""Secrets, sealed orders and limited actions in the browser, as people play with them."""

import hashlib
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client

from gamestate.models import LimitedAction, Sealing, Secret, Taking, Variable
from players.models import Player
from players.services.roster import crown
from tests.blognomic.html import read
from tests.gamestate.tracker import define, shown, track
from tests.votables.table import Cause, declare, noon, seat

pytestmark = pytest.mark.django_db

NOW = noon(5)
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def players() -> Iterator[list[Player]]:
    with time_machine.travel(NOW, tick=False):
        yield seat(*FIVE)


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def text_of(response) -> str:
    """The page in sound HTML, on one line."""
    content = response.content.decode()
    assert read(content).faults == []
    return " ".join(content.split())


PAGES = [
    ("/gamestate/secrets/", "Nobody keeps a secret"),
    ("/gamestate/sealed/", "No calls for orders"),
    ("/gamestate/actions/", "No actions are declared"),
]


@pytest.mark.parametrize(("path", "words"), PAGES)
def test_empty_pages_say_so(players, path, words):
    for player in (None, *players[:2]):
        assert words in text_of(browser(player).get(path))


def test_secret_and_tell_of_ruleset_211_are_played_in_the_browser(players):
    alice, bobby, carol, *_ = players
    track(define("tell", "text", blank=True), by=alice, at=noon(4))
    mine, other = browser(bobby), browser(carol)
    assert "Kept for the game" not in text_of(mine.get("/gamestate/secrets/new/"))
    body = {
        "name": "Secret",
        "text": "I hold\r\nthe key",
        "salting": "own",
        "salt": "umbrella kazoo",
        "algorithm": "md5",
        "tell": Variable.objects.get().pk,
    }
    jotting = "I hold\nthe key umbrella kazoo"
    hashed = hashlib.md5(jotting.encode()).hexdigest()
    path = mine.post("/gamestate/secrets/new/", body)["Location"]
    assert shown("tell")["Bobby"] == hashed
    page = text_of(mine.get(path))
    assert "I hold the key umbrella kazoo" in page and "these 29 bytes" in page and "Change it" in page
    assert hashed in text_of(other.get(path)) and hashed in text_of(other.get("/gamestate/secrets/"))
    version = Secret.objects.get().versions.get()
    assert "Reveal it" in text_of(mine.get(f"/gamestate/secrets/versions/{version.pk}/reveal/"))
    assert mine.post(f"/gamestate/secrets/versions/{version.pk}/reveal/")["Location"] == path
    page = text_of(other.get(path))
    assert "umbrella kazoo" in page and "Check it" in page
    checked = {"text": jotting, "algorithm": "md5", "hash": hashed.upper()}
    assert "It matches" in text_of(browser().post("/gamestate/secrets/check/", checked))


def test_a_change_in_the_browser_tells_what_was_changed_meanwhile(players):
    _, bobby, *_ = players
    mine = browser(bobby)
    body = {"name": "Secret", "text": "One", "salting": "random", "algorithm": "sha256"}
    path = mine.post("/gamestate/secrets/new/", body)["Location"]
    seen = Secret.objects.get().versions.get().pk
    change = {"seen": seen, "text": "Two", "salting": "none"}
    assert mine.post(f"{path}change/", change).status_code == 302
    response = mine.post(f"{path}change/", {**change, "text": "Three"})
    assert response.status_code == 409
    page = text_of(response)
    assert "changed this secret since you looked" in page and "Three" in page
    assert list(Secret.objects.get().versions.order_by("pk").values_list("text", flat=True)) == ["One", "Two"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"text": ""}, "This field is required."),
        ({"salting": "own"}, "Write the words"),
        ({"salt": "kazoo"}, "You wrote words of your own"),
        ({"salting": "none", "salt": "kazoo"}, "You wrote words of your own"),
        ({"name": ""}, "This field is required."),
        ({"algorithm": "sha1"}, "Select a valid choice"),
    ],
)
def test_a_secret_that_is_not_filled_in_rightly_is_not_kept(players, fields, words):
    sent = {"name": "Secret", "text": "One", "salting": "random", "algorithm": "md5", **fields}
    response = browser(players[1]).post("/gamestate/secrets/new/", sent)
    assert (response.status_code, words in text_of(response), Secret.objects.count()) == (400, True, 0)


def test_the_emperor_keeps_a_secret_for_the_game_and_hands_it_over(players):
    alice, bobby, *_ = players
    body = {
        "name": "Plot",
        "text": "It was the butler",
        "salting": "random",
        "algorithm": "sha256",
        "for_game": "on",
    }
    path = browser(alice).post("/gamestate/secrets/new/", body)["Location"]
    assert "for the game" in text_of(browser(bobby).get(path))
    assert "Hand it over" not in text_of(browser(alice).get(path))
    assert browser(alice).get(f"{path}hand-over/").status_code == 403
    crown(player=bobby, at=NOW, by=alice, cause=Cause.MATTER, why="decided")
    assert "Hand it over" in text_of(browser(alice).get(path))
    assert "Bobby" in text_of(browser(alice).get(f"{path}hand-over/"))
    browser(alice).post(f"{path}hand-over/")
    assert "butler" in text_of(browser(bobby).get(path))
    page = text_of(browser(alice).get(path))
    assert "butler" not in page and "Handed over by" in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"text": "abc"}, "900150983cd24fb0d6963f7d28e17f72"),
        ({"text": " abc\r\n"}, "3 bytes"),
        ({"text": "abc", "salt": "d"}, "5 bytes"),
        ({"text": "abc", "hash": "0" * 32}, "It does not match"),
        (
            {"text": "abc", "algorithm": "sha256"},
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        ),
    ],
)
def test_anybody_hashes_a_text_that_is_not_kept(players, fields, words):
    response = browser().post("/gamestate/secrets/check/", {"algorithm": "md5", **fields})
    assert (response.status_code, words in text_of(response)) == (200, True)


def test_a_hash_to_check_is_filled_in_from_the_address(players):
    page = text_of(browser().get("/gamestate/secrets/check/?hash=abcd&algorithm=md5"))
    assert 'value="abcd"' in page and '<option value="md5" selected>' in page
    response = browser().post("/gamestate/secrets/check/", {"text": "", "algorithm": "md5"})
    assert (response.status_code, "This field is required." in text_of(response)) == (400, True)


def test_orders_are_called_for_sealed_and_opened_in_the_browser(players):
    alice, bobby, carol, *_ = players
    form = text_of(browser(alice).get("/gamestate/sealed/new/"))
    assert form.count("checked") == len(players) + 1
    body = {
        "title": "Which way?",
        "description": "**At once**",
        "awaited": [bobby.pk, carol.pk],
        "choices": "North\r\nSouth\r\n",
        "opening": "either",
        "opens_at": "2026-03-10 18:00",
    }
    path = browser(alice).post("/gamestate/sealed/new/", body)["Location"]
    page = text_of(browser(alice).get(path))
    assert "Waiting for" in page and "<strong>At once</strong>" in page and "10 March 2026, 18:00 UTC" in page
    assert "Hand in your order" not in page and "Call it off" in page
    assert "Hand in your order" in text_of(browser(bobby).get(path))
    assert browser(bobby).post(f"{path}hand-in/", {"text": "West"}).status_code == 400
    for player, order in ((bobby, "North"), (bobby, "South")):
        assert browser(player).post(f"{path}hand-in/", {"text": order})["Location"] == path
    assert "Replace your order" in text_of(browser(bobby).get(path))
    assert "1 of 2 in" in text_of(browser().get("/gamestate/sealed/"))
    assert "Opened" not in text_of(browser().get(path))
    browser(carol).post(f"{path}hand-in/", {"text": "North"})
    page = text_of(browser().get(path))
    assert "Opened" in page and page.count("Check it") == 3 and page.count("Replaced;") == 1
    assert browser(bobby).get(f"{path}call-off/").status_code == 403
    assert browser(alice).get(f"{path}call-off/").status_code == 409
    assert "opened <time" in text_of(browser().get("/gamestate/sealed/"))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"title": ""}, "This field is required."),
        ({"opening": "either"}, "Say when they are opened."),
        ({"opening": "at", "opens_at": "tomorrow"}, "Enter a valid date/time."),
        ({"opening": "at", "opens_at": "2026-03-01 00:00"}, "must be in the future"),
        ({"choices": "North"}, "2 to 50 choices"),
        ({"awaited": []}, "This field is required."),
    ],
)
def test_a_call_that_is_not_filled_in_rightly_is_not_made(players, fields, words):
    sent = {"title": "Bids", "awaited": [players[0].pk], "opening": "all", **fields}
    response = browser(players[0]).post("/gamestate/sealed/new/", sent)
    assert (response.status_code, words in text_of(response), Sealing.objects.count()) == (400, True, 0)


def test_a_call_is_called_off_in_the_browser(players):
    alice, bobby, *_ = players
    sent = {"title": "Bids", "awaited": [bobby.pk], "opening": "all"}
    path = browser(alice).post("/gamestate/sealed/new/", sent)["Location"]
    assert "Call it off" in text_of(browser(alice).get(f"{path}call-off/"))
    assert browser(alice).post(f"{path}call-off/")["Location"] == path
    assert "Called off" in text_of(browser(bobby).get(path))
    assert "called off" in text_of(browser(bobby).get("/gamestate/sealed/"))


def test_an_action_is_declared_taken_refused_and_taken_back_in_the_browser(players):
    alice, bobby, *_ = players
    assert "once a day for all players together, and for each player 10 hours apart" in text_of(
        browser(alice).get("/gamestate/actions/new/")
    )
    body = {"name": "Forage", "description": "Gain 1 Food.", "frequency": "daily"}
    assert browser(alice).post("/gamestate/actions/new/", body)["Location"] == "/gamestate/actions/"
    response = browser(alice).post("/gamestate/actions/new/", body)
    assert (response.status_code, "already" in text_of(response)) == (409, True)
    take = f"/gamestate/actions/{LimitedAction.objects.get().pk}/take/"
    assert "You can do this now." in text_of(browser(bobby).get("/gamestate/actions/"))
    assert "You can do this now." not in text_of(browser().get("/gamestate/actions/"))
    assert "Gain 1 Food." in text_of(browser(bobby).get(take))
    assert browser(bobby).post(take, {"comment": "Berries"})["Location"] == "/gamestate/actions/"
    sentence = "You took Forage at 7 March 2026, 12:00 UTC. You can take it again at 8 March 2026, 00:00 UTC."
    assert sentence in text_of(browser(bobby).get("/gamestate/actions/"))
    response = browser(bobby).post(take, {"comment": "More"})
    assert response.status_code == 403
    page = text_of(response)
    assert sentence in page and "Daily Action" in page and "More" in page
    back = f"/gamestate/actions/takings/{Taking.objects.get().pk}/withdraw/"
    assert back in text_of(browser(bobby).get("/gamestate/actions/"))
    assert back not in text_of(browser(players[2]).get("/gamestate/actions/"))
    assert "recorded by mistake" in text_of(browser(bobby).get(back))
    browser(bobby).post(back)
    page = text_of(browser(bobby).get("/gamestate/actions/"))
    assert "You can do this now." in page and "it does not count" in page
    browser(alice).post(f"/gamestate/actions/{LimitedAction.objects.get().pk}/retire/")
    page = text_of(browser(bobby).get("/gamestate/actions/"))
    assert "Retired actions" in page and "Berries" in page
    assert browser(bobby).post(take, {}).status_code == 409


def test_pages_that_are_not_there_are_not_found(players):
    for path in (
        "secrets/9/",
        "secrets/9/change/",
        "sealed/9/",
        "sealed/9/hand-in/",
        "actions/9/take/",
        "secrets/versions/9/reveal/",
    ):
        assert browser(players[0]).get(f"/gamestate/{path}").status_code == 404


def test_in_hiatus_the_forms_say_what_stops_them(players):
    alice, bobby, carol, *_ = players
    declare(carol, noon(4))
    body = {"name": "Secret", "text": "One", "salting": "random", "algorithm": "md5"}
    response = browser(bobby).post("/gamestate/secrets/new/", body)
    page = text_of(response)
    assert (response.status_code, "One" in page, "note-error" in page) == (403, True, True)
    body = {"title": "Bids", "awaited": [bobby.pk], "opening": "all"}
    assert browser(bobby).post("/gamestate/sealed/new/", body).status_code == 403
