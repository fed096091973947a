"""The words of a dynasty on pages, refusals and forms that are only there at some times of the game."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from players.models import Dynasty

from .plain_words import ODD, plain_words_in
from .table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    found = seat("Alice", "Bobby", "Carol")
    Dynasty.objects.update(**ODD)
    with time_machine.travel(noon(1), tick=False):
        yield found


def page_of(route: str, *args: object, by=None, **data: str) -> str:
    browser = Client()
    if by is not None:
        browser.force_login(by)
    return browser.get(reverse(route, args=args), data).content.decode()


def test_the_frame_of_a_page_is_in_the_words_of_the_dynasty(people):
    page = page_of("home", by=people[1])
    assert plain_words_in(page) == []
    assert "<dt>Archivists</dt>" in page and '<p class="dynasty-emperor">Zookeeper <a' in page
