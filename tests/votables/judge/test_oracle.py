"""The real judge beside the oracle, on the example of the game file and on games invented at random.

``ORACLE_GAMES`` in the environment says how many games to compare (101 unless told, 1001 in the sweeps, of those that
stand still and of those in which law and special cases move), ``ORACLE_FIRST_SEED`` with which to begin.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.votables.judge import oracle, oracle_games

ROOT = Path(__file__).parents[3]

EXAMPLE = {
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
        {"name": "Bobby", "plays": [["2024-01-01T00:00:00Z", None]], "admin": False, "idle": []},
        {"name": "Carol", "plays": [["2024-01-01T00:00:00Z", None]], "admin": False, "idle": []},
        {"name": "David", "plays": [["2024-01-01T00:00:00Z", None]], "admin": False, "idle": []},
        {"name": "Ellen", "plays": [["2024-01-01T00:00:00Z", None]], "admin": False, "idle": []},
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
                {"author": "Carol", "at": "2024-05-01T14:00:00Z", "text": "As the Emperor says. :def:"},
            ],
        }
    ],
}


def test_the_example_of_the_game_file_has_its_answer():
    assert oracle.answer(EXAMPLE, "2024-05-01T23:00:00Z") == {
        "at": "2024-05-01T23:00:00Z",
        "law": "ruleset-211",
        "roster": ["Alice", "Bobby", "Carol", "David", "Ellen"],
        "quorum": 3,
        "emperor": "Alice",
        "standstill": [],
        "matters": [
            {
                "id": "p1",
                "votes": {
                    "Alice": {"cast": "for", "counts_as": "for"},
                    "Bobby": {"cast": None, "counts_as": "for"},
                    "Carol": {"cast": "deferential", "counts_as": "for"},
                },
                "for": 3,
                "against": 0,
                "abstain": 0,
                "vetoed": False,
                "self_killed": False,
                "popular": True,
                "unpopular": False,
                "oldest": True,
                "stale": False,
                "may_enact": False,
                "may_fail": False,
                "next_change": "2024-05-02T00:00:00Z",
            }
        ],
        "may_propose": {"Alice": True, "Bobby": True, "Carol": True, "David": True, "Ellen": True},
        "may_declare_victory": {"Alice": False, "Bobby": True, "Carol": True, "David": True, "Ellen": True},
    }


# The judge beside the oracle


def judged(files: list[dict]) -> list[dict]:
    """The real judge's answers, asked as anyone may ask: one document a line."""
    lines = "".join(json.dumps(file) + "\n" for file in files)
    command = [sys.executable, str(ROOT / "manage.py"), "judge", "--lines", "-"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_reasons(answer: dict) -> dict:
    matters = [{key: row[key] for key in row if key != "why"} for row in answer["matters"]]
    return answer | {"matters": matters}


@pytest.mark.parametrize("number", [101, pytest.param(1001, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("invent", [oracle_games.document, oracle_games.moving_document])
def test_the_judge_answers_invented_games_as_the_oracle_does(invent, number):
    first, number = int(os.environ.get("ORACLE_FIRST_SEED", 0)), int(os.environ.get("ORACLE_GAMES", number))
    seeds = range(first, first + number)
    files = [invent(Random(seed)) for seed in seeds]
    answers = judged(files)
    assert len(answers) == number
    for seed, file, answer in zip(seeds, files, answers, strict=True):
        assert (seed, without_reasons(answer)) == (seed, oracle.answer(file))


def test_the_last_day_of_the_calendar_is_judged_like_any_other():
    """Limits that would end after the year 9999 have no instant to be told, but stop nothing."""
    players = [{"name": name, "plays": [["9999-01-01T00:00:00Z", None]]} for name in "ABCDE"]
    against = {"author": "B", "at": "9999-12-30T00:00:00Z", "text": ":against:"}
    files = [
        {
            "format": "blognomic-game/1", "law": law, "at": "9999-12-31T12:00:00Z", "players": players,
            "matters": [
                {"id": "d", "kind": "dov", "author": "A", "posted": "9999-12-30T00:00:00Z", "status": "failed",
                 "resolved": "9999-12-31T00:00:00Z", "comments": [against]},
                {"id": "p", "kind": "proposal", "author": "A", "posted": "9999-12-31T00:00:00Z"},
                {"id": "c", "kind": "cfj", "author": "A", "posted": "9999-12-31T11:00:00Z"},
            ],
        }
        for law in oracle_games.LAWS
    ]  # fmt: skip
    answers = judged(files)
    assert [without_reasons(answer) for answer in answers] == [oracle.answer(file) for file in files]
    assert [row["next_change"] for answer in answers for row in answer["matters"]] == [None] * 10
    assert [answer["may_declare_victory"]["A"] for answer in answers] == [True, True, True, False, False]
