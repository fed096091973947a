"""A game file with the history of a site: its rows as they were, keys and all, checked as strictly as the rest."""

from collections.abc import Mapping, Set
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models

from blognomic.transfer.game_file.database_tables import (
    BY_NAME,
    MISSING,
    TABLES,
    FileReferences,
    FileTable,
    ValueMisfit,
    read_key,
)
from blognomic.transfer.game_file.exporting import facts_of_game
from blognomic.transfer.game_file.repetition import said_of_comment, said_of_post, said_of_version
from blognomic.web.errors import RuleBroken
from players.models import METADYNASTY, Dynasty, Game, Player, Reign
from ruleset.law import SHIPPED, LawError, load
from ruleset.models import LawVersion
from ruleset.queries import read
from votables.changes.change import read_change
from votables.judge.eras import special_states
from votables.judge.gamefile import Document, GameFileError, write_object
from votables.judge.strict import printable
from votables.models import STANDARD_LABELS, Post
from votables.queries.judge_file import HISTORY_VERSION

from .checks import check_names
from .storing import Rows

Written = dict[str, Any]


def rows_of(document: Document, *, at: datetime) -> Rows:
    """The rows of every table, with their keys; nothing in them lies after `at`. Raises GameFileError."""
    written = _tables(document.history)
    keys = {table.model: _keys(table, written[table.name]) for table in TABLES if table.keyed}
    _unfold(written, write_object(document)["matters"])
    people = {row["name"]: row["id"] for row in written["players"] if type(row.get("name")) is str}
    known = FileReferences(people=people, keys=keys, now=at)
    rows: Rows = {table.model: _rows(table, written[table.name], known) for table in TABLES}
    check_names((f"history.players[{i}].name", player.name) for i, player in enumerate(rows[Player]))
    _say_who_began(rows[Dynasty], rows[Reign])
    _check_laws(rows[LawVersion])
    categories = {*STANDARD_LABELS, *(kind for one in rows[LawVersion] for kind in read(one.document).kinds)}
    for name in ("posts", "post_versions"):
        for i, row in enumerate(rows[BY_NAME[name].model]):
            _check_category(row.category, f"history.{name}[{i}].category", categories)
            _check_changes(row.changes, f"history.{name}[{i}].changes", keys)
    _check_agreement(document, rows)
    return rows


def _tables(history: Any) -> dict[str, list[Written]]:
    """The rows of each table as they are written. Raises GameFileError for what is no table of rows."""
    if type(history) is not dict:
        raise GameFileError("history: must be an object")
    version = history.get("version", MISSING)
    if version is MISSING:
        raise GameFileError('history: the key "version" is missing')
    if type(version) is not int or version != HISTORY_VERSION:
        raise GameFileError(f"history.version: this program knows version {HISTORY_VERSION} alone")
    for name in history:
        if name not in BY_NAME and name != "version":
            names = ", ".join(["version", *BY_NAME])
            raise GameFileError(f"history: unknown key {printable(name)}; known are {names}")
    return {table.name: _table(table, history) for table in TABLES}


def _table(table: FileTable, history: Written) -> list[Written]:
    if table.single:
        if table.name not in history:
            raise GameFileError(f"history: the key {printable(table.name)} is missing")
        rows = [history[table.name]]
    else:
        rows = history.get(table.name, [])
        if type(rows) is not list:
            raise GameFileError(f"history.{table.name}: must be a list")
    for i, row in enumerate(rows):
        if type(row) is not dict:
            raise GameFileError(f"{_place(table, i)}: must be an object")
    return list(rows)


def _place(table: FileTable, i: int) -> str:
    return f"history.{table.name}" if table.single else f"history.{table.name}[{i}]"


def _keys(table: FileTable, rows: list[Written]) -> set[int]:
    """The keys of a table's rows."""
    keys: set[int] = set()
    for i, row in enumerate(rows):
        if "id" not in row and table.numbered:
            row["id"] = i + 1
        if "id" not in row:
            raise GameFileError(f'{_place(table, i)}: the key "id" is missing')
        try:
            key = read_key(row["id"])
        except ValueMisfit as misfit:
            raise GameFileError(f"{_place(table, i)}.id: {misfit}") from None
        if key in keys:
            raise GameFileError(f"{_place(table, i)}.id: the id {key} stands there twice")
        keys.add(key)
    return keys


