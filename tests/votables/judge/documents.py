"""Game files to test with: one that says all that can be said, and one of no more than is needed."""

from typing import Any

EXAMPLE: dict[str, Any] = {
    "format": "blognomic-game/1",
    "law": "ruleset-211",
    "special_cases": {"Imperial Deferentials": True, "Malign Emperors": False},
    "players": [
        {
            "name": "Alice",
            "plays": [["2024-01-01T00:00:00Z", None]],
            "admin": True,
            "idle": [["2024-02-01T00:00:00Z", "2024-02-20T00:00:00Z"], ["2024-06-01T00:00:00Z", None]],
        },
        {
            "name": "Bobby",
            "plays": [["2024-01-01T00:00:00Z", "2024-09-01T00:00:00.5Z"]],
            "admin": False,
            "idle": [],
        },
    ],
    "emperors": [{"name": "Alice", "from": "2024-01-01T00:00:00Z", "to": None}],
    "ascensions": ["2024-01-01T00:00:00Z"],
    "matters": [
        {
            "id": "p1",
            "kind": "proposal",
            "title": "Cats",
            "author": "Bobby",
            "posted": "2024-05-01T12:00:00Z",
            "amends": ["dynastic"],
            "changes_nothing": False,
            "illegal": False,
            "status": "pending",
            "resolved": None,
            "comments": [
                {"author": "Alice", "at": "2024-05-01T13:00:00Z", "text": "Purr. :for:"},
                {"author": "Bobby", "at": "2024-05-01T14:00:00+00:00", "text": "As you say. :def:"},
            ],
        }
    ],
}
MINIMAL = {
    "format": "blognomic-game/1",
    "law": "ruleset-37",
    "players": [{"name": "A", "plays": [["2024-01-01T00:00:00Z", None]]}],
    "matters": [{"id": "c", "kind": "cfj", "author": "A", "posted": "2024-05-01T12:00:00Z"}],
}
