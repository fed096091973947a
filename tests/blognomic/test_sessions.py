"""Where one is signed in: when and from where each session was last used, told coarsely and to its owner alone."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from blognomic.accounts.whereabouts import browser_of
from players import sessions
from players.models import Player, Session
from players.services import tokens
from tests.votables.table import noon

from .proving import prove
from .test_accounts import PASSWORD, sign_in, somebody

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(noon(1), tick=False) as clock:
        yield clock


@pytest.fixture
def gregory() -> Player:
    return somebody()


def browser(player: Player, address: str = "192.0.2.77", agent: str = FIREFOX) -> Client:
    client = Client(REMOTE_ADDR=address, headers={"user-agent": agent})
    client.force_login(player)
    return client


def row_of(client: Client) -> Session:
    return Session.objects.get(pk=client.session.session_key)


def told(client: Client) -> list[str]:
    """What the page says of each session and token: its heading, and when and from where it was last used."""
    page = client.get("/accounts/sessions/").content.decode()
    main = re.search(r"<main.*</main>", page, re.DOTALL)[0]
    matches = re.findall(
        r'<li class="panel task">\s*<h\d>(.*?)</h\d>\s*<p class="quiet">(.*?)</p>', main, re.DOTALL
    )
    return [re.sub(r"<[^>]+>|\s+", " ", f"{name}: {words}").strip() for name, words in matches]


def test_the_page_lists_sessions_and_tokens_with_when_and_where_they_were_last_used(gregory, clock):
    there = browser(gregory, "2001:db8:7:1::9", CHROME)
    there.get("/")
    _, token = tokens.make(by=gregory, at=noon(1), name="A program", scopes=["private"])
    tokens.make(by=gregory, at=noon(1), name="Another", scopes=["posts"])
    Client(
        REMOTE_ADDR="198.51.100.9", headers={"user-agent": "curl/8.5", "Authorization": f"Bearer {token}"}
    ).get("/api/v1/notices")
    browser(somebody("Harriet")).get("/")
    clock.shift(7200)
    here = browser(gregory)
    here.get("/")
    assert [re.sub(r" +", " ", line) for line in told(here)] == [
        "Here: last used just now · from 192.0.2.0/24 · Firefox, Linux",
        "Chrome, Windows: last used 2 hours ago · from 2001:db8:7::/48 · Chrome, Windows",
        "Another: never used",
        "A program: last used 2 hours ago · from 198.51.100.0/24 · curl",
    ]
    assert here.session.session_key not in here.get("/accounts/sessions/").content.decode()
    assert there.session.session_key not in here.get("/accounts/sessions/").content.decode()


def test_that_it_is_used_is_written_down_at_most_every_five_minutes(gregory, clock):
    client = browser(gregory)
    written = []
    for seconds in (0, 299, 1, 60):
        clock.shift(seconds)
        with CaptureQueriesContext(connection) as queries:
            client.get("/accounts/sessions/")
        updates = [one["sql"] for one in queries if one["sql"].startswith('UPDATE "players_session"')]
        written.append((len(updates), row_of(client).last_used_at))
    first, then = noon(1), noon(1) + timedelta(minutes=5)
    assert written == [(1, first), (0, first), (1, then), (0, then)]


def test_nothing_else_of_the_session_is_written_by_that(gregory):
    """Two requests at once: what one of them proved is not lost to the other."""
    client = browser(gregory)
    session = client.session
    prove(client, gregory)
    sessions.note_use(row_of(client), at=noon(2), network="", browser="")
    assert "account_authentication_methods" in client.session
    session.save()


def test_a_busy_database_does_not_stop_the_page(gregory, monkeypatch):
    def busy(*args, **kwargs):
        raise OperationalError("database is locked")

    client = browser(gregory)
    monkeypatch.setattr("blognomic.middleware.game.note_use", busy)
    assert client.get("/accounts/sessions/").status_code == 200


def test_when_and_where_stay_when_the_session_changes_and_go_when_it_ends(gregory):
    client = browser(gregory)
    client.get("/")
    prove(client, gregory)
    assert (row_of(client).last_used_at, row_of(client).last_network) == (noon(1), "192.0.2.0/24")
    client.post("/accounts/logout/")
    assert Session.objects.filter(player=gregory).count() == 0


def test_a_session_is_somebodys_once_they_have_signed_in(gregory):
    client = Client()
    session = client.session
    session["x"] = 1
    session.save()
    client.cookies["sessionid"] = session.session_key
    assert list(Session.objects.values_list("player", flat=True)) == [None]
    sign_in(client=client)
    assert list(Session.objects.values_list("player", flat=True)) == [gregory.pk]


def test_one_session_is_ended_and_only_ones_own(gregory):
    here, there, hers = browser(gregory), browser(gregory), browser(somebody("Harriet"))
    prove(here, gregory)
    for client, status in ((hers, 404), (there, 302), (there, 404)):
        response = here.post(f"/accounts/sessions/{sessions.handle_of(client.session.session_key)}/end/")
        assert response.status_code == status
    assert [one.get("/drafts/").status_code for one in (here, there, hers)] == [200, 302, 200]


def test_all_others_are_ended_at_once(gregory):
    here, *others = [browser(gregory) for _ in range(3)]
    hers = browser(somebody("Harriet"))
    prove(here, gregory)
    page = here.post("/accounts/sessions/end/", follow=True).content.decode()
    assert "2 sessions ended." in page and "You are not signed in anywhere else." in page
    assert [one.get("/drafts/").status_code for one in (here, *others, hers)] == [200, 302, 302, 200]


def test_what_is_over_is_not_listed(gregory, clock):
    browser(gregory)
    old = browser(gregory)
    Session.objects.filter(pk=old.session.session_key).update(expire_date=noon(0))
    gregory.set_password("another one entirely")  # as the host does, by `manage.py changepassword`
    gregory.save()
    assert len(told(browser(gregory))) == 1
    call_command("clearsessions")
    assert not Session.objects.filter(expire_date__lt=noon(1)).exists()


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        (FIREFOX, "Firefox, Linux"),
        (CHROME, "Chrome, Windows"),
        (CHROME + " Edg/140.0", "Edge, Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
            "Safari, iOS",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1", "Safari, macOS"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8.5.0", "curl"),
        ("python-requests/2.32", "python-requests"),
        ("Mozilla/5.0", ""),
        ("", ""),
        ("<script>alert(1)</script>", ""),
        ("A" * 500, "A" * 40),
        ("http://evil.example/ Linux", "http, Linux"),
    ],
)
def test_a_browser_is_known_by_its_family_and_nothing_else_is_kept(rf, agent, expected):
    assert browser_of(rf.get("/", headers={"user-agent": agent})) == expected


def test_who_signs_in_by_password_has_a_session_of_their_own(gregory):
    sign_in(password=PASSWORD)
    assert Session.objects.get().player == gregory
