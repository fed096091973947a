"""Two web machines with one database, as in production: what one has taken, the other shows at once to whoever is
signed in, and within a second to all others."""

import gzip
import http.client
import json
import re
import time
from collections.abc import Iterator

import brotli
import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from players.services.roster import lock_game
from tests.votables.table import propose, seat
from votables.models import Comment, Post

from .servers import PATIENCE, Machine, Visitor, database_url, give_password

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def machines(transactional_db, tmp_path) -> Iterator[list[Machine]]:
    """Two machines that were started at the same time."""
    started = [Machine(tmp_path / name, DATABASE_URL=database_url()) for name in ("first", "second")]
    try:
        for machine in started:
            machine.wait_until_ready()
        yield started
    finally:
        for machine in started:
            machine.destroy()


def confirm_addresses(*players) -> None:
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)


def check_what_it_wrote(machine: Machine) -> None:
    """`check --deploy` was content, and from then on each line is a document."""
    checked, *lines = machine.said().splitlines()
    assert checked == "System check identified no issues (2 silenced)."
    written = [json.loads(line) for line in lines]
    assert {(line["message"], line["request_id"]) for line in written} >= {
        ("Using worker: blognomic.server.serving.Worker", "")
    }
    assert [line["path"] for line in written if line["message"] == "GET /ready/ 200"] == ["/ready/"]


def check_static_files(machine: Machine) -> None:
    """The sprite keeps its name, which rendered texts hold, and is asked after; all else has a hash and is kept."""
    page = machine.ask("GET", "/accounts/login/").text
    style = re.search(r'href="(/static/ground\.[0-9a-f]{12}\.css)"', page)[1]
    assert '<use href="/static/icons.svg#' in page and "/static/icons." not in page.replace(
        "/static/icons.svg#", ""
    )
    kept = {
        path: (answer.status, answer.headers["Cache-Control"], answer.headers["Content-Encoding"])
        for path in ("/static/icons.svg", style)
        for answer in [machine.ask("GET", path, Accept_Encoding="gzip")]
    }
    assert kept == {
        "/static/icons.svg": (200, "max-age=300, public", "gzip"),
        style: (200, "max-age=315360000, public, immutable", "gzip"),
    }


def check_headers(machine: Machine) -> None:
    """What browsers are told with each page, and that they are sent to HTTPS."""
    headers = machine.ask("GET", "/accounts/login/", X_Request_ID="by-the-proxy").headers
    assert set(headers["Content-Security-Policy"].split("; ")) == {
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
        "frame-ancestors 'none'", "upgrade-insecure-requests",
    }  # fmt: skip
    assert "camera=()" in headers["Permissions-Policy"]
    expected = {
        "Strict-Transport-Security": "max-age=31536000",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Request-ID": "by-the-proxy",
    }
    assert {name: headers[name] for name in expected} == expected
    away = machine.ask("GET", "/queue/?page=2", X_Forwarded_Proto="http")
    assert (away.status, away.headers["Location"]) == (301, "https://blog.example/queue/?page=2")
    assert machine.ask("POST", "/accounts/login/", Content_Length="2000001").status == 413


