"""Files that are there whole or not at all."""

import errno
import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

OWNER_ALONE = 0o600
EVERYBODY = 0o666
"""As far as the system's own mask allows."""
PART = ".part"


@contextmanager
def whole_file(path: Path, *, mode: int = OWNER_ALONE) -> Iterator[IO[bytes]]:
    """A new file that takes its place at `path` in the end, if all went well. Until then it has no name, so that of one
    whose writing was broken off, however it was, nothing is left. Some file systems have no such files: there it has a
    name beside `path`, and what was left of one that was killed `clear` removes. Who may read it, `mode` says.

    Raises OSError when it cannot be written."""
    beside = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with os.fdopen(_nameless(path.parent, mode) or _named(beside, mode), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if not beside.exists():
                # With a folder's number, which is not looked at, Python follows what stands for the file.
                number = file.fileno()
                os.link(f"/proc/self/fd/{number}", beside, src_dir_fd=number, follow_symlinks=True)
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _nameless(folder: Path, mode: int) -> int | None:
    """A file in the folder that has no name; None where there are none such."""
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR, mode)
    except (AttributeError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        if error.errno in (errno.EOPNOTSUPP, errno.EINVAL):
            return None
        raise


def _named(path: Path, mode: int) -> int:
    """A file of that name, held as long as somebody writes it."""
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def clear(folder: Path) -> None:
    """Remove what was left in a folder of such files whose writers were killed: nobody holds it."""
    for part in folder.glob(f".*{PART}"):
        try:
            with part.open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                part.unlink(missing_ok=True)
        except OSError:  # it is written at this moment, or is another's
            continue
