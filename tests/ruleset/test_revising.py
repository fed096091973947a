"""Revisions of the ruleset: every version kept, only what differs written, nothing overwritten."""

from datetime import UTC, datetime, timedelta

import pytest

from blognomic.web.errors import RuleBroken, Stale
from ruleset.models import Revision, RuleVersion
from ruleset.queries import revision_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def act(tree: Tree, seen: Revision | None, day: int = 0, kind: str = "enactment") -> Revision:
    seen_key = seen.pk if seen else None
    return revise(tree=tree, seen=seen_key, kind=kind, at=NOON + timedelta(days=day), by=None, why="because")


def founded() -> tuple[Revision, Tree]:
    cats = Node("cats", "Cats", "Cats purr.", (Node("kittens", "Kittens", "Small."),))
    first = act(Tree((Node("core", "Core Rules", "", (cats,)), Node("dyn", "Dynastic Rules"))), None)
    return first, tree_after(first.pk)


def titles(tree: Tree) -> list[tuple[str, str]]:
    return [(placed.number, placed.node.title) for placed in tree.placed()]


def test_a_ruleset_is_numbered_as_in_the_table_of_contents():
    _, tree = founded()
    assert titles(tree) == [
        ("1", "Core Rules"), ("1.1", "Cats"), ("1.1.1", "Kittens"), ("2", "Dynastic Rules"),
    ]  # fmt: skip


def test_a_revision_writes_only_what_differs_and_the_past_stays():
    first, tree = founded()
    (cats,) = tree.named("cats")
    second = act(tree.mapped({cats.key: Node(cats.key, "Cats and Dogs", "Cats purr, dogs bark.")}), first, 1)
    assert RuleVersion.objects.filter(revision=second).count() == 1
    assert tree_after(second.pk).find(cats.key).title == "Cats and Dogs"
    assert tree_after(first.pk) == tree
    assert revision_at(NOON + timedelta(hours=5)) == first


def test_a_repealed_rule_comes_back_as_itself():
    first, tree = founded()
    core, dynastic = tree.sections
    second = act(Tree((Node(core.key, core.title), dynastic)), first, 1)
    assert titles(tree_after(second.pk)) == [("1", "Core Rules"), ("2", "Dynastic Rules")]
    third = act(tree, second, 2, "reversal")
    assert tree_after(third.pk) == tree


def test_a_rule_keeps_its_key_when_it_moves():
    first, tree = founded()
    core, dynastic = tree.sections
    (cats,) = core.children
    moved = Tree((Node(core.key, core.title), Node(dynastic.key, dynastic.title, "", (cats,))))
    second = act(moved, first, 1)
    assert titles(tree_after(second.pk))[2] == ("2.1", "Cats")
    assert tree_after(second.pk).find(cats.key).children == cats.children


def test_a_stale_revision_is_refused_and_nothing_changes():
    first, tree = founded()
    (cats,) = tree.named("Cats")
    second = act(tree.mapped({cats.key: Node(cats.key, "Cats", "Cats sleep.")}), first, 1)
    with pytest.raises(Stale):
        act(tree.mapped({cats.key: Node(cats.key, "Cats", "Cats eat.")}), first, 2)
    assert Revision.objects.count() == 2
    assert tree_after(second.pk).find(cats.key).text == "Cats sleep."


def test_a_revision_that_changes_nothing_is_refused():
    first, tree = founded()
    with pytest.raises(RuleBroken, match="change nothing"):
        act(tree, first, 1)
