"""Whether who changes the game locks it first (`players.services.roster.lock_game`): what pages keep for each version
of the game hangs on it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection

from players.models import WRITTEN, Topic

# Tables that no page shows to all who look, each with the reason why who writes in them need not lock the game.
OF_ONE = "it is shown to one person, or a few, and nothing of it is kept"
FREE = {
    "players_session": "who is signed in",
    "players_sending": "what one person was answered, for when they send it again",
    "players_thread": OF_ONE,
    "players_party": OF_ONE,
    "players_message": OF_ONE,
    "players_block": OF_ONE,
    "players_notice": OF_ONE,
    "players_device": OF_ONE,
    "players_token": OF_ONE,
    "players_noticesettings": OF_ONE,
    "players_webhookcall": "the worker's list, shown to admins alone",
    "gamestate_awaited": OF_ONE,
    "votables_draft": OF_ONE,
    "votables_visit": OF_ONE,
}
_WRITE = re.compile(r'\s*(?:INSERT (?:OR IGNORE )?INTO|UPDATE|DELETE FROM)\s+"?(\w+)"?', re.IGNORECASE)
_LOCK = re.compile(r'\s*UPDATE "players_game" SET "version"')
# What each room's tables are of, so that a change of them is a change of that topic.
TOPICS = {"players": Topic.REST, "ruleset": Topic.REST, "gamestate": Topic.VALUES, "votables": Topic.POSTS}
# Tables that change as seldom as the rest of the game, whatever room they are in.
SELDOM = {
    "gamestate_variable",
    "gamestate_table",
    "gamestate_limitedaction",
    "gamestate_showing",
    "votables_resolution",
    "votables_ballot",
}
# Who plays and reigns, and by which law: what every page's frame is made of.
PEOPLE = {
    "players_player",
    "players_rosterevent",
    "players_dynasty",
    "players_reign",
    "players_helper",
    "players_ascension",
    "ruleset_lawversion",
}
_BEGIN = re.compile(r"\s*SAVEPOINT\b", re.IGNORECASE)
_END = re.compile(r"\s*RELEASE SAVEPOINT\b", re.IGNORECASE)


def topics_of_tables() -> dict[str, Topic]:
    """Of what topic each table of the game is, but for those that are free."""
    return {
        model._meta.db_table: _topic_of(model._meta.db_table, topic)
        for room, topic in TOPICS.items()
        for model in apps.get_app_config(room).get_models()
        if model._meta.db_table not in FREE
    }


def _topic_of(table: str, topic: Topic) -> Topic:
    return Topic.PEOPLE if table in PEOPLE else Topic.REST if table in SELDOM else topic


class Watch:
    """The writes to tables of the game in transactions that had not locked it for their topic. A test's own transaction
    is none: those of what it tries are the savepoints right in it."""

    def __init__(self) -> None:
        self.unlocked: list[str] = []
        self.depth, self.locked = 0, set()
        self.tables = topics_of_tables()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """See one statement go by."""
        if _BEGIN.match(sql):
            self.locked = self.locked if self.depth > 0 else set()
            self.depth += 1
        elif _END.match(sql):
            self.depth -= 1
        elif self.depth == 0:
            self.locked = set()
        written = _WRITE.match(sql)
        if _LOCK.match(sql):
            self.locked |= {topic for topic in WRITTEN if f'"{topic.column}"' in sql}
        elif written and written[1] in self.tables and self.tables[written[1]] not in self.locked:
            self.unlocked.append(written[1])
        return execute(sql, params, many, context)


@contextmanager
def watching() -> Iterator[list[str]]:
    """The tables that are written to, while this lasts, without the game being locked first."""
    watch = Watch()
    with connection.execute_wrapper(watch):
        yield watch.unlocked
