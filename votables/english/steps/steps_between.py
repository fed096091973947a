"""The changes between two states of the values, as the site keeps steps of the tracker."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from .played_state import PlayedScene


def changes_between(before: Mapping[str, Any], scene: PlayedScene) -> Iterator[dict[str, object]]:
    """The changes from the values `before` to those of the scene: one for each variable and value that it gets.
    Players are named ("player=Ada"), for the text knows no keys of theirs."""
    after = scene.values
    yield from _rows(before.get("tables", {}), after.get("tables", {}))
    for name, value in after.get("game", {}).items():
        if before.get("game", {}).get(name) != value:
            yield _set(key(name), ["game"], value)
    yield from _of_players(before.get("players", {}), scene)


def _of_players(before: Mapping[str, Any], scene: PlayedScene) -> Iterator[dict[str, object]]:
    changed: dict[tuple[str, str], list[str]] = {}
    new_values: dict[tuple[str, str], Any] = {}
    for player, values in scene.values.get("players", {}).items():
        for name, value in values.items():
            if before.get(player, {}).get(name) != value:
                changed.setdefault((name, written(value)), []).append(player)
                new_values[name, written(value)] = value
    for (name, text), players in changed.items():
        yield _set(key(name), _whose(players, scene), new_values[name, text])


def _whose(players: list[str], scene: PlayedScene) -> list[str]:
    cast = scene.cast
    groups = {
        "players": set(cast.players),
        "subjects": set(cast.players) - {cast.emperor},
        "idle": set(cast.idle),
        "everyone": {*cast.players, *cast.idle},
    }
    named = [
        group for group, members in groups.items() if members and members == set(players) and len(members) > 1
    ]
    return named[:1] or [f"player={player}" for player in players]


def _rows(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    for table, rows in after.items():
        old = {row["Name"]: row for row in before.get(table, [])}
        new = {row["Name"]: row for row in rows}
        gone = [name for name in old if name not in new]
        come = [name for name in new if name not in old]
        if len(rows) == len(old) and len(gone) == len(come) == 1:
            yield _track({"do": "alter-row", "path": key(table), "of": [f"row={gone[0]}"], "name": come[0]})
            old[come[0]] = old.pop(gone[0])
            gone, come = [], []
        for name in gone:
            yield _track({"do": "retire-row", "path": key(table), "of": [f"row={name}"]})
        for name in come:
            yield _track({"do": "add-row", "path": key(table), "name": name})
        for name, row in new.items():
            for column, value in row.items():
                if column != "Name" and old.get(name, {}).get(column) != value:
                    yield _set(f"{key(table)}.{key(column)}", [f"row={name}"], value)


def _set(path: str, of: list[str], value: Any) -> dict[str, object]:
    return _track({"do": "set", "path": path, "of": of, "to": written(value)})


def _track(step: dict[str, object]) -> dict[str, object]:
    return {"op": "track", "step": step}


def written(value: Any) -> str:
    """A value as it is typed into a field."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value)
    return str(value)


def key(name: str) -> str:
    """The key that a name has by default."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
