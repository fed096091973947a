"""The game file `blognomic-game/1`: a game as one JSON document, checked for form and read, or written.

A file is checked for form, not for lawfulness; each error names its place. The whole of it is checked, also
what is dated after the instant that is judged. Everything else in it is believed. What is said of files is said in
English: programs write them, and those who look after programs read it.
"""

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from ruleset.law import SHIPPED, Law, load
from ruleset.law.vocabulary import AMENDS

from . import strict
from .facts import STATUSES, Comment, Game, Matter, Player, Reign, Span
from .icons import IconReader, UnreadableText, reader_for
from .instants import NO_INSTANT, format_instant, parse_instant
from .strict import printable

FORMAT = "blognomic-game/1"
MISSING: Any = object()
T = TypeVar("T")

_TOP = frozenset(
    ("format", "law", "special_cases", "players", "emperors", "ascensions", "matters", "at", "history")
)
_PLAYER = frozenset(("name", "plays", "admin", "idle"))
_REIGN = frozenset(("name", "from", "to"))
_MATTER = frozenset(
    (
        "id",
        "kind",
        "author",
        "posted",
        "title",
        "amends",
        "changes_nothing",
        "illegal",
        "status",
        "resolved",
        "comments",
    )
)
_COMMENT = frozenset(("author", "at", "text"))


class GameFileError(ValueError):
    """What is wrong with a game file, on one line that begins with the place: `matters[2].id: ...`."""


class _Problem(Exception):
    """A mistake, and the steps from the top of the document to it."""

    def __init__(self, message: str, *path: str) -> None:
        super().__init__(message)
        self.message, self.path = message, list(path)


@dataclass(frozen=True, slots=True)
class Document:
    """A game file. `at` and `history` are None when left out; each comment's `key` is its text."""

    law: Law
    game: Game
    at: datetime | None = None
    history: Any = None


def read(source: bytes | str) -> Document:
    """The document that a JSON text holds. Raises GameFileError."""
    try:
        text = strict.decode(source) if isinstance(source, bytes) else source
        value = strict.loads(text)
    except strict.NotJson as error:
        raise GameFileError(str(error)) from None
    return read_object(value)


def read_object(value: Any) -> Document:
    """The document that a JSON value is. Raises GameFileError."""
    try:
        return _document(value)
    except _Problem as problem:
        place = "".join(problem.path).removeprefix(".")
        raise GameFileError(f"{place}: {problem.message}" if place else problem.message) from None


# -- the parts, each from a JSON value; raising _Problem


def _document(value: Any) -> Document:
    _check_keys(value, _TOP)
    form = _text(value, "format")
    if form != FORMAT:
        raise _Problem(f"must be {FORMAT}, not {printable(form)}", ".format")
    name = _text(value, "law")
    if name not in SHIPPED:
        raise _Problem(f"unknown law {printable(name)}; known are {', '.join(SHIPPED)}", ".law")
    law = load(name)
    players = tuple(_each(value, "players", _player, MISSING))
    names = _names(players)
    emperors = tuple(_each(value, "emperors", lambda item: _reign(item, names), ()))
    reader = reader_for(law.codes)
    ids: set[str] = set()
    game = Game(
        players=players,
        emperors=emperors,
        ascensions=tuple(_each(value, "ascensions", _instant, ())),
        matters=tuple(_each(value, "matters", lambda item: _matter(item, law, names, ids, reader), MISSING)),
        special_cases=_special_cases(value.get("special_cases", {}), law),
    )
    at = _instant_at(value, "at") if "at" in value else None
    return Document(law=law, game=game, at=at, history=value.get("history"))


def _names(players: tuple[Player, ...]) -> frozenset[str]:
    """The players' names, of which no two are alike but for case."""
    seen: dict[str, str] = {}
    for i, player in enumerate(players):
        folded = player.name.casefold()
        if folded in seen:
            raise _Problem(f"two players are named {printable(player.name)}", f".players[{i}].name")
        seen[folded] = player.name
    return frozenset(seen.values())


def _special_cases(value: Any, law: Law) -> dict[str, bool]:
    if type(value) is not dict:
        raise _Problem("must be an object", ".special_cases")
    for name, state in value.items():
        case = law.special_cases.get(name)
        if case is None or not case.judging:
            problem = f"{law.name} has no such special case"  # game files are spoken of in English
            raise _Problem(problem, ".special_cases", f"[{printable(name)}]")
        if type(state) is not bool:
            raise _Problem("must be true or false", ".special_cases", f"[{printable(name)}]")
    return value


