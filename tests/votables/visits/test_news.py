"""What happened since an instant, on its page and marked where it is read."""

import re

import pytest
import time_machine
from django.test import Client
from django.utils.html import strip_tags

from gamestate.models import Update
from gamestate.services.rolling import roll_on_page
from gamestate.services.updating import update
from players.models import Game
from players.present import forget, present
from ruleset.services import revise
from ruleset.text.tree import Node, Tree
from tests.blognomic.shown import page_shown
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import join, noon, person, propose, say, seat, vote, write
from votables.services import posting, resolving
from votables.visits import news
from votables.visits.models import Visit
from votables.visits.noting import note_page

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def browser_of(player):
    browser = Client()
    browser.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def read(browser, path, at, **more):
    """The content of a page at `at`."""
    with time_machine.travel(at, tick=False):
        response = browser.get(path, **more)
    assert response.status_code == 200
    return page_shown(response).split('<main id="content"')[1].split("</main>")[0]


def outline(page: str) -> dict[str, list[str]]:
    """The parts of the page by their titles, with the words of each of their items."""
    sections = {}
    for section in re.findall(r"<section.*?</section>", page, re.DOTALL):
        title = strip_tags(re.search(r"<h2[^>]*>(.*?)</h2>", section, re.DOTALL)[1])
        items = re.findall(
            r'<a class="(?:since-title|update-number|player|roll)"[^>]*>(.*?)</a>', section, re.DOTALL
        )
        sections[title] = [" ".join(strip_tags(item).split()) for item in items]
    return sections


def play(alice, bobby, carol):
    """Something of every kind, on the first and on the fifth day."""
    tree = Tree((Node("new-1", "Cats", "Purr."),))
    revise(tree=tree, seen=None, kind="import", at=noon(0), by=alice, why="Test")
    track(define("wealth"), define("plot", audience="emperor"), by=alice, at=noon(0))
    for day in (1, 5):
        done = propose(bobby, noon(day), f"Done {day}")
        vote(done, noon(day), **{"for": [alice, carol]})
        resolving.resolve_against_verdict(
            post=done, to="enacted", by=alice, at=noon(day, hours=1), reason="Test."
        )
        say(write(bobby, noon(day), f"Story {day}"), carol, noon(day, hours=1), f"Words {day}.")
        join(f"Newcomer {day}", at=noon(day))
        for key, by in (("wealth", bobby), ("plot", alice)):
            update(
                leave=GIVEN,
                by=by,
                at=noon(day),
                steps=[put(key, str(day), *whose(bobby))],
                comment=f"On day {day}",
            )
        with time_machine.travel(noon(day), tick=False):
            roll_on_page(leave=GIVEN, text="DICE6", by=bobby, at=noon(day))


def test_the_page_tells_what_happened_since_the_last_visit_and_nothing_of_before():
    alice, bobby, carol, david, _ = seat(*FIVE)
    note_page(david, at=noon(3))
    play(alice, bobby, carol)
    propose(carol, noon(5), "Waiting")
    note_page(david, at=noon(6))
    page = read(browser_of(david), "/since/", noon(6, minutes=1))
    news, last = outline(page), Update.objects.latest("pk").pk
    assert news.pop("What counts as new") == []
    assert news == {
        "Needs your vote": ["Waiting", "Carol"],
        "New posts": ["Waiting", "Carol", "Story 5", "Bobby", "Done 5", "Bobby"],
        "Comments and votes": ["Story 5", "Done 5"],
        "Came to an end": ["Done 5", "Alice"],
        "Gamestate": [f"Update {last}", "Alice", f"Update {last - 1}", "Bobby", "Bobby"],
        "Dice": ["DICE6: " + news["Dice"][0].split()[-1]],
        "Players and dynasties": ["Newcomer 5"],
    }
    assert "1 hidden" in page


