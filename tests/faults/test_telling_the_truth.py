"""What is answered as done is on the disk; what is slow or large keeps nobody else waiting."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.blognomic.servers import free_port
from tests.programs import path_of
from tests.votables.judge.test_command import GAME

from .figures import AT_ONCE, FIGURES, Took, at_once, longest, timed
from .places import manage

pytestmark = pytest.mark.fault


def test_each_vote_is_on_the_disk_before_it_is_answered(file, serve, sign_in, tmp_path):
    machine = serve(DATABASE_URL=file.url)
    people = [sign_in(machine, name) for name in ("Alice", "Bobby", "Carol", "David")]
    counted = tmp_path / "synced"
    workers = subprocess.run(
        ["pgrep", "-P", str(machine.process.pid)], capture_output=True, text=True, check=False
    ).stdout.split()
    watched = [option for pid in [str(machine.process.pid), *workers] for option in ("-p", pid)]
    tracer = subprocess.Popen(
        [path_of("strace"), "-f", "-e", "trace=fsync,fdatasync", "-o", counted, *watched],
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(1)
        assert tracer.poll() is None
        begun = time.monotonic()
        answers = [
            people[number % 4].say(f":{('for', 'against')[number % 2]}: {number}").status
            for number in range(20)
        ]
        took = time.monotonic() - begun
    finally:
        tracer.terminate()
        tracer.wait()
    synced = sum("sync(" in line for line in counted.read_text().splitlines())
    FIGURES.note(
        "A power cut, SQLite", "20 votes answered as taken", f"{synced} syncs, {took / 20:.3f} s each"
    )

    assert answers == [302] * 20
    assert synced >= 20


def test_server_is_asked_to_keep_what_it_has_taken(server, file):
    code = "import django; django.setup()\nfrom django.db import connection as c\nk = c.cursor()\n"
    lines = {
        "PostgreSQL": (server.url, "k.execute('SHOW synchronous_commit'); print(k.fetchone()[0])"),
        "SQLite": (file.url, "k.execute('PRAGMA synchronous'); print(k.fetchone()[0])"),
    }
    settings = {
        name: manage("shell", "--no-imports", "-v0", "-c", code + line, DATABASE_URL=url).stdout.strip()
        for name, (url, line) in lines.items()
    }
    assert settings == {"PostgreSQL": "on", "SQLite": "2"}  # FULL


def test_judge_of_large_files_leaves_others_be(file, serve):
    machine = serve(DATABASE_URL=file.url, RATE_LIMITS="0")
    matters = [GAME["matters"][0] | {"id": f"p{number}"} for number in range(2000)]
    large = json.dumps(GAME | {"matters": matters})
    large = large + " " * (1_900_000 - len(large))
    health: list[Took] = []

    def watch():
        for _ in range(10):
            time.sleep(0.2)
            health.append(timed(lambda: machine.ask("GET", "/health/")))
        return machine.ask("GET", "/health/")

    judge = partial(machine.ask, "POST", "/api/v1/judge", large, Content_Type="application/json")
    judged = at_once(*[judge] * 10, watch)[:10]
    FIGURES.note("10 large files for the judge", "answers", *sorted(map(str, judged)))
    FIGURES.note("10 large files for the judge", "/health/ meanwhile, the slowest", longest(health))

    # Two are judged, for ten seconds at most; the others are told to come again, and hold nobody up.
    assert {503} < {took.status for took in judged} <= {200, 422, 503}
    assert longest(health).seconds < 2 * AT_ONCE


def test_site_without_a_proxy_is_refused(file):
    done = manage("serve", DATABASE_URL=file.url, BEHIND_PROXY="0", BIND="127.0.0.1:1")
    assert (done.returncode, "BEHIND_PROXY" in done.stderr, "Traceback" in done.stderr) == (1, True, False)


@pytest.fixture
def proxy(tmp_path) -> Iterator[tuple[int, int]]:
    """nginx as deploy/nginx.conf has it, without HTTPS: its port, and the port that it hands on to."""
    program, folder = path_of("nginx"), Path(tmp_path / "nginx")
    folder.mkdir()
    front, back = free_port(), free_port()
    (folder / "nginx.conf").write_text(
        f"""
        daemon off; pid {folder}/pid; error_log {folder}/error; worker_processes 1;
        events {{}}
        http {{
          access_log off;
          client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/f;
          uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
          server {{
            listen 127.0.0.1:{front};
            location / {{
              proxy_pass http://127.0.0.1:{back}; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_set_header Host blog.example; proxy_set_header X-Forwarded-Proto https;
              proxy_set_header X-Forwarded-For $remote_addr;
            }}
          }}
        }}
        """
    )
    process = subprocess.Popen([program, "-e", folder / "error", "-c", folder / "nginx.conf"])
    yield front, back
    process.terminate()
    process.wait()


def test_half_sent_requests_stop_nobody_behind_a_proxy(file, serve, proxy):
    front, back = proxy
    machine = serve(DATABASE_URL=file.url, BIND=f"127.0.0.1:{back}", port=str(back))
    head = "POST /accounts/login/ HTTP/1.1\r\nHost: blog.example\r\nContent-Length: 5000\r\n"
    kept_lines = []
    for number in range(24):
        line = socket.create_connection(("127.0.0.1", front))
        line.sendall(f"{head}{'' if number % 2 else chr(13) + chr(10) + 'login='}".encode())
        kept_lines.append(line)
    time.sleep(0.5)
    machine.port = front
    health = at_once(*[lambda: machine.ask("GET", "/health/")] * 4)
    page = timed(lambda: machine.ask("GET", "/"))
    FIGURES.note("24 half-sent requests, behind nginx", "/health/, the slowest", longest(health))
    FIGURES.note("24 half-sent requests, behind nginx", "a page", page)
    for line in kept_lines:
        line.close()

    assert {took.status for took in [*health, page]} == {200}
    assert longest(health).seconds < AT_ONCE and page.seconds < 2 * AT_ONCE
