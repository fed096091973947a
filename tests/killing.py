"""Processes that are killed in the middle of what they do, at a place that the test chooses."""

import os
import signal
from collections.abc import Callable
from traceback import format_exc

from django.db import connections


def die() -> None:
    """End at once, as by `kill -9`: nothing is tidied up."""
    os.kill(os.getpid(), signal.SIGKILL)


def killed(act: Callable[[], object]) -> None:
    """Do it in a process of its own, which must `die` in the middle of it."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        try:
            act()
        except BaseException:
            os.write(2, format_exc().encode())
        finally:
            os._exit(1)  # it only comes here by a mistake, which the parent sees by how it ended
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
