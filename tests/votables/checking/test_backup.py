"""The whole game into one file and back. Here because the rich game is played once for this package."""

import hashlib
import json
import stat
import zipfile
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.hashers import check_password
from django.core.management import CommandError, call_command
from django.db import connection

from blognomic.transfer.backup.database_tables import LEFT_OUT, columns, tables
from blognomic.transfer.backup.restoring import UnfitBackup, restore
from blognomic.transfer.backup.saving import save
from blognomic.transfer.checking import found
from blognomic.web.errors import RuleBroken
from players.models import NoticeSettings, Player
from tests.players.correspondents import send
from tests.votables.rich_game import END
from tests.votables.table import PASSWORD, person
from votables.models import Draft

Change = Callable[[dict[str, bytes]], None]


@pytest.fixture
def private(rich) -> None:
    """What an export leaves out, and the rich game does not have."""
    bobby = Player.objects.get(name="Bobby")
    send(Player.objects.get(name="Alice"), bobby, at=END, text="Between the two of us.")
    Authenticator.objects.create(user=bobby, type="totp", data={"secret": "KRUGS4Y"}, created_at=END)
    NoticeSettings.objects.create(player=bobby, choices={"vote": "each", "mention": "none"})


def empty() -> None:
    """Throw away all rows of all tables that a backup holds."""
    with connection.cursor() as cursor:
        for model in tables():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def test_a_game_that_was_restored_is_the_same_in_every_byte_and_fits_together(private, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    save(first, at=END)
    before = contents(first)
    empty()
    restore(first)
    save(second, at=END)
    assert contents(second) == before
    assert list(found()) == []
    assert Draft.objects.get().body == "Nobody has seen this yet."
    assert check_password(PASSWORD, Player.objects.get(name="Host").password)
    assert person("Newcomer").pk > max(Player.objects.exclude(name="Newcomer").values_list("pk", flat=True))


def test_a_backup_is_for_its_owner_alone_and_written_over_nothing(private, tmp_path):
    path = tmp_path / "game.backup"
    save(path, at=END)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    written = path.read_bytes()
    with pytest.raises(RuleBroken) as refused:
        save(path, at=END)
    assert refused.value.sentence == "There is a file game.backup already."
    save(path, at=END, over=True)
    assert path.read_bytes() == written
    assert [path.name for path in tmp_path.iterdir()] == ["game.backup"]


def test_a_backup_that_breaks_off_leaves_the_file_that_was_there(private, tmp_path, monkeypatch):
    path = tmp_path / "game.backup"
    path.write_bytes(b"an older one")
    monkeypatch.setattr("blognomic.transfer.backup.saving.versions", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(path, at=END, over=True)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"game.backup": b"an older one"}


def test_restoring_over_a_live_game_is_refused(private, tmp_path):
    path = tmp_path / "game.backup"
    save(path, at=END)
    with pytest.raises(RuleBroken) as refused:
        restore(path)
    assert refused.value.sentence == (
        "There is a game in this database, or a part of one (games). A backup is only restored into an empty database,"
        " so that nothing is lost."
    )
    empty()
    person("Somebody")
    with pytest.raises(RuleBroken, match="a part of one \\(players\\)"):
        restore(path)


def test_a_database_without_tables_is_to_be_migrated_first(tmp_path, monkeypatch):
    monkeypatch.setattr("blognomic.transfer.backup.restoring.versions", dict)
    with pytest.raises(RuleBroken, match="This database has no tables yet. Call `manage.py migrate` first."):
        restore(tmp_path / "any")


# -- files that are none


def manifest(**changes: Any) -> Change:
    def change(members: dict[str, bytes]) -> None:
        manifest = json.loads(members["manifest.json"])
        members["manifest.json"] = json.dumps({**manifest, **changes}).encode()

    return change


def later(members: dict[str, bytes]) -> None:
    manifest = json.loads(members["manifest.json"])
    manifest["migrations"]["votables"] = "9999_later"
    members["manifest.json"] = json.dumps(manifest).encode()


def altered(members: dict[str, bytes]) -> None:
    members["votables.Post.jsonl"] = members["votables.Post.jsonl"].replace(b"Geese", b"Ducks")


def longer(members: dict[str, bytes]) -> None:
    members["votables.Post.jsonl"] += members["votables.Post.jsonl"]


def more(members: dict[str, bytes]) -> None:
    members["../../etc/passwd"] = b""


def fewer(members: dict[str, bytes]) -> None:
    del members["votables.Post.jsonl"]


def no_table(members: dict[str, bytes]) -> None:
    manifest = json.loads(members["manifest.json"])
    del manifest["tables"]["votables.Post"]
    members["manifest.json"] = json.dumps(manifest).encode()


def no_number(members: dict[str, bytes]) -> None:
    manifest = json.loads(members["manifest.json"])
    manifest["tables"]["votables.Post"]["rows"] = "1"
    members["manifest.json"] = json.dumps(manifest).encode()


def no_manifest(members: dict[str, bytes]) -> None:
    del members["manifest.json"]


def blank_manifest(members: dict[str, bytes]) -> None:
    members["manifest.json"] = b"[" * 100_000


def sealed(table: str, content: bytes, rows: int = 1) -> Change:
    """Another content of a table, for which the manifest has been altered, too."""

    def change(members: dict[str, bytes]) -> None:
        manifest = json.loads(members["manifest.json"])
        members[f"{table}.jsonl"] = content
        manifest["tables"][table] = {
            "rows": rows,
            "bytes": len(content),
            "sha256": hashlib.sha256(content).hexdigest(),
        }
        members["manifest.json"] = json.dumps(manifest).encode()

    return change


RULE = b'{"fields": {}, "model": "ruleset.rule", "pk": 1}\n'
ALTERED = "The table votables.Post in this file has been altered since the backup was made."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (no_manifest, "This file is no backup: it has no manifest."),
        (blank_manifest, "This file is no backup: its manifest cannot be read."),
        (manifest(format="blognomic-backup/2"), "This file is no backup of the form blognomic-backup/1."),
        (
            later,
            "This backup was made with another version of the program (votables: 9999_later, and here {votables})."
            " Restore it with that version, and migrate then.",
        ),
        (
            manifest(migrations=[]),
            "The manifest does not say with which version of the program this backup was made.",
        ),
        (no_table, "The manifest does not name the tables that a backup has."),
        (no_number, "The manifest does not say what votables.Post holds."),
        (more, "This file holds other things than its manifest says."),
        (fewer, "This file holds other things than its manifest says."),
        (altered, ALTERED),
        (longer, ALTERED),
        (
            sealed("ruleset.Rule", RULE, rows=2),
            "The table ruleset.Rule has 1 rows in this file, and the manifest says 2.",
        ),
        (sealed("ruleset.Rule", RULE[:-1]), "A line of this file has no end."),
        (
            sealed("ruleset.Rule", RULE.replace(b"ruleset.rule", b"ruleset.song")),
            "A row of ruleset.Rule in this file cannot be read: *",
        ),
        (
            sealed("ruleset.Rule", RULE.replace(b"ruleset.rule", b"contenttypes.contenttype")),
            "A row of ruleset.Rule in this file is none of that table.",
        ),
        (
            sealed("ruleset.Rule", RULE.replace(b"{}", b'{"name": 1}')),
            "A row of ruleset.Rule in this file cannot be read: it has other columns",
        ),
        (
            sealed("ruleset.Rule", RULE.replace(b'"pk": 1', b'"pk": "one"')),
            "A row of ruleset.Rule in this file cannot be read: *",
        ),
        (
            sealed("ruleset.Rule", RULE.replace(b'"pk": 1', b'"pk": 1' + b"0" * 30)),
            "What is in this file does not fit together: *",
        ),
        (sealed("ruleset.Rule", RULE + RULE, rows=2), "What is in this file does not fit together: *"),
        (sealed("ruleset.Rule", RULE), "What is in this file does not fit together: *"),
    ],
)
def test_what_is_no_backup_of_this_program_is_refused_and_changes_nothing(
    private, tmp_path, change, sentence
):
    path = tmp_path / "game.backup"
    kept = save(path, at=END)
    members = contents(path)
    change(members)
    empty()
    with pytest.raises(UnfitBackup) as refused:
        restore(write(tmp_path / "other.backup", members))
    expected = sentence.replace("{votables}", kept["migrations"]["votables"])
    if expected.endswith("*"):
        assert refused.value.sentence.startswith(expected[:-1])
    else:
        assert refused.value.sentence == expected
    assert not any(model._default_manager.exists() for model in tables())