def _player(value: Any) -> Player:
    _check_keys(value, _PLAYER)
    plays = tuple(_each(value, "plays", _span, MISSING))
    if not plays:
        raise _Problem("must not be empty", ".plays")
    if len(plays) > 1:
        _check_apart(plays)
    return Player(_text(value, "name"), plays, tuple(_each(value, "idle", _span, ())), _flag(value, "admin"))


def _check_apart(plays: tuple[Span, ...]) -> None:
    ordered = sorted(plays, key=lambda span: span.start)
    for earlier, later in zip(ordered, ordered[1:], strict=False):
        if earlier.end is None or earlier.end > later.start:
            raise _Problem("two of the intervals overlap", ".plays")


def _span(value: Any) -> Span:
    if type(value) is not list or len(value) != 2:
        raise _Problem("must be an interval: a list of two instants, the second of which may be null")
    start, end = value
    if type(start) is not str:
        raise _Problem(NO_INSTANT, "[0]")
    if end is not None and type(end) is not str:
        raise _Problem(NO_INSTANT, "[1]")
    return _interval(start, end)


@lru_cache(maxsize=4096)
def _interval(start_text: str, end_text: str | None) -> Span:
    """The interval between two instants. Remembered, as most players have played since the same."""
    start = _instant(start_text, "[0]")
    end = None if end_text is None else _instant(end_text, "[1]")
    if end is not None and end <= start:
        raise _Problem("the interval does not end after it begins")
    return Span(start, end)


def _reign(value: Any, names: frozenset[str]) -> Reign:
    _check_keys(value, _REIGN)
    name = _name(value, "name", names)
    start = _instant_at(value, "from")
    if "to" not in value:
        raise _Problem('the key "to" is missing')
    end = None if value["to"] is None else _instant_at(value, "to")
    if end is not None and end <= start:
        raise _Problem("the interval does not end after it begins")
    return Reign(name, start, end)


def _matter(value: Any, law: Law, names: frozenset[str], ids: set[str], reader: IconReader) -> Matter:
    _check_keys(value, _MATTER)
    id = _text(value, "id")
    if id in ids:
        raise _Problem(f"the id {printable(id)} stands there twice", ".id")
    ids.add(id)
    kind = _text(value, "kind")
    if kind not in law.kinds:
        raise _Problem(f"unknown kind {printable(kind)}; known are {', '.join(law.kinds)}", ".kind")
    author = _name(value, "author", names)
    posted = _instant_at(value, "posted")
    status = _text(value, "status", "pending")
    if status not in STATUSES:
        raise _Problem(f"unknown status {printable(status)}; known are {', '.join(STATUSES)}", ".status")
    resolved = None if value.get("resolved") is None else _instant_at(value, "resolved")
    if (status == "pending") != (resolved is None):
        is_pending = "a pending matter has no instant of resolution"
        raise _Problem(
            is_pending if status == "pending" else f"missing, but the status is {status}", ".resolved"
        )
    if resolved is not None and resolved < posted:
        raise _Problem("resolved before it was posted", ".resolved")
    return Matter(
        id=id,
        kind=kind,
        author=author,
        posted=posted,
        title=_text(value, "title", ""),
        amends=_amends(value["amends"]) if "amends" in value else frozenset(),
        changes_nothing=_flag(value, "changes_nothing"),
        illegal=_flag(value, "illegal"),
        status=status,
        resolved=resolved,
        comments=tuple(_each(value, "comments", lambda item: _comment(item, names, posted, reader), ())),
    )


def _amends(value: Any) -> frozenset[str]:
    if type(value) is not list:
        raise _Problem("must be a list", ".amends")
    for i, item in enumerate(value):
        if type(item) is not str or item not in AMENDS:
            shown = printable(item) if type(item) is str else "this"
            raise _Problem(f"{shown} is not one of {', '.join(AMENDS)}", f".amends[{i}]")  # in English
    return frozenset(value)


def _comment(value: Any, names: frozenset[str], posted: datetime, reader: IconReader) -> Comment:
    # There are more comments than anything else, so the usual one is looked at once, and others again for the mistake.
    try:
        author, when, text = value["author"], value["at"], value["text"]
        usual = len(value) == 3 and type(author) is type(when) is type(text) is str and author in names
    except (KeyError, TypeError):
        usual = False
    if not usual:
        _check_keys(value, _COMMENT)
        _name(value, "author", names)
        _text(value, "at")
        _text(value, "text")
    at = _instant(when, ".at")
    if at < posted:
        raise _Problem("before the post that it is a comment on", ".at")
    try:
        return Comment(author, at, reader.read(text), text)
    except UnreadableText as error:
        raise _Problem(str(error), ".text") from None