def test_of_what_is_hidden_only_those_read_who_may_see_it():
    alice, bobby, carol, *_ = seat(*FIVE)
    play(alice, bobby, carol)
    shown = [
        "98765" in read(who, "/since/?since=2026-03-01", noon(6)) for who in (Client(), browser_of(bobby))
    ]
    track(define("motive", audience="emperor"), by=alice, at=noon(6))
    update(leave=GIVEN, by=alice, at=noon(6), steps=[put("motive", "98765", *whose(bobby))])
    marked = [
        ">98765<" in read(who, "/since/?since=2026-03-01", noon(7))
        for who in (Client(), browser_of(bobby), browser_of(carol), browser_of(alice))
    ]
    assert (shown, marked) == ([False, False], [False, False, False, True])


def test_removed_posts_are_in_no_news():
    alice, bobby, *_ = seat(*FIVE)
    gone = write(bobby, noon(1), "Secret plan")
    posting.remove(post=gone, by=bobby, at=noon(1))
    assert "Secret plan" not in read(Client(), "/since/", noon(1, hours=1))


def test_what_one_did_oneself_is_no_news_but_when_one_asks_for_all_of_it():
    _, bobby, *_ = seat(*FIVE)
    note_page(bobby, at=noon(1))
    note_page(bobby, at=noon(2))
    story = write(bobby, noon(2), "Mine")
    say(story, bobby, noon(2), "Words.")
    browser = browser_of(bobby)
    own = outline(read(browser, "/since/", noon(2, minutes=2)))
    everything = outline(read(browser, "/since/?since=2026-03-04", noon(2, minutes=2)))
    assert (list(own), everything["New posts"], everything["Comments and votes"]) == (
        ["What counts as new"], ["Mine", "Bobby"], ["Mine"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("signed_in", "title", "some_days"),
    [(False, "The last day", False), (True, "The last seven days", True)],
)
def test_a_stranger_sees_the_last_day_and_a_newcomer_the_last_week(signed_in, title, some_days):
    alice, bobby, *_ = seat(*FIVE)
    write(bobby, noon(4), "Some days ago")
    browser = browser_of(person("Guest")) if signed_in else Client()
    page = read(browser, "/since/", noon(6))
    assert (f"<h1>{title}</h1>" in page, "Some days ago" in page) == (True, some_days)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("2026-03-05", 200), ("2026-03-05T10:00", 200), ("2026-03-05T10:00:00Z", 200), ("", 200), ("yesterday", 400),
        ("2026-13-01", 400), ("2030-01-01", 400), ("0001-01-01T00:00:00+14:00", 400), ("1" * 50, 400),
    ],
)  # fmt: skip
def test_any_instant_that_has_come_can_be_asked_for(text, status):
    seat(*FIVE)
    with time_machine.travel(noon(6), tick=False):
        assert Client().get("/since/", {"since": text}).status_code == status


def test_everything_can_be_counted_as_read_and_that_taken_back():
    alice, bobby, *_ = seat(*FIVE)
    note_page(alice, at=noon(1))
    note_page(alice, at=noon(3))
    write(bobby, noon(2), "Hello")
    browser, seen = browser_of(alice), []
    with time_machine.travel(noon(3, minutes=1), tick=False):
        for path, data in (
            (None, {}),
            ("/since/read/", {"up_to": "2026-03-05T12:00:30Z"}),
            ("/since/unread/", {}),
            ("/since/read/", {"up_to": "2026-03-04T11:00:00Z"}),
        ):
            if path:
                assert browser.post(path, data)["Location"] == "/since/"
            seen.append((Visit.objects.get().since, "Hello" in page_shown(browser.get("/since/"))))
        wrong = [
            browser.post("/since/read/", {"up_to": text}).status_code for text in ("", "x", "2030-01-01")
        ]
    assert [shown for _, shown in seen] == [True, False, True, True]
    assert seen[1][0] == noon(3, seconds=30)
    assert wrong == [400, 400, 400]


