"""`manage.py serve` and what it needs: settings that are whole, and one who migrates at a time."""

import subprocess
import sys
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from blognomic.server.migrating import one_at_a_time

from .servers import PRODUCTION, ROOT


def manage(*arguments: str, **environment: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_half_configured_it_says_in_one_sentence_what_is_missing():
    sentence = "The site is not configured: With DEBUG=0, ALLOWED_HOSTS must name the site's host names.\n"

    assert manage("serve", **PRODUCTION | {"ALLOWED_HOSTS": ""}) == (1, "", sentence)


def test_it_does_not_serve_development_to_others(settings):
    settings.DEBUG = True
    with pytest.raises(CommandError, match="^DEBUG must be 0 where the site is served to others"):
        call_command("serve")


@pytest.mark.sweep
def test_a_database_that_cannot_be_is_a_sentence():
    status, _, errors = manage("serve", **PRODUCTION, DATABASE_URL="sqlite:////dev/null/game")

    assert (status, errors.partition(": [Errno")[0]) == (
        1,
        "System check identified no issues (2 silenced).\nCommandError: The database cannot be migrated",
    )


@pytest.mark.django_db(transaction=True)
def test_machines_that_start_at_once_migrate_one_after_the_other():
    doing, most = 0, 0
    begin = threading.Barrier(4)
    inside = threading.Lock()

    def migrate() -> None:
        nonlocal doing, most
        begin.wait()
        with one_at_a_time(connection):
            with inside:
                doing, most = doing + 1, max(most, doing + 1)
            threading.Event().wait(0.05)
            with inside:
                doing -= 1
        connections.close_all()

    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert (doing, most) == (0, 1)
