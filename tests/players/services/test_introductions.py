"""What people say of themselves, and their pictures."""

import re

import pytest
import time_machine
from django.test import Client

from blognomic.display import portrait_html
from blognomic.web.errors import RuleBroken
from players.models import Introduction, Player
from players.services.introductions import introduce, zones
from tests.votables.table import noon, seat
from votables.services.courier import LAWFUL

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> Player:
    return seat("Alice", "Bobby")[0]


def say(by: Player, words: str = "", zone: str = "") -> Introduction:
    return introduce(by=by, at=noon(1), words=words, zone=zone, courier=LAWFUL)


def test_words_and_zone_are_shown_and_can_be_changed_and_taken_away(alice):
    client = Client()
    client.force_login(alice)
    page = f"/players/{alice.pk}/"
    with time_machine.travel(noon(1), tick=False):
        assert "Write about yourself" in client.get(page).content.decode()
        sent = {"words": "I *like* nomics, @Bobby.", "zone": "America/New_York"}
        shown = client.post("/players/introduction/", sent, follow=True).content.decode()
        assert "I <em>like</em> nomics, <a href=" in shown
        assert "07:00 there now (America/New York, UTC-05:00)" in " ".join(shown.split())
        assert "I <em>like</em>" in Client().get(page).content.decode()
        assert "Write about yourself" not in Client().get(page).content.decode()
        form = client.get("/players/introduction/").content.decode()
        assert "I *like* nomics" in form
        assert re.search(r'<option value="America/New_York"\s+selected', form)
        gone = client.post("/players/introduction/", {"words": " ", "zone": ""}, follow=True).content.decode()
        assert ("nomics" in gone, "there now" in gone) == (False, False)
    assert Introduction.objects.count() == 1


@pytest.mark.parametrize(
    ("words", "zone"),
    [("a" * 2001, ""), ("", "Mars/Olympus"), ("", "../etc/passwd"), ("", "Etc/GMT+5"), ("a\0b", "")],
)
def test_what_cannot_be_shown_is_refused_and_nothing_is_lost(alice, words, zone):
    say(alice, "Before.")
    with pytest.raises(RuleBroken) as refused:
        say(alice, words, zone)
    assert (refused.value.status, Introduction.objects.get().words) == (400, "Before.")
    client = Client()
    client.force_login(alice)
    answer = client.post("/players/introduction/", {"words": words, "zone": zone})
    assert answer.status_code == 400


def test_markup_of_others_does_nothing(alice):
    say(alice, "<script>alert(1)</script> [x](javascript:alert(1)) <img src=x onerror=alert(1)>")
    html = Introduction.objects.get().html
    assert re.findall(r"<script|javascript:|onerror=[^&]|<img", html) == []


def test_zones_are_places_and_none_is_a_number(alice):
    assert {"Europe/Berlin", "America/New_York", "Asia/Kolkata"} <= set(zones())
    assert not [zone for zone in zones() if zone.startswith("Etc/")]


def test_picture_is_of_the_name_alone_and_alike_on_both_sides(alice):
    assert portrait_html("Alice") == portrait_html("Alice") != portrait_html("Bobby")
    squares = {(int(x), int(y)) for x, y in re.findall(r"M(\d) (\d)h1", portrait_html("Alice"))}
    assert squares
    assert {(4 - x, y) for x, y in squares} == squares
    assert len({portrait_html(f"Player {number}") for number in range(500)}) == 500
    assert "<b>" not in portrait_html("<b>")
