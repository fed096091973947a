"""Undoing one revision of the ruleset as one act, with what was changed since kept."""

import pytest

from ruleset.text.amending import Amendment, apply, reversal
from ruleset.text.tree import Node, Tree

BEFORE = Tree(
    (
        Node("core", "Core Rules", "", (Node("a", "A", "One."), Node("b", "B", "Two."))),
        Node("dyn", "Dynastic Rules", "", (Node("c", "C", "Three.", (Node("d", "D", "Four."),)),)),
    )
)
ELSEWHERE = Amendment("edit", rule="a", base="One.", text="One and a half.")


def step(tree: Tree, *steps: Amendment) -> Tree:
    applied = apply(tree, steps)
    assert applied.misfits == ()
    return applied.tree


@pytest.mark.parametrize(
    "done",
    [
        Amendment("edit", rule="b", base="Two.", text="Two, too."),
        Amendment("rename", rule="b", base="B", title="Bees"),
        Amendment("move", rule="b", parent="dyn", after="c"),
        Amendment("move", rule="b", parent="c"),
        Amendment("move", rule="a", parent="core", after="b"),
        Amendment("repeal", rule="c", with_subrules=True),
        Amendment("repeal", rule="c", with_subrules=False),
        Amendment("add", parent="core", after="a", title="New", text="New."),
        Amendment("status", rule="c", text="Inactive"),
    ],
    ids=lambda done: f"{done.op} {done.rule}",
)
def test_an_amendment_is_undone_and_what_came_after_stays(done):
    after = step(BEFORE, done)
    assert reversal(before=BEFORE, after=after, now=after).tree == BEFORE
    undone = reversal(before=BEFORE, after=after, now=step(after, ELSEWHERE))
    assert (undone.misfits, undone.tree) == ((), step(BEFORE, ELSEWHERE))


def test_a_rule_that_came_and_was_changed_since_is_not_taken_away_blindly():
    after = step(BEFORE, Amendment("add", parent="core", title="New", text="New."))
    (new,) = after.named("New")
    now = step(after, Amendment("edit", rule=new.key, base="New.", text="Newer."))
    undone = reversal(before=BEFORE, after=after, now=now)
    assert [misfit.reason for misfit in undone.misfits] == ["“New” has since been changed."]
    assert undone.tree == now


def test_a_rule_that_was_moved_on_since_stays_where_it_is():
    after = step(BEFORE, Amendment("move", rule="b", parent="dyn"))
    now = step(after, Amendment("move", rule="b", parent="c"))
    assert reversal(before=BEFORE, after=after, now=now).tree == now


def test_a_rule_that_came_with_an_old_one_below_it_leaves_that_one_behind():
    after = step(BEFORE, Amendment("add", parent="core", title="New", text=""))
    (new,) = after.named("New")
    after = step(after, Amendment("move", rule="b", parent=new.key))
    now = step(after, ELSEWHERE)
    assert reversal(before=BEFORE, after=after, now=now).tree == step(BEFORE, ELSEWHERE)
