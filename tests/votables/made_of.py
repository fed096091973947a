"""Whether what pages keep `without` a topic is made of nothing of it (`players.present`): neither read from its tables
meanwhile, nor taken from what is kept with it."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

from django.db import connection

from players.models import Topic
from players.present import Present, forget

from .locking import topics_of_tables

_READ = re.compile(r'(?:FROM|JOIN)\s+\(?"(\w+)"')
# What is read of a topic that it is kept without, each with the reason why that never changes by itself.
FREE = {
    ("votables.queries.comments", "gamestate_roll"): "dice in a comment are rolled once, with the comment",
    ("votables.first week", "votables_post"): "nothing is posted earlier than what is there",
    ("gamestate.has own", "gamestate_entry"): "a value is its holder's own where its variable was so before",
    ("votables.emperor", "votables.queries.judge_facts"): "nobody becomes emperor by a post or a comment",
    (
        "votables.roster",
        "votables.queries.judge_facts",
    ): "nobody joins or leaves the roster by a post or a comment",
}


class Making:
    """What is being made, the outermost first, and what was used for it that it is kept without."""

    def __init__(self) -> None:
        self.made: list[tuple[str, frozenset[Topic]]] = []
        self.misused: list[str] = []
        self.tables = topics_of_tables()

    def watched(self, keep: Callable[..., Any]) -> Callable[..., Any]:
        """The method of a present that keeps, which notes what is made in it, and what is taken from it."""

        def kept(present: Present, name: Any, *rest: Any, without: Any = (), **more: Any) -> Any:
            *keys, make = rest
            if Topic.TIME in without:
                without = {*without, Topic.MINUTE}  # as whoever keeps it understands it
            if "sign" not in more or more["sign"] is None:
                self._note(f"{name}", set(Topic) - set(without))

            def noted() -> Any:
                # What has a sign of its own shows what it was handed, and that is in the sign.
                around = self.made
                self.made = [one for one in around if (one[0], f"{name}") not in FREE]
                self.made.append((f"{name}", frozenset() if more.get("sign") else frozenset(without)))
                try:
                    return make()
                finally:
                    self.made = around

            return keep(present, name, *keys, noted, without=without, **more)

        return kept

    def _note(self, used: str, of: set[Topic]) -> None:
        self.misused += [
            f"{name}: {used} of {topic}"
            for name, without in self.made
            for topic in without & of
            if (name, used) not in FREE
        ]

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """See one statement go by."""
        if self.made:
            for table in _READ.findall(sql):
                if table in self.tables:
                    self._note(table, {self.tables[table]})
        return execute(sql, params, many, context)


@contextmanager
def making() -> Iterator[list[str]]:
    """What is used, while something is made, of topics that it is kept without. Nothing is kept before."""
    noted = Making()
    with ExitStack() as stack:
        for name in ("kept", "few", "part"):
            stack.enter_context(mock.patch.object(Present, name, noted.watched(getattr(Present, name))))
        stack.enter_context(connection.execute_wrapper(noted))
        forget()
        yield noted.misused
