"""In which language a page is told: what was chosen by the switch, or else what the browser asks for."""

import re

import pytest
import time_machine
from django.conf import settings as site_settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from blognomic.customs import cited
from blognomic.i18n.dynasty_words import said, speaking
from players.models import Dynasty
from tests.blognomic.cache.test_page_cache import with_the_cache
from tests.blognomic.shown import page_shown
from tests.votables.plain_words import ODD
from tests.votables.table import noon, propose, seat

pytestmark = pytest.mark.django_db

ENGLISH, GERMAN = ("en-gb", "en-gb", "Queue"), ("de", "de", "Warteliste")


def told(response) -> tuple[str, str, str]:
    """In which language a page is: by its header, by its element, and by a word of it."""
    page = page_shown(response)
    (language,) = re.findall(r'<html lang="([^"]*)"', page)
    word = re.search(r'<a href="/queue/"[^>]*>(\w+)', page)
    return response.headers["Content-Language"], language, word[1]


def reader(accepts: str = "", chosen: str = "") -> Client:
    """A stranger whose browser asks for some languages, and who may have chosen one."""
    client = Client(headers={"accept-language": accepts} if accepts else {})
    if chosen:
        client.cookies[site_settings.LANGUAGE_COOKIE_NAME] = chosen
    return client


@pytest.fixture
def game():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    propose(players[1], noon(1), "Cats")
    return players


@pytest.fixture
def clock():
    with time_machine.travel(noon(1, minutes=10), tick=False) as clock:
        yield clock


# The switch.


def test_the_switch_sets_a_cookie_and_goes_back_to_where_it_stood():
    client = Client()
    response = client.post(
        "/language/", {"language": "de"}, headers={"referer": "http://testserver/archive/?category=proposals"}
    )
    assert (response.status_code, response.headers["Location"]) == (
        302,
        "http://testserver/archive/?category=proposals",
    )
    cookie = response.cookies["language"]
    assert (cookie.value, cookie["path"], cookie["samesite"], cookie["httponly"], cookie["max-age"]) == (
        "de",
        "/",
        "Lax",
        True,
        365 * 24 * 60 * 60,
    )
    assert told(client.get("/feeds/")) == GERMAN
    client.post("/language/", {"language": "en-gb"})
    assert told(client.get("/feeds/", headers={"accept-language": "de"})) == ENGLISH


def test_the_switch_stands_below_every_page_and_names_each_language_in_itself():
    def offered(accepts: str) -> list[str]:
        page = page_shown(reader(accepts).get("/feeds/"))
        (form,) = re.findall(r'<form method="post" action="/language/"[^>]*>(.*?)</form>', page)
        return re.findall(r"<(?:button|b) .*?</(?:button|b)>", form)

    button = '<button type="submit" name="language" value="{0}" class="linklike" lang="{0}">{1}</button>'
    assert offered("en-US") == ['<b lang="en-gb">English</b>', button.format("de", "Deutsch")]
    assert offered("de") == [button.format("en-gb", "English"), '<b lang="de">Deutsch</b>']


@pytest.mark.parametrize(
    "address",
    [
        "https://elsewhere.example/", "//elsewhere.example/queue/", "http:///elsewhere.example",
        "javascript:alert(1)", "http://testserver@elsewhere.example/", "\\\\elsewhere.example", "",
    ],
)  # fmt: skip
@pytest.mark.parametrize("by", ["next", "referer"])
def test_the_switch_leads_to_no_other_site(by, address):
    sent = {"language": "de"} | ({"next": address} if by == "next" else {})
    response = Client().post("/language/", sent, headers={"referer": address} if by == "referer" else {})
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    assert response.cookies["language"].value == "de"


