"""Amendments to the ruleset: each kind, merged with what others changed, never applied blindly."""

from dataclasses import replace

import pytest

from blognomic.text.merging import Clash
from ruleset.text.amending import Amendment, AmendmentError, Misfit, apply, read, reversal
from ruleset.text.tree import Node, Tree

KITTENS = Node("3", "Kittens", "Small.")
CATS = Node("2", "Cats", "Cats purr.", (KITTENS,))
DOGS = Node("5", "Dogs", "Dogs bark. Cats flee.")
FEAST = Node("7", "Feast [Rare]", "Eat.")
RULES = Tree(
    (
        Node("1", "Core Rules", "", (CATS,)),
        Node("4", "Dynastic Rules", "", (DOGS,)),
        Node("6", "Special Case Rules", "", (FEAST,)),
    )
)


def outline(tree: Tree) -> list[str]:
    return [f"{placed.number} {placed.node.title}: {placed.node.text}" for placed in tree.placed()]


def test_an_edit_says_what_section_it_touches():
    amended = apply(RULES, [Amendment("edit", rule="2", base="Cats purr.", text="Cats sleep.")])
    assert outline(amended.tree)[1] == "1.1 Cats: Cats sleep."
    assert (amended.misfits, amended.touched, amended.merged) == ((), {"core"}, frozenset())


def test_an_edit_is_merged_with_what_others_changed():
    amended = apply(
        RULES, [Amendment("edit", rule="5", base="Dogs bark. Cats run.", text="Dogs howl. Cats run.")]
    )
    assert (amended.tree.find("5").text, amended.merged) == ("Dogs howl. Cats flee.", {0})


def test_a_clash_is_shown_from_both_sides_and_not_applied():
    amended = apply(RULES, [Amendment("edit", rule="2", base="Cats eat.", text="Cats sleep.")])
    assert amended.tree == RULES
    assert amended.misfits == (
        Misfit(
            place=0,
            reason="Somebody else has since changed the same words.",
            clashes=(Clash("eat", "purr", "sleep"),),
            now="Cats purr.",
            wanted="Cats sleep.",
        ),
    )


def changed(**parts) -> Tree:
    applied = apply(RULES, [Amendment("replace", **parts)])
    assert applied.misfits == ()
    return applied.tree


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ({"rule": "1", "scope": "subrules", "find": "Small"}, {"1.1.1 Kittens: New."}),
        ({"scope": "texts", "find": "Cats"}, {"1.1 Cats: New purr.", "2.1 Dogs: Dogs bark. New flee."}),
        ({"find": "Cats", "count": "first"}, {"1.1 New: Cats purr."}),
        ({"rule": "5", "find": "a", "count": "first"}, {"2.1 Dogs: Dogs bNewrk. Cats flee."}),
        ({"rule": "5", "find": "flee", "count": "one", "whole": True}, {"2.1 Dogs: Dogs bark. Cats New."}),
        (
            {"scope": "texts", "find": "Dogs\nbark", "count": "one", "whole": True},
            {"2.1 Dogs: New. Cats flee."},
        ),
    ],
)
def test_words_are_replaced_where_and_as_often_as_is_said(parts, lines):
    assert {*outline(changed(text="New", **parts))} - {*outline(RULES)} == lines


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"rule": "5", "find": "s", "count": "one"}, "“s” is there more than once."),
        ({"rule": "5", "find": "Cat", "whole": True}, "“Cat” is not there."),
        ({"rule": "2", "find": "Small"}, "“Small” is not there."),
    ],
)
def test_words_without_their_one_place_are_a_question_with_what_the_rule_says(parts, reason):
    (misfit,) = apply(RULES, [Amendment("replace", text="New", **parts)]).misfits
    now = RULES.find(parts["rule"]).text
    assert misfit == Misfit(0, reason, (), now, now)


