"""A migrated database for each worker: migrated once, by the first of them, and copied for the others; on SQLite, for
each test that comes after one that saved something, too.

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
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from django.db.backends.base.base import BaseDatabaseWrapper

ROOT = Path(__file__).resolve().parents[1]
APPS = ("players", "ruleset", "gamestate", "votables", "blognomic")


def sign() -> str:
    """What a migrated database depends on, in a few letters."""
    digest = hashlib.sha256(f"{sys.version} {sqlite3.sqlite_version}".encode())
    for path in (*sources(), ROOT / "tests" / "settings.py", *sorted(ROOT.glob("requirements*.txt"))):
        digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size} ".encode() + path.read_bytes())
    return digest.hexdigest()[:20]


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
            name = migrate(*args, **{**more, "keepdb": True})
        else:
            name = migrate(*args, **more)
            for stale in folder.glob("*.sqlite3"):
                stale.unlink()
            half = kept.with_suffix(".half")
            half.unlink(missing_ok=True)
            with connection.cursor() as cursor:
                cursor.execute("VACUUM INTO %s", [str(half)])
            os.replace(half, kept)
        shutil.copyfile(kept, untouched(own))
    connection.ops.execute_sql_flush = partial(_put_back, connection)
    destroy = connection.creation.destroy_test_db
    connection.creation.destroy_test_db = partial(_destroy_what_nobody_has_changed, connection, destroy)
    return name


def untouched(own: str) -> Path:
    """Where a worker's database lies as it was migrated, which another run may not take away."""
    return Path(f"{own}.untouched")


def _put_back(connection: BaseDatabaseWrapper, sql_list: list[str]) -> None:
    """In place of the statements by which Django empties the tables after a test that saves, or whoever calls `flush`:
    they leave which keys were given, how large the tables were, and the rows of migrations in another order."""
    own = connection.settings_dict["NAME"]
    connection.close()
    for part in ("", "-wal", "-shm"):
        Path(f"{own}{part}").unlink(missing_ok=True)
    shutil.copyfile(untouched(own), own)


def _destroy_what_nobody_has_changed(
    connection: BaseDatabaseWrapper, destroy: Callable[..., None], *args: object, **more: object
) -> None:
    """The end of a run: all that was saved must have been taken back, or a test of another order would find it."""
    own = connection.settings_dict["NAME"]
    connection.close()
    left = set(content(own)) ^ set(content(untouched(own)))
    destroy(*args, **more)
    assert not left, f"A test has saved what nobody took back: {sorted(left)[:9]}"


def content(path: str | Path) -> list[str]:
    """All that is in a database on SQLite, in SQL: tables, rows, which keys were given, and what plans go by."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


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
