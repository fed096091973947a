"""A small game file without history, and what tests of importing do with it."""

import copy
from datetime import UTC, datetime

from blognomic.transfer.game_file.database_tables import TABLES
from blognomic.transfer.game_file.loading import ImportedGame, import_game
from votables.judge.gamefile import read_object

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ALWAYS = [["2024-01-01T00:00:00Z", None]]
SMALL = {
    "format": "blognomic-game/1",
    "law": "ruleset-211",
    "special_cases": {"Imperial Deferentials": True, "Malign Emperors": True},
    "players": [
        {
            "name": "Alice",
            "plays": ALWAYS,
            "admin": True,
            "idle": [
                ["2024-02-01T00:00:00Z", "2024-02-20T00:00:00Z"],
                ["2023-06-01T00:00:00Z", "2024-01-05T00:00:00Z"],
            ],
        },
        {
            "name": "Bobby",
            "plays": [["2024-01-01T00:00:00Z", "2024-01-03T00:00:00Z"], ["2024-01-03T00:00:00Z", None]],
        },
        {"name": "Carol", "plays": [["2024-01-01T00:00:00Z", "2024-08-01T00:00:00.25Z"]]},
        {"name": "David", "plays": ALWAYS},
        {"name": "Ellen", "plays": ALWAYS},
    ],
    "emperors": [
        {"name": "Alice", "from": "2024-01-01T00:00:00Z", "to": "2024-07-01T00:00:00Z"},
        {"name": "Bobby", "from": "2024-07-01T00:00:00Z", "to": None},
    ],
    "ascensions": ["2024-07-03T00:00:00Z", "2024-01-01T00:00:00Z"],
    "matters": [
        {
            "id": "p1",
            "kind": "proposal",
            "title": "Cats",
            "author": "Bobby",
            "posted": "2024-05-01T12:00:00Z",
            "amends": ["gamestate", "core"],
            "status": "failed",
            "resolved": "2024-05-02T12:00:00Z",
            "comments": [
                {"author": "David", "at": "2024-05-01T16:00:00Z", "text": "No! :against: :veto:"},
                {"author": "Alice", "at": "2024-05-01T13:00:00Z", "text": "Purr. :veto:"},
                {"author": "Carol", "at": "2024-05-01T14:00:00Z", "text": "As the Emperor says. :def:"},
                {"author": "Ellen", "at": "2024-05-02T13:00:00Z", "text": "Too late :for: me"},
            ],
        },
        {
            "id": "a matter",
            "kind": "cfj",
            "author": "Ellen",
            "posted": "2026-02-28T12:00:00.000001Z",
            "comments": [
                {
                    "author": "David",
                    "at": "2026-02-28T12:00:00.000001Z",
                    "text": "`:against:` **:for:** @Ellen",
                },
                {"author": "David", "at": "2026-02-28T13:00:00Z", "text": "Please idle me."},
            ],
        },
    ],
}


def bring(value: dict, at: datetime = NOW) -> ImportedGame:
    return import_game(read_object(value), at=at)


def with_change(value: dict, place: str, new: object) -> dict:
    """The document with another value at a place such as "players.0.name"; None as the value takes it away."""
    changed = copy.deepcopy(value)
    *steps, last = [int(step) if step.isdigit() else step for step in place.split(".")]
    inner = changed
    for step in steps:
        inner = inner[step]
    if new is None:
        del inner[last]
    else:
        inner[last] = new
    return changed


def counts() -> dict[str, int]:
    return {table.name: table.model.objects.count() for table in TABLES}


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