def test_a_rule_is_copied_with_its_subrules_or_without():
    both = Amendment("copy", rule="2", parent="4", after="first", title="Lions")
    amended = apply(RULES, [both, replace(both, parent="2", title="", with_subrules=False)])
    assert outline(amended.tree) == [
        "1 Core Rules: ", "1.1 Cats: Cats purr.", "1.1.1 Cats: Cats purr.", "1.1.2 Kittens: Small.",
        "2 Dynastic Rules: ", "2.1 Lions: Cats purr.", "2.1.1 Kittens: Small.", "2.2 Dogs: Dogs bark. Cats flee.",
        "3 Special Case Rules: ", "3.1 Feast [Rare]: Eat.",
    ]  # fmt: skip
    keys = [node.key for node in amended.tree.walk()]
    assert len(keys) == len({*keys}) and {"new-0", "new-1"} < {*keys}


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        ({"other": "5", "what": "texts"}, {"1.1 Cats: Dogs bark. Cats flee.", "2.1 Dogs: Cats purr."}),
        ({"other": "5", "what": "titles"}, {"1.1 Dogs: Cats purr.", "2.1 Cats: Dogs bark. Cats flee."}),
        (
            {"other": "5", "what": "places"},
            {"1.1 Dogs: Dogs bark. Cats flee.", "2.1 Cats: Cats purr.", "2.1.1 Kittens: Small."},
        ),
        ({"rule": "5", "what": "words", "find": "Dogs", "text": "Cats"}, {"2.1 Dogs: Cats bark. Dogs flee."}),
    ],
)
def test_rules_and_words_are_exchanged(parts, lines):
    applied = apply(RULES, [Amendment("swap", **{"rule": "2", **parts})])
    assert applied.misfits == ()
    assert {*outline(applied.tree)} - {*outline(RULES)} == lines


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"other": "3", "what": "places"}, "with one below it"),
        ({"other": "9", "what": "texts"}, "no longer exists"),
        ({"what": "words", "find": "Cats", "text": "Dogs"}, "“Dogs” is not there."),
        ({"what": "words", "find": "Cats", "text": "Cats purr"}, "part of the other"),
    ],
)
def test_what_cannot_be_exchanged_is_a_question(parts, reason):
    (misfit,) = apply(RULES, [Amendment("swap", rule="2", **parts)]).misfits
    assert reason in misfit.reason


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"what": "places"}, "Choose two rules"),
        ({"what": "places", "other": "2"}, "Choose two rules"),
        ({"what": "titles", "other": "5", "find": "a"}, "Choose two rules"),
        ({"what": "words", "find": "a"}, "which words"),
        ({"what": "words", "find": "a", "text": "b", "other": "5"}, "which words"),
        ({"what": "keys", "other": "5"}, "what to exchange"),
    ],
)
def test_an_exchange_that_makes_no_sense_is_refused(parts, reason):
    with pytest.raises(AmendmentError, match=reason):
        read({"op": "swap", "rule": "2", **parts})


def test_what_is_as_usual_is_not_stored():
    plain = {"op": "replace", "rule": "2", "find": "a", "text": "b"}
    assert read(plain).as_json() == plain
    assert read({**plain, "scope": "", "count": "every", "whole": False}).as_json() == plain
    expected = {**plain, "scope": "subrules", "count": "one", "whole": True}
    assert read(expected).as_json() == expected


@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"count": "twice"}, "how often"),
        ({"scope": "everywhere"}, "Choose where"),
        ({"scope": "texts"}, "Choose where"),
        ({"rule": "", "scope": "subrules"}, "Choose where"),
        ({"find": " ", "whole": True}, "which words"),
        ({"whole": "yes"}, "not of the right type"),
    ],
)
def test_a_replacement_that_makes_no_sense_is_refused(parts, reason):
    with pytest.raises(AmendmentError, match=reason):
        read({"op": "replace", "rule": "2", "find": "a", "text": "b", **parts})


def test_words_are_replaced_everywhere_or_in_one_rule():
    everywhere = apply(RULES, [Amendment("replace", find="Cats", text="Lions")])
    assert outline(everywhere.tree)[1] == "1.1 Lions: Lions purr."
    assert everywhere.tree.find("5").text == "Dogs bark. Lions flee."
    assert everywhere.touched == {"core", "dynastic"}
    one = apply(RULES, [Amendment("replace", rule="5", find="Cats", text="Lions")])
    assert (one.tree.find("2"), one.tree.find("5").text) == (CATS, "Dogs bark. Lions flee.")


def test_words_that_are_gone_are_a_misfit():
    assert apply(RULES, [Amendment("replace", find="Birds", text="Lions")]).misfits[0].reason == (
        "“Birds” is not there."
    )