def check_compression(machine: Machine) -> None:
    """A page is packed once, by what the reader takes; HEAD has its headers and no body; and what a header says
    of where the site begins puts no page under another's address. All by one line, on which nothing else comes."""
    line = http.client.HTTPConnection("127.0.0.1", machine.port, timeout=PATIENCE)
    proxied = {"Host": "blog.example", "X-Forwarded-Proto": "https"}

    def ask(method: str, path: str, **headers: str) -> tuple[http.client.HTTPMessage, bytes]:
        line.request(method, path, headers=proxied | headers)
        answer = line.getresponse()
        assert answer.status == 200
        return answer.headers, answer.read()

    unpack = {None: bytes, "gzip": gzip.decompress, "br": brotli.decompress}
    for path, words in (
        ("/archive/", b"<title>Archive"),
        ("/rules/", b"<title>Rule"),
        ("/robots.txt", b"User-agent"),
    ):
        for encoding in unpack:
            takes = {"Accept-Encoding": encoding or "identity"}
            # Between two of them a minute may end, or what was just written be seen, but not each time.
            for _ in range(3):
                (meta, body), (again, same), (head, nothing) = [
                    ask(method, path, **takes) for method in ("GET", "GET", "HEAD")
                ]
                if meta["ETag"] == again["ETag"] == head["ETag"]:
                    break
            assert words in unpack[meta["Content-Encoding"]](body)
            assert meta["Content-Encoding"] in (None, encoding)
            assert path == "/robots.txt" or meta["Content-Encoding"] == encoding
            assert (body, meta["ETag"]) == (same, again["ETag"])
            assert (head["Content-Length"], head["ETag"], nothing) == (str(len(body)), meta["ETag"], b"")
    for _ in range(2):
        assert b"<title>Archive" in ask("GET", "/archive/", SCRIPT_NAME="/archive")[1]
    line.close()


def tally(page: str) -> int:
    """How many votes FOR the page of the proposal shows."""
    return len(re.findall(r'class="icon icon-for" role="img"', page))


@pytest.mark.sweep
def test_a_game_on_two_machines(machines):
    first, second = machines
    check_what_it_wrote(first)
    check_static_files(first)
    check_headers(first)
    alice, bobby, carol, *_ = people = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    give_password(*people)
    confirm_addresses(*people)
    proposal = f"/posts/{propose(bobby, timezone.now(), 'Cats').pk}/"
    reader, voter, player = Visitor(), Visitor(), Visitor()
    check_compression(first)

    # Signed in on the first machine is signed in on the second, which takes a post that both show.
    assert voter.sign_in(first, alice).status == 302
    assert {"HttpOnly", "Secure", "SameSite=Lax"} <= voter.kept_as["sessionid"]
    assert {"Secure", "SameSite=Lax"} <= voter.kept_as["csrftoken"]
    voter.get(second, "/posts/new/")
    posted = voter.post(
        second, "/posts/new/", category="", title="Two machines", body="One game.", act="publish"
    )
    address = posted.headers["Location"]
    post = Post.objects.get(title="Two machines")
    assert (posted.status, address) == (302, f"/posts/{post.pk}/")
    assert player.sign_in(second, carol).status == 302
    shown = [player.get(machine, path).text for machine in machines for path in (address, "/")]
    assert all("One game." in page for page in shown)

    # Each has shown the proposal before the vote; a vote on either is on the next page of the other.
    before = tally(player.get(second, proposal).text)
    assert [tally(reader.get(machine, proposal).text) for machine in machines] == [before, before]
    voted = voter.post(first, f"{proposal}comment/", text="Meow :for:", confirmed="on")
    assert (voted.status, Comment.objects.get(text="Meow :for:").author) == (302, alice)
    page = player.get(second, proposal).text
    assert "Meow" in page and tally(page) > before
    voted = voter.post(second, f"{proposal}comment/", text="Woof :against:", confirmed="on")
    assert voted.status == 302
    assert "Woof" in player.get(first, proposal).text
    time.sleep(1)
    assert all("Woof" in reader.get(machine, proposal).text for machine in machines)

    # Signed out on one is signed out on the other.
    assert voter.post(second, "/accounts/logout/").status == 302
    assert voter.get(first, "/drafts/").headers["Location"] == "/accounts/login/?next=/drafts/"

    # A machine that is stopped while it works takes nothing more, and finishes what it has.
    with transaction.atomic():
        lock_game()
        line = player.begin_post(first, f"{proposal}comment/", text="The last word.")
        time.sleep(0.3)  # for the request to arrive and to wait for the lock
        first.process.terminate()
        first.wait_to_say("Handling signal: term")
        assert first.process.poll() is None
    assert first.read(line).status == 302
    assert first.process.wait(30) == 0
    with pytest.raises(ConnectionRefusedError):
        first.ask("GET", "/health/")
    assert "The last word." in player.get(second, proposal).text
