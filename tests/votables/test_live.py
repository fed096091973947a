"""Pages that stay true while they are open: their parts, what they ask, and what no cache may mix up."""

import base64
import hashlib
import re
from datetime import timedelta
from pathlib import Path
from time import process_time

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from blognomic.cache import version
from blognomic.templatetags.frame import KeptNode
from players.models import Game, Player
from tests.blognomic.cache.test_page_cache import with_the_cache
from tests.blognomic.html import read
from tests.blognomic.shown import page_shown

from .table import join, noon, propose, say, seat

pytestmark = pytest.mark.django_db
PARTS = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def alice() -> Player:
    version.forget()
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")[0]


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def parts(page: str) -> dict[str, str]:
    """The parts on a page, with the signs of what is in them."""
    return dict(re.findall(r'id="part-([\w-]+)"[^>]* data-part="([0-9a-f]{8})"', page))


@pytest.mark.parametrize("path", ["/", "/queue/", "/queue/mine/", "post", "/live/"])
def test_the_parts_are_those_of_the_page_and_go_where_they_are(alice, path):
    post = propose(alice, noon(1))
    path = post.get_absolute_url() if path == "post" else path
    with travel(noon(1, hours=2), tick=False):
        whole = browser(alice).get("/players/" if path == "/live/" else path)
        some = browser(alice).get(path, **PARTS)
    within, there = page_shown(some), parts(page_shown(whole))

    assert "<html" not in within and some.headers["X-Parts"] == "1" and "X-Parts" not in whole.headers
    # The form has a token of its own each time; all else is the same.
    same = {name: sign for name, sign in parts(within).items() if name != "answer"}
    assert same == {name: there[name] for name in same}
    list_of_matters = "list" if path.startswith("/queue/") else "queue"
    assert {"dynasty", list_of_matters, "messages", "count-queue"} <= same.keys()
    assert within.count('hx-swap-oob="true"') == len(parts(within)) + 1
    assert "HX-Request" in some.headers["Vary"] and (
        "HX-Request" in whole.headers["Vary"] or path == "/live/"
    )


def test_a_vote_changes_the_parts_that_show_it_and_no_others(alice):
    post = propose(alice, noon(1))
    other = propose(Player.objects.get(name="Bobby"), noon(1), title="Other")
    with travel(noon(1, hours=2), tick=False):
        before = parts(page_shown(Client().get(post.get_absolute_url(), **PARTS)))
        say(post, Player.objects.get(name="Carol"), noon(1, hours=2), ":for:")
        after = parts(page_shown(Client().get(post.get_absolute_url(), **PARTS)))
        beside = parts(page_shown(Client().get(other.get_absolute_url(), **PARTS)))

    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"standing", "verdict", "thread", "queue"}
    assert beside["queue"] == after["queue"]


def test_a_comment_that_is_sent_for_parts_leads_to_the_parts_with_its_vote(alice):
    post = propose(alice, noon(1))
    bobby = browser(Player.objects.get(name="Bobby"))
    with travel(noon(1, hours=2), tick=False):
        answer = bobby.post(f"/posts/{post.pk}/comment/", {"text": "Yes :for:"}, follow=True, **PARTS)

    page = page_shown(answer)
    assert (answer.status_code, answer.headers["X-Parts"]) == (200, "1")
    assert re.search(r'id="part-thread".*?Yes', page, re.S) and "2</b> FOR" in page


def test_a_comment_that_is_refused_comes_back_as_parts_with_its_words(alice):
    post = propose(alice, noon(1))
    bobby = browser(Player.objects.get(name="Bobby"))
    with travel(noon(1, hours=2), tick=False):
        empty = bobby.post(f"/posts/{post.pk}/comment/", {"text": " "}, **PARTS)
        veto = bobby.post(f"/posts/{post.pk}/comment/", {"text": "x" * 60_000}, **PARTS)

    assert (empty.status_code, empty.headers["X-Parts"], veto.status_code) == (400, "1", 400)
    assert "A comment needs some words, or a vote." in page_shown(empty)


def test_kept_pages_and_kept_parts_are_never_given_for_each_other(alice, settings):
    settings.MIDDLEWARE = with_the_cache(settings.MIDDLEWARE)
    with travel(noon(1), tick=False):
        answers = [page_shown(Client().get("/queue/", **headers))[:80] for headers in ({}, PARTS, {}, PARTS)]

    assert answers[0] == answers[2] != answers[1] == answers[3]
    assert ["<!DOCTYPE html>" in page for page in answers] == [True, False, True, False]