@pytest.mark.parametrize(
    "unknown", ["fr", "xx", "", "en", "DE ", "../de", "de\r\nSet-Cookie: x=y", "a" * 1_000, None]
)
def test_an_unknown_language_changes_nothing(unknown):
    client = reader(chosen="de")
    response = client.post(
        "/language/",
        {} if unknown is None else {"language": unknown},
        headers={"referer": "http://testserver/queue/"},
    )
    assert (response.status_code, response.headers["Location"], dict(response.cookies)) == (
        302,
        "http://testserver/queue/",
        {},
    )
    assert told(client.get("/feeds/")) == GERMAN


@pytest.mark.parametrize(
    ("stood", "page"),
    [
        ("/posts/7/comment/", "/posts/7/comment/"),
        ("/gamestate/variables/3/show/", "/gamestate/variables/3/"),
        ("/gamestate/showings/3/stop/", "/gamestate/"),
        ("/players/orders/3/mark/?turn=2", "/players/orders/"),
        ("/demo/sign-in/", "/"),
        ("/language/", "/"),
        ("/accounts/login/?next=/queue/", "/accounts/login/?next=/queue/"),
        ("/posts/new/?category=proposal", "/posts/new/?category=proposal"),
        ("/posts/7/vote/nowhere/", "/posts/7/vote/nowhere/"),
        ("/feeds/posts/", "/feeds/posts/"),
    ],
)
@pytest.mark.parametrize("site", ["http://testserver", ""])
def test_the_switch_leads_from_where_something_was_sent_to_the_page_above(stood, page, site):
    sent = {"language": "de"} if site else {"language": "de", "next": stood}
    response = Client().post("/language/", sent, headers={"referer": f"{site}{stood}"})
    assert response.headers["Location"] in (page, f"{site}{page}")
    assert response.cookies["language"].value == "de"


def test_a_link_switches_nothing():
    response = Client().get("/language/?language=de")
    assert (response.status_code, dict(response.cookies)) == (405, {})


# What the browser asks for.


@pytest.mark.parametrize(
    ("accepts", "chosen", "language"),
    [
        ("de", "", GERMAN),
        ("de-AT,de;q=0.9,en;q=0.8", "", GERMAN),
        ("fr, de;q=0.5", "", GERMAN),
        ("en;q=0.5, de;q=0.6", "", GERMAN),
        ("en-US", "", ENGLISH),
        ("en-US,en;q=0.9,de;q=0.8", "", ENGLISH),
        ("en", "", ENGLISH),
        ("fr", "", ENGLISH),
        ("", "", ENGLISH),
        ("*", "", ENGLISH),
        ("de;q=nonsense,,;", "", ENGLISH),
        ("en-GB", "de", GERMAN),
        ("de", "en-gb", ENGLISH),
        ("de", "fr", GERMAN),
        ("de", "../../etc", GERMAN),
        ("en", "x" * 3_000, ENGLISH),
    ],
)
def test_a_page_is_told_as_was_chosen_or_else_as_the_browser_asks(accepts, chosen, language):
    response = reader(accepts, chosen).get("/feeds/")
    assert told(response) == language
    assert "Accept-Language" in response.headers["Vary"]


@pytest.mark.parametrize("path", ["/", "/queue/", "/accounts/login/", "/nowhere/"])
def test_page_and_header_agree(game, clock, path):
    assert (told(reader("de").get(path)), told(reader("en-US").get(path))) == (GERMAN, ENGLISH)


