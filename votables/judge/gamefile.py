"""The game file `blognomic-game/1`: a game as one JSON document, checked for form and read, or written.

A file is checked for form, not for lawfulness; each error names its place. The whole of it is checked, also
what is dated after the instant that is judged. Everything else in it is believed. What is said of files is said in
English: programs write them, and those who look after programs read it.
"""

import io
import json
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from blognomic.text.instants import NO_INSTANT, format_instant
from ruleset.law import Law
from ruleset.law.parts import AMENDS

from . import strict
from .facts import STATUSES, Comment, Game, Matter, Player, Reign, Span
from .file_laws import Laws, special_cases, write_law, write_state
from .icons import UnreadableText
from .json_values import (
    MISSING,
    FieldMistake,
    check_keys,
    each,
    flag_of,
    instant_in,
    instant_of,
    name_of,
    text_of,
)
from .strict import printable

FORMAT = "blognomic-game/1"

_TOP = frozenset(
    (
        "format",
        "law",
        "laws",
        "special_cases",
        "players",
        "emperors",
        "ascensions",
        "matters",
        "at",
        "history",
    )
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


@dataclass(frozen=True, slots=True)
class Document:
    """A game file. `law` is the last of its laws; those before it are the game's. `at` and `history` are None when left
    out; each comment's `key` is its text."""

    law: Law
    game: Game
    at: datetime | None = None
    history: Any = None

    @property
    def laws(self) -> tuple[Law, ...]:
        """Its laws, one after the other."""
        return (*(earlier.law for earlier in self.game.earlier_laws), self.law)


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
    except FieldMistake as problem:
        place = "".join(problem.path).removeprefix(".")
        raise GameFileError(f"{place}: {problem.message}" if place else problem.message) from None


# -- the parts, each from a JSON value; raising Problem


def _document(value: Any) -> Document:
    check_keys(value, _TOP)
    form = text_of(value, "format")
    if form != FORMAT:
        raise FieldMistake(f"must be {FORMAT}, not {printable(form)}", ".format")
    laws = Laws(value)
    players = tuple(each(value, "players", _player, MISSING))
    names = _names(players)
    emperors = tuple(each(value, "emperors", lambda item: _reign(item, names), ()))
    ids: set[str] = set()
    game = Game(
        players=players,
        emperors=emperors,
        ascensions=tuple(each(value, "ascensions", instant_in, ())),
        matters=tuple(each(value, "matters", lambda item: _matter(item, laws, names, ids), MISSING)),
        special_cases=special_cases(value.get("special_cases", {}), laws),
        earlier_laws=laws.earlier,
    )
    at = instant_of(value, "at") if "at" in value else None
    return Document(law=laws.laws[-1], game=game, at=at, history=value.get("history"))


def _names(players: tuple[Player, ...]) -> frozenset[str]:
    """The players' names, of which no two are alike but for case."""
    seen: dict[str, str] = {}
    for i, player in enumerate(players):
        folded = player.name.casefold()
        if folded in seen:
            raise FieldMistake(f"two players are named {printable(player.name)}", f".players[{i}].name")
        seen[folded] = player.name
    return frozenset(seen.values())


def _player(value: Any) -> Player:
    check_keys(value, _PLAYER)
    plays = tuple(each(value, "plays", _span, MISSING))
    if not plays:
        raise FieldMistake("cannot be empty", ".plays")
    if len(plays) > 1:
        _check_apart(plays)
    return Player(
        text_of(value, "name"), plays, tuple(each(value, "idle", _span, ())), flag_of(value, "admin")
    )


def _check_apart(plays: tuple[Span, ...]) -> None:
    ordered = sorted(plays, key=lambda span: span.start)
    for earlier, later in zip(ordered, ordered[1:], strict=False):
        if earlier.end is None or earlier.end > later.start:
            raise FieldMistake("two of the intervals overlap", ".plays")


def _span(value: Any) -> Span:
    if type(value) is not list or len(value) != 2:
        raise FieldMistake("must be an interval: a list of two instants, the second of which may be null")
    start, end = value
    if type(start) is not str:
        raise FieldMistake(NO_INSTANT, "[0]")
    if end is not None and type(end) is not str:
        raise FieldMistake(NO_INSTANT, "[1]")
    return _interval(start, end)


@lru_cache(maxsize=4096)
def _interval(start_text: str, end_text: str | None) -> Span:
    """The interval between two instants. Remembered, as most players have played since the same."""
    start = instant_in(start_text, "[0]")
    end = None if end_text is None else instant_in(end_text, "[1]")
    if end is not None and end <= start:
        raise FieldMistake("the interval does not end after it begins")
    return Span(start, end)


def _reign(value: Any, names: frozenset[str]) -> Reign:
    check_keys(value, _REIGN)
    name = name_of(value, "name", names)
    start = instant_of(value, "from")
    if "to" not in value:
        raise FieldMistake('the key "to" is missing')
    end = None if value["to"] is None else instant_of(value, "to")
    if end is not None and end <= start:
        raise FieldMistake("the interval does not end after it begins")
    return Reign(name, start, end)


def _matter(value: Any, laws: Laws, names: frozenset[str], ids: set[str]) -> Matter:
    check_keys(value, _MATTER)
    id = text_of(value, "id")
    if id in ids:
        raise FieldMistake(f"the id {printable(id)} stands there twice", ".id")
    ids.add(id)
    kind = text_of(value, "kind")
    if kind not in laws.kinds:
        raise FieldMistake(f"unknown kind {printable(kind)}; known are {', '.join(laws.kinds)}", ".kind")
    author = name_of(value, "author", names)
    posted = instant_of(value, "posted")
    status = text_of(value, "status", "pending")
    if status not in STATUSES:
        raise FieldMistake(f"unknown status {printable(status)}; known are {', '.join(STATUSES)}", ".status")
    resolved = None if value.get("resolved") is None else instant_of(value, "resolved")
    if (status == "pending") != (resolved is None):
        is_pending = "a pending matter has no instant of resolution"
        raise FieldMistake(
            is_pending if status == "pending" else f"missing, but the status is {status}", ".resolved"
        )
    if resolved is not None and resolved < posted:
        raise FieldMistake("resolved before it was posted", ".resolved")
    return Matter(
        id=id,
        kind=kind,
        author=author,
        posted=posted,
        title=text_of(value, "title", ""),
        amends=_amends(value["amends"]) if "amends" in value else frozenset(),
        changes_nothing=flag_of(value, "changes_nothing"),
        illegal=flag_of(value, "illegal"),
        status=status,
        resolved=resolved,
        comments=tuple(each(value, "comments", lambda item: _comment(item, names, posted, laws), ())),
    )


def _amends(value: Any) -> frozenset[str]:
    if type(value) is not list:
        raise FieldMistake("must be a list", ".amends")
    for i, item in enumerate(value):
        if type(item) is not str or item not in AMENDS:
            shown = printable(item) if type(item) is str else "this"
            raise FieldMistake(f"{shown} is not one of {', '.join(AMENDS)}", f".amends[{i}]")  # in English
    return frozenset(value)


def _comment(value: Any, names: frozenset[str], posted: datetime, laws: Laws) -> Comment:
    # There are more comments than anything else, so the usual one is looked at once, and others again for the mistake.
    try:
        author, when, text = value["author"], value["at"], value["text"]
        usual = len(value) == 3 and type(author) is type(when) is type(text) is str and author in names
    except (KeyError, TypeError):
        usual = False
    if not usual:
        check_keys(value, _COMMENT)
        name_of(value, "author", names)
        text_of(value, "at")
        text_of(value, "text")
    at = instant_in(when, ".at")
    if at < posted:
        raise FieldMistake("before the post that it is a comment on", ".at")
    try:
        return Comment(author, at, laws.reader_at(at).read(text), text)
    except UnreadableText as error:
        raise FieldMistake(str(error), ".text") from None


# -- writing


def write(file: Document) -> str:
    """The document as JSON: every key written out, in the order of the format's description; always the same."""
    text = (
        io.StringIO()
    )  # a game of twenty years is millions of pieces, which would all be kept until they are joined
    json.dump(write_object(file), text, ensure_ascii=False, indent=1)
    text.write("\n")
    return text.getvalue()


def write_object(file: Document) -> dict[str, Any]:
    """The document as a JSON value."""
    game = file.game
    laws = file.laws
    cases = [name for law in laws for name, case in law.special_cases.items() if case.judging]
    stated = [name for name in dict.fromkeys(cases) if name in game.special_cases]
    value: dict[str, Any] = {
        "format": FORMAT,
        "law": write_law(laws[0]),
        "special_cases": {name: write_state(game.special_cases[name]) for name in stated},
        "players": [_write_player(player) for player in game.players],
        "emperors": [
            {"name": reign.name, "from": format_instant(reign.start), "to": _maybe(reign.end)}
            for reign in game.emperors
        ],
        "ascensions": [format_instant(at) for at in game.ascensions],
        "matters": [_write_matter(matter) for matter in game.matters],
    }
    if game.earlier_laws:
        since = [format_instant(earlier.until) for earlier in game.earlier_laws]
        value["laws"] = [
            {"from": instant, "law": write_law(law)} for instant, law in zip(since, laws[1:], strict=True)
        ]
    if file.at is not None:
        value["at"] = format_instant(file.at)
    if file.history is not None:
        value["history"] = file.history
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
