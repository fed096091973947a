"""What instructions do to the gamestate: each is carried out as it says, or asked about; never something else."""

import re
import time
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from votables.english.steps import StepsReading, overlap, read_steps

from ..samples import BAKERY, own, plainly, specified


def after(changes: dict[str, Any]) -> Any:
    """The values of the bakery with some changes."""
    values = deepcopy(BAKERY["values"])
    for player, changed in changes.get("players", {}).items():
        values["players"][player] |= changed
    values["game"] |= changes.get("game", {})
    values["tables"] = changes.get("tables", values["tables"])
    return values


@pytest.mark.parametrize("case", own("steps.jsonl"), ids=lambda case: case["instruction"][:70])
def test_instruction(case):
    read = read_steps(case["instruction"], BAKERY)
    if case["changes"] is None or case.get("asked"):
        assert read.questions
        assert (read.values, read.steps) == (None, [])
    elif not (case.get("may_be_asked") and read.questions):  # in words that are not understood so far
        assert [question.why for question in read.questions] == []
        assert plainly(read.values) == plainly(after(case["changes"]))


def test_samples_are_read_or_asked_about_and_none_is_wrong():
    outcomes = Counter(
        _outcome(case, read_steps(case["instruction"], case)) for case in specified("steps.jsonl")
    )
    assert outcomes["wrong"] == 0
    assert outcomes["right"] >= 0.95 * outcomes.total()


def _outcome(case: dict[str, Any], read: StepsReading) -> str:
    if read.questions:
        return "right" if case["flag"] else "asked"
    is_right = not case["flag"] and plainly(read.values) == plainly(case["expected"]["values"])
    return "right" if is_right else "wrong"


LIMITS = (
    *("{} tomorrow", "{} in secret", "{} if they wish", "{} next Monday", "{} at most once", "{} for a day"),
    *("{} unless vetoed", "{} before Friday", "{} each week", "Tomorrow, {}", "Optionally, {}", "Do not {}"),
    *("At the end of the dynasty, {}", "If Cy.1 agrees, {}", "Never {}", "Pretend to {}", "Nobody may {}"),
)


@pytest.mark.parametrize("limit", LIMITS)
def test_what_is_said_of_when_and_whether_is_never_passed_over(limit):
    for case in own("steps.jsonl")[::13]:
        order = case["instruction"].rstrip(".")
        if case["changes"] and not re.search(r"[.:;\n“”]", order):
            read = read_steps(
                limit.format(order[0].lower() + order[1:] if limit[0] != "{" else order) + ".", BAKERY
            )
            assert not read.steps, order


def test_the_game_that_is_handed_in_is_left_alone():
    before = deepcopy(BAKERY)
    read_steps("Each Baker gains 2 Flour. Remove every Oven. Add a Fork to Ada's Pantry.", BAKERY)
    assert before == BAKERY


def test_places_are_those_of_the_instruction():
    text = "Well met. **Ada** gains 2 Flour. Frobnicate “Bo’s” Flour.\n\n* Bo gains much Flour."
    assert [text[slice(*each.sentence)] for each in read_steps(text, BAKERY).questions] == [
        "Frobnicate “Bo’s” Flour",
        "Bo gains much Flour",
    ]


@pytest.mark.parametrize(
    ("instruction", "amended", "carried_out", "amendments"),
    [
        ("Ada gains 1 Flour. Nice.", (), ["Ada gains 1 Flour"], []),
        ("Repeal the rule “Tea”. Ada gains 1 Flour.", (), ["Ada gains 1 Flour"], ["Repeal the rule “Tea”"]),
        ("Repeal the rule “Tea”. Ada gains 1 Flour.", [(0, 22)], ["Ada gains 1 Flour"], []),
        ("Do this:\n\n* Ada gains 1 Flour.\n* Bo rests.", (), [], []),
    ],
)
def test_it_is_told_where_steps_and_amendments_stand(instruction, amended, carried_out, amendments):
    read = read_steps(instruction, BAKERY, amended)
    assert [instruction[slice(*each)] for each in read.carried_out] == carried_out
    assert [instruction[slice(*each)] for each in read.amendments] == amendments


def test_what_is_known_to_change_the_rules_and_is_a_step_is_asked_about():
    assert read_steps("Ada gains 1 Flour.", BAKERY, [(0, 5)]).questions
    assert not read_steps("Ada gains 1 Flour.", BAKERY, [(18, 25)]).questions


def test_it_is_told_that_nothing_is_done_further_on():
    assert read_steps("This proposal does nothing else. Ada gains 1 Flour.", BAKERY).stopped
    assert not read_steps("Ada gains 1 Flour.", BAKERY).stopped


def test_stretches_overlap_where_they_have_a_place_in_common():
    assert [overlap((2, 5), other) for other in ((0, 2), (0, 3), (4, 9), (5, 9), (3, 4))] == [
        *[False, True, True, False, True]
    ]


# -- hostile texts

DEEP = "\n".join("  " * depth + "* If Ada is Asleep:" for depth in range(400))
HOSTILE = {
    "a long word": "a" * 100_000,
    "many sentences": "Ada gains 1 Flour. " * 5_000,
    "many unclear ones": "Ada gains much Flour of Bo. " * 110,
    "many clear ones": "Ada gains 1 Flour. " * 110,
    "deep lists": DEEP,
    "a chain of owners": "Set Ada’s Flour to " + "half of the Flour of the Helper of " * 400 + "Bo.",
    "a chain that fits": "Set Ada’s Flour to " + "half of " * 70 + "Bo’s Flour.",
    "sums": "Set Ada’s Flour to " + "Bo’s Flour plus " * 40 + "1.",
    "many conditions": "If " + "Ada is Asleep or " * 35 + "Bo is Asleep, Ada gains 1 Flour.",
    "many names": "Ada, Bo, " * 60 + "Ada and Bo gain 1 Flour.",
    "brackets": "Ada gains 1 Flour " + "(" * 9_000 + ")" * 9_000,
    "quotation marks": '"' * 19_001,
    "stars": "*" * 15_000 + "a" + "*" * 4_500,
    "turns in turns": "Do the following 100 times: " * 4 + "double Ada’s Flour.",
    "a large number": "Multiply Ada’s Flour by " + "9" * 5_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_not_slow(text):
    begun = time.process_time()
    read_steps(text, BAKERY)
    assert time.process_time() - begun < 1
