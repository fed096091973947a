"""Whether the database answers. Who finds out that it does not tells all threads of the process: they answer at once,
and one thread looks again and again until it does. SQLite is a file, which is there or is not: it never goes away.
"""

import logging
import threading
import time

from django.db import connection

from blognomic.database.troubles import Trouble, trouble_of

SILENCE = 1.0
"""For how many seconds a query may say nothing before somebody looks whether the server answers at all."""
EVERY = 0.5
"""How many seconds lie between two looks at a server that does not answer."""
log = logging.getLogger(__name__)


class _Known:
    """What this process knows: since when (of `monotonic`) the database has not answered, if it does not."""

    away_since: float | None = None
    looked_at = float("-inf")
    lock = threading.Lock()
    looking = threading.Lock()


def is_away() -> bool:
    """Whether the database is known not to answer. Asks nobody."""
    return _Known.away_since is not None


def is_lost(error: BaseException) -> bool:
    """Whether `error` says that the database does not answer. If so, all threads know from now on, until it does."""
    if trouble_of(error) is not Trouble.AWAY:
        return False
    _lose()
    return True


def is_silent() -> bool:
    """Whether the server answers nobody, looked at now by a connection of its own, by one thread for all that ask
    within a second. For whoever waits for an answer: it may only be slow."""
    with _Known.looking:
        if is_away():
            return True
        if time.monotonic() - _Known.looked_at < SILENCE:
            return False
        silent = not _answers()
        _Known.looked_at = time.monotonic()
        if silent:
            _lose()
        return silent


def _lose() -> None:
    with _Known.lock:
        if is_away() or connection.vendor != "postgresql":
            return
        _Known.away_since = time.monotonic()
    log.error("The database does not answer.")
    threading.Thread(target=_look_after, name="database", daemon=True).start()


def _look_after() -> None:
    while not _answers():
        time.sleep(EVERY)
    away = time.monotonic() - (_Known.away_since or 0)
    _Known.away_since = None
    log.warning("The database answers again, after %.1f seconds.", away)


def _answers() -> bool:
    """Whether the server answers a connection of its own, within two seconds."""
    import psycopg  # only where there is such a server

    params = connection.get_connection_params() | {"connect_timeout": 2}
    try:
        psycopg.connect(**{name: value for name, value in params.items() if name not in _OURS}).close()
    except psycopg.Error as error:
        # One that refuses for a reason of its own, such as too many connections, answers; one that starts does not yet.
        message = str(error)
        return "FATAL" in message and "the database system is" not in message
    return True


_OURS = ("context", "cursor_factory", "prepare_threshold")
