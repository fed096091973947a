"""What changed between two rulesets, and blame."""

from ruleset.text.comparing import blame, compare
from ruleset.text.tree import Node, Tree

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


def test_blame_names_the_version_of_each_paragraph_and_those_that_reworded_it():
    versions = [
        ("first", "Cats purr.\n\nDogs bark."),
        ("second", "Cats purr.\n\nBirds sing in the trees.\n\nDogs bark."),
        ("third", "Cats purr.\n\nBirds sing well in the trees.\n\nFish swim in silence."),
    ]
    assert blame(versions) == [
        ("Cats purr.", ("first",)),
        ("Birds sing well in the trees.", ("second", "third")),
        ("Fish swim in silence.", ("third",)),
    ]


def test_blame_tells_the_items_of_a_list_and_the_rows_of_a_table_apart():
    versions = [
        ("first", "Costs:\n- a cat\n\n| A | B |\n| - | - |\n| 1 | 2 |"),
        (
            "second",
            "Costs:\n- a cat\n    1. a whole herd of cows\n\n| A | B |\n| - | - |\n| 7 | 8 |\n| 1 | 2 |",
        ),
    ]
    assert blame(versions) == [
        ("Costs:", ("first",)),
        ("- a cat", ("first",)),
        ("    1. a whole herd of cows", ("second",)),
        ("| A | B |", ("first",)),
        ("| - | - |", ("first",)),
        ("| 7 | 8 |", ("second",)),
        ("| 1 | 2 |", ("first",)),
    ]


def test_a_paragraph_that_comes_back_has_the_origin_that_it_had():
    texts = ("Cats purr.", "Something else.", "", "Cats purr.")
    assert blame(enumerate(texts)) == [("Cats purr.", (0,))]


def test_a_text_that_is_rewritten_as_a_whole_is_traced_in_no_time():
    texts = (
        "\n\n".join(f"Rule {place} of {kind} things" for place in range(2000)) for kind in ("old", "new")
    )
    assert {origin for _, origin in blame(enumerate(texts))} == {(1,)}


def test_a_new_order_among_the_same_siblings_is_a_move_of_as_few_as_explain_it():
    order = [Node(key, key.upper()) for key in "abcd"]
    before = Tree((Node("1", "Core", "", tuple(order)),))
    after = Tree((Node("1", "Core", "", (order[3], *order[:3])),))
    assert [(d.key, d.kinds) for d in compare(before, after)] == [("d", ["moved"])]
