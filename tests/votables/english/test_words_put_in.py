"""Words put into a sentence that is read: it is read otherwise then, or asked about, never as if they were missing."""

import json
from typing import Any

import pytest

from votables.english.document import answer

from .samples import BAKERY, own, specified

TAILS = (
    ", unless the weather is bad",
    " except on Sundays",
    ", but only while the hut stands",
    " until Friday",
    " if it rains",
    " from tomorrow",
    " as long as there are four of them",
    " per month",
    " or so",
    ", if they want",
    " each week",
    " at the end of the dynasty",
    " once this is agreed",
    " whenever they like",
    ", or less",
    " (or not)",
    " instead of what they deserve",
    " in secret",
    ", then undo this",
)
LEADS = (
    "Until Friday, ",
    "If the hut stands, ",
    "When it rains, ",
    "In the story, ",
    "Unless the author objects, ",
    "On Mondays, ",
    "It is not the case that ",
    "Nobody says that ",
    "From next week, ",
    "The admin may decide that ",
    "Never ",
    "Do not ",
    "Perhaps ",
    "Almost ",
    "We could ",
    "Last week we decided to ",
    "Once per day, ",
    "For each comment, ",
    "Retroactively, ",
)
SWAPPED = (
    (" 3 ", " about 3 "),
    (" 3 ", " up to 3 "),
    (" 2 ", " at least 2 "),
    (" 4 ", " no more than 4 "),
    (" gains ", " sometimes gains "),
    (" loses ", " almost loses "),
    (" each ", " almost every "),
    ("Each ", "Some "),
    ("Every ", "Each second "),
    (" and ", " but not "),
    (" the end of ", " near the end of "),
    (" the rule “", " a rule like “"),
    (" the rule “", " the rule before “"),
    (" the rule “", " the rule under “"),
    (" paragraph", " paragraph but one"),
    (" after “", " after or near “"),
    ("eplace “", "eplace words like “"),
    ("emove “", "emove half of “"),
)


def is_one_sentence(text: str) -> bool:
    """Whether an instruction is one sentence that ends in a full stop, with no comment in it."""
    return (
        text.endswith((".", ".”"))
        and text.count(". ") + text.count("\n") == 0
        and not set(text) & set("([*_;:")
    )


def read(case: dict[str, Any], instruction: str) -> str:
    """What becomes of the game; "" where it is asked about."""
    given = {key: case[key] for key in case if key not in ("expected", "flag", "also")}
    answered = answer({**given, "instruction": instruction})
    return "" if answered["outcome"] == "asked" else json.dumps([answered["rules"], answered["values"]])


def sentences() -> list[dict[str, Any]]:
    cases = [*specified("steps.jsonl"), *specified("amendments.jsonl")]
    cases += [
        {**BAKERY, "instruction": case["instruction"]} for case in own("steps.jsonl") if case["changes"]
    ][::4]
    return [
        case for case in cases if is_one_sentence(case["instruction"]) and read(case, case["instruction"])
    ]


@pytest.mark.sweep
def test_words_that_are_put_in_are_never_passed_over() -> None:
    silent = []
    for case in sentences():
        text = case["instruction"]
        before = read(case, text)
        changed = [f"{lead}{text[:1].lower()}{text[1:]}" for lead in LEADS if not text.startswith("If ")]
        changed += [f"{text[:-1]}{tail}." for tail in TAILS if text.endswith(".")]
        changed += [text.replace(old, new, 1) for old, new in SWAPPED if old in text]
        silent += [each for each in changed if read(case, each) == before]
    assert silent == []