# -- what the matters say already, put back into the rows


def _unfold(written: dict[str, list[Written]], entries: list[Written]) -> None:
    """Complete posts, versions and comments by what `repetition` says of them. Raises GameFileError."""
    matters = {entry["id"]: entry for entry in entries}
    usual = {column.name: column.usual for column in BY_NAME["posts"].columns if column.usual is not MISSING}
    posts: dict[int, Written] = {}
    for i, row in enumerate(written["posts"]):
        entry = matters.get(str(row["id"]))
        written["posts"][i] = posts[row["id"]] = {**usual, **(said_of_post(entry) if entry else {}), **row}
    keys = {str(key) for key in posts}
    for i, entry in enumerate(entries):
        if entry["id"] not in keys:
            raise GameFileError(
                f"matters[{i}].id: there is no post {printable(entry['id'])} in history.posts"
            )
    for i, row in enumerate(written["post_versions"]):
        if type(row.get("post")) is int and row["post"] in posts:
            written["post_versions"][i] = {**said_of_version(posts[row["post"]], row.get("number")), **row}
    _unfold_comments(written["comments"], entries)


def _unfold_comments(rows: list[Written], entries: list[Written]) -> None:
    """A comment without words is the next one of its matter."""
    upcoming = {entry["id"]: enumerate(entry["comments"]) for entry in entries}
    for i, row in enumerate(rows):
        if "text" not in row and type(row.get("post")) is int and str(row["post"]) in upcoming:
            place, comment = next(upcoming[str(row["post"])], (None, None))
            if comment is None:
                raise GameFileError(
                    f"history.comments[{i}]: no text, and matters have no further comment on {row['post']}"
                )
            rows[i] = {**said_of_comment(comment), **row}
    for i, entry in enumerate(entries):
        for place, _ in upcoming[entry["id"]]:
            raise GameFileError(f"matters[{i}].comments[{place}]: it is not in history.comments")


# -- rows


def _rows(table: FileTable, written: list[Written], known: FileReferences) -> list[models.Model]:
    rows = []
    names = {"id", *(column.name for column in table.columns)} - (set() if table.keyed else {"id"})
    for i, values in enumerate(written):
        for name in values:
            if name not in names:
                shown = f"unknown key {printable(name)}; known are {', '.join(sorted(names))}"
                raise GameFileError(f"{_place(table, i)}: {shown}")
        key = 1 if table.model is Game else values.get("id", i + 1)
        row = table.model(pk=key)
        for column in table.columns:
            value = values.get(column.name, column.usual)
            if value is MISSING:
                raise GameFileError(f"{_place(table, i)}: the key {printable(column.name)} is missing")
            try:
                setattr(row, column.attribute, column.read(value, known))
            except ValueMisfit as misfit:
                raise GameFileError(f"{_place(table, i)}.{column.name}: {misfit}") from None
        rows.append(row)
    _check_constraints(table, rows)
    return rows


def _check_constraints(table: FileTable, rows: list[Any]) -> None:
    """What the database would refuse, with its place. Raises GameFileError."""
    constraints = table.model._meta.constraints
    checks = [constraint for constraint in constraints if isinstance(constraint, models.CheckConstraint)]
    unique = [
        (constraint.fields, constraint.condition)
        for constraint in constraints
        if isinstance(constraint, models.UniqueConstraint)
    ]
    unique += [((column.name,), None) for column in table.columns if column.source.unique]
    seen: dict[tuple[Any, ...], list[Any]] = {}
    for i, row in enumerate(rows):
        for fields, condition in unique:
            values = (fields, *(getattr(row, row._meta.get_field(name).attname) for name in fields))
            alike = seen.setdefault((*values, str(condition)), [])
            # Whether the condition holds is asked only of rows that share their values with another.
            if alike and _holds(condition, row) and any(_holds(condition, other) for other in alike):
                raise GameFileError(f"{_place(table, i)}: another has the same {' and '.join(fields)}")
            alike.append(row)
        for check in checks:
            try:
                check.validate(table.model, row)
            except ValidationError:
                raise GameFileError(
                    f"{_place(table, i)}: does not fit together ({check.name.replace('_', ' ')})"
                ) from None


