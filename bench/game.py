"""The game that is measured: a whole history with what `bench.stage` adds. It is made once for each database and kept
in FOLDER; copies of it are measured."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.servers import ROOT, production

FOLDER = ROOT / "var" / "bench"
SEED = "7"


@dataclass(frozen=True)
class History:
    """What a game is made of: a table of proposals, what is made of each of its rows so many `times`, and a ruleset."""

    table: Path
    ruleset: Path
    times: int = 1

    @property
    def name(self) -> str:
        return "whole" if self.times == 1 else f"whole-times-{self.times}"


@contextmanager
def sqlite_game(history: History) -> Iterator[str]:
    """A copy of the game on SQLite: its address."""
    database = FOLDER / "whole.sqlite3"
    if not database.exists():
        unfinished = database.with_suffix(".unfinished")
        unfinished.unlink(missing_ok=True)
        _fill(f"sqlite:///{unfinished}", history)
        unfinished.rename(database)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite3"
        shutil.copy(database, copy)
        yield _migrated(f"sqlite:///{copy}")


@contextmanager
def postgres_game(history: History, server: str) -> Iterator[str]:
    """A copy of the game on the PostgreSQL server that has an empty database at the address `server`: its address."""
    whole, copy = (f"{server.rpartition('/')[0]}/{name}" for name in (history.name, "copy"))
    if not _says(server, f"SELECT 1 FROM pg_database WHERE datname = '{history.name}'"):
        _says(server, f'CREATE DATABASE "{history.name}"')
        kept = FOLDER / "whole.dump"
        if kept.exists():
            _run(["pg_restore", "--no-owner", "--dbname", whole, kept])
        else:
            _fill(whole, history)
            unfinished = kept.with_suffix(".unfinished")
            _run(["pg_dump", "--format=custom", "--compress=1", "--file", unfinished, whole])
            unfinished.rename(kept)
        if history.times > 1:
            _run([sys.executable, "-m", "bench.repeat", history.times], production(_migrated(whole)))
        _says(whole, "VACUUM ANALYZE")
    _says(server, f'CREATE DATABASE copy TEMPLATE "{history.name}"')
    try:
        yield _migrated(copy)
    finally:
        _says(server, "DROP DATABASE copy WITH (FORCE)")


@contextmanager
def in_production(database: str) -> Iterator[dict[str, str]]:
    """The environment of the site on that database, with its static files collected."""
    with tempfile.TemporaryDirectory() as static:
        environment = {**production(database), "STATIC_ROOT": static}
        _run([sys.executable, "manage.py", "collectstatic", "--no-input", "-v0"], environment)
        yield environment


def _says(database: str, sql: str) -> str:
    command = ["psql", "--quiet", "--no-align", "--tuples-only", "--dbname", database, "--command", sql]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _migrated(database: str) -> str:
    _run([sys.executable, "manage.py", "migrate", "-v0"], production(database))
    return database


def _fill(database: str, history: History) -> None:
    lengths = history.table.with_name("dynasty-lengths.csv")
    more = ["--dynasties", lengths] if lengths.exists() else []
    for command in (
        ["manage.py", "migrate", "-v0"],
        ["-m", "bench.fill", history.table, "--seed", SEED, *more],
        ["-m", "bench.stage", history.ruleset],
    ):
        _run([sys.executable, *command], {**production(database), "DEBUG": "1"})


def _run(command: list[Any], environment: dict[str, str] | None = None) -> None:
    subprocess.run([str(part) for part in command], cwd=ROOT, env=environment or dict(os.environ), check=True)
