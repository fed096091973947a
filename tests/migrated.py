"""A migrated database for each worker: migrated once, by the first of them, and copied for the others.

On SQLite the copy is kept for the next time, under a name that tells all that could make it another: the migrations,
what of the project they import, the packages, Python and SQLite. Django looks for migrations that a copy lacks all the
same.
"""

import ast
import fcntl
import hashlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

ROOT = Path(__file__).resolve().parents[1]
APPS = ("players", "ruleset", "gamestate", "votables", "blognomic")


def sign() -> str:
    """What a migrated database depends on, in a few letters."""
    found = hashlib.sha256(f"{sys.version} {sqlite3.sqlite_version}".encode())
    for path in (*sources(), ROOT / "tests" / "settings.py", *sorted(ROOT.glob("requirements*.txt"))):
        found.update(f"{path.relative_to(ROOT)} {path.stat().st_size} ".encode() + path.read_bytes())
    return found.hexdigest()[:20]


def sources() -> list[Path]:
    """The migrations, and what they import: what a migration does is written there, or in the same room."""
    migrations = [path for app in APPS for path in (ROOT / app).rglob("migrations/*.py")]
    modules = {name for path in migrations for name in imported(path)}
    return sorted({*migrations, *(path for name in modules for path in room(name))})


def room(module: str) -> Iterable[Path]:
    """The file of a module, and those beside it where it lies in a room of its app."""
    path = ROOT.joinpath(*module.split("."))
    return [path.with_suffix(".py")] if path.parent.name in APPS else path.parent.glob("*.py")


def imported(path: Path) -> Iterator[str]:
    """The project's modules that a file imports, by their names with dots, such as blognomic.search.indexes."""
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] in APPS)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time."""
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def copied(connection: BaseDatabaseWrapper, folder: Path) -> None:
    """Have the database of the tests made from the copy in the folder; the first process there makes the copy."""
    migrate = connection.creation.create_test_db
    copy = {"sqlite": _copied_file, "postgresql": _copied_database}[connection.vendor]
    connection.creation.create_test_db = partial(copy, connection, folder, migrate)


def _copied_file(
    connection: BaseDatabaseWrapper, folder: Path, migrate: Callable[..., str], *args: object, **more: object
) -> str:
    kept, own = folder / f"{sign()}.sqlite3", connection.settings_dict["TEST"]["NAME"]
    with alone(folder):
        if kept.exists():
            shutil.copyfile(kept, own)
            return migrate(*args, **{**more, "keepdb": True})
        name = migrate(*args, **more)
        for stale in folder.glob("*.sqlite3"):
            stale.unlink()
        half = kept.with_suffix(".half")
        half.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(half)])
        os.replace(half, kept)
    return name


def _copied_database(
    connection: BaseDatabaseWrapper, folder: Path, migrate: Callable[..., str], *args: object, **more: object
) -> str:
    """The databases of this run alone: the first is copied before anything is tested, and nobody else knows of it."""
    kept = folder / "database"
    with alone(folder):
        if kept.exists():
            template, own = kept.read_text(), connection.creation._get_test_db_name()
            quote = connection.ops.quote_name
            with connection.creation._nodb_cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {quote(own)}")
                cursor.execute(f"CREATE DATABASE {quote(own)} TEMPLATE {quote(template)}")
            return migrate(*args, **{**more, "keepdb": True})
        name = migrate(*args, **more)
        template = f"{name}_template"
        connection.close()
        quote = connection.ops.quote_name
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE IF EXISTS {quote(template)}")
            cursor.execute(f"CREATE DATABASE {quote(template)} TEMPLATE {quote(name)}")
        kept.write_text(template)
    return name


@contextmanager
def used(connection: BaseDatabaseWrapper, folder: Path, who: str) -> Iterator[None]:
    """Who is the last to use the copy on a server drops it."""
    mark, kept = folder / f"used-by-{who}", folder / "database"
    mark.touch()
    yield
    with alone(folder):
        mark.unlink()
        if kept.exists() and not list(folder.glob("used-by-*")):
            with connection.creation._nodb_cursor() as cursor:
                cursor.execute(f"DROP DATABASE IF EXISTS {connection.ops.quote_name(kept.read_text())}")
            kept.unlink()
