"""The line in which all stand who want to write to one file of SQLite: the threads of all processes of a machine.

SQLite itself lets those who wait try again now and then, the more seldom the longer they have waited, so that on a busy
day whoever comes last is first, and somebody is refused. Here each waits for the one before. What does not stand in
line, such as another program, is waited for as SQLite does it.
"""

import fcntl
import os
import time
from collections import deque
from threading import Lock

_NEXT, _TURN = 0, 1
"""The bytes of the file that are locked: by the process that is next, and by the one whose turn it is. Who has had a
turn stands behind the one that is next."""
_LOOK = 0.001  # seconds from one look at what another process has locked to the next


class _Threads:
    """The line in which the threads of this process stand: who gives the turn hands it to the one that came first."""

    def __init__(self) -> None:
        self._moment, self._is_free = Lock(), True
        self._waiting: deque[Lock] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for the turn at most so long; whether it has come."""
        with self._moment:
            if self._is_free:
                self._is_free = False
                return True
            place = Lock()
            place.acquire()
            self._waiting.append(place)
        if place.acquire(timeout=max(0, seconds)):
            return True
        with self._moment:
            if place in self._waiting:
                self._waiting.remove(place)
                return False
        return True  # it came in this very moment

    def give(self) -> None:
        """Hand the turn to the next thread, if there is one."""
        with self._moment:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_free = True


class TurnLine:
    """The line for one database, kept in the file `path`, which is empty."""

    def __init__(self, path: str):
        self._own = _Threads()  # of whom the first stands among the processes
        # Never closed: with it, all that this process has locked would be free.
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o660)

    def take(self, seconds: float) -> bool:
        """Wait for the turn at most so long; whether it has come."""
        until = time.monotonic() + seconds
        if not self._own.take(seconds):
            return False
        if self._lock(_NEXT, until):
            has_come = self._lock(_TURN, until)
            self._unlock(_NEXT)
            if has_come:
                return True
        self._own.give()
        return False

    def give(self) -> None:
        """Let the next one have the turn."""
        self._unlock(_TURN)
        self._own.give()

    def _lock(self, byte: int, until: float) -> bool:
        while True:
            try:
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
                return True
            except OSError:
                if time.monotonic() >= until:
                    return False
                time.sleep(_LOOK)

    def _unlock(self, byte: int) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, byte)


_lines: dict[str, TurnLine | None] = {}
_finding = Lock()


def line_of(database: str) -> TurnLine | None:
    """The line for the database in that file; None where it has none: in memory, and where nobody may write."""
    with _finding:
        if database not in _lines:
            try:
                _lines[database] = TurnLine(f"{database}-turn")
            except OSError:
                return None
        return _lines[database]


os.register_at_fork(after_in_child=_lines.clear)
