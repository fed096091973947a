"""A game file into an empty database.

    checks.py     what a site cannot hold, whatever the file
    recorded.py   a file with the history of a site: its rows, as they were
    plain.py      a file without: rows that say what it says, and no more than that
    storing.py    the rows into the database, with what is made from them

`import_game` takes a document that `votables.judge.gamefile` has read, so its form is right.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from blognomic.transfer.game_file.database_tables import TABLES
from blognomic.web.errors import RuleBroken
from players.models import Game, Player
from ruleset.services import note_agreement
from votables.judge.gamefile import Document
from votables.models import Comment, Post
from votables.queries.judge_file import HISTORY_VERSION
from votables.services.last_admin import somebody_acts

from . import checks, plain, recorded
from .storing import store


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """How much came in, and whether anybody in it can act as an admin."""

    people: int
    posts: int
    comments: int
    has_admin: bool


def import_game(document: Document, *, at: datetime) -> ImportedGame:
    """Make the game of a file that of this empty site, as of `at` (UTC, the present), in one transaction.

    Raises RuleBroken when the database is not empty, GameFileError, with the place, for what the site cannot hold,
    what is dated after `at`, and a history that is not in order or says other things than the rest of the file.
    """
    try:
        with transaction.atomic():
            refuse_unless_empty()
            checks.check(document, at=at)
            rows = (plain if is_plain(document) else recorded).rows_of(document, at=at)
            store(rows)
            note_agreement(at=at)
    except IntegrityError:
        refuse_unless_empty()
        raise
    people = rows[Player]
    return ImportedGame(
        people=len(people),
        posts=len(rows[Post]),
        comments=len(rows[Comment]),
        has_admin=somebody_acts(at),
    )


def is_plain(document: Document) -> bool:
    """Whether the file has no history of a site: none at all, or nothing in it."""
    return document.history is None or document.history == {"version": HISTORY_VERSION}


def refuse_unless_empty() -> None:
    """Raise RuleBroken, with what is there, when the database is not empty."""
    looked_at: list[tuple[Any, str]] = [
        (Game, "a game has been founded"),
        (Player, "there are accounts"),
        (Post, "there are posts"),
        *((table.model, f"there are rows of {table.name}") for table in TABLES),
    ]
    for model, obstacle in looked_at:
        if model.objects.exists():
            raise RuleBroken(
                f"A game can only be imported into an empty database, and {obstacle} in this one.", status=409
            )
