"""Rules and gamestate in one object: each sentence belongs to one of the two, and what neither reads is asked about."""

from copy import deepcopy

import pytest

from ruleset.text.tree import Node, Tree
from votables.english.document import DEEPEST, MOST_RULES, answer, rules_json, tree_of
from votables.english.given import NotAnInstruction

from .samples import BAKERY, specified

RULES = [{"section": "Dynastic Rules", "title": "Bread", "text": "Two loaves.", "rules": []}]
AMENDMENT, STEP = "In “Bread”, change “Two” to “Six”.", "Set Ada’s Flour to 7."


def asked(document):
    return [(one["sentence"], one["why"]) for one in document["questions"]]


@pytest.mark.parametrize("instruction", [f"{AMENDMENT} {STEP}", f"{STEP}\n\n{AMENDMENT}"])
def test_rules_and_values_are_changed_by_one_instruction(instruction):
    document = answer({**BAKERY, "rules": RULES, "instruction": instruction})
    values = deepcopy(BAKERY["values"])
    values["players"]["Ada"]["Flour"] = 7
    assert (document["outcome"], document["rules"], document["values"]) == (
        "read",
        [{**RULES[0], "text": "Six loaves."}],
        values,
    )
    assert {
        (instruction[slice(*one["sentence"])].rstrip("."), one["change"]["op"]) for one in document["steps"]
    } == {
        (AMENDMENT.rstrip("."), "replace"),
        (STEP.rstrip("."), "track"),
    }


def test_what_neither_reads_is_asked_about_once():
    text = f"{AMENDMENT} Frobnicate Ada’s Flour. {STEP}"
    document = answer({**BAKERY, "rules": RULES, "instruction": text})
    assert (document["outcome"], document["rules"], document["values"]) == ("asked", None, None)
    assert [text[slice(*span)].rstrip(".") for span, _why in asked(document)] == ["Frobnicate Ada’s Flour"]


def test_an_amendment_of_no_rule_is_asked_about_beside_a_step():
    text = f"{STEP} In “Cake”, change “Two” to “Six”."
    document = answer({**BAKERY, "rules": RULES, "instruction": text})
    assert [why for _span, why in asked(document)] == ["There is no rule “Cake”."]


def test_what_belongs_to_a_part_that_was_not_given_is_by_hand():
    text = f"{STEP} Repeal the rule “Bread”."
    steps = answer({**BAKERY, "instruction": text})["steps"]
    assert [one["change"]["op"] for one in steps] == ["track", "by_hand"]
    rules = answer({"rules": RULES, "instruction": f"{AMENDMENT} Set every Baker’s Flour to 8."})["steps"]
    assert [one["change"]["op"] for one in rules] == ["replace", "by_hand"]


def test_an_amendment_alone_without_rules_is_asked_about():
    document = answer({**BAKERY, "instruction": "Repeal the rule “Bread”."})
    assert [why for _span, why in asked(document)] == ["This cannot be carried out by the site."]


def test_the_definitions_of_a_rule():
    words = {"player": "Baker", "players": "Bakers", "emperor": "Miller"}
    text = "Each Baker has a publicly tracked number of Loaves, defaulting to 3."
    document = answer({"id": 1, "words": words, "rule_title": "Loaves", "rule_text": text})
    assert (document["outcome"], [one["name"] for one in document["definitions"]]) == ("read", ["Loaves"])
    document = answer({"words": words, "rule_text": "Each Baker has a publicly tracked Mood."})
    assert (document["outcome"], document["definitions"], len(document["questions"])) == ("asked", None, 1)


def test_the_cases_of_the_specification() -> None:
    """Where the cases are at hand: nothing wrong, and most of them right."""
    outcomes = [(case["flag"] is None, answer(case)["outcome"]) for case in specified("amendments.jsonl")]
    assert (False, "read") not in outcomes
    assert outcomes.count((True, "read")) >= 0.9 * sum(is_clear for is_clear, _ in outcomes)


SUBRULE = {"title": "Crust", "text": "", "rules": []}
LISTED = [
    {"section": "Core", "title": "Bread", "text": "Two.", "rules": [SUBRULE]},
    {"section": "Core", "title": "Cake", "text": "One.", "rules": []},
    {"section": "Dynastic", "title": "Salt", "text": "", "rules": []},
]


def test_a_list_of_rules_is_a_tree_and_back():
    tree = Tree(
        (
            Node(
                "1",
                "Core",
                "",
                (Node("1.1", "Bread", "Two.", (Node("1.1.1", "Crust"),)), Node("1.2", "Cake", "One.")),
            ),
            Node("2", "Dynastic", "", (Node("2.1", "Salt"),)),
        )
    )
    assert tree_of(LISTED) == tree
    assert [node.key for node in tree_of(LISTED).walk()] == [node.key for node in tree.walk()]
    assert rules_json(tree) == LISTED


def deep(depth):
    return {"section": "A", "title": "B", "rules": [deep(depth - 1)] if depth > 1 else []}


@pytest.mark.parametrize(
    "rules",
    [
        {},
        [4],
        [{"section": 4}],
        [{"section": "A", "title": 4}],
        [{"section": "A", "rules": "B"}],
        [LISTED[0], LISTED[2], LISTED[1]],
        [deep(DEEPEST + 1)],
        [{"section": "A"}] * (MOST_RULES + 1),
    ],
)
def test_what_is_no_list_of_rules_is_refused(rules):
    with pytest.raises(NotAnInstruction):
        tree_of(rules)


def test_as_many_rules_as_may_be():
    assert len(list(tree_of([{"section": "A"}] * MOST_RULES).walk())) == MOST_RULES + 1
    assert len(list(tree_of([deep(DEEPEST)]).walk())) == DEEPEST + 1


@pytest.mark.parametrize("given", [[], {}, {"instruction": 4}, {"rule_text": 4}])
def test_what_is_no_instruction_is_refused(given):
    with pytest.raises(NotAnInstruction):
        answer(given)
