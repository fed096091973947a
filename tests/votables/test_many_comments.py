"""A post with very many comments: its page shows a part of them, and the address of each comment leads to it."""

import re

import pytest
import time_machine
from django.test import Client

from tests.blognomic.shown import page_shown
from votables.views import blog

from .seating import played_once
from .table import noon, propose, say, seat, vote, write
from .visits.test_news import browser_of, note_page

pytestmark = pytest.mark.django_db

NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")
AT = noon(3, minutes=5)


@pytest.fixture
def thread(monkeypatch):
    """A post with ten comments, which are shown by three; so that the last part has four."""
    monkeypatch.setattr(blog, "A_PART", 3)
    monkeypatch.setattr(blog, "A_FEW_MORE", 1)
    return commented()


@played_once
def commented():
    alice, bobby, *_ = seat(*NAMES)
    post = write(alice, noon(1))
    return post, [say(post, bobby, noon(1, hours=1 + place), f"Words {place}.") for place in range(10)]


def read(path, browser=None):
    with time_machine.travel(AT, tick=False):
        answer = (browser or Client()).get(path)
    assert answer.status_code == 200
    return page_shown(answer)


def shown(page: str) -> list[int]:
    return [int(key) for key in re.findall(r'<li class="comment" id="comment-(\d+)"', page)]


def test_every_comment_is_in_one_part_and_the_last_part_is_shown_first(thread):
    post, comments = thread
    keys = [comment.pk for comment in comments]
    path = post.get_absolute_url()
    parts = [shown(read(f"{path}?page={number}")) for number in (1, 2, 3)]
    assert parts == [keys[:3], keys[3:6], keys[6:]]
    page = read(path)
    assert (shown(page), "10 comments</h2>" in page, "page 3 of 3" in page) == (keys[6:], True, True)


def test_address_of_each_comment_leads_to_the_part_it_is_in(thread):
    for comment in thread[1]:
        path, _, place = comment.get_absolute_url().partition("#")
        page = read(path)
        assert (f'id="{place}"' in page, len(shown(page)) < 5) == (True, True)
        ways = re.findall(r'<a class="comment-time" href="([^"]*)"', page)
        assert f"?comment={comment.pk}#comment-{comment.pk}" in ways


@pytest.mark.parametrize(
    "query", ["page=x", "page=-1", "page=99", "comment=0", "comment=x", "comment=9999999", "page="]
)
def test_part_that_there_is_not_shows_the_nearest(thread, query):
    post, comments = thread
    keys = [comment.pk for comment in comments]
    assert shown(read(f"{post.get_absolute_url()}?{query}")) in (keys[:3], keys[6:])


def test_page_that_stays_open_is_brought_up_to_date_by_the_part_it_shows(thread):
    path = thread[0].get_absolute_url()
    lives = [
        re.search(r'data-live="([^"]*)"', read(address))[1]
        for address in (path, f"{path}?page=2", thread[1][0].get_absolute_url())
    ]
    assert lives == [path, f"{path}?page=2", f"{path}?page=1"]


def test_first_that_is_new_is_led_to_though_it_is_in_another_part(thread):
    post, comments = thread
    carol = post.author.__class__.objects.get(name="Carol")
    note_page(carol, at=noon(1, hours=1, minutes=30))
    note_page(carol, at=noon(3))
    browser = browser_of(carol)
    page = read(post.get_absolute_url(), browser)
    first = comments[1].pk
    assert (
        f'<a class="new-mark" href="?comment={first}#comment-{first}">9 new</a> since' in page,
        "new-from" in page,
    ) == (
        True,
        False,
    )
    assert "new-from" in read(f"{post.get_absolute_url()}?comment={first}", browser)


def test_votes_beyond_the_part_that_is_shown_are_counted(monkeypatch):
    monkeypatch.setattr(blog, "A_PART", 1)
    monkeypatch.setattr(blog, "A_FEW_MORE", 0)
    alice, bobby, carol, david, _ = seat(*NAMES)
    matter = propose(alice, noon(1))
    vote(matter, noon(2), **{"for": [bobby, carol], "against": [david]})
    page = read(matter.get_absolute_url())
    ballots = page.split('<dl class="ballots">')[1].split("</dl>")[0]
    assert (len(shown(page)), [name for name in NAMES if name in ballots]) == (1, list(NAMES))


def test_thread_of_a_few_more_than_a_part_is_shown_whole(thread):
    post, comments = thread
    with time_machine.travel(AT, tick=False):
        short = write(post.author, AT, "Short")
        for number in range(4):
            say(short, post.author, AT, f"Words {number}.")
    page = read(short.get_absolute_url())
    assert (len(shown(page)), "pagination" in page, "?comment=" in page) == (4, False, False)
