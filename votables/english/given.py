"""The gamestate as JSON, checked before anything is worked out on it. Pure.

Every variable has its value, of its kind, for the game, each player or each row. What is said of the JSON is said in
English: programs write it, and those who look after programs read it.
"""

from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any, Final

from gamestate.values.definitions import LARGEST

from .reading_parts import TrackedGame

MOST_NAMES: Final = 2_000  # of players, of variables, of rows in a table
_TYPES: Final = ("number", "text", "choice", "player", "list", "yes-no")
_WORDS: Final = ("player", "players", "emperor")


class NotAnInstruction(ValueError):
    """A sentence that says what is wrong with an object."""


def game_of(given: Mapping[str, Any]) -> TrackedGame | None:
    """The gamestate that an object says; None where it has no values. Raises NotAnInstruction."""
    if given.get("values") is None:
        return None
    values = _object(given, "values")
    players, idle = _texts(given, "players"), _texts(given, "idle")
    tracked = _tracked(given)
    whole = {
        "game": _valued(_object(values, "game"), tracked, "game"),
        "players": _of_players(_object(values, "players"), tracked, (*players, *idle)),
        "tables": {table: _rows(rows, tracked, table) for table, rows in _object(values, "tables").items()},
    }
    return TrackedGame(
        words=words_of(given),
        players=players,
        idle=idle,
        emperor=_text(given, "emperor"),
        emperor_counts=_flag(given, "emperor_counts", True),
        author=_text(given, "author"),
        tracked=tracked,
        values=whole,
    )


def words_of(given: Mapping[str, Any]) -> Mapping[str, str]:
    """The game's words for a player, players and the emperor, as far as they are given. Raises NotAnInstruction."""
    words = _object(given, "words")
    return {name: _text(words, name) for name in _WORDS if words.get(name)}


def _object(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = given.get(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise NotAnInstruction(f"“{name}” must be an object.")
    return value


def _text(given: Mapping[str, Any], name: str) -> str:
    value = given.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise NotAnInstruction(f"“{name}” must be a text.")
    return value


def _flag(given: Mapping[str, Any], name: str, missing: bool) -> bool:
    value = given.get(name, missing)
    if not isinstance(value, bool):
        raise NotAnInstruction(f"“{name}” must be true or false.")
    return value


def _texts(given: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = given.get(name)
    if value is None:
        return ()
    if not is_list_of_texts(value) or "" in value or len(set(value)) < len(value) or len(value) > MOST_NAMES:
        raise NotAnInstruction(f"“{name}” must be a list of names, each once.")
    return tuple(value)


def is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _tracked(given: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    value = given.get("tracked") or []
    if not isinstance(value, list) or len(value) > MOST_NAMES:
        raise NotAnInstruction("“tracked” must be a list of variables.")
    variables = tuple(_variable(one) for one in value)
    if len({(one["name"], one["of"]) for one in variables}) < len(variables):
        raise NotAnInstruction("Two variables have one name.")
    return variables


def _variable(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not isinstance(value.get("name"), str) or not value["name"].strip():
        raise NotAnInstruction("“tracked” must be a list of variables, each with its name.")
    name, of, kind = value["name"], value.get("of", "player"), value.get("type")
    if not isinstance(of, str) or not (of in ("player", "game") or of.startswith("table:")):
        raise NotAnInstruction(f"“of” of “{name}” must be player, game or a table.")
    if kind not in _TYPES:
        raise NotAnInstruction(f"“type” of “{name}” must be one of: {', '.join(_TYPES)}.")
    choices = value.get("choices")
    if choices is not None and not is_list_of_texts(choices):
        raise NotAnInstruction(f"“choices” of “{name}” must be a list of texts.")
    if any(value.get(limit) is not None and not is_number(value[limit]) for limit in ("min", "max")):
        raise NotAnInstruction(f"“min” and “max” of “{name}” must be numbers.")
    if value.get("default") is not None and not _KINDS[kind](value["default"]):
        raise NotAnInstruction(f"The default of “{name}” is not of its kind.")
    return {**value, "of": of, "whole": _flag(value, "whole", True)}


def is_number(value: object) -> bool:
    """Whether it is a number that the gamestate can keep."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value) and abs(value) < LARGEST if isinstance(value, float) else abs(value) < LARGEST


def _is_text(value: object) -> bool:
    return isinstance(value, str)


_KINDS: Final[Mapping[str, Callable[[object], bool]]] = {
    "number": is_number,
    "list": is_list_of_texts,
    "yes-no": lambda value: isinstance(value, bool),
    **dict.fromkeys(("text", "choice", "player"), _is_text),
}


def _of_players(
    values: Mapping[str, Any], tracked: Sequence[Mapping[str, Any]], players: Sequence[str]
) -> Mapping[str, Any]:
    unknown = next((name for name in values if name not in set(players)), None)
    if unknown is not None:
        raise NotAnInstruction(f"“{unknown[:60]}” is not among the players.")
    return {player: _valued(_object(values, player), tracked, "player") for player in players}


def _rows(rows: object, tracked: Sequence[Mapping[str, Any]], table: str) -> list[Mapping[str, Any]]:
    if not isinstance(rows, list) or len(rows) > MOST_NAMES:
        raise NotAnInstruction(f"The table “{table[:60]}” must be a list of rows.")
    checked_rows: list[Mapping[str, Any]] = []
    for row in rows:
        if not isinstance(row, Mapping) or not isinstance(row.get("Name"), str) or not row["Name"]:
            raise NotAnInstruction(f"Each row of “{table[:60]}” must have a “Name”.")
        checked_rows.append(_valued(row, tracked, f"table:{table}"))
    if len({row["Name"] for row in checked_rows}) < len(checked_rows):
        raise NotAnInstruction(f"Two rows of “{table[:60]}” have one name.")
    return checked_rows


def _valued(place: Mapping[str, Any], tracked: Sequence[Mapping[str, Any]], of: str) -> Mapping[str, Any]:
    """The values of the game, a player or a row: all that are tracked there, each of its kind."""
    for one in tracked:
        if one["of"] != of:
            continue
        if one["name"] not in place:
            raise NotAnInstruction(f"A value of “{one['name']}” is missing.")
        if not _KINDS[one["type"]](place[one["name"]]):
            raise NotAnInstruction(f"A value of “{one['name']}” is not of its kind.")
    return place
