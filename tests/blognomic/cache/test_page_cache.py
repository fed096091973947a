"""What strangers read again is not made again, is never stale for longer than a second, and is never somebody's own."""

import gc
import gzip
import re
from dataclasses import replace
from datetime import timedelta
from sys import getsizeof

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.http import http_date

from blognomic.cache.page_cache import SHELF, KeptPage, Key, Shelf, bytes_held
from blognomic.reach.database import _Known
from blognomic.templatetags.frame import KeptNode
from players.models import Game
from tests.votables.seating import played_once
from tests.votables.table import make_admin, noon, propose, seat, vote
from votables.models import Post

pytestmark = pytest.mark.django_db

KEEPER = "blognomic.cache.page_cache.pages"
BEFORE = "blognomic.cache.version.live_version"
VERSION = re.compile(rb'data-version="(\d+)"')
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture(autouse=True)
def kept_by_the_site(settings):
    """The suite's settings are those of development, where nothing is kept."""
    settings.MIDDLEWARE = with_the_cache(settings.MIDDLEWARE)


def with_the_cache(middleware: list[str]) -> list[str]:
    """The middleware of production: with the page cache, around all that makes a page."""
    return [each for name in middleware for each in ([name, KEEPER] if name == BEFORE else [name])]


@pytest.fixture
@played_once
def game():
    players = seat(*NAMES)
    propose(players[1], noon(1), "Cats")
    return players


@pytest.fixture
def clock():
    with time_machine.travel(noon(1, minutes=10), tick=False) as clock:
        yield clock


def get(path: str, client: Client | None = None, **headers: str):
    """The response, with how often the database was asked."""
    with CaptureQueriesContext(connection) as queries:
        response = (client or Client()).get(path, headers=headers)
    response.asked = len(queries)
    return response


def signed_in(player) -> Client:
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_within_a_second_nothing_is_asked_and_later_only_whether_the_game_stands(game, clock):
    first, again = get("/"), get("/")
    clock.shift(timedelta(seconds=2))
    later = get("/")
    assert first.content == again.content == later.content
    assert (again.asked, later.asked) == (0, 1)


def test_a_vote_is_seen_after_a_second_at_the_latest(game, clock):
    post = propose(game[2], noon(1), "Dogs")
    before = get(post.get_absolute_url()).content
    vote(post, noon(1, minutes=10), against=[game[3]])
    clock.shift(timedelta(milliseconds=999))
    within = get(post.get_absolute_url()).content
    clock.shift(timedelta(milliseconds=1))
    after = get(post.get_absolute_url()).content
    assert within == before
    assert after != before
    assert b"1</b> AGAINST" in after


def test_what_time_alone_changes_is_seen_after_a_second(game, clock):
    post = Post.objects.get(title="Cats")
    vote(post, noon(1, minutes=5), **{"for": game})
    clock.move_to(noon(1, hours=12) - timedelta(milliseconds=500))
    assert b"An admin can enact it now" not in get(post.get_absolute_url()).content
    clock.shift(timedelta(seconds=1))
    assert b"An admin can enact it now" in get(post.get_absolute_url()).content


def test_distances_of_time_are_of_this_minute(game, clock):
    assert b"10 minutes ago" in get("/").content
    clock.shift(timedelta(minutes=3))
    assert b"13 minutes ago" in get("/").content


def test_whoever_is_signed_in_gets_a_page_of_their_own_that_nobody_else_gets(game, clock):
    stranger = get("/").content
    own = get("/", signed_in(game[3]))
    assert b"David</span>" in own.content
    assert own.headers["Cache-Control"] == "private"
    assert get("/").content == stranger


def test_a_signed_in_page_is_not_kept_when_it_comes_first(game, clock):
    get("/", signed_in(make_admin(game[3])))
    stranger = get("/")
    assert b"Sign out" not in stranger.content
    assert b"Dashboard" not in stranger.content


def test_a_page_with_a_form_is_made_for_each_reader(game, clock):
    first, second = get("/accounts/login/"), get("/accounts/login/")
    assert first.cookies["csrftoken"].value != second.cookies["csrftoken"].value


@pytest.mark.parametrize("path", ["/posts/999999/", "/nowhere/", "/dashboard/"])
def test_what_is_refused_is_not_kept(game, clock, path):
    assert get(path).status_code in (302, 404)
    assert SHELF.bytes == 0


