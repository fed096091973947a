"""When a request reads the clock."""

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse
from django.test import RequestFactory

from blognomic.frame import PageFrame
from blognomic.middleware.game import one_clock, words_of_the_dynasty
from players.models import Game
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


def test_a_page_shows_an_instant_after_all_that_made_its_version(monkeypatch):
    """Otherwise what was done between the reading of the clock and that of the version would be missing from the page,
    and from all that are made of what it keeps."""
    seat("Alice")
    with time_machine.travel(noon(5), tick=False) as clock:
        request = RequestFactory().get("/")
        request.user = AnonymousUser()

        def read(frame: PageFrame) -> Game:
            clock.move_to(noon(6))  # a vote came before the version was read
            return Game.objects.get()

        monkeypatch.setattr(PageFrame, "game", property(read))
        one_clock(words_of_the_dynasty(lambda request: HttpResponse()))(request)
    assert (request.at, request.present.at, request.frame.at) == (noon(6), noon(6), noon(6))
