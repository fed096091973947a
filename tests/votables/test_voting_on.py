"""From one vote to the next: what waits for it, how one's own stands, and where to go on."""

import re

import pytest
from django.test import Client
from time_machine import travel

from tests.blognomic.shown import words_shown
from votables.models import Post

from .table import noon, person, propose, say, seat, vote

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db):
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


def three(people) -> list[Post]:
    by = (people[0], people[3], people[0])
    return [
        propose(one, noon(1, minutes=n), title=title)
        for n, (one, title) in enumerate(zip(by, "XYZ", strict=True))
    ]


def words(player, path: str) -> str:
    client = Client()
    client.force_login(player)
    with travel(noon(1, hours=1), tick=False):
        page = client.get(path).content.decode()
    main = re.search(r"<main.*</main>", page, re.DOTALL)[0]
    return words_shown(main)


def test_whoever_has_voted_is_led_to_the_next_that_waits_round_the_queue(people):
    posts = three(people)
    vote(posts[1], noon(1, minutes=30), **{"for": people[1], "against": people[2]})
    vote(posts[2], noon(1, minutes=30), deferential=people[2])
    address = posts[1].get_absolute_url()
    assert "Your vote is FOR . To change it, vote again. Next: Z 2 matters need your vote" in words(
        people[1], address
    )
    told = words(people[2], address)
    assert "Your vote is AGAINST . To change it, vote again. Next: X 1 matter needs your vote" in told
    told = words(people[3], address)
    assert "As the author you count as FOR , unless you vote otherwise. Next: Z 2 matters need" in told
    assert "Your vote" not in words(people[4], address)


def test_whoever_has_voted_on_everything_is_told_so(people):
    post = propose(people[0], noon(1))
    vote(post, noon(1, minutes=30), **{"for": people[1]})
    assert "Your vote is FOR . To change it, vote again. Nothing else needs your vote." in words(
        people[1], post.get_absolute_url()
    )


def test_the_list_of_what_waits_says_how_much_and_leads_to_each(people):
    vote(three(people)[2], noon(1, minutes=30), **{"for": people[1]})
    told = words(people[1], "/queue/mine/")
    assert told.startswith("Needs your vote 2 matters wait for your vote, the first in the queue first. X ")
    assert (told.count("Read it and vote"), told.count("Who voted what, and why")) == (2, 2)
    told = words(people[1], "/queue/")
    assert (told.count("Read it and vote"), told.count("Who voted what, and why")) == (2, 3)
    assert "2 matters need your vote" in words(people[1], "/")


def test_a_guest_is_shown_the_way_into_the_game(people):
    post = propose(people[0], noon(1))
    told = "You may comment. A vote counts once you are a player. Ask to join the game"
    assert [told in words(who, post.get_absolute_url()) for who in (person("Guest"), people[1])] == [
        True,
        False,
    ]


def test_an_author_may_take_a_matter_back_until_it_is(people):
    post = propose(people[0], noon(1))
    address = post.get_absolute_url()
    told = words(people[0], address)
    assert ("Withdraw by voting AGAINST" in told, "Vote again" in told) == (True, False)
    assert "Withdraw" not in words(people[1], address)
    say(post, people[0], noon(1, minutes=30), ":against:", confirmed=True)
    told = words(people[0], address)
    assert ("Withdraw" in told, "Vote again" in told) == (False, True)
