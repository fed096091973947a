"""Read the test cases of plain English, and say how many were right, asked about and wrong, by shape and difficulty.

    .venv/bin/python scripts/score_english.py [FOLDER] [--show] [--only THIRD]

FOLDER holds amendments.jsonl; without it, `shared/data/english` beside the project.
"""

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from votables.english.document import answer  # noqa: E402  (it stands on the line before)

SHARED = ROOT.parent / "shared" / "data" / "english"
_MARKS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})


def plain(text):
    """A text as it is compared."""
    text = re.sub(r"(?m)^\s*(?:[-*+•]|\d+[.)])\s+", "* ", text.translate(_MARKS))
    return " ".join(text.split())


def flat(rules):
    """Rules as they are compared."""
    return [
        (one.get("section", ""), plain(one["title"]), plain(one["text"]), flat(one["rules"])) for one in rules
    ]


def verdict(case):
    """right, asked or wrong, and the answer."""
    given = {key: case[key] for key in ("id", "instruction", "rules")}
    said = answer(given)
    if case["flag"]:
        return ("right" if said["outcome"] == "asked" else "wrong"), said
    if said["outcome"] == "asked":
        return "asked", said
    return ("right" if flat(said["rules"]) == flat(case["expected"]) else "wrong"), said


def score(cases, *, show=False, out=sys.stdout):
    """Counts of verdicts in all, by difficulty and by kind of step; written to `out`."""
    counts = defaultdict(Counter)
    for case in cases:
        found, said = verdict(case)
        for group in ("all", case["difficulty"], *sorted(set(case["shape"]))):
            counts[group][found] += 1
        if show and found != "right":
            print(found, case["id"], case["flag"] or "", repr(case["instruction"][:300]), file=out)
            for question in said.get("questions", ()):
                start, end = question["sentence"]
                print("    ", question["why"], "|", repr(case["instruction"][start:end][:80]), file=out)
    for group, some in counts.items():
        print(
            f"{group:14} right {some['right']:4}  asked {some['asked']:4}  wrong {some['wrong']:4}", file=out
        )
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--show", action="store_true", help="what was not right, and why")
    options = parser.parse_args()
    source = options.folder / "amendments.jsonl"
    if not source.exists():
        sys.exit(f"{source} is not there: the cases are no part of the project.")
    cases = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
    score(cases, show=options.show)


if __name__ == "__main__":
    main()
