"""Give the test cases of plain English to `manage.py read_proposal`, and say how many it got right, asked about and got
wrong: a table for each file, a row for each shape and a column for each difficulty.

    .venv/bin/python scripts/score_english.py [FOLDER] [--show] [--only FILE] [--ending NAME]

FOLDER holds amendments.jsonl, steps.jsonl and definitions.jsonl; without it, `shared/data/english` beside the project.
A cell says how many were right, asked about and wrong: "12/1/0".
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "data" / "english"
FILES = ("amendments", "steps", "definitions")
_MARKS = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'"})
_TOLD = ("expected", "flag", "also", "shape", "difficulty", "year")


def plain(text):
    """A text as it is compared."""
    text = re.sub(r"(?m)^\s*(?:[-*+•]|\d+[.)])\s+", "* ", text.translate(_MARKS))
    return " ".join(text.split())


def flat(rules):
    """Rules as they are compared."""
    return [
        (one.get("section", ""), plain(one["title"]), plain(one["text"]), flat(one["rules"])) for one in rules
    ]


def plainly(value):
    """A value as it is compared: numbers as numbers, blanks and quotation marks alike."""
    if isinstance(value, dict):
        return {key: plainly(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plainly(one) for one in value]
    return " ".join(value.translate(_MARKS).split()) if isinstance(value, str) else value


def definition(one):
    """A definition as it is compared."""
    one = plainly(one)
    one["name"] = one["name"] and one["name"].casefold()
    if one["of"].startswith("table:"):
        one["of"] = one["of"].casefold().removesuffix("s")
    if "choices" in one:
        one["choices"] = sorted(str(choice) for choice in one["choices"])
    return one


def agree(definitions, expected):
    """Whether the definitions are the same, in any order; where none has a name, any is right."""
    definitions = [definition(one) for one in definitions]
    for one in map(definition, expected):
        same = [each for each in definitions if {**each, "name": one["name"] and each["name"]} == one]
        if not same:
            return False
        definitions.remove(same[0])
    return not definitions


def is_right(file, case, answer):
    """Whether an answer that was read is the one expected."""
    if file == "amendments":
        return flat(answer["rules"]) == flat(case["expected"])
    if file == "steps":
        return plainly(answer["values"]) == plainly(case["expected"]["values"])
    return agree(answer["definitions"], case["expected"])


def verdict(file, case, answer):
    """right, asked or wrong."""
    if case["flag"]:
        return "right" if answer["outcome"] == "asked" else "wrong"
    if answer["outcome"] == "asked":
        return "asked"
    return "right" if is_right(file, case, answer) else "wrong"


def answers(cases):
    """What the command answers, in order."""
    given = [{key: value for key, value in case.items() if key not in _TOLD} for case in cases]
    done = subprocess.run(
        [sys.executable, "manage.py", "read_proposal", "-", "--lines"],
        input="\n".join(json.dumps(one, ensure_ascii=False) for one in given),
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode or len(replies) != len(cases):
        sys.exit(f"The command ended with {done.returncode}: {done.stderr}{done.stdout[-2000:]}")
    return replies


def score(file, cases, *, show=False):
    """Counts of verdicts by shape and difficulty ("" for all), printed as a table."""
    counts = defaultdict(Counter)
    for case, answer in zip(cases, answers(cases), strict=True):
        grade = verdict(file, case, answer)
        shapes = [case["shape"]] if isinstance(case["shape"], str) else sorted(set(case["shape"]))
        for shape, difficulty in product(("", *shapes), ("", case["difficulty"])):
            counts[shape, difficulty][grade] += 1
        if show and grade != "right":
            text = case.get("instruction") or case["rule_text"]
            print(grade, case["id"], case["flag"] or "", repr(text[:300]))
            for question in answer.get("questions", ()):
                start, end = question["sentence"]
                print("    ", question["why"], "|", repr(text[start:end][:80]))
    print(table(file, counts))
    return counts


def table(file, counts):
    """The counts as a table: shapes down, difficulties across, all of each first."""
    shapes = sorted({shape for shape, _difficulty in counts})
    difficulties = sorted({difficulty for _shape, difficulty in counts})
    rows = [[f"{file}: right/asked/wrong", *(one or "all" for one in difficulties)]]
    for shape in shapes:
        cells = (counts.get((shape, difficulty), {}) for difficulty in difficulties)
        rows.append([shape or "all", *(figures(some) for some in cells)])
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def figures(some):
    """ "12/1/0"; "-" where there are none."""
    if not some:
        return "-"
    return f"{some.get('right', 0)}/{some.get('asked', 0)}/{some.get('wrong', 0)}"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--show", action="store_true", help="what was not right, and why")
    parser.add_argument("--only", choices=FILES, help="one of the files")
    parser.add_argument("--ending", default="", help="what stands behind each file's name, such as -a")
    options = parser.parse_args()
    for file in [options.only] if options.only else FILES:
        source = options.folder / f"{file}{options.ending}.jsonl"
        if not source.exists():
            sys.exit(f"{source} is not there: the cases are no part of the project.")
        cases = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines() if line.strip()]
        score(file, cases, show=options.show)
        print()


if __name__ == "__main__":
    main()
