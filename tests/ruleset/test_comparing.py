"""What changed between two rulesets, and blame."""

from ruleset.comparing import blame, compare
from ruleset.tree import Node, Tree

OLD = Tree(
    (
        Node("1", "Core", "", (Node("2", "Cats", "Purr."), Node("3", "Dogs", "Bark."))),
        Node("4", "Dynastic", "", (Node("5", "Birds", "Sing."),)),
    )
)
NEW = Tree(
    (
        Node("1", "Core", "", (Node("3", "Hounds", "Bark loudly."), Node("5", "Birds", "Sing."))),
        Node("4", "Dynastic", "", (Node("6", "Fish", "Swim."),)),
    )
)


def test_every_kind_of_difference_is_named_in_the_order_of_the_ruleset():
    assert [(d.key, d.kinds) for d in compare(OLD, NEW)] == [
        ("3", ["renamed", "amended"]),
        ("2", ["repealed"]),
        ("5", ["moved"]),
        ("6", ["added"]),
    ]
    assert compare(OLD, OLD) == []


def test_blame_names_the_version_of_each_paragraph():
    versions = [
        ("first", "Cats purr.\n\nDogs bark."),
        ("second", "Cats purr.\n\nBirds sing.\n\nDogs bark."),
        ("third", "Cats purr.\n\nBirds sing well.\n\nDogs bark."),
    ]
    assert blame(versions) == [
        ("Cats purr.", "first"),
        ("Birds sing well.", "third"),
        ("Dogs bark.", "first"),
    ]


def test_a_new_order_among_the_same_siblings_is_a_move_of_as_few_as_explain_it():
    order = [Node(key, key.upper()) for key in "abcd"]
    before = Tree((Node("1", "Core", "", tuple(order)),))
    after = Tree((Node("1", "Core", "", (order[3], *order[:3])),))
    assert [(d.key, d.kinds) for d in compare(before, after)] == [("d", ["moved"])]