def test_whether_the_game_has_changed_costs_one_query_and_no_session(alice):
    player = browser(alice)
    seen = Game.objects.get().version
    with CaptureQueriesContext(connection) as queries:
        same = player.get(f"/live/version/?seen={seen}")
        again = player.get(f"/live/version/?seen={seen}")
    assert (same.status_code, same.content, again.status_code, len(queries)) == (204, b"", 204, 1)

    propose(alice, noon(1))
    version.forget()
    changed = player.get(f"/live/version/?seen={seen}")
    assert (changed.status_code, changed.json()) == (200, {"version": Game.objects.get().version})
    assert changed.json()["version"] > seen
    assert changed.headers["Cache-Control"] == "no-store"


def test_whether_the_game_has_changed_can_only_be_asked(alice):
    assert (Client().post("/live/version/").status_code, Client().head("/live/version/").status_code) == (
        405,
        200,
    )


def test_a_page_says_of_which_version_it_is(alice):
    page = page_shown(Client().get("/queue/"))

    assert f'data-version="{Game.objects.get().version}"' in page


def test_htmx_is_the_file_that_is_said_and_may_evaluate_nothing(alice):
    folder = Path(settings.BASE_DIR) / "static/js/vendor"
    text = (folder / "README.md").read_text()
    digest = base64.b64encode(hashlib.sha384((folder / "htmx-2.0.11.min.js").read_bytes()).digest()).decode()
    page = page_shown(Client().get("/queue/"))

    assert f"sha384-{digest}" in text
    assert "js/vendor/htmx-2.0.11" in page
    assert '"allowEval": false' in page and '"includeIndicatorStyles": false' in page
    assert not re.search(r" hx-on|hx-vals='js:| on\w+=", page)


def test_parts_are_sound_html(alice):
    post = propose(alice, noon(1))
    say(post, Player.objects.get(name="Bobby"), noon(1, hours=1), ":against:")
    with travel(noon(1, hours=2), tick=False):
        for path in ("/", "/queue/", post.get_absolute_url()):
            assert read(browser(alice).get(path, **PARTS).content.decode()).faults == []


def test_the_keys_are_told_and_can_be_switched_off(alice):
    page = page_shown(Client().get("/help/keys/"))

    assert re.findall(r"<kbd>(.)</kbd>", page) == list("/jkunpfad?")
    assert "data-keys-switch" in page


def known(page: str) -> dict[str, str]:
    """What an open page says of its parts when it asks for those that changed."""
    return {**PARTS, "HTTP_X_SEEN_PARTS": " ".join(f"{name}:{sign}" for name, sign in parts(page).items())}


def test_an_open_page_gets_the_parts_that_changed_and_no_others(alice):
    post = propose(alice, noon(1))
    bobby, carol = (Player.objects.get(name=name) for name in ("Bobby", "Carol"))
    reader = browser(bobby)
    with travel(noon(1, hours=2), tick=False) as clock:
        pages = {path: page_shown(reader.get(path)) for path in ("/", post.get_absolute_url())}
        clock.shift(timedelta(minutes=3))
        nothing = [parts(page_shown(reader.get(path, **known(page)))) for path, page in pages.items()]
        say(post, carol, noon(1, hours=2), ":for:")
        answers = {path: page_shown(reader.get(path, **known(page))) for path, page in pages.items()}
        every = {path: parts(page_shown(reader.get(path, **PARTS))) for path in pages}
    assert nothing == [{}, {}]
    assert [set(parts(answer)) for answer in answers.values()] == [
        {"queue", f"entry-{post.pk}"},
        {"standing", "verdict", "thread", "queue"},
    ]
    for path, answer in answers.items():
        assert parts(answer).items() <= every[path].items()
        assert {**parts(pages[path]), **parts(answer)}.items() >= every[path].items()
        assert f'data-version="{Game.objects.get().version}"' in answer
        read(f"<!DOCTYPE html><title>x</title><body>{answer}")


def test_fifty_open_pages_and_a_vote_are_fifty_answers_within_a_second(alice, monkeypatch):
    post = propose(alice, noon(1))
    people = [alice, *(join(f"Reader {number}", at=noon(1)) for number in range(49))]
    readers, made = [browser(player) for player in people], []
    make = KeptNode._made
    monkeypatch.setattr(KeptNode, "_made", lambda node, *args: made.append(node) or make(node, *args))
    with travel(noon(1, hours=2), tick=False):
        pages = [page_shown(reader.get("/")) for reader in readers]
        say(post, people[7], noon(1, hours=2), ":for:")
        made.clear()
        begun = process_time()
        answers = [reader.get("/", **known(page)) for reader, page in zip(readers, pages, strict=True)]
        took = process_time() - begun
    assert {frozenset(parts(page_shown(answer))) for answer in answers[8:]} == {
        frozenset({"queue", f"entry-{post.pk}"})
    }
    assert took < 1
    # Once for those who have voted, and once for those whom it waits for: not for each.
    assert len(made) < 40
