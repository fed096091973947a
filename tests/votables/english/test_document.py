"""Rules and gamestate in one object: each sentence belongs to one of the two, and what neither reads is asked about."""

from copy import deepcopy

import pytest

from votables.english.document import answer
from votables.english.given import NotAnInstruction

from .samples import BAKERY

RULES = [{"section": "Dynastic Rules", "title": "Bread", "text": "Two loaves.", "rules": []}]
AMENDMENT, STEP = "In “Bread”, change “Two” to “Six”.", "Set Ada’s Flour to 7."


def asked(said):
    return [(one["sentence"], one["why"]) for one in said["questions"]]


@pytest.mark.parametrize("instruction", [f"{AMENDMENT} {STEP}", f"{STEP}\n\n{AMENDMENT}"])
def test_rules_and_values_are_changed_by_one_instruction(instruction):
    said = answer({**BAKERY, "rules": RULES, "instruction": instruction})
    values = deepcopy(BAKERY["values"])
    values["players"]["Ada"]["Flour"] = 7
    assert (said["outcome"], said["rules"], said["values"]) == (
        "read",
        [{**RULES[0], "text": "Six loaves."}],
        values,
    )
    assert {
        (instruction[slice(*one["sentence"])].rstrip("."), one["change"]["op"]) for one in said["steps"]
    } == {
        (AMENDMENT.rstrip("."), "edit"),
        (STEP.rstrip("."), "track"),
    }


def test_what_neither_reads_is_asked_about_once():
    text = f"{AMENDMENT} Frobnicate Ada’s Flour. {STEP}"
    said = answer({**BAKERY, "rules": RULES, "instruction": text})
    assert (said["outcome"], said["rules"], said["values"]) == ("asked", None, None)
    assert [text[slice(*span)].rstrip(".") for span, _why in asked(said)] == ["Frobnicate Ada’s Flour"]


def test_an_amendment_of_no_rule_is_asked_about_beside_a_step():
    text = f"{STEP} In “Cake”, change “Two” to “Six”."
    said = answer({**BAKERY, "rules": RULES, "instruction": text})
    assert [why for _span, why in asked(said)] == ["There is no rule “Cake”."]


def test_what_belongs_to_a_part_that_was_not_given_is_by_hand():
    text = f"{STEP} Repeal the rule “Bread”."
    steps = answer({**BAKERY, "instruction": text})["steps"]
    assert [one["change"]["op"] for one in steps] == ["track", "by_hand"]
    rules = answer({"rules": RULES, "instruction": f"{AMENDMENT} Set every Baker’s Flour to 8."})["steps"]
    assert [one["change"]["op"] for one in rules] == ["edit", "by_hand"]


def test_an_amendment_alone_without_rules_is_asked_about():
    said = answer({**BAKERY, "instruction": "Repeal the rule “Bread”."})
    assert [why for _span, why in asked(said)] == ["This cannot be carried out by the site."]


def test_the_definitions_of_a_rule():
    words = {"player": "Baker", "players": "Bakers", "emperor": "Miller"}
    text = "Each Baker has a publicly tracked number of Loaves, defaulting to 3."
    said = answer({"id": 1, "words": words, "rule_title": "Loaves", "rule_text": text})
    assert (said["outcome"], [one["name"] for one in said["definitions"]]) == ("read", ["Loaves"])
    said = answer({"words": words, "rule_text": "Each Baker has a publicly tracked Mood."})
    assert (said["outcome"], said["definitions"], len(said["questions"])) == ("asked", None, 1)


@pytest.mark.parametrize(
    "changed",
    [
        {"tracked": [{"name": "Flour"}]},
        {"tracked": [{"name": "Flour", "of": "player", "type": "number", "min": "a"}]},
        {"tracked": [{"name": "Flour", "of": "player", "type": "number", "min": float("nan")}]},
        {"tracked": [{"name": "Flour", "of": [], "type": "number"}]},
        {"tracked": [{"name": "Sugar", "of": "player", "type": "number"}]},
        {"tracked": [BAKERY["tracked"][0]] * 2},
        {"values": {"game": 4}},
        {"values": {"players": {"Nobody Here": {}}}},
        {"values": {"tables": {"Ovens": [{"Heat": 2}]}}},
        {"values": {"tables": {"Ovens": {}}}},
        {"words": {"player": 4}},
        {"emperor": []},
        {"emperor_counts": "yes"},
        {"players": ["Ada", "Ada"]},
    ],
)
def test_a_gamestate_that_is_none_is_refused(changed):
    with pytest.raises(NotAnInstruction):
        answer({**BAKERY, "instruction": STEP, **changed})