def test_a_rule_is_added_in_its_place_and_takes_the_matters_name():
    steps = [
        Amendment("add", parent="4", text="New."),
        Amendment("add", parent="1", after="2", title="Birds"),
    ]
    amended = apply(RULES, steps, unnamed="A Bird Proposal")
    assert outline(amended.tree) == [
        "1 Core Rules: ", "1.1 Cats: Cats purr.", "1.1.1 Kittens: Small.", "1.2 Birds: ",
        "2 Dynastic Rules: ", "2.1 Dogs: Dogs bark. Cats flee.", "2.2 A Bird Proposal: New.",
        "3 Special Case Rules: ", "3.1 Feast [Rare]: Eat.",
    ]  # fmt: skip


def test_a_repealed_rule_goes_with_its_subrules_or_leaves_them():
    assert [n.key for n in apply(RULES, [Amendment("repeal", rule="2")]).tree.sections[0].walk()] == ["1"]
    kept = apply(RULES, [Amendment("repeal", rule="2", with_subrules=False)]).tree
    assert kept.sections[0].children == (KITTENS,)


def test_a_rule_moves_with_its_subrules_but_not_below_itself():
    moved = apply(RULES, [Amendment("move", rule="2", parent="4", after="5")])
    assert moved.tree.sections[1].children == (DOGS, CATS)
    assert moved.touched == {"core", "dynastic"}
    assert apply(RULES, [Amendment("move", rule="2", parent="3")]).misfits[0].reason == (
        "A rule cannot be moved below itself."
    )


def test_a_special_case_is_switched_by_its_tag():
    assert FEAST.is_active is False
    feast = apply(RULES, [Amendment("status", rule="7", text="Active")]).tree.find("7")
    assert (feast.title, feast.is_active, feast.is_rare) == ("Feast [Rare] [Active]", True, True)


def test_a_rename_from_a_title_that_is_gone_is_a_misfit():
    assert apply(RULES, [Amendment("rename", rule="2", base="Felines", title="Lions")]).misfits[0].reason == (
        "The rule is now called “Cats”."
    )


def test_steps_build_on_each_other():
    steps = [
        Amendment("rename", rule="2", base="Cats", title="Lions"),
        Amendment("edit", rule="2", base="Cats purr.", text="Lions roar."),
        Amendment("repeal", rule="9"),
    ]
    amended = apply(RULES, steps)
    assert outline(amended.tree)[1] == "1.1 Lions: Lions roar."
    assert amended.misfits == (Misfit(2, "The rule no longer exists."),)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"op": "explode"},
        {"op": "edit"},
        {"op": "edit", "rule": 3},
        {"op": "edit", "rule": "2", "find": "x"},
        {"op": "repeal", "rule": "2", "with_subrules": "yes"},
        {"op": "status", "rule": "7", "text": "Perhaps"},
        {"op": "add", "title": "Nowhere"},
    ],
)
def test_what_is_no_amendment_is_refused_with_a_sentence(value):
    with pytest.raises(AmendmentError, match=r"\.$"):
        read(value)


def test_what_is_stored_reads_back_the_same():
    step = Amendment("repeal", rule="2", with_subrules=False)
    assert read(step.as_json()) == step


def test_a_reversal_undoes_an_enactment_and_keeps_what_came_after():
    enacted = apply(
        RULES,
        [
            Amendment("edit", rule="5", base=DOGS.text, text="Dogs howl. Cats flee."),
            Amendment("repeal", rule="2"),
        ],
    ).tree
    later = apply(enacted, [Amendment("replace", rule="5", find="flee", text="hide")]).tree
    undone = reversal(before=RULES, after=enacted, now=later)
    assert undone.misfits == ()
    assert outline(undone.tree)[:4] == outline(RULES)[:3] + ["2 Dynastic Rules: "]
    assert undone.tree.find("5").text == "Dogs bark. Cats hide."


def test_a_reversal_that_meets_later_words_says_so():
    enacted = RULES.mapped({"2": Node("2", "Cats", "Cats sleep.")})
    later = RULES.mapped({"2": Node("2", "Cats", "Cats snore.")})
    assert (
        reversal(before=RULES, after=enacted, now=later).misfits[0].reason == "“Cats” has since been changed."
    )