def test_posts_threads_and_the_queue_are_marked_for_who_was_away_and_for_nobody_else():
    alice, bobby, carol, *_ = seat(*FIVE)
    old = propose(bobby, noon(1), "Old")
    first = say(old, carol, noon(1, hours=1), "Before.")
    note_page(alice, at=noon(1, hours=2))
    own = say(old, alice, noon(1, hours=3), "Mine.")
    second, third = say(old, carol, noon(2), "One."), say(old, bobby, noon(2), "Two.")
    propose(carol, noon(2), "Young")
    note_page(alice, at=noon(2, hours=1))
    reader, stranger, other = browser_of(alice), Client(), browser_of(person("Guest"))
    at = noon(2, hours=1)
    thread = read(reader, old.get_absolute_url(), at)
    places = [thread.index(part) for part in (
        f'<a class="new-mark" href="#comment-{second.pk}">2 new</a> since',
        f'<li class="comment" id="comment-{first.pk}"', f'<li class="comment" id="comment-{own.pk}"',
        '<li class="new-from">', f'<li class="comment comment-new" id="comment-{second.pk}"',
        f'<li class="comment comment-new" id="comment-{third.pk}"',
    )]  # fmt: skip
    assert (places, thread.count("new-from"), thread.count("comment-new")) == (sorted(places), 1, 2)
    home = read(reader, "/", at)
    way = f'<a class="new-mark" href="{old.get_absolute_url()}?comment={second.pk}#comment-{second.pk}">2 new</a>'
    assert (home.count('<span class="new-mark">new</span>'), home.count(way)) == (
        2,
        1,
    )  # in the queue, and below
    queue = read(reader, "/queue/", at)
    assert (queue.count('<span class="new-mark">new</span>'), queue.count(way)) == (1, 1)
    for who in (stranger, other):
        for path in ("/", "/queue/", old.get_absolute_url()):
            assert not re.search("new-mark|new-from|new-here", read(who, path, at))


def test_the_line_stands_above_nothing_where_all_comments_are_new():
    alice, bobby, *_ = seat(*FIVE)
    note_page(alice, at=noon(1))
    note_page(alice, at=noon(3))
    story = write(bobby, noon(2))
    say(story, bobby, noon(2), "Words.")
    page = read(browser_of(alice), story.get_absolute_url(), noon(3, minutes=1))
    assert not re.search("new-from|new-here", page)


def test_of_much_the_newest_is_shown_first_and_all_when_one_asks():
    alice, bobby, *_ = seat(*FIVE)
    for number in range(17):
        write(bobby, noon(1, minutes=number), f"Post {number}")
    pages = [
        read(Client(), f"/since/{query}", noon(1, hours=1)) for query in ("", "?all=1", "?since=2026-03-03")
    ]
    assert [len(outline(page)["New posts"]) // 2 for page in pages] == [5, 17, 5]
    ways = [re.findall(r'<a href="([^"]*)">Show all 17', page) for page in pages]
    assert ways == [["?all=1"], [], ["?since=2026-03-03T00:00:00Z&amp;all=1"]]


def test_what_is_new_is_put_together_from_what_came_since(monkeypatch):
    alice, bobby, carol = seat(*FIVE)[:3]
    posts = [propose(alice, noon(1), "First"), propose(bobby, noon(1), "Second")]
    afters, find = [], news._COMMENTS_AFTER
    monkeypatch.setattr(news, "_COMMENTS_AFTER", lambda after: afters.append(after) or find(after))
    monkeypatch.setattr("tests.conftest.forget", lambda: None)

    def latest(hours):
        at = noon(2, hours=hours)
        return news.latest(present(Game.objects.get(), at=at))

    def titles(everything):
        return [(post.title, post.status) for post in everything.posts], [
            (one.pk, one.title) for one in everything.comments
        ]

    first = say(posts[0], bobby, noon(1, hours=1), ":for:")
    before = latest(1)
    second = say(posts[1], carol, noon(2, hours=2), "Because.")
    after = latest(3)
    assert afters == [0, first.pk]
    assert titles(after) == (
        [("Second", "pending"), ("First", "pending")],
        [(second.pk, "Second"), (first.pk, "First")],
    )
    assert after.posts is before.posts  # nobody posted

    propose(carol, noon(2, hours=4), "Third")
    assert [title for title, _status in titles(latest(5))[0]] == ["Third", "Second", "First"]
    assert afters == [0, first.pk, second.pk, 0]
    say(posts[1], carol, noon(2, hours=6), ":against:")
    grown = titles(latest(7))
    forget()
    assert titles(latest(7)) == grown
