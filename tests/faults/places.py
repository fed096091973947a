"""Databases of their own: a file, or a server, that a test may stop, fill up and damage."""

import contextlib
import importlib.machinery
import importlib.util
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from urllib.parse import quote

from tests.blognomic.servers import PRODUCTION, ROOT
from tests.programs import without


def _loaded(name: str) -> ModuleType:
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "scripts" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


with_postgres = _loaded("with_postgres")
# One that keeps what it is told, in a small room.
CONFIGURATION = """
listen_addresses = ''
fsync = on
max_connections = 40
min_wal_size = 32MB
max_wal_size = 48MB
"""


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of the site, as a host calls it; within two minutes."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **PRODUCTION, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def found(url: str) -> None:
    """The short game of `founding` in the database of that address."""
    code = {"DJANGO_SETTINGS_MODULE": "blognomic.settings", "DATABASE_URL": url, "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-m", "tests.faults.founding"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **PRODUCTION, **code},
        check=True,
    )


class File:
    """SQLite. `folder` may be a small disk of its own."""

    vendor = "sqlite"

    def __init__(self, folder: Path):
        self.folder, self.path = folder, folder / "game.sqlite3"
        self.url = f"sqlite:///{self.path}"

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Another program holds the turn to write."""
        other = sqlite3.connect(self.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")
            other.close()

    def damage(self, table: str) -> None:
        """Overwrite the first page of a table's rows, as a failing disk does. Nobody may have the file open."""
        with contextlib.closing(sqlite3.connect(self.path)) as own:
            own.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            page = own.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()[0]
            size = own.execute("PRAGMA page_size").fetchone()[0]
        with self.path.open("r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"\xa5" * size)


class Server:
    """PostgreSQL, in a folder of its own, reached by a socket there."""

    vendor = "postgresql"

    def __init__(self, folder: Path):
        self.folder = folder
        try:
            self.binaries = with_postgres.find_binaries()
        except SystemExit as missing:
            without(str(missing))
        self.as_user: dict[str, object] = {"cwd": folder, "stdin": subprocess.DEVNULL}
        if os.geteuid() == 0:
            user = with_postgres.unprivileged_user()
            self.as_user |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(folder, user.pw_uid, user.pw_gid)
        with_postgres.CONFIGURATION = CONFIGURATION
        with_postgres.start(self.binaries, folder, self.as_user)
        self.url = f"postgresql://blognomic@{quote(str(folder), safe='')}/postgres"

    def start(self) -> None:
        self._control("start", "--log", str(self.folder / "log"), "--wait")

    def stop(self, mode: str = "fast") -> None:
        self._control("stop", f"--mode={mode}")

    def _control(self, *arguments: str) -> None:
        command = [self.binaries / "pg_ctl", *arguments, "--pgdata", self.folder / "data", "--silent"]
        subprocess.run(
            command, **self.as_user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )

    def freeze(self) -> None:
        """The server hangs: it takes connections and answers none."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        running = self.folder / "data" / "postmaster.pid"
        if not running.exists():
            return
        first = int(running.read_text().split()[0])
        for pid in [first, *_children(first)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def query(self, sql: str) -> str:
        command = [self.binaries / "psql", "-h", self.folder, "-U", "blognomic", "-Atc", sql, "postgres"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def damage(self, table: str) -> None:
        """Overwrite the first page of a table, with the server stopped meanwhile."""
        path = self.folder / "data" / self.query(f"SELECT pg_relation_filepath('{table}')")
        self.stop()
        with path.open("r+b") as file:
            file.write(b"\xa5" * 8192)
        self.start()


def _children(of: int) -> list[int]:
    numbers = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError, IndexError):
            if int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1]) == of:
                numbers.append(int(folder.name))
    return numbers


@contextlib.contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A disk with so much room, which is memory. Needs the right to mount: CI and containers run as root."""
    folder = Path(tempfile.mkdtemp(prefix="blognomic-disk-"))
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
    mounted = subprocess.run(mounting, capture_output=True, text=True, check=False)
    if mounted.returncode:
        folder.rmdir()
        without(f"A small disk cannot be mounted here, as root may: {mounted.stderr.strip()}.")
    try:
        yield folder
    finally:
        for _ in range(50):
            if subprocess.run(["umount", folder], capture_output=True, check=False).returncode == 0:
                break
            time.sleep(0.1)
        shutil.rmtree(folder, ignore_errors=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left; the file that does."""
    path = folder / "filling"
    taking = os.open(path, os.O_CREAT | os.O_WRONLY)
    try:
        with contextlib.suppress(OSError):
            while True:
                os.write(taking, b"\0" * 4096)
    finally:
        os.close(taking)
    return path
