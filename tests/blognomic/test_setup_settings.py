"""What the settings make of the environment, each time in a fresh process that has no other than the test's."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEY = "a key of more than fifty characters, for these tests"
PRODUCTION = {
    "DEBUG": "0",
    "SECRET_KEY": KEY,
    "ALLOWED_HOSTS": ".blog.example,x",
    "EMAIL_HOST": "mail.example",
}

DATABASE = """
from django.conf import settings
database = settings.DATABASES["default"]
print(database["ENGINE"].rpartition(".")[2], database["HOST"], database["NAME"])
"""

SQLITE = """
import sqlite3
import django
from django.db import connection, transaction
django.setup()
with connection.cursor() as cursor:
    for pragma in ("journal_mode", "synchronous", "foreign_keys"):
        print(pragma, cursor.execute(f"PRAGMA {pragma}").fetchone()[0])
somebody_else = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
with transaction.atomic(), connection.cursor() as cursor:
    cursor.execute("SELECT 1")
    try:
        somebody_else.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        print(error)
"""


# Importing Django takes longer than all that is asked here. So one process does, nothing of the settings, and for each
# that is asked for makes one like itself, which gets the test's environment and no other.
MANY = """
import json, os, sys, traceback
import csp.constants, django.conf, django.db, dj_database_url, blognomic.server.environment, blognomic.server.logs
os.environ.clear()
for line in sys.stdin:
    code, environment, out, err = json.loads(line)
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        print("done", flush=True)
        continue
    os.environ.update(environment)
    sys.stdout, sys.stderr = open(out, "w"), open(err, "w")
    try:
        exec(code, {"__name__": "__main__"})
    except BaseException:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
"""


@pytest.fixture(scope="module")
def many() -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", MANY],
        cwd=ROOT,
        env={},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def run_with(many: subprocess.Popen[str], tmp_path: Path) -> Callable[..., tuple[str, str]]:
    """Runs code under the site's settings; answers its output, and the last line of its errors."""
    out, err = tmp_path / "out", tmp_path / "err"

    def run(code: str, **environment: str) -> tuple[str, str]:
        job = {"DJANGO_SETTINGS_MODULE": "blognomic.settings"} | environment
        many.stdin.write(f"{json.dumps([code, job, str(out), str(err)])}\n")
        many.stdin.flush()
        assert many.stdout.readline() == "done\n"
        return out.read_text(), err.read_text().rstrip().rpartition("\n")[2]

    return run


@pytest.mark.parametrize(
    ("url", "database"),
    [
        ("", f"sqlite3  {ROOT}/var/blognomic.sqlite3"),
        ("sqlite:////srv/game.sqlite3", "sqlite3  /srv/game.sqlite3"),
        ("postgresql://blog:nomic@db.example/game", "postgresql db.example game"),
        ("postgresql://blog@%2Frun%2Fpostgres/game", "postgresql /run/postgres game"),
    ],
)
def test_database_url_chooses_the_database(run_with, url, database):
    assert run_with(DATABASE, DATABASE_URL=url) == (f"{database}\n", "")


def test_sqlite_keeps_a_log_is_on_the_disk_and_locks_at_the_beginning(run_with, tmp_path):
    answers = "journal_mode wal\nsynchronous 2\nforeign_keys 1\ndatabase is locked\n"  # 2 is FULL

    assert run_with(SQLITE, DATABASE_URL=f"sqlite:///{tmp_path}/game.sqlite3") == (answers, "")