# -- single values


def _check_keys(value: Any, known: frozenset[str]) -> None:
    if type(value) is not dict:
        raise _Problem("must be an object")
    if not value.keys() <= known:
        unknown = next(key for key in value if key not in known)
        raise _Problem(f"unknown key {printable(unknown)}; known are {', '.join(sorted(known))}")


def _each(value: dict[str, Any], key: str, read_item: Callable[[Any], T], default: Any) -> list[T]:
    """The members of a list, read; the mistake in one of them knows its place."""
    items = value.get(key, default)
    if items is default:
        if items is MISSING:
            raise _Problem(f"the key {printable(key)} is missing")
        return []
    if type(items) is not list:
        raise _Problem("must be a list", f".{key}")
    if not items:
        return items
    found: list[T] = []
    try:
        for item in items:
            found.append(read_item(item))
    except _Problem as problem:
        problem.path[:0] = [f".{key}[{len(found)}]"]
        raise
    return found


def _text(value: dict[str, Any], key: str, default: Any = MISSING) -> str:
    text = value.get(key, default)
    if type(text) is not str:
        if text is MISSING:
            raise _Problem(f"the key {printable(key)} is missing")
        raise _Problem("must be a string", f".{key}")
    return text


def _flag(value: dict[str, Any], key: str) -> bool:
    flag = value.get(key, False)
    if type(flag) is not bool:
        raise _Problem("must be true or false", f".{key}")
    return flag


def _name(value: dict[str, Any], key: str, names: frozenset[str]) -> str:
    name = _text(value, key)
    if name not in names:
        raise _Problem(f"{printable(name)} is not among the players", f".{key}")  # in English
    return name


def _instant(value: Any, place: str = "") -> datetime:
    if type(value) is not str:
        raise _Problem(NO_INSTANT, place)
    try:
        return parse_instant(value)
    except ValueError as error:
        raise _Problem(str(error), place) from None


def _instant_at(value: dict[str, Any], key: str) -> datetime:
    return _instant(_text(value, key), f".{key}")


# -- writing


def write(document: Document) -> str:
    """The document as JSON: every key written out, in the order of the format's description; always the same."""
    text = (
        io.StringIO()
    )  # a game of twenty years is millions of pieces, which would all be kept until they are joined
    json.dump(write_object(document), text, ensure_ascii=False, indent=1)
    text.write("\n")
    return text.getvalue()


def write_object(document: Document) -> dict[str, Any]:
    """The document as a JSON value."""
    game = document.game
    judging = [name for name, case in document.law.special_cases.items() if case.judging]
    value: dict[str, Any] = {
        "format": FORMAT,
        "law": document.law.name,
        "special_cases": {name: game.special_cases[name] for name in judging if name in game.special_cases},
        "players": [_write_player(player) for player in game.players],
        "emperors": [
            {"name": reign.name, "from": format_instant(reign.start), "to": _maybe(reign.end)}
            for reign in game.emperors
        ],
        "ascensions": [format_instant(at) for at in game.ascensions],
        "matters": [_write_matter(matter) for matter in game.matters],
    }
    if document.at is not None:
        value["at"] = format_instant(document.at)
    if document.history is not None:
        value["history"] = document.history
    return value


def _maybe(at: datetime | None) -> str | None:
    return None if at is None else format_instant(at)


def _write_spans(spans: tuple[Span, ...]) -> list[list[str | None]]:
    return [[format_instant(span.start), _maybe(span.end)] for span in spans]


def _write_player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "plays": _write_spans(player.plays),
        "admin": player.admin,
        "idle": _write_spans(player.idle),
    }


def _write_matter(matter: Matter) -> dict[str, Any]:
    return {
        "id": matter.id,
        "kind": matter.kind,
        "title": matter.title,
        "author": matter.author,
        "posted": format_instant(matter.posted),
        "amends": [part for part in AMENDS if part in matter.amends],
        "changes_nothing": matter.changes_nothing,
        "illegal": matter.illegal,
        "status": matter.status,
        "resolved": _maybe(matter.resolved),
        "comments": [
            {"author": comment.author, "at": format_instant(comment.at), "text": comment.key}
            for comment in matter.comments
        ],
    }
