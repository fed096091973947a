"""What is wrong with the database when it refuses, in words for readers and for hosts: one place for every page,
command and answer of the API that has to say it."""

from enum import StrEnum

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from blognomic.i18n.translation import gettext_noop


class Trouble(StrEnum):
    """What can be wrong with the database, through no fault of who asks."""

    AWAY = "away"
    BUSY = "busy"
    FULL = "full"
    DAMAGED = "damaged"
    CLOSED = "closed"


SENTENCES = {
    Trouble.AWAY: gettext_noop("The database does not answer."),
    Trouble.BUSY: gettext_noop("The database is busy with something else."),
    Trouble.FULL: gettext_noop("The disk of the database is full."),
    Trouble.DAMAGED: gettext_noop("The file of the database is damaged."),
    Trouble.CLOSED: gettext_noop("The site cannot write to the database."),
}
"""For readers; `gettext` tells them in the reader's language."""

HINTS = {
    Trouble.AWAY: "Is its server running, and does DATABASE_URL name it?",  # in English
    Trouble.BUSY: "Does another program hold it locked?",  # in English
    Trouble.FULL: "Make room on it; nothing else has to be done.",  # in English
    Trouble.DAMAGED: "Stop the site, keep the file, and restore the latest backup into a new one.",  # in English
    Trouble.CLOSED: "May the site's user write to its file and folder, and is it no standby?",  # in English
}
"""For hosts: what to look at first. docs/runbook.md has the rest."""

# SQLite's result codes: the whole ones of what a full disk is to it besides SQLITE_FULL (writing, syncing, growing),
# then the primary ones.
_BY_CODE = {
    778: Trouble.FULL,
    1034: Trouble.FULL,
    1546: Trouble.FULL,
    4874: Trouble.FULL,
    5: Trouble.BUSY,
    6: Trouble.BUSY,
    8: Trouble.CLOSED,
    10: Trouble.DAMAGED,
    11: Trouble.DAMAGED,
    13: Trouble.FULL,
    14: Trouble.CLOSED,
    26: Trouble.DAMAGED,
}
# PostgreSQL's SQLSTATE: the whole ones, then their classes.
_BY_STATE = {
    "25006": Trouble.CLOSED,
    "53100": Trouble.FULL,
    "55P03": Trouble.BUSY,
    "57014": Trouble.BUSY,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
    "08": Trouble.AWAY,
    "40": Trouble.BUSY,
    "53": Trouble.BUSY,
    "57": Trouble.AWAY,
    "58": Trouble.DAMAGED,
}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What is wrong with the database when it raised `error`, or what that came from; None where the database is not to
    blame: then it is a fault of the program."""
    while error is not None:
        trouble = _trouble(error) if isinstance(error, DatabaseError | InterfaceError) else None
        if trouble is not None:
            return trouble
        error = error.__cause__ or error.__context__
    return None


def _trouble(error: DatabaseError | InterfaceError) -> Trouble | None:
    """The same of an error of Django's, which tells by its cause what the library said."""
    code, state = (getattr(error.__cause__, name, None) for name in ("sqlite_errorcode", "sqlstate"))
    if code is not None:
        return _BY_CODE.get(code) or _BY_CODE.get(code & 0xFF)
    if state is not None:
        return _BY_STATE.get(state) or _BY_STATE.get(state[:2])
    # A server that says nothing gives no state.
    is_silence = isinstance(error, OperationalError | InterfaceError) and connection.vendor == "postgresql"
    return Trouble.AWAY if is_silence else None


def for_hosts(error: BaseException) -> str:
    """What is wrong, and what to look at first, in English: for commands, the log and readiness. "" where `trouble_of`
    knows none."""
    trouble = trouble_of(error)
    return f"{SENTENCES[trouble]} {HINTS[trouble]}" if trouble else ""
