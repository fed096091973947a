"""Servers and the load on them: gunicorn as in production, and wrk, over loopback."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKERS = 2
UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


@dataclass(frozen=True)
class Load:
    """What came of a load: requests a second, and median and 99th percentile of their times (ms)."""

    rate: float
    median: float
    p99: float
    errors: int


def wrk() -> str:
    """The load tool. Exits with a sentence where it is missing."""
    path = shutil.which("wrk")
    if not path:
        sys.exit("wrk is not installed here (Debian: apt-get install wrk).")
    return path


def put_load(
    url: str, *, session: str = "", connections: int = 8, seconds: int = 3, packed: bool = False
) -> Load:
    """What the page at `url` does under that many connections, for so long; `packed`, for browsers that take gzip and
    Brotli."""
    command = [wrk(), "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "20s"]
    if session:
        command += ["-H", f"Cookie: sessionid={session}"]
    if packed:
        command += ["-H", "Accept-Encoding: gzip, br"]
    report = subprocess.run([*command, url], check=True, capture_output=True, text=True).stdout
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", report)
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", report)
    return Load(
        rate=float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1]),
        median=_milliseconds(report, "50%"),
        p99=_milliseconds(report, "99%"),
        errors=int(failed[1] if failed else 0) + sum(map(int, broken.groups() if broken else ())),
    )


def _milliseconds(report: str, part: str) -> float:
    match = re.search(rf"{part}\s+([\d.]+)(us|ms|s|m)", report)
    return float(match[1]) * UNITS[match[2]]


def fetch(url: str, *, session: str = "") -> bytes:
    """The body of a page. Raises URLError when it is not answered with 200."""
    request = urllib.request.Request(url, headers={"Cookie": f"sessionid={session}"} if session else {})
    with urllib.request.urlopen(request, timeout=60) as answer:
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
def site(database: str) -> Iterator[str]:
    """The site in production on that database: its address."""
    port = free_port()
    environment = {**production(database), "BIND": f"127.0.0.1:{port}"}
    with _running([ROOT / "scripts" / "serve"], environment, f"http://127.0.0.1:{port}/health/") as address:
        yield address.removesuffix("/health/")


@contextmanager
def bare(folder: Path) -> Iterator[str]:
    """The bare view over the bytes in `folder`: its address."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "bench.bare",
        "--worker-class",
        "gthread",
    ]
    command += [
        "--threads",
        "4",
        "--workers",
        str(WORKERS),
        "--bind",
        f"127.0.0.1:{port}",
        "--keep-alive",
        "5",
    ]
    environment = {**os.environ, "BENCH_BYTES": str(folder)}
    (folder / "ready").write_bytes(b"ready")
    with _running(command, environment, f"http://127.0.0.1:{port}/ready") as address:
        yield address.removesuffix("/ready")


@contextmanager
def _running(command: list[object], environment: dict[str, str], ready: str) -> Iterator[str]:
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
        yield ready
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()
        log.close()
