"""The kind of process with which gunicorn serves the site: one that takes no more connections than it has threads free.

All processes wait at one socket, and gunicorn's own worker takes whatever comes first: a browser's or proxy's eight
kept connections may all end up in one process, while the others idle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gunicorn.workers.gthread import ThreadWorker

if TYPE_CHECKING:
    from socket import socket


class EvenWorker(ThreadWorker):
    """A worker with threads that leaves a connection to the others while all its threads are at work."""

    def accept(self, listener: socket) -> None:
        """Take one connection; if it takes the last free thread, no more until one is free again."""
        super().accept(listener)
        if self._is_busy():
            self.set_accept_enabled(False)

    def set_accept_enabled(self, enabled: bool) -> None:
        """Asked by the loop of the worker each time that something happened."""
        super().set_accept_enabled(enabled and not self._is_busy())

    def _is_busy(self) -> bool:
        waiting = len(self.keepalived_conns) + len(self.pending_conns)
        return self.nr_conns - waiting >= self.cfg.threads
