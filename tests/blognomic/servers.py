"""Web machines for tests: the site as `manage.py serve` serves it, in processes of its own, and people who visit it."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlencode

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection

from players.models import Player

ROOT = Path(__file__).resolve().parents[2]
KEY = "a key of more than fifty characters, for these tests"
PASSWORD = "a long enough password"
PRODUCTION = {"DEBUG": "0", "SECRET_KEY": KEY, "ALLOWED_HOSTS": "blog.example", "EMAIL_HOST": "mail.example"}
PATIENCE = 60.0  # seconds for whatever a server is waited for


def database_url() -> str:
    """The address of the test's own database."""
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{database['NAME']}"
    who = quote(database["USER"]) + (f":{quote(database['PASSWORD'])}" if database["PASSWORD"] else "")
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"postgresql://{who}@{quote(database['HOST'], safe='')}{port}/{quote(database['NAME'])}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class Machine:
    """One web machine: `manage.py serve` with one process of gunicorn, at `port` of this machine."""

    def __init__(self, folder: Path, **settings: str):
        folder.mkdir()
        self.port = int(settings.pop("port", free_port()))
        self.log = folder / "log"
        own = {"BIND": f"127.0.0.1:{self.port}", "WEB_WORKERS": "1", "STATIC_ROOT": str(folder / "static")}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], **PRODUCTION, **own, **settings},
                stdout=log,
                stderr=log,
            )

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_until_ready(self) -> None:
        """Wait until it takes requests and is ready for them."""
        for _ in self._patiently():
            with contextlib.suppress(OSError):
                if self.ask("GET", "/ready/").status == 200:
                    return
            assert self.process.poll() is None, self.said()

    def wait_to_say(self, words: str) -> None:
        """Wait until its log holds `words`."""
        for _ in self._patiently():
            if words in self.said():
                return

    def _patiently(self) -> Iterator[None]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            yield
            time.sleep(0.05)
        raise AssertionError(self.said())

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> "Answer":
        """One request as a proxy with HTTPS in front of this machine hands it on."""
        return self.read(self.send(method, path, body, **headers))

    def send(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPConnection:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        proxied = {"Host": "blog.example", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        line.request(
            method,
            path,
            body or None,
            proxied | {name.replace("_", "-"): value for name, value in headers.items()},
        )
        return line

    def read(self, line: http.client.HTTPConnection) -> "Answer":
        answer = line.getresponse()
        text = answer.read().decode(errors="replace")
        line.close()
        return Answer(answer.status, text, answer.headers)

    def destroy(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@dataclass
class Answer:
    status: int
    text: str
    headers: http.client.HTTPMessage


def give_password(*players: Player) -> None:
    """Let them sign in with PASSWORD where passwords are kept as in production; the suite's hasher is another."""
    kept = PBKDF2PasswordHasher().encode(PASSWORD, "some salt of the test")
    Player.objects.filter(pk__in=[player.pk for player in players]).update(password=kept)


@dataclass
class Visitor:
    """A browser with its cookies, and how it is to keep them; any machine may be asked by it."""

    cookies: dict[str, str] = field(default_factory=dict)
    kept_as: dict[str, set[str]] = field(default_factory=dict)

    def get(self, machine: Machine, path: str) -> Answer:
        return self._keep(machine.ask("GET", path, Cookie=self._cookies()))

    def post(self, machine: Machine, path: str, **fields: str) -> Answer:
        return self._keep(machine.read(self.begin_post(machine, path, **fields)))

    def begin_post(self, machine: Machine, path: str, **fields: str) -> http.client.HTTPConnection:
        """Send the form, and leave the answer for `machine.read`."""
        body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields})
        return machine.send(
            "POST",
            path,
            body,
            Cookie=self._cookies(),
            Origin="https://blog.example",
            Content_Type="application/x-www-form-urlencoded",
        )

    def sign_in(self, machine: Machine, player: Player) -> Answer:
        self.get(machine, "/accounts/login/")
        return self.post(machine, "/accounts/login/", login=player.name, password=PASSWORD)

    def _cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _keep(self, answer: Answer) -> Answer:
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            (name, _, value), *how = cookie.split(";")[0].partition("="), *cookie.split("; ")[1:]
            self.cookies[name], self.kept_as[name] = value, set(how)
        return answer