def test_pages_that_need_nothing_of_the_site_are_told_in_the_readers_language_too(settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 500_000
    sent = {"data": b"x" * 500_001, "content_type": "text/plain"}
    refused = [page_shown(reader(accepts).post("/queue/", **sent)) for accepts in ("de", "en-US")]
    assert [re.findall(r'lang="([^"]*)"|<p class="lead">(.*?)</p>', page) for page in refused] == [
        [
            ("de", ""),
            (
                "",
                "Du hast mehr als 500 kB geschickt. Mehr nimmt die Website nicht auf einmal an. "
                "Es ist nichts geschehen.",
            ),
        ],
        [
            ("en-gb", ""),
            (
                "",
                "You sent more than 500 kB. The site takes no more than that at once. Nothing was done.",
            ),
        ],
    ]


def test_the_words_of_scripts_come_with_the_pages_that_are_not_english():
    words = '<script src="/language/words.js?de" defer></script>'
    assert [words in page_shown(reader(accepts).get("/feeds/")) for accepts in ("de", "en-US")] == [
        True,
        False,
    ]
    german = reader("de").get("/language/words.js").content.decode()
    assert '"Keys are off.": "Die Tasten sind aus."' in german
    assert "Die Tasten" not in reader("en-US").get("/language/words.js").content.decode()


# What is kept of pages.


@pytest.fixture
def shelf(settings):
    """Pages are kept as in production."""
    settings.MIDDLEWARE = with_the_cache(settings.MIDDLEWARE)


def test_parts_that_are_kept_for_all_are_kept_for_each_language(game, clock):
    pages = [told(reader(accepts).get("/queue/")) for accepts in ("de", "en-US", "de", "en-US")]
    assert pages == [GERMAN, ENGLISH, GERMAN, ENGLISH]


@pytest.mark.parametrize("first", ["de", "en-US"])
def test_whole_pages_that_are_kept_never_cross_languages(game, clock, shelf, first):
    other = "en-US" if first == "de" else "de"
    readers = {"de": reader("de"), "en-US": reader("en-US"), "chosen": reader("en-US", "de")}
    made = [told(readers[each].get("/queue/")) for each in (first, other)]
    with CaptureQueriesContext(connection) as queries:
        kept = [told(readers[each].get("/queue/")) for each in ("de", "en-US", "chosen", "en-US")]
    assert (made, kept, len(queries)) == (
        [GERMAN, ENGLISH] if first == "de" else [ENGLISH, GERMAN],
        [GERMAN, ENGLISH, GERMAN, ENGLISH],
        0,
    )


# What is English for everybody.


@pytest.mark.parametrize(
    ("method", "path", "sent", "status"),
    [
        ("get", "/api/v1/queue", None, 200),
        ("get", "/api/v1/game", None, 200),
        ("get", "/api/v1/posts/1000", None, 404),
        ("get", "/api/v1/nowhere", None, 404),
        ("get", "/api/v1/posts?limit=many", None, 422),
        ("post", "/api/v1/posts", "{}", 401),
        ("post", "/api/v1/posts", "x" * 3_000_000, 413),
        ("delete", "/api/v1/queue", None, 405),
    ],
)
def test_the_api_answers_in_english_whatever_is_asked_for(game, clock, method, path, sent, status):
    def answer(client: Client) -> tuple[int, str, bytes]:
        body = {"data": sent, "content_type": "application/json"} if sent else {}
        response = getattr(client, method)(path, **body)
        return response.status_code, response.headers.get("Content-Language"), response.content

    english = answer(reader("en-GB"))
    assert english[:2] == (status, "en-gb")
    assert [answer(reader("de")), answer(reader("en-GB", "de"))] == [english, english]


def test_the_words_of_the_dynasty_do_not_enter_german(game, clock):
    Dynasty.objects.update(**ODD)
    german, english = (page_shown(reader(accepts).get("/queue/")) for accepts in ("de", "en-US"))
    said_in = {
        word: (word in german, word in english) for word in ("Zookeeper", "Archivist", "Kaiser", "Spieler")
    }
    assert said_in == {
        "Zookeeper": (False, True),
        "Archivist": (False, True),
        "Kaiser": (True, False),
        "Spieler": (True, False),
    }


def test_a_rule_is_cited_by_its_own_name_in_any_language():
    with speaking(lambda text: text.replace("Emperor", "Zookeeper")), translation.override("de"):
        assert (cited("The Emperor"), said("The Emperor")) == ("The Zookeeper", "The Emperor")
        assert translation.get_language() == "de"
