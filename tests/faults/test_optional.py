"""What is optional is done without, after one short try: the shared cache; and a mail server that hangs keeps nothing
else from being sent."""

import http.server
import subprocess
import sys
import threading
import time

import pytest

from blognomic.reach.optional import REST
from tests.blognomic.servers import PRODUCTION, ROOT

from .figures import A_TRY, FIGURES, longest, timed
from .lines import Line
from .places import manage

pytestmark = pytest.mark.fault


@pytest.mark.parametrize("fault", [pytest.param("gone", marks=pytest.mark.long), "hanging"])
def test_shared_cache(file, serve, sign_in, redis, fault):
    line = Line(redis)
    machine = serve(DATABASE_URL=file.url, CACHE_URL=f"redis://127.0.0.1:{line.port}/0")
    person = sign_in(machine, "Alice")
    before = timed(person.say)
    signed = timed(lambda: (sign_in(machine, "Carol"), machine.ask("GET", "/health/"))[1])
    if fault == "gone":
        line.cut()
    else:
        line.fall_silent()
    tried, begun = line.taken, time.monotonic()
    comments = [timed(person.say) for _ in range(4)]
    tried, spent = line.taken - tried, time.monotonic() - begun
    ready = timed(lambda: machine.ask("GET", "/ready/"))
    other = timed(lambda: (sign_in(machine, "Bobby"), machine.ask("GET", "/health/"))[1])
    what = f"Redis {fault}"
    FIGURES.note(what, "a comment before", before)
    FIGURES.note(what, "comments", *comments)
    FIGURES.note(what, "/ready/", ready)
    FIGURES.note(what, "signing in, before and without", signed, other)
    line.cut()
    limited = [person.say().status for _ in range(17)]  # twenty comments a minute

    assert [took.status for took in comments] == [302] * 4
    # One try in 15 seconds, of a quarter of a second; each comment asks more than once.
    assert longest(comments).seconds < before.seconds + A_TRY
    assert tried <= 1 + spent / REST
    assert (ready.status, "shared cache does not answer" in ready.text) == (200, True)
    assert (other.status, other.seconds < signed.seconds + A_TRY) == (200, True)
    assert (limited[0], limited[-1]) == (302, 429)
    assert machine.said().count("it is done without") == 1


TELL = """
import django; django.setup()
from django.utils import timezone
from players.models import Notice, Player, Webhook, WebhookCall
at = timezone.now()
alice = Player.objects.get(name="Alice")
for number in range(6):
    Notice.objects.create(to=alice, kind="message", key=f"test:{number}", at=at, sentence="A letter", link="/",
                          letter="each", due_at=at)
hook = Webhook.objects.create(name="Ours", url="http://127.0.0.1:%d/", secret="x" * 40, kinds=["resolved"], made_at=at,
                              made_by=alice)
WebhookCall.objects.create(webhook=hook, kind="resolved", key="test", at=at, sentence="A call", link="/", due_at=at)
"""


def test_mail_server_that_hangs(file):
    came: list[float] = []

    class Channel(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.append(time.monotonic())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            """Nothing."""

    channel = http.server.HTTPServer(("127.0.0.1", 0), Channel)
    threading.Thread(target=channel.serve_forever, daemon=True).start()
    begun = time.monotonic()
    manage("deliver", "--once", DATABASE_URL=file.url)
    start = time.monotonic() - begun  # what the command takes to begin
    line = Line()  # takes connections, and never says a word
    environment = PRODUCTION | {"DATABASE_URL": file.url, "DJANGO_SETTINGS_MODULE": "blognomic.settings"}
    subprocess.run([sys.executable, "-c", TELL % channel.server_port], cwd=ROOT, env=environment, check=True)
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(line.port), "WEBHOOKS_TO_PRIVATE": "1"}
    begun = time.monotonic()
    try:
        status = manage("deliver", "--once", DATABASE_URL=file.url, **mail).returncode
    except subprocess.TimeoutExpired:
        status = -1
    took = time.monotonic() - begun - start
    called = came[0] - begun - start if came else float("inf")
    FIGURES.note("Mail server hanging", "6 letters and a call: the call", f"after {called:.1f} s")
    FIGURES.note(
        "Mail server hanging", "the whole run", f"status {status} after {took:.1f} s, {line.taken} tries"
    )
    channel.shutdown()
    channel.server_close()
    line.cut()

    assert (status, len(came), line.taken) == (0, 1, 1)
    # One try of mail takes ten seconds; six would take a minute.
    assert max(called, took) < 40
