"""The words of a dynasty on pages, refusals and forms that are only there at some times of the game."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from players.models import Dynasty
from players.present import forget
from ruleset.queries import law_at
from tests.blognomic.shown import page_shown
from votables.models import Status
from votables.services import resolving

from .plain_words import ODD, plain_words_in
from .table import declare, noon, propose, seat, vote, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    Dynasty.objects.update(**ODD)
    with time_machine.travel(noon(2), tick=False):
        yield players


def page_of(route: str, *args: object, by=None, **data: str) -> str:
    browser = Client()
    if by is not None:
        browser.force_login(by)
    return page_shown(browser.get(reverse(route, args=args), data))


def test_the_frame_of_a_page_is_in_the_words_of_the_dynasty(people):
    page = page_of("home", by=people[1])
    assert plain_words_in(page) == []
    assert "<dt>Archivists</dt>" in page and '<p class="dynasty-emperor">Zookeeper <a' in page


def test_the_welcome_page_says_which_words_these_are(people):
    sentence = "In this one, archivists play and the zookeeper leads."
    assert sentence in page_of("votables:welcome")
    Dynasty.objects.update(**dict(zip(ODD, ("Player", "Players", "Emperor", "Emperors"), strict=True)))
    forget()
    assert "its own words" not in page_of("votables:welcome")


def test_who_may_ascend_or_pass_the_mantle_is_told_in_the_words_of_the_dynasty(people):
    alice, bobby, carol, *others = people
    declared = declare(bobby, at=noon(0))
    vote(declared, noon(0, hours=1), **{"for": [alice, carol, *others]})
    resolving.resolve(post=declared, to=Status.ENACTED, by=alice, at=noon(2))
    law = law_at(noon(2)).version
    law.special_cases = {"Mantle Limitations": False}
    law.save()
    pages = {
        route: page_of(route, *args, by=bobby)
        for route, *args in (
            ("votables:ascend",),
            ("votables:mantle",),
            ("votables:post", declared.pk),
            ("players:roster_history",),
            ("players:dynasty", 1),
        )
    }
    assert {route: plain_words_in(page) for route, page in pages.items()} == dict.fromkeys(pages, [])
    assert "Choose an archivist" in pages["votables:mantle"]
    assert "Bobby</a> became zookeeper." in pages["votables:post"]


def test_what_people_write_keeps_their_own_words(people):
    """Titles, also where a sentence of the site names them, and what they ask of the admins."""
    alice, bobby, carol, *others = people
    first = propose(bobby, noon(0), "A player's emperor")
    second = propose(carol, noon(0, hours=1), "An emperor's players", body="Emperors are players.")
    vote(second, noon(0, hours=2), against=[alice, bobby, *others])
    write(bobby, noon(0, hours=3), "I am a player", "Idle this player.", asks="idle")
    sentences = {
        words for page in ("votables:queue", "dashboard") for words in plain_words_in(page_of(page, by=alice))
    }
    assert sentences >= {first.title, second.title, "I am a player: Idle this player."}
    assert any(words.endswith(f"its turn comes after {first.title}.") for words in sentences)
    assert "Emperors are players." in plain_words_in(page_of("votables:post", second.pk))