def test_questions_of_one_path_are_pages_of_their_own(game, clock):
    all_posts, failed = get("/archive/"), get("/archive/?status=failed")
    assert b"Cats</a>" in all_posts.content
    assert get("/archive/?status=failed").content == failed.content != all_posts.content


@pytest.mark.parametrize(
    ("header", "value"), [("accept-language", "de"), ("accept-encoding", "gzip"), ("hx-request", "true")]
)
def test_whatever_a_page_depends_on_besides_its_address_is_in_its_key(game, clock, header, value):
    """Alone, each is answered so; and so it is after the other was kept."""
    plain = get("/queue/").content
    SHELF.clear()
    other = get("/queue/", **{header: value}).content
    assert other != plain
    assert [get("/queue/").content, get("/queue/", **{header: value}).content] == [plain, other]
    SHELF.clear()
    assert [get("/queue/").content, get("/queue/", **{header: value}).content] == [plain, other]


def test_a_reader_who_has_the_page_is_told_so(game, clock):
    first = get("/")
    again = get("/", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert get("/", **{"If-None-Match": 'W/"other"'}).status_code == 200


def test_a_page_goes_out_compressed_to_who_reads_that(game, clock):
    plain, packed = get("/"), get("/", **{"Accept-Encoding": "gzip, deflate"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["Content-Length"] == str(len(packed.content))
    assert {"Cookie", "Accept-Encoding"} <= {word.strip() for word in plain.headers["Vary"].split(",")}


def test_headers_of_safety_are_on_kept_pages_too(game, clock):
    first, again = get("/"), get("/")
    assert again.asked == 0
    for name in ("X-Frame-Options", "X-Content-Type-Options", "Content-Security-Policy"):
        assert again.headers[name] == first.headers[name]


def test_a_head_is_answered_without_a_body(game, clock):
    get("/")
    response = Client().head("/", headers={"If-Modified-Since": http_date(0)})
    assert (response.status_code, response.content) == (200, b"")


def kept(name: str, size: int) -> tuple[Key, KeptPage]:
    key = Key("http", "blog.example", f"/{name}/", "", "en-gb", False, "")
    return key, KeptPage((("ETag", "x"),), b"x" * size, 1, noon(1))


def test_the_shelf_lets_go_of_what_was_not_asked_for_longest():
    one = bytes_held(*kept("a", 100))
    shelf = Shelf(most=2 * one + 10)
    for name in ("a", "b"):
        shelf.put(*kept(name, 100))
    shelf.get(kept("a", 100)[0])
    shelf.put(*kept("c", 100))
    assert [bool(shelf.get(kept(name, 100)[0])) for name in "abc"] == [True, False, True]
    assert shelf.bytes == 2 * one


def test_a_page_goes_when_the_same_is_kept_of_a_later_version():
    shelf = Shelf()
    key, page = kept("a", 100)
    later = replace(page, version=2)
    shelf.put(key, page)
    shelf.put(key, later)
    assert shelf.get(key) is later
    assert shelf.bytes == bytes_held(key, later)


def test_a_page_longer_than_the_shelf_is_not_left_on_it():
    shelf = Shelf(most=5_000)
    key, page = kept("a", 10_000)
    shelf.put(key, page)
    assert (shelf.get(key), shelf.bytes) == (None, 0)


def test_what_a_kept_page_holds_is_counted_and_is_bytes_and_words_alone(game, clock):
    """A page that held the state it was made from would hold the whole game in it."""
    get("/")
    ((key, page),) = SHELF._pages.items()
    reached, seen = [key, page], []
    while reached:
        one = reached.pop()
        seen.append(one)
        reached += [each for each in gc.get_referents(one) if not isinstance(each, type)]
    assert {type(one).__name__ for one in seen} <= {
        "Key", "KeptPage", "tuple", "str", "bytes", "bool", "int", "datetime", "datetime.timezone", "timezone",
        "NoneType",
    }  # fmt: skip
    assert (
        SHELF.bytes == bytes_held(key, page) > sum({id(one): getsizeof(one) for one in seen}.values()) * 0.9
    )


@pytest.mark.parametrize("query", ["x=1", "page=1&x=1", "q=" + "a" * 400, "at=" + "1" * 400])
def test_an_address_that_somebody_made_up_is_answered_and_not_kept(game, clock, query):
    first = get(f"/archive/?{query}")
    assert (first.status_code, SHELF.bytes) == (200, 0)
    assert "Cookie" in first.headers["Vary"]


def test_what_was_made_for_whoever_may_have_a_forms_token_is_kept_for_nobody(game, clock):
    visitor = Client()
    visitor.cookies["csrftoken"] = "x" * 32
    first = get("/", visitor)
    assert (first.status_code, SHELF.bytes) == (200, 0)
    get("/")
    assert get("/", visitor).asked == 0


def test_a_script_name_puts_no_page_under_the_address_of_another(game, clock):
    archive = get("/archive/").content
    SHELF.clear()
    odd = Client(SCRIPT_NAME="/archive", PATH_INFO="/").get("/")
    assert odd.status_code == 200
    assert get("/archive/").content == archive


def test_a_page_that_is_made_of_a_newer_version_makes_no_other_cold_within_the_second(game, clock):
    get("/")
    propose(game[2], noon(1, minutes=10), "Dogs")
    newer = get("/queue/")
    assert b"Dogs" in newer.content
    assert [get("/").asked, get("/queue/").asked] == [0, 0]
    seen = VERSION.search(newer.content)[1].decode()
    assert get(f"/live/version/?seen={seen}").status_code == 204  # so that the open page does not go back
    clock.shift(timedelta(seconds=1))
    assert b"Dogs" in get("/").content
    assert [get("/queue/").asked, get(f"/live/version/?seen={seen}").status_code] == [0, 204]


def test_a_page_of_a_version_that_the_game_is_not_in_any_more_is_made_anew_and_told_so(game, clock):
    """As where a backup has been put back."""
    Game.objects.update(version=50)
    get("/queue/")
    Game.objects.update(version=40)
    clock.shift(timedelta(seconds=1))
    assert get("/queue/").asked > 1
    assert get("/live/version/?seen=50").json() == {"version": 40}


def test_while_the_database_is_away_kept_pages_go_on_and_all_else_is_refused_at_once(
    game, clock, monkeypatch
):
    kept, bobby = get("/"), signed_in(game[1])
    monkeypatch.setattr(_Known, "away_since", 0.0)
    clock.shift(timedelta(minutes=10))
    answers = {
        "kept": get("/"),
        "not kept": get("/archive/"),
        "signed in": get("/", bobby),
        "form": bobby.post("/posts/new/", {"title": "Cats", "body": "Purr."}),
        "API": get("/api/v1/posts"),
        "ready": get("/ready/"),
        "health": get("/health/"),
    }
    assert {what: answer.status_code for what, answer in answers.items()} == {
        "kept": 200, "not kept": 503, "signed in": 503, "form": 503, "API": 503, "ready": 503, "health": 200,
    }  # fmt: skip
    assert sum(getattr(answer, "asked", 0) for answer in answers.values()) == 0
    assert answers["kept"].content == kept.content
    for what in ("not kept", "signed in", "form", "API"):
        assert answers[what]["Retry-After"] == "10"
        assert (
            "The database does not answer. The site did not save what you sent"
            in answers[what].content.decode()
        )
    assert answers["ready"].content.decode().startswith("The database does not answer.")


@pytest.mark.parametrize(
    "path",
    ["/", "/queue/", "post", "/archive/", "/rules/", "/rules/history/", "/gamestate/", "/gamestate/log/"],
)
def test_the_minute_that_passes_makes_nothing_anew(game, clock, path, monkeypatch):
    reader, made = signed_in(game[3]), []
    path = Post.objects.get(title="Cats").get_absolute_url() if path == "post" else path
    for browser in (reader, Client()):
        get(path, browser)
    make = KeptNode._made
    monkeypatch.setattr(KeptNode, "_made", lambda node, *rest: made.append(node) or make(node, *rest))
    clock.shift(timedelta(seconds=61))
    queries = [get(path, browser).asked for browser in (reader, Client())]
    assert made == []
    # The session and the game, and a newcomer's first steps; its version, and the game.
    assert queries == [3 if path == "/" else 2, 2]
