"""What a backup is to a database: rows alike on each, and one state while the site goes on. The whole round trip is
tried in `tests.votables.checking`."""

import threading
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import connections

from blognomic.database.snapshots import one_state
from blognomic.transfer.backup.saving import save
from players.models import Game, Player
from players.services.roster import lock_game
from tests.blognomic.servers import ROOT
from tests.votables.table import bare_game, person
from votables.models import Post, TableImport


def content(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{name}.jsonl").decode()


@pytest.mark.django_db
def test_a_row_is_written_alike_on_every_database(tmp_path):
    at = datetime(2026, 3, 2, 12, 0, 0, 7, tzinfo=UTC)
    TableImport.objects.create(pk=1, digest="d", seed=None, rows=3, written=2, began_at=at)
    Player.objects.bulk_create([Player(pk=7, name="Émile ☃", name_key="é", registered_at=at)])
    Post.objects.bulk_create(
        [Post(pk=9, author_id=7, posted_at=at, title="T", changes=[{"b": 1.0, "a": None, "ä": "\u2028"}])]
    )
    bare_game(at=at)
    save(tmp_path / "game.backup", at=at)
    path = tmp_path / "game.backup"
    assert content(path, "votables.TableImport") == (
        '{"fields": {"began_at": "2026-03-02T12:00:00.000007+00:00","digest": "d","rows": 3,"seed": null,"written": 2},'
        '"model": "votables.tableimport","pk": 1}\n'
    )
    assert '"name": "Émile ☃"' in content(path, "players.Player")
    assert '"changes": [{"a": null,"b": 1.0,"ä": "\u2028"}]' in content(path, "votables.Post")


@pytest.mark.django_db(transaction=True)
def test_who_writes_does_not_wait_for_who_reads_one_state_and_is_not_in_it():
    bare_game()

    def write() -> None:
        try:
            person("Newcomer")
            lock_game()
        finally:
            connections.close_all()

    with one_state():
        assert Player.objects.count() == 0
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(timeout=5)
        assert not writer.is_alive()
        assert (Player.objects.count(), Game.objects.get().version) == (0, 0)
    assert (Player.objects.count(), Game.objects.get().version) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_daily_backups_are_named_by_their_day_and_the_oldest_go(tmp_path):
    bare_game()
    (tmp_path / "blognomic-notes.backup").write_text("A file of somebody's own.")
    for day in (1, 2, 2, 3):
        with time_machine.travel(datetime(2026, 3, day, 3, 40, tzinfo=UTC), tick=False):
            call_command("backup", str(tmp_path), daily=True, keep=2, verbosity=0)

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "blognomic-2026-03-02.backup",
        "blognomic-2026-03-03.backup",
        "blognomic-notes.backup",
    ]
    with pytest.raises(CommandError, match="^--keep takes a number from 1 on"):
        call_command("backup", str(tmp_path), daily=True, keep=0)


def test_units_call_commands_that_there_are():
    """Each command that a unit of systemd starts is one of the site's, with options that it has."""
    called = [
        line.partition("manage.py ")[2].split()
        for unit in sorted((ROOT / "deploy").glob("*.service"))
        for line in unit.read_text().splitlines()
        if line.startswith("ExecStart=") and "manage.py" in line
    ]

    assert [words[0] for words in called] == ["clearsessions", "backup", "deliver"]
    for name, *options in called:
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        parser.parse_args(options)
