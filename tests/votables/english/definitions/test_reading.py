"""What rules define: each value with its kind, limits and default, or a question; never something else."""

import time
from collections import Counter
from typing import Any

import pytest

from votables.english.definitions import DefinitionsReading, read_definitions

from ..samples import own, plainly, specified

WORDS = {"player": "Baker", "players": "Bakers", "emperor": "Miller"}


def compared(definition: dict[str, Any]) -> dict[str, Any]:
    """A definition without what is of no weight: case and number of names, the order of choices."""
    expected = plainly(definition)
    expected["name"] = expected["name"] and expected["name"].casefold()
    expected["of"] = (
        expected["of"].casefold().removesuffix("s") if expected["of"].startswith("table:") else expected["of"]
    )
    if "choices" in expected:
        expected["choices"] = sorted(str(choice) for choice in expected["choices"])
    return expected


def agree(read: DefinitionsReading, expected: list[dict[str, Any]]) -> bool:
    compared_ones = [compared(each) for each in read.definitions]
    for definition in map(compared, expected):
        same = [
            each
            for each in compared_ones
            if each | {"name": definition["name"] and each["name"]} == definition
        ]
        if not same:
            return False
        compared_ones.remove(same[0])
    return not compared_ones


@pytest.mark.parametrize("case", own("definitions.jsonl"), ids=lambda case: case["rule_text"][:70])
def test_rule(case):
    read = read_definitions(case["rule_text"], WORDS)
    if case["definitions"] is None or case.get("asked"):
        assert read.questions
        assert read.definitions == []
    elif not (case.get("may_be_asked") and read.questions):  # in words that are not understood so far
        assert [question.why for question in read.questions] == []
        assert [compared(each) for each in read.definitions] == [
            compared(each) for each in case["definitions"]
        ]


def test_samples_are_read_or_asked_about_and_none_is_wrong():
    outcomes: Counter[str] = Counter()
    for case in specified("definitions.jsonl"):
        read = read_definitions(case["rule_text"], case["words"])
        if read.questions:
            outcomes["right" if case["flag"] else "asked"] += 1
        else:
            outcomes["right" if not case["flag"] and agree(read, case["expected"]) else "wrong"] += 1
    assert outcomes["wrong"] == 0
    assert outcomes["right"] >= 0.95 * outcomes.total()


HOSTILE = {
    "one long sentence": "Each Baker has a publicly tracked number of " + "Flour, " * 6_000,
    "many sentences": "Each Baker has a publicly tracked number of Flour, defaulting to 3. " * 550,
    "choices": "Each Baker has a publicly tracked Mood, which is " + "Sunny, " * 180 + "or Grey.",
    "words before a number": "Each Baker has a Flour, tracked, " + "is are may be " * 90,
    "brackets": "Each Baker has " + "([" * 10_000,
    "points": "Each Baker has the following:\n\n" + "* A Flour, which is tracked.\n" * 1_300,
    "a long text": "a" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_not_slow(text):
    begun = time.process_time()
    read_definitions(text, WORDS)
    assert time.process_time() - begun < 1


@pytest.mark.parametrize("text", ["", "\n\n", "*Only a story.*"])
def test_a_rule_that_says_nothing_defines_nothing(text: str) -> None:
    assert read_definitions(text, {}) == DefinitionsReading()
