"""Names of rules in rules: they lead to the rule of that name, also when that comes, goes or is renamed later."""

from datetime import UTC, datetime, timedelta

import pytest

from ruleset.models import Revision, RuleVersion
from ruleset.queries import names_at, tree_after
from ruleset.services import revise
from ruleset.text.tree import Node, Tree

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TEXT = "See [[dogs]], [[Cats [Rare]]] and [[Cows]]."


def act(*rules: Node, day: int) -> Tree:
    last = Revision.objects.order_by("-pk").first()
    made = revise(
        tree=Tree((Node("core", "Core", "", rules),)) if last is None else _below(tree_after(last.pk), rules),
        seen=last.pk if last else None,
        kind="enactment",
        at=NOON + timedelta(days=day),
        by=None,
        why="because",
    )
    return tree_after(made.pk)


def _below(tree: Tree, rules: tuple[Node, ...]) -> Tree:
    return Tree((Node(tree.sections[0].key, "Core", "", rules),))


def linked(key: str, words: str) -> str:
    return f'<a href="/rules/{key}/" class="named">{words}</a>'


def unknown(words: str) -> str:
    return f'<span class="unknown">[[{words}]]</span>'


def html_of(key: str) -> str:
    return RuleVersion.objects.get(rule=key, until=None).html


def test_names_of_rules_lead_to_them_without_regard_to_case_and_tags():
    cats, dogs = act(Node("a", "Cats [Rare]", TEXT), Node("b", "Dogs"), day=0).sections[0].children
    assert html_of(cats.key) == (
        f"<p>See {linked(dogs.key, 'dogs')}, {linked(cats.key, 'Cats [Rare]')} and {unknown('Cows')}.</p>"
    )


def test_a_rule_that_names_another_is_linked_when_that_comes_is_renamed_or_goes():
    (cats,) = act(Node("a", "Cats", TEXT), day=0).sections[0].children
    first = f"<p>See {unknown('dogs')}, {linked(cats.key, 'Cats [Rare]')} and {unknown('Cows')}.</p>"
    assert html_of(cats.key) == first
    _, dogs = act(cats, Node("b", "Dogs"), day=1).sections[0].children
    assert html_of(cats.key) == first.replace(unknown("dogs"), linked(dogs.key, "dogs"))
    act(cats, Node(dogs.key, "Cows"), day=2)
    assert html_of(cats.key) == first.replace(unknown("Cows"), linked(dogs.key, "Cows"))
    act(cats, day=3)
    assert html_of(cats.key) == first
    assert RuleVersion.objects.filter(rule=cats.key).count() == 1


def test_rules_are_found_by_name_as_of_any_instant(django_assert_num_queries):
    cats, dogs = act(Node("a", "Cats"), Node("b", "Dogs [Rare]"), day=0).sections[0].children
    act(Node(cats.key, "Felines"), day=1)
    with django_assert_num_queries(1):
        then = names_at(NOON + timedelta(hours=3))
    assert (then["cats"], then["dogs"]) == (int(cats.key), int(dogs.key))
    assert set(names_at(NOON + timedelta(days=1))) == {"core", "felines"}
    assert names_at(NOON - timedelta(hours=1)) == {}


def test_new_rules_are_numbered_in_the_order_of_reading():
    tree = act(*(Node(name, name) for name in ("Cats", "Dogs", "Cows", "Pigs")), day=0)
    keys = [int(node.key) for node in tree.walk()]
    assert keys == list(range(keys[0], keys[0] + 5))
