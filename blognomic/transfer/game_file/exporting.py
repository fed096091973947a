"""The whole game as a game file, with its history."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext as _

from blognomic.transfer.game_file.database_tables import BY_NAME, TABLES, FileTable
from blognomic.transfer.game_file.json_stream import pieces
from blognomic.transfer.game_file.repetition import said_of_comment, said_of_post, said_of_version
from blognomic.web.errors import RuleBroken
from players.models import Ascension, Game, Player, Reign, RosterEvent
from ruleset.models import LawVersion
from ruleset.queries import LawInForce, read
from votables import judge
from votables.judge.gamefile import Document, write_object
from votables.models import Comment, Post, PostVersion
from votables.queries.judge_facts import facts_from, facts_of
from votables.queries.judge_file import HISTORY_VERSION, game_of_file
from votables.queries.laws_in_force import earlier_laws, one_an_instant, switches

Rows = dict[type[models.Model], list[Any]]
TALKED_OF = (Post, Comment)
"""What the judge is asked about, of which there is much: it is read in parts, and the rest of what it knows is kept."""
KNOWN = (Game, Player, RosterEvent, Reign, Ascension, LawVersion)


def export_game(*, at: datetime) -> Iterator[str]:
    """The whole game as one canonical document, in pieces, so that however long the game is, little of it is held at a
    time; the same for the same game, whatever the database. It holds what everybody may see at `at` (UTC, the present).

    Raises RuleBroken when no game has been founded. All of it must be taken while the database shows one state.
    """
    known: Rows = {table.model: table.rows(at) for table in TABLES if table.model in KNOWN}
    if not known[Game] or not known[LawVersion]:
        raise RuleBroken(_("No game has been founded on this site yet."), status=409)
    plain = write_object(facts_of_game(known | {model: [] for model in TALKED_OF}))
    matters = (entry for keys in BY_NAME["posts"].parts() for entry in _entries(known, at, keys))
    return pieces({**plain, "matters": matters, "history": _history(known, at)})


def _entries(known: Rows, at: datetime, keys: range) -> list[Mapping[str, Any]]:
    """What a game file says of the matters with these keys."""
    posts, comments = (BY_NAME[name].rows(at, keys) for name in ("posts", "comments"))
    some = facts_of_game(known | {Post: posts, Comment: comments})
    entries: list[Mapping[str, Any]] = write_object(some)["matters"]
    return entries


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


def _history(known: Rows, at: datetime) -> dict[str, Any]:
    """All rows, but for what the entries of the matters say already."""
    names = {player.pk: player.name for player in known[Player]}
    history: dict[str, Any] = {"version": HISTORY_VERSION}
    for table in TABLES:
        if table.single:
            (history[table.name],) = _rows(table, known, at, names)
        elif any(table.rows(at, keys) for keys in table.parts()):
            history[table.name] = _rows(table, known, at, names)
    return history


def _rows(table: FileTable, known: Rows, at: datetime, names: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    for keys in table.parts():
        elsewhere = _SaidElsewhere(table, known, at, keys, names)
        for row in table.rows(at, keys):
            yield _written(table, row, names, elsewhere)


def _written(
    table: FileTable, row: models.Model, names: Mapping[int, str], elsewhere: "_SaidElsewhere"
) -> dict[str, Any]:
    """A row without what is usual, or said elsewhere."""
    full = table.written(row, names)
    said_there = elsewhere.of(row, full)
    kept = {"id": row.pk} if table.keyed else {}
    for column in table.columns:
        if full[column.name] != said_there.get(column.name, column.usual):
            kept[column.name] = full[column.name]
    return kept


class _SaidElsewhere:
    """What the matters and posts with some keys say of further rows of a table, which must come in their order."""

    def __init__(
        self, table: FileTable, known: Rows, at: datetime, keys: range, names: Mapping[int, str]
    ) -> None:
        entries = _entries(known, at, keys) if table.model in TALKED_OF else []
        self.matters = {entry["id"]: entry for entry in entries}
        self.comments = {id: iter(entry["comments"]) for id, entry in self.matters.items()}
        self.upcoming = {id: next(comments, None) for id, comments in self.comments.items()}
        posts = BY_NAME["posts"]
        rows = posts.rows(at, keys) if table.model is PostVersion else []
        self.posts = {post.pk: posts.written(post, names) for post in rows}

    def of(self, row: models.Model, full: Mapping[str, Any]) -> Mapping[str, Any]:
        if isinstance(row, Post):
            entry = self.matters.get(str(row.pk))
            return {} if entry is None else said_of_post(entry)
        if isinstance(row, PostVersion):
            return said_of_version(self.posts[row.post_id], row.number)
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