@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"DEBUG": "maybe"}, "DEBUG must be 1 or 0, not 'maybe'."),
        ({"EMAIL_PORT": "-25"}, "EMAIL_PORT must be a whole number, not '-25'."),
        ({"SITE_URL": "blog.example"}, "SITE_URL must begin with https:// or http://."),
        (
            PRODUCTION | {"ALLOWED_HOSTS": "*"},
            "With ALLOWED_HOSTS=*, SITE_URL must say where the site is.",
        ),
        ({"EMAIL_VERIFICATION": "yes"}, "EMAIL_VERIFICATION must be mandatory, optional or none."),
        ({"DEBUG": "0"}, "With DEBUG=0, SECRET_KEY must be set to 50 characters or more of your own."),
        (
            PRODUCTION | {"SECRET_KEY": "key" * 20},
            "With DEBUG=0, SECRET_KEY must be set to 50 characters or more of your own.",
        ),
        (
            {"DEBUG": "0", "SECRET_KEY": KEY},
            "With DEBUG=0, ALLOWED_HOSTS must name the site's host names.",
        ),
        (
            PRODUCTION | {"EMAIL_HOST": " "},
            "EMAIL_HOST must name the server that sends e-mail, or EMAIL_VERIFICATION be optional or none.",
        ),
        (
            PRODUCTION | {"SITE_URL": "http://blog.example"},
            "SITE_URL must begin with https://, or HTTPS be 0.",
        ),
        (PRODUCTION | {"WEB_WORKERS": "0"}, "WEB_WORKERS must be 1 or more, not 0."),
        (PRODUCTION | {"BEHIND_PROXY": "nginx"}, "BEHIND_PROXY must be a whole number, not 'nginx'."),
        ({"RATE_LIMITS": "10/m"}, "RATE_LIMITS must be 1 or 0, not '10/m'."),
        (
            {"CACHE_URL": "memcached://cache.example"},
            "CACHE_URL must begin with redis://, rediss://, valkey:// or valkeys://.",
        ),
    ],
)
def test_nonsense_is_refused(run_with, environment, sentence):
    error = f"django.core.exceptions.ImproperlyConfigured: {sentence}"

    assert run_with(DATABASE, **environment) == ("", error)


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"SITE_URL": "https://blog.example/nomic/"}, "https://blog.example/nomic"),
        (PRODUCTION, "https://blog.example"),
        (PRODUCTION | {"HTTPS": "0"}, "http://blog.example"),
    ],
)
def test_links_in_letters_lead_to_the_site(run_with, environment, address):
    code = "from django.conf import settings; print(settings.SITE_URL)"

    assert run_with(code, **environment) == (f"{address}\n", "")


@pytest.mark.parametrize(
    ("environment", "sender"),
    [
        ({}, "BlogNomic <blognomic@localhost>"),
        (PRODUCTION, "BlogNomic <blognomic@blog.example>"),
        (PRODUCTION | {"SITE_URL": "https://nomic.example:8443"}, "BlogNomic <blognomic@nomic.example>"),
        (PRODUCTION | {"DEFAULT_FROM_EMAIL": "letters@mail.example"}, "letters@mail.example"),
    ],
)
def test_letters_come_from_a_host_that_is_one(run_with, environment, sender):
    code = "from django.conf import settings; print(settings.DEFAULT_FROM_EMAIL)"

    assert run_with(code, **environment) == (f"{sender}\n", "")


def test_production_pools_its_connections_and_shares_a_cache(run_with):
    code = """
import json
from django.conf import settings
database, cache = settings.DATABASES["default"], settings.CACHES["default"]
told = [database["OPTIONS"], database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"], cache["LOCATION"]]
print(json.dumps(told, default=lambda kind: kind.__name__))
"""
    urls = {"DATABASE_URL": "postgresql://db.example/game", "CACHE_URL": "valkey://cache.example/1"}
    # None of them waits long for a server that does not answer.
    pool = {"min_size": 1, "max_size": 6, "timeout": 2, "reconnect_timeout": 2}
    pool["connection_class"] = "PatientConnection"
    output, errors = run_with(code, **PRODUCTION, **urls, WEB_THREADS="6")
    kept = [{"connect_timeout": 2, "pool": pool}, 0, True, "redis://cache.example/1"]
    assert (json.loads(output), errors) == (kept, "")

    output, errors = run_with(code, **PRODUCTION, **urls, DATABASE_POOL="0")
    assert (json.loads(output)[:3], errors) == ([{"connect_timeout": 2}, 60, True], "")


def test_unreadable_database_url_is_refused(run_with):
    output, error = run_with(DATABASE, DATABASE_URL="game.sqlite3")

    assert (output, error.partition(" cannot be read: ")[0]) == (
        "",
        "django.core.exceptions.ImproperlyConfigured: DATABASE_URL",
    )