@pytest.mark.parametrize("kept", [0.0, 0.4, 0.99])
def test_a_backup_that_was_cut_short_is_refused(private, tmp_path, kept):
    path = tmp_path / "game.backup"
    save(path, at=END)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * kept)])
    empty()
    with pytest.raises(UnfitBackup, match="This file is no backup, or it was cut short."):
        restore(path)


# -- what is in it


def test_every_table_is_in_a_backup_or_left_out_for_a_reason():
    everything = {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert {model._meta.label for model in tables()} | LEFT_OUT.keys() == everything
    assert all(LEFT_OUT.values())
    rooms = {"players", "ruleset", "gamestate", "votables", "account", "mfa"}
    mine = {label for label in LEFT_OUT if label.partition(".")[0] in rooms}
    assert mine == {
        "account.EmailConfirmation",
        "players.Player_groups",
        "players.Player_user_permissions",
        "players.Sending",
        "players.Session",
    }
    assert {"password", "email"} <= set(columns(Player))


# -- the commands


def run(command: str, *arguments: object) -> str:
    out = StringIO()
    call_command(command, *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_commands_say_what_they_did_and_what_they_refuse(private, tmp_path):
    path = tmp_path / "game.backup"
    rows = sum(model._default_manager.count() for model in tables())
    output = run("backup", path)
    assert output == (
        f"Saved {rows:,} rows of {len(tables())} tables to game.backup. Keep it as you keep the database: it holds"
        " everything that is private.\n"
    )
    with pytest.raises(
        CommandError, match="There is a file game.backup already. Give --force to write over it."
    ):
        run("backup", path)
    with pytest.raises(CommandError, match="There is a game in this database"):
        run("restore", path)
    with pytest.raises(CommandError, match="nowhere: No such file or directory"):
        run("restore", tmp_path / "nowhere")
    empty()
    made = datetime.fromisoformat(json.loads(contents(path)["manifest.json"])["made_at"])
    assert run("restore", path) == (
        f"Restored {rows:,} rows of {len(tables())} tables, as of {made:%Y-%m-%d %H:%M} UTC.\n"
    )
