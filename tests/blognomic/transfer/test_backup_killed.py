"""A backup that is killed leaves nothing behind that holds what is private."""

import errno
import os
from pathlib import Path

import pytest

from blognomic.transfer import whole_files
from blognomic.transfer.backup import saving
from tests.killing import die, killed
from tests.votables.table import BEGINNING, HOUR, seat, write

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # Newer Pythons warn of threads, which a forked process does not have. This one waits for none of them.
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]


def killed_while_saving(path: Path, table: str) -> None:
    """Save, and be killed while that table is written."""
    killed(lambda: saving.save(path, at=BEGINNING, over=True, tell=lambda what, *_: what == table and die()))


@pytest.mark.parametrize("table", ["players.Player", "votables.Post"])
def test_a_killed_backup_leaves_nothing(table, tmp_path):
    alice, _ = seat("Alice", "Bobby")
    write(alice, BEGINNING + HOUR)
    path = tmp_path / "game.zip"
    killed_while_saving(path, table)
    assert list(tmp_path.iterdir()) == []
    saving.save(path, at=BEGINNING)
    before = path.read_bytes()
    killed_while_saving(path, table)
    assert (list(tmp_path.iterdir()), path.read_bytes()) == ([path], before)


def test_where_no_file_goes_without_a_name_the_next_backup_clears_up(tmp_path, monkeypatch):
    seat("Alice", "Bobby")
    real = os.open

    def without_nameless(path, flags, *more, **others):
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "There are none here.")
        return real(path, flags, *more, **others)

    monkeypatch.setattr(os, "open", without_nameless)
    killed_while_saving(tmp_path / "yesterday.zip", "players.Player")
    (left,) = tmp_path.iterdir()
    assert (left.suffix, left.stat().st_mode & 0o777) == (".part", 0o600)
    seen = []
    saving.save(
        tmp_path / "today.zip",
        at=BEGINNING,
        tell=lambda *_: seen.append(sorted(map(str, tmp_path.glob(".*")))),
    )
    assert len({len(names) for names in seen}) == 1 and str(left) not in seen[0]
    assert [path.name for path in tmp_path.iterdir()] == ["today.zip"]


def test_what_another_backup_writes_at_this_moment_stays(tmp_path):
    seat("Alice", "Bobby")
    other = tmp_path / ".other.zip.1.part"
    descriptor = whole_files._named(other, whole_files.OWNER_ALONE)
    saving.save(tmp_path / "game.zip", at=BEGINNING)
    assert other.exists()
    os.close(descriptor)
    saving.save(tmp_path / "game.zip", at=BEGINNING, over=True)
    assert [path.name for path in tmp_path.iterdir()] == ["game.zip"]