def _holds(condition: models.Q | None, row: models.Model) -> bool:
    """Whether the condition of a constraint holds for a row."""
    return condition is None or condition.check(row._get_field_expression_map(meta=row._meta))


def _say_who_began(dynasties: list[Dynasty], reigns: list[Reign]) -> None:
    """Fill in who began each dynasty, which older files do not say: who reigned when it began."""
    for dynasty in dynasties:
        if dynasty.begun_by_id is not None or dynasty.name.endswith(METADYNASTY):
            continue
        heads = [
            reign
            for reign in reigns
            if reign.since <= dynasty.started_at and (reign.until is None or reign.until > dynasty.started_at)
        ]
        dynasty.begun_by_id = heads[0].player_id if heads else None


def _check_category(category: str, place: str, known: Set[str]) -> None:
    """Raise GameFileError for a category that neither the program nor any law of the game knows."""
    if category not in known:
        names = ", ".join(map(printable, sorted(known)))
        raise GameFileError(f"{place}: {printable(category)} is not one of {names}")


def _check_laws(versions: list[LawVersion]) -> None:
    """Raise GameFileError unless there is a law, and each can be read."""
    if not versions:
        raise GameFileError("history.law_versions: a game needs a law")
    for i, version in enumerate(versions):
        try:
            law = read(version.document)
        except LawError as error:
            raise GameFileError(f"history.law_versions[{i}].document: {error}") from None
        if law.name != version.name:
            raise GameFileError(
                f"history.law_versions[{i}].name: its document is called {printable(law.name)}"
            )


def _check_changes(values: list[Any], place: str, keys: Mapping[type[models.Model], set[int]]) -> None:
    """Raise GameFileError for changes of a matter that cannot be read, or that name what is not there."""
    for i, value in enumerate(values):
        try:
            change = read_change(value)
        except RuleBroken as broken:
            raise GameFileError(f"{place}[{i}]: {broken.sentence}") from None
        for model, key in change.kind.refers_to(change.payload):
            if key not in keys[model]:
                name = model._meta.verbose_name
                raise GameFileError(f"{place}[{i}]: there is no {name} {key} in history")
        if change.when is not None and change.when.post and change.when.post not in keys[Post]:
            raise GameFileError(f"{place}[{i}]: there is no post {change.when.post} in history")


# -- the whole


def _check_agreement(document: Document, rows: Rows) -> None:
    """Raise GameFileError where the file says other things than its history would have it say."""
    ordered = {
        table.model: sorted(rows[table.model], key=lambda row: [getattr(row, name) for name in table.order])
        for table in TABLES
    }
    given, made = write_object(replace(document, at=None, history=None)), facts_of_game(ordered)
    place = _difference(given, write_object(made))
    if place is not None and _difference(given, _as_older_files(made)) is not None:
        raise GameFileError(f"{place.removeprefix('.')}: history has it otherwise")


def _as_older_files(made: Document) -> dict[str, Any]:
    """What older files say of the same game: one law, by the name of one that comes with the program, its special cases
    as they stood at last, and only matters of its kinds."""
    base = load(made.law.name if made.law.name in SHIPPED else SHIPPED[-1])
    states = special_states(made.law, made.game, datetime.max.replace(tzinfo=UTC))
    defaults = {name: case.default for name, case in base.special_cases.items()}
    game = replace(
        made.game,
        earlier_laws=(),
        matters=tuple(matter for matter in made.game.matters if matter.kind in base.kinds),
        special_cases={name: state for name, state in states if state != defaults.get(name, state)},
    )
    return write_object(Document(law=base, game=game))


def _difference(given: Any, made: Any) -> str | None:
    """The place of the first difference between two JSON values of one form, or None."""
    if type(given) is dict and type(made) is dict:
        pairs = [(f".{key}", given.get(key), made.get(key)) for key in {**given, **made}]
    elif type(given) is list and type(made) is list and len(given) == len(made):
        pairs = [(f"[{i}]", one, other) for i, (one, other) in enumerate(zip(given, made, strict=True))]
    else:
        return None if given == made else ""
    for step, one, other in pairs:
        place = _difference(one, other)
        if place is not None:
            return f"{step}{place}"
    return None
