"""What strangers are given again before Django is asked, and what they are not."""

import gc
from datetime import timedelta
from io import BytesIO

import pytest
import time_machine
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from blognomic.given_again import MOST_ANSWERS, GivenAgain
from blognomic.logs import WithRequestId
from blognomic.whole_pages import SHELF
from tests.blognomic.test_whole_pages import KEEPER
from tests.votables.table import noon, propose, seat, vote

pytestmark = pytest.mark.django_db


class Counted:
    """The application, which counts how often it was asked."""

    def __init__(self):
        self.handler, self.asked = WSGIHandler(), 0

    def __call__(self, environ, start_response):
        self.asked += 1
        return self.handler(environ, start_response)


@pytest.fixture(autouse=True)
def kept_by_the_site(settings):
    """The site in production, on the connection of the test, which a request must not close."""
    SHELF.clear()
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    settings.MIDDLEWARE = [settings.MIDDLEWARE[0], KEEPER, *settings.MIDDLEWARE[1:]]
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
    SHELF.clear()


@pytest.fixture
def matter():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    return propose(players[1], noon(1), "Cats")


@pytest.fixture
def clock():
    with time_machine.travel(noon(1, minutes=10), tick=False) as clock:
        yield clock


@pytest.fixture
def site():
    return GivenAgain(Counted())


def get(site, path="/", method="GET", **headers):
    """Status, headers but for the request's id, that id, and the body; and how often the application was asked."""
    path, _, query = path.partition("?")
    environ = {
        "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
        "SERVER_NAME": "testserver", "SERVER_PORT": "80", "SERVER_PROTOCOL": "HTTP/1.1", "HTTP_HOST": "testserver",
        "wsgi.url_scheme": "http", "wsgi.input": BytesIO(), "REMOTE_ADDR": "127.0.0.1", **headers,
    }  # fmt: skip
    told = []
    before = site.application.asked
    answer = site(environ, lambda status, headers: told.append((status, dict(headers))))
    body = b"".join(answer)
    getattr(answer, "close", lambda: None)()
    ((status, sent),) = told
    return status, sent, sent.pop("X-Request-ID", None), body, site.application.asked - before


def test_the_second_stranger_is_given_what_the_first_was_and_django_is_not_asked(matter, clock, site):
    first, again = get(site), get(site)
    assert (first[4], again[4]) == (1, 0)
    assert first[:2] == again[:2]
    assert first[3] == again[3]
    assert b"Cats" in again[3]
    assert first[2] != again[2]


def test_compressed_and_plain_are_given_to_who_reads_them(matter, clock, site):
    plain, packed = get(site), get(site, HTTP_ACCEPT_ENCODING="gzip, br")
    assert get(site)[3] == plain[3]
    again = get(site, HTTP_ACCEPT_ENCODING="gzip")
    assert (again[4], again[1], again[3]) == (0, packed[1], packed[3])
    assert again[1]["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain[1]


def test_a_vote_is_seen_after_a_second_at_the_latest(matter, clock, site):
    path = matter.get_absolute_url()
    before = get(site, path)[3]
    vote(matter, noon(1, minutes=10), against=[matter.author])
    clock.shift(timedelta(milliseconds=999))
    assert (get(site, path)[3], get(site, path)[4]) == (before, 0)
    clock.shift(timedelta(milliseconds=1))
    after = get(site, path)
    assert after[4] == 1
    assert after[3] != before
    assert get(site, path)[3:] == (after[3], 0)


@pytest.mark.parametrize(
    "special",
    [
        {"HTTP_COOKIE": "sessionid=x"}, {"HTTP_COOKIE": "colours=dark"}, {"HTTP_AUTHORIZATION": "Bearer x"},
        {"HTTP_IF_NONE_MATCH": '"x"'}, {"HTTP_RANGE": "bytes=0-9"}, {"HTTP_HX_REQUEST": "true"},
        {"REQUEST_METHOD": "HEAD"}, {"REQUEST_METHOD": "POST"}, {"HTTP_HOST": "127.0.0.1"},
        {"wsgi.url_scheme": "https"}, {"QUERY_STRING": "before=1"}, {"QUERY_STRING": "x" * 5_000},
    ],
)  # fmt: skip
def test_whoever_asks_in_another_way_is_not_given_it(matter, clock, site, special):
    get(site)
    assert get(site, **special)[4] == 1


@pytest.mark.parametrize("path", ["/nowhere/", "/dashboard/", "/accounts/login/", "/feeds/"])
def test_what_is_not_kept_or_not_found_is_asked_for_each_time(matter, clock, site, path):
    asked = [get(site, path)[4] for _ in range(2)]
    assert asked == ([1, 0] if path == "/feeds/" else [1, 1])


def test_a_page_that_the_shelf_let_go_of_is_asked_for_anew(matter, clock, site):
    get(site)
    SHELF.clear()
    gc.collect()
    assert get(site)[4] == 1


def test_only_so_many_answers_are_remembered(matter, clock, site, monkeypatch):
    monkeypatch.setattr("blognomic.given_again.MOST_ANSWERS", 2)
    for query in "abc":
        get(site, f"/?nothing={query}")
    assert [get(site, f"/?nothing={query}")[4] for query in "cba"] == [0, 0, 1]
    assert MOST_ANSWERS == 2_000


def test_each_answer_has_its_line_with_its_own_id(matter, clock, site, caplog):
    with caplog.at_level("INFO", logger="blognomic.access"):
        get(site)
        caplog.clear()
        _, _, request_id, _, asked = get(site)
    (line,) = caplog.records
    assert line.name == "blognomic.access"
    assert (asked, line.method, line.path, line.status, line.request_id) == (0, "GET", "/", 200, request_id)
    assert WithRequestId().filter(line)
    assert line.request_id == request_id


def test_an_address_in_another_script_is_written_as_it_reads(matter, clock, site, caplog):
    path = "/rules/é/".encode().decode("latin-1")
    with caplog.at_level("INFO", logger="blognomic.access"):
        get(site, path)
    assert [line.path for line in caplog.records if line.name == "blognomic.access"] == ["/rules/é/"]
