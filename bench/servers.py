"""The site in production over loopback, and what processes take of the processor."""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Server:
    """Something that is served at an address, by a process and its children, and by a database's."""

    address: str
    process: int
    database: int | None = None

    def seconds(self) -> float:
        """How many seconds of the processor all of them have taken by now."""
        return processor_seconds(self.process) + (processor_seconds(self.database) if self.database else 0.0)

    def largest(self) -> int:
        """How many megabytes the largest of the server's processes has taken at most."""
        below = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        peaks = [re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{child}/status").read_text()) for child in below]
        return max(int(peak[1]) for peak in peaks if peak) // 1024


def processor_seconds(process: int) -> float:
    """What the process and all below it have taken of the processor by now, in seconds, those that have ended
    included."""
    times: dict[int, tuple[int, float]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            times[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15])) / TICKS

    def total(one: int) -> float:
        below = sum(total(child) for child, (parent, _) in times.items() if parent == one)
        return times[one][1] + below if one in times else below

    return total(process)


def seconds_below(process: int) -> float:
    """What the children of the process that are there now have taken of the processor, in seconds: to the nanosecond,
    for what takes no more than a few thousandths."""
    nanoseconds = 0
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        with suppress(OSError):  # it has ended
            nanoseconds += int(Path(f"/proc/{child}/schedstat").read_text().split()[0])
    return nanoseconds / 1e9


def fetch(url: str) -> bytes:
    """The body of a page. Raises URLError when it is not answered with 200."""
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def production(database: str) -> dict[str, str]:
    """The environment of the site as a host sets it up, without HTTPS and without limits of rates."""
    return {
        **os.environ,
        "DATABASE_URL": database,
        "DEBUG": "0",
        "SECRET_KEY": "bench-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH",
        "ALLOWED_HOSTS": "127.0.0.1",
        "SITE_URL": "http://127.0.0.1",
        "EMAIL_HOST": "127.0.0.1",
        "HTTPS": "0",
        "BEHIND_PROXY": "0",
        "ALLOW_NO_PROXY": "1",
        "RATE_LIMITS": "0",
        "WEB_WORKERS": str(WORKERS),
    }


@contextmanager
def site(database: str, static: Path) -> Iterator[Server]:
    """The site as `manage.py serve` serves it on that database, with what each answer cost in its headers
    (`bench.timed`). The database is migrated, and the static files are in the folder `static`."""
    port = free_port()
    environment = {
        **production(database),
        "BIND": f"127.0.0.1:{port}",
        "STATIC_ROOT": str(static),
        "MALLOC_ARENA_MAX": "2",
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "python:blognomic.server.serving", "bench.timed"]
    with running(command, f"http://127.0.0.1:{port}/health/", environment=environment) as process:
        yield Server(f"http://127.0.0.1:{port}", process, postgres_process(database))


@cache
def postgres_process(database: str) -> int | None:
    """The process of PostgreSQL's server, if the database is one of its."""
    if not database.startswith("postgres"):
        return None
    command = ["psql", "-At", "--dbname", database, "--command", "SHOW data_directory"]
    folder = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return int((Path(folder) / "postmaster.pid").read_text().splitlines()[0])


@contextmanager
def running(
    command: Sequence[object], ready: str, *, environment: Mapping[str, str] | None = None
) -> Iterator[int]:
    """A server that answers at the address `ready`, until it is not needed any more: its process."""
    log = tempfile.TemporaryFile("w+")
    server = subprocess.Popen(
        [str(part) for part in command],
        cwd=ROOT,
        env=environment,
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    try:
        for _ in range(600):
            if server.poll() is not None:
                log.seek(0)
                sys.exit(f"The server did not start:\n{log.read()[-2000:]}")
            try:
                fetch(ready)
                break
            except OSError:
                time.sleep(0.1)
        else:
            sys.exit("The server was not ready within a minute.")
        yield server.pid
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
        log.close()
