"""The whole game as a game file, with its history."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from blognomic.transfer.game_file.folding import said_of_comment, said_of_post, said_of_version
from blognomic.transfer.game_file.tables import TABLES, FileTable
from blognomic.web.errors import RuleBroken
from players.models import Ascension, Game, Player, Reign, RosterEvent
from ruleset.models import LawVersion
from ruleset.queries import LawInForce, read
from votables import judge
from votables.judge.gamefile import Document, write, write_object
from votables.models import Comment, Post
from votables.queries.docket_file import HISTORY_VERSION, game_of_file
from votables.queries.judge_facts import facts_from, facts_of
from votables.queries.laws_in_force import earlier_laws, one_an_instant, switches

Rows = dict[type[models.Model], list[Any]]


def export_game(*, at: datetime) -> str:
    """The whole game as one canonical document; the same for the same game, whatever the database. It holds what
    everybody may see at `at` (UTC, the present).

    Raises RuleBroken when no game has been founded. Must run inside a transaction that sees one state.
    """
    rows: Rows = {table.model: table.rows(at) for table in TABLES}
    if not rows[Game] or not rows[LawVersion]:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    plain = facts_of_game(rows)
    return write(replace(plain, history=history_of(rows, write_object(plain)["matters"])))


def facts_of_game(rows: Rows) -> Document:
    """What the judge may ask of the whole game, as a game file without an instant and without history."""
    people = {player.pk: player for player in rows[Player]}
    events: dict[int, list[RosterEvent]] = defaultdict(list)
    for event in sorted(rows[RosterEvent], key=lambda event: (event.at, event.pk)):
        events[event.player_id].append(event)
    comments: dict[int, list[Comment]] = defaultdict(list)
    for comment in rows[Comment]:
        comment.author = people[comment.author_id]
        comments[comment.post_id].append(comment)
    matters = [post for post in rows[Post] if post.is_matter]
    for post in matters:
        post.author = people[post.author_id]
    versions = one_an_instant([LawInForce(version, read(version.document)) for version in rows[LawVersion]])
    kinds = {kind for each in versions for kind in each.law.kinds}
    game = judge.Game(
        players=tuple(facts_from(player, events[player.pk]) for player in rows[Player]),
        emperors=tuple(
            judge.Reign(people[reign.player_id].name, reign.since, reign.until) for reign in rows[Reign]
        ),
        ascensions=tuple(ascension.at for ascension in rows[Ascension]),
        matters=tuple(
            facts_of(post, comments[post.pk])
            for post in matters
            if post.category in kinds and not post.choices
        ),
        special_cases=switches(versions),
        earlier_laws=earlier_laws(versions),
    )
    texts = {comment.pk: comment.text for comment in rows[Comment]}
    return Document(law=versions[-1].law, game=game_of_file(game, texts))


def history_of(rows: Rows, matters: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """All rows, but for what the entries of `matters` say already. They are taken from `rows`, table by table, since
    those of a long game take much memory."""
    names = {player.pk: player.name for player in rows[Player]}
    said = _SaidElsewhere(matters)
    history: dict[str, Any] = {"version": HISTORY_VERSION}
    for table in TABLES:
        written = [_written(table, row, names, said) for row in rows.pop(table.model)]
        if table.single:
            history[table.name] = written[0]
        elif written:
            history[table.name] = written
    return history


def _written(
    table: FileTable, row: models.Model, names: Mapping[int, str], said: "_SaidElsewhere"
) -> dict[str, Any]:
    """A row without what is usual, or said elsewhere."""
    full = {column.name: column.write(row, names) for column in table.columns}
    elsewhere = said.of(row, full)
    kept = {"id": row.pk} if table.keyed else {}
    for column in table.columns:
        if full[column.name] != elsewhere.get(column.name, column.usual):
            kept[column.name] = full[column.name]
    return kept


class _SaidElsewhere:
    """What the matters, and posts already written, say of further rows, which must come in the order of the tables."""

    def __init__(self, matters: Iterable[Mapping[str, Any]]) -> None:
        self.matters = {entry["id"]: entry for entry in matters}
        self.comments = {id: iter(entry["comments"]) for id, entry in self.matters.items()}
        self.upcoming = {id: next(found, None) for id, found in self.comments.items()}
        self.posts: dict[Any, Mapping[str, Any]] = {}

    def of(self, row: models.Model, full: Mapping[str, Any]) -> Mapping[str, Any]:
        if isinstance(row, Post):
            self.posts[row.pk] = full
            entry = self.matters.get(str(row.pk))
            return {} if entry is None else said_of_post(entry)
        if full.get("post") is not None and "number" in full:
            return said_of_version(self.posts[full["post"]], full["number"])
        if isinstance(row, Comment):
            return self._of_comment(str(row.post_id), full)
        return {}

    def _of_comment(self, post: str, full: Mapping[str, Any]) -> Mapping[str, Any]:
        """The comment is the next one of its matter's entry, or does not stand there."""
        entry = self.upcoming.get(post)
        if entry is None or said_of_comment(entry) != {name: full[name] for name in ("author", "at", "text")}:
            return {}
        self.upcoming[post] = next(self.comments[post], None)
        return said_of_comment(entry)
