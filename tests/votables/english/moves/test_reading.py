"""Moves read from rules: in these words, and in no others."""

import json
from pathlib import Path
from typing import Any

import pytest

from votables.english.moves import MoveValue, parts_of, read_moves

WORDS = {"player": "Castaway", "players": "Castaways", "emperor": "Captain"}
NUMBERS = ("Wood", "Raft", "Rope", "Gold", "Silver", "Star", "Flour")
VALUES = [
    *(MoveValue(name.lower(), name) for name in NUMBERS),
    MoveValue("mood", "Mood", kind="choice", choices=("Glad", "Sad")),
    MoveValue("pot", "Pot", scope="game"),
    MoveValue("tide", "Tide", scope="game", kind="choice", choices=("High", "Low")),
    MoveValue("score", "Score", computed=True),
]
CASES = [json.loads(line) for line in Path(__file__).with_name("cases.jsonl").read_text().splitlines()]


def parts(text: str) -> list[dict[str, str]]:
    return [parts_of(one, "Castaway") for one in read_moves(text, WORDS, VALUES)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_rule_is_read_as_what_it_says_or_not_at_all(case: dict[str, Any]) -> None:
    assert parts(case["rule_text"]) == case["expected"]
