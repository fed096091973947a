"""Fifty people who vote without a pause, through nginx as deploy/nginx.conf has it: everybody is answered in time, all
alike, and what they send twice, as after an answer that was lost, is done once.

`--crowd SECONDS` says for how long; a few will do for each change.
"""

import http.client
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.middleware.csrf import _get_new_csrf_string, _mask_cipher_secret

from tests.blognomic.servers import PRODUCTION, ROOT, free_port
from tests.programs import path_of

from .figures import FIGURES

pytestmark = pytest.mark.fault
IN_TIME = 10.0
"""Seconds that nobody waits longer for an answer."""
ALIKE = 3
"""How many times as many votes as the slowest the quickest may get in."""
AGAIN_EVERY = 5
"""Each how-many-eth vote is sent twice: every other time at the same moment."""


@dataclass
class Voter:
    """Somebody with a browser, who votes until it is time."""

    session: str
    name: int
    port: int
    posts: list[int]
    secret: str = field(default_factory=_get_new_csrf_string)
    answers: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def vote_until(self, end: float) -> None:
        number = 0
        while time.monotonic() < end:
            icon = (":for:", ":against:")[number % 2]
            text, key = f"{icon} Vote {number} of {self.name}.", _mask_cipher_secret(self.secret)
            post = self.posts[(self.name + number) % len(self.posts)]
            self.texts.append(text)
            tries = 2 if number % AGAIN_EVERY == 0 else 1
            sends = [threading.Thread(target=self._send, args=[post, text, key]) for _ in range(tries)]
            at_once = number % (2 * AGAIN_EVERY) == 0
            for send in sends:
                send.start()
                if not at_once:
                    send.join()
            for send in sends:
                send.join()
            number += 1

    def _send(self, post: int, text: str, key: str) -> None:
        begun = time.monotonic()
        try:
            line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            body = urlencode({"csrfmiddlewaretoken": key, "text": text, "warned": "on", "confirmed": "on"})
            headers = {
                "Host": "blog.example", "Origin": "https://blog.example", "Referer": "https://blog.example/",
                "Cookie": f"sessionid={self.session}; csrftoken={self.secret}",
                "Content-Type": "application/x-www-form-urlencoded",
            }  # fmt: skip
            line.request("POST", f"/posts/{post}/comment/", body, headers)
            answer = line.getresponse()
            answer.read()
            line.close()
            outcome = str(answer.status)
        except (OSError, http.client.HTTPException) as error:
            outcome = type(error).__name__
        self.waits.append(time.monotonic() - begun)
        self.answers[outcome] += 1


@pytest.fixture
def nginx(tmp_path) -> Iterator[tuple[int, int]]:
    """nginx with the file that hosts are given, but for HTTPS: its port, and the port that it hands on to."""
    program, folder = path_of("nginx"), Path(tmp_path / "nginx")
    folder.mkdir()
    front, back = free_port(), free_port()
    site = (ROOT / "deploy/nginx.conf").read_text().rpartition("\nserver {")[0]
    site = re.sub(r"^    (ssl_|listen ).*\n", "", site, flags=re.MULTILINE)
    site = site.replace("    server_name", f"    listen 127.0.0.1:{front};\n    server_name")
    site = site.replace("server 127.0.0.1:8000", f"server 127.0.0.1:{back}").replace("$scheme", "https")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error; worker_processes 1;\n"
        f"events {{}}\nhttp {{ access_log off; {folders}\n{site}\n}}\n"
    )
    process = subprocess.Popen([program, "-e", folder / "error", "-c", file])
    yield front, back
    process.terminate()
    process.wait()


def seat_crowd(url: str) -> dict[str, list]:
    settings = {"DJANGO_SETTINGS_MODULE": "blognomic.settings", "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.crowding"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **PRODUCTION, **settings},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def comments_in(url: str) -> Counter[str]:
    """How often each text stands in the game."""
    code = (
        "import django, json; django.setup(); from votables.models import Comment;"
        "print(json.dumps(list(Comment.objects.values_list('text', flat=True))))"
    )
    settings = {"DJANGO_SETTINGS_MODULE": "blognomic.settings", "DATABASE_URL": url}
    environment = {"PATH": os.environ["PATH"], **PRODUCTION, **settings}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True
    )
    return Counter(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_fifty_people_who_vote_without_a_pause_are_all_answered_and_nothing_is_done_twice(
    kind, nginx, serve: Callable, request, tmp_path
):
    seconds = request.config.getoption("--crowd")
    url = request.getfixturevalue("empty_file" if kind == "sqlite" else "empty_server").url
    crowd, (front, back) = seat_crowd(url), nginx
    serve(DATABASE_URL=url, port=str(back), WEB_WORKERS="2", RATE_LIMITS="0")
    voters = [Voter(one, name, front, crowd["posts"]) for name, one in enumerate(crowd["sessions"])]
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=voter.vote_until, args=[end]) for voter in voters]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    answers = sum((voter.answers for voter in voters), Counter())
    waits = sorted(wait for voter in voters for wait in voter.waits)
    votes = [len(voter.texts) for voter in voters]
    name = f"50 people vote for {seconds} s through nginx, {kind}"
    FIGURES.note(name, "answers", *(f"{status}: {number}" for status, number in answers.items()))
    parts = {"half": 0.5, "99 %": 0.99}
    shown = [f"{part} within {waits[int(len(waits) * share)]:.2f} s" for part, share in parts.items()]
    FIGURES.note(name, "waited", *shown, f"longest {waits[-1]:.2f} s")
    FIGURES.note(name, "votes of each", f"{min(votes)} to {max(votes)}")
    stored = comments_in(url)
    FIGURES.note(name, "stored", f"{len(stored)} votes", f"{stored.total() - len(stored)} twice")
    assert answers.keys() == {"302"}
    assert stored == Counter(text for voter in voters for text in voter.texts)
    assert waits[-1] < IN_TIME
    assert max(votes) <= ALIKE * min(votes)
