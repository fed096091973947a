"""From one vote to the next: what waits for it, how one's own stands, and where to go on."""

import re

import pytest
from django.test import Client
from time_machine import travel

from tests.blognomic.shown import words_shown
from votables.models import Post

from .table import Cause, Kind, event, noon, person, propose, say, seat, vote

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
    for who, vote_told, following in (
        (1, "Your vote is FOR .", "Next: Z"),
        (2, "Your vote is AGAINST .", "Next: X"),
        (3, "As the author you count as FOR , unless you vote otherwise.", "Next: Z"),
    ):
        shown = words(people[who], address)
        assert (shown.count(vote_told), shown.count(following)) == (1, 1)
    assert "Your vote" not in words(people[4], address)


def test_whoever_has_voted_on_everything_is_told_so(people):
    post = propose(people[0], noon(1))
    vote(post, noon(1, minutes=30), **{"for": people[1]})
    shown = words(people[1], post.get_absolute_url())
    assert "Your vote is FOR ." in shown
    assert "Nothing else needs your vote." in shown


def test_the_list_of_what_waits_says_how_much_and_leads_to_each(people):
    vote(three(people)[2], noon(1, minutes=30), **{"for": people[1]})
    shown = words(people[1], "/queue/mine/")
    assert shown.startswith("Needs your vote 2 matters need your vote, in the order of the queue. X ")
    assert (shown.count("Read it and vote"), shown.count("quorum 3 of 5")) == (2, 2)
    shown = words(people[1], "/queue/")
    assert (shown.count("Read it and vote"), shown.count("quorum 3 of 5")) == (2, 3)
    assert "2 matters need your vote" in words(people[1], "/")


def test_a_guest_is_shown_the_way_into_the_game(people):
    post = propose(people[0], noon(1))
    sentence = "Only players vote. Ask to join the game"
    assert [sentence in words(who, post.get_absolute_url()) for who in (person("Guest"), people[1])] == [
        True,
        False,
    ]


def test_an_author_may_take_a_matter_back_until_it_is(people):
    post = propose(people[0], noon(1))
    address = post.get_absolute_url()
    shown = words(people[0], address)
    assert ("Withdraw by voting AGAINST" in shown, "Your vote is" in shown) == (True, False)
    assert "Withdraw" not in words(people[1], address)
    say(post, people[0], noon(1, minutes=30), ":against:", confirmed=True)
    shown = words(people[0], address)
    assert ("Withdraw" in shown, "Your vote is AGAINST" in shown) == (False, True)


def test_a_vote_is_one_press_in_the_first_card_and_shows_there(people):
    post = propose(people[0], noon(1))
    address, client = post.get_absolute_url(), Client()
    client.force_login(people[1])
    with travel(noon(1, minutes=30), tick=False):
        card = re.search(
            r'<form[^>]*class="vote-now".*?</form>', client.get(address).content.decode(), re.DOTALL
        )[0]
        assert re.findall(r'name="icon"\s+value="([^"]+)"', card) == [":for:", ":against:", ":def:"]
        assert "aria-pressed" not in card
        client.post(f"{address}comment/", {"icon": ":against:"})
        client.post(f"{address}comment/", {"icon": ":for:"})
        card = re.search(
            r'<form[^>]*class="vote-now".*?</form>', client.get(address).content.decode(), re.DOTALL
        )[0]
    [pressed] = re.findall(r'value="([^"]+)"[^>]*aria-pressed="true"', card)
    assert (pressed, post.comments.count()) == (":for:", 2)


def test_who_may_not_vote_is_told_why_and_shown_no_vote(people):
    post = propose(people[0], noon(1))
    idle = event(people[4], Kind.IDLED, at=noon(1), cause=Cause.INACTIVITY)
    for who, sentence in (
        (idle, "You are idle: a vote counts once you are back."),
        (person("Guest"), "Only players vote."),
        (None, "Sign in to vote"),
    ):
        client = Client()
        if who is not None:
            client.force_login(who)
        page = client.get(post.get_absolute_url()).content.decode()
        assert ("vote-now" in page, sentence in page) == (False, True)


def test_above_the_card_stands_only_what_it_does_not_say(people):
    posts = three(people)
    say(posts[1], posts[1].author, noon(1, minutes=30), ":against:", confirmed=True)

    def badges(post: Post) -> str:
        return words(people[4], post.get_absolute_url()).partition(post.title)[0].strip()

    assert badges(posts[0]) == "Proposal needs your vote"
    assert badges(posts[1]) == "Proposal withdrawn"
