"""Since when something is new to a reader."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from blognomic.frame import PageFrame
from tests.votables.table import noon, person, seat, write
from votables.visits.models import Visit
from votables.visits.noting import note_page, read_up_to, take_back

pytestmark = pytest.mark.django_db


def kept(player):
    return Visit.objects.values_list("since", "seen_at", "earlier").get(player=player)


def test_a_first_visit_has_nothing_before_it():
    alice = person("Alice")
    note_page(alice, at=noon(1))
    assert kept(alice) == (None, noon(1), None)


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        (4, (None, noon(1), None)),
        (5, (None, noon(1, minutes=5), None)),
        (29, (None, noon(1, minutes=29), None)),
        (30, (noon(1), noon(1, minutes=30), None)),
    ],
)
def test_a_visit_is_over_after_half_an_hour_without_a_page(minutes, expected):
    alice = person("Alice")
    note_page(alice, at=noon(1))
    note_page(alice, at=noon(1, minutes=minutes))
    assert kept(alice) == expected


def test_each_visit_begins_where_the_one_before_ended():
    alice = person("Alice")
    for at in (noon(1), noon(1, minutes=20), noon(2), noon(3), noon(3, minutes=10)):
        note_page(alice, at=at)
    assert kept(alice) == (noon(2), noon(3, minutes=10), noon(1, minutes=20))


def test_what_was_read_can_be_new_again_and_read_again():
    alice = person("Alice")
    note_page(alice, at=noon(1))
    note_page(alice, at=noon(2))
    read_up_to(alice, until=noon(2, minutes=1), now_since=noon(1), at=noon(2, minutes=1))
    assert kept(alice) == (noon(2, minutes=1), noon(2), noon(1))
    assert take_back(alice)
    assert kept(alice) == (noon(1), noon(2), noon(2, minutes=1))
    assert take_back(alice)
    assert kept(alice)[0] == noon(2, minutes=1)


def test_there_is_nothing_to_take_back_on_a_first_visit():
    alice, bobby = person("Alice"), person("Bobby")
    note_page(alice, at=noon(1))
    assert (take_back(alice), take_back(bobby)) == (False, False)
    assert kept(alice) == (None, noon(1), None)


def asked(browser, path="/", **headers) -> int:
    return browser.get(path, headers=headers).status_code


def test_pages_that_somebody_goes_to_are_noted_and_nothing_else():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol")
    post = write(bobby, noon(1))
    browser, stranger = Client(), Client()
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    seen = []
    with time_machine.travel(noon(2), tick=False) as clock:
        for path, headers in (
            ("/queue/", {"HX-Request": "true"}),
            ("/queue/", {"Sec-Fetch-Mode": "cors"}),
            ("/queue/", {"Sec-Purpose": "prefetch"}),
            ("/feeds/posts/", {}),
            ("/posts/999999/", {}),
            (post.get_absolute_url(), {"Sec-Fetch-Mode": "navigate"}),
            ("/queue/", {}),
        ):
            clock.shift(timedelta(minutes=5))
            asked(browser, path, **headers)
            asked(stranger, path, **headers)
            seen.append([row.seen_at for row in Visit.objects.all()])
    assert seen == [[], [], [], [], [], [noon(2, minutes=30)], [noon(2, minutes=35)]]


def test_the_frame_knows_since_when_things_are_new():
    alice, *_ = seat("Alice", "Bobby", "Carol")
    seen = []
    for day in (1, 2, 3):
        game = PageFrame(noon(day), alice)
        seen.append((game.new_since, game.seen_at))
        note_page(alice, at=noon(day))
    stranger = PageFrame(noon(3), None)
    seen.append((stranger.new_since, stranger.seen_at))
    assert seen == [(None, None), (None, noon(1)), (noon(1), noon(2)), (None, None)]
