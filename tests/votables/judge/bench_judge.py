"""How many games a second the judge answers on one core, through the command as a user would run it.

Run: `.venv/bin/python -m tests.votables.judge.bench_judge [GAMES]`. Each game has 8 to 10 players, one to
three matters and ten comments, under any law.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
LAWS = ("ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211")
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Flo", "Gus", "Hal", "Ida", "Jim")
WORDS = ("I like it", "No, thanks", "As the emperor says", "Hm", "Typo in the second line, but", "Well")
ICONS = (":for:", ":against:", ":def:", ":FOR:", ":imperial:", ":veto:", "")
START = datetime(2024, 5, 1, tzinfo=UTC)


def _instant(chance: random.Random, low: float, high: float) -> str:
    at = START + timedelta(seconds=chance.randint(int(low * 3600), int(high * 3600)))
    return at.isoformat().replace("+00:00", "Z")


def make_game(chance: random.Random) -> dict[str, Any]:
    names = NAMES[: chance.randint(8, 10)]
    kinds = chance.choices(("proposal", "cfj", "dov"), weights=(6, 2, 1), k=chance.randint(1, 3))
    matters: list[dict[str, Any]] = []
    for i, kind in enumerate(kinds):
        matters.append(
            {
                "id": f"m{i}",
                "kind": kind,
                "title": f"Number {i}",
                "author": chance.choice(names),
                "posted": _instant(chance, i * 5, i * 5 + 20),
                "amends": chance.choice(([], ["core"], ["dynastic"], ["dynastic", "gamestate"])),
                "comments": [],
            }
        )
    for number in range(10):
        text = f"{chance.choice(WORDS)} {chance.choice(ICONS)}"
        comment = {
            "author": chance.choice(names),
            "at": _instant(chance, 40 + number, 60 + number),
            "text": text,
        }
        chance.choice(matters)["comments"].append(comment)
    idle = [[_instant(chance, 10, 30), _instant(chance, 31, 90)]]
    return {
        "format": "blognomic-game/1",
        "law": chance.choice(LAWS),
        "players": [
            {
                "name": name,
                "plays": [["2024-01-01T00:00:00Z", None]],
                "admin": False,
                "idle": idle if chance.random() < 0.1 else [],
            }
            for name in names
        ],
        "emperors": [{"name": names[0], "from": "2024-01-01T00:00:00Z", "to": None}],
        "ascensions": ["2024-01-01T00:00:00Z"],
        "matters": matters,
        "at": _instant(chance, 50, 120),
    }


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.jsonl")
        path.write_text("".join(json.dumps(make_game(chance)) + "\n" for _ in range(games)))
        for count in (1, games):
            part = Path(folder, "part.jsonl")
            part.write_text("".join(path.read_text().splitlines(keepends=True)[:count]))
            begun = time.perf_counter()
            command = [sys.executable, "manage.py", "judge", str(part), "--lines"]
            done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
            took = time.perf_counter() - begun
            assert done.stdout.count(b"\n") == count
            print(f"{count:>7} games in {took:6.2f} s: {count / took:8.0f} games a second")


if __name__ == "__main__":
    main()
