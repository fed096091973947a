"""What runs beside the site, on a site that has no game yet: it waits, and says so once."""

import signal
import threading
from io import StringIO

import pytest
from django.core.management import call_command

from players.models import Game
from votables.management.commands import deliver

from .table import seat

NONE = "No game has been founded on this site yet"


@pytest.fixture
def rounds(monkeypatch):
    """How often the worker looked; it is stopped after the third time."""
    looked = []

    class Clock(threading.Event):
        def wait(self, timeout=None):
            looked.append(timeout)
            if len(looked) == 3:
                self.set()

    monkeypatch.setattr(deliver.threading, "Event", Clock)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(deliver, "close_old_connections", lambda: None)
    return looked


@pytest.mark.django_db
def test_the_worker_waits_for_the_game_and_says_so_once(rounds):
    output = StringIO()
    call_command("deliver", every=7, stdout=output)
    assert output.getvalue().splitlines() == [
        "Delivering every 7 seconds. Ctrl-C stops it.",
        f"{NONE}. Waiting for it.",
    ]
    assert rounds == [7, 7, 7]


def test_the_worker_waits_for_the_tables_of_a_new_database(rounds, monkeypatch):
    def no_table():
        raise deliver.OperationalError("no such table: players_game")

    monkeypatch.setattr(Game.objects, "exists", no_table)
    monkeypatch.setattr(deliver.connection.introspection, "table_names", list)
    output = StringIO()
    call_command("deliver", every=7, stdout=output)
    assert output.getvalue().count(NONE) == 1


@pytest.mark.django_db
def test_once_there_is_a_game_it_is_told_of(rounds):
    seat("Alice", "Bobby", "Carol", "David", "Ellen")
    output = StringIO()
    call_command("deliver", every=7, stdout=output)
    assert NONE not in output.getvalue()


@pytest.mark.django_db
def test_the_backup_of_each_night_has_nothing_to_save_yet(tmp_path):
    output = StringIO()
    call_command("backup", str(tmp_path), daily=True, stdout=output)
    assert (output.getvalue(), list(tmp_path.iterdir())) == (f"{NONE}: there is nothing to save.\n", [])
