"""Phrases round their verbs."""

import pytest

from votables.english.clauses import order, separated

from .rulebook import ordered, words


def said(clauses):
    """Each clause: its verb, how many phrases stand before it, and the texts or nouns of all."""
    return [
        (one.verb, one.before, [part.text or part.noun or part.mood for part in one.parts]) for one in clauses
    ]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Replace “a” with “b”", [("replace", 0, ["a", "b"])]),
        ("In “Bread”, “a” is replaced with “b”", [("replace", 2, ["Bread", "a", "b"])]),
        (
            "In “Bread”, delete “a” and in “Voting”, add “b”",
            [("remove", 1, ["Bread", "a"]), ("add", 1, ["Voting", "b"])],
        ),
        ("Delete “a”; replace “b” with “c”", [("remove", 0, ["a"]), ("replace", 0, ["b", "c"])]),
        ("Amend “Bread” by replacing “a” with “b”", [("change", 0, ["Bread"]), ("replace", 0, ["a", "b"])]),
        ("Delete “a” after “b” add “c”", [("remove", 0, ["a", "b"]), ("add", 0, ["c"])]),
        ("In “Bread”", [("", 0, ["Bread"])]),
    ],
)
def test_a_sentence_orders_clause_by_clause(text, clauses):
    orders = ordered(text)
    assert (said(orders.clauses), orders.condition, orders.otherwise) == (clauses, (), ())


def test_the_names_of_a_list_are_one_phrase():
    (clause,) = ordered("Repeal the rules “A”, “B” and “C”").clauses
    assert [[name.text for name in part.names] for part in clause.parts] == [["A", "B", "C"]]
    (clause,) = ordered("Repeal the rules “A”, “B”").clauses
    assert len(clause.parts) == 2


def test_a_phrase_knows_what_joins_it():
    (clause,) = ordered("Replace “a” with “b”, and “c” with “d”").clauses
    assert [part.after for part in clause.parts] == [(), (), ("comma", "and"), ()]
    assert clause.verb_words == "replace"


REPEAL = [("repeal", 0, ["A"])]


@pytest.mark.parametrize(
    ("text", "negated", "otherwise"),
    [
        ("If the rule “B” exists, repeal “A”", False, []),
        ("If there is a rule “B” then repeal “A”", False, []),
        ("Unless the rule “B” exists, repeal “A”", True, []),
        ("Repeal “A” if the rule “B” exists", False, []),
        ("Repeal “A”, unless the rule “B” exists", True, []),
        ("If the rule “B” exists, repeal “A”; otherwise, delete “C”", False, [("remove", 0, ["C"])]),
        ("If the rule “B” exists, repeal “A”; otherwise do nothing", False, []),
    ],
)
def test_what_a_sentence_hangs_on(text, negated, otherwise):
    orders = ordered(text)
    assert (said(orders.clauses), orders.negated, said(orders.otherwise)) == (REPEAL, negated, otherwise)
    assert [getattr(one, "text", "") for one in orders.condition if hasattr(one, "names")] == ["B"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "If the rule “B” exists",
        "If the rule “B”, repeal “A”",
        "Repeal “A”; otherwise delete “B”; otherwise delete “C”",
        "Repeal “A”; otherwise",
        "Repeal “A”; otherwise do nothing delete “C”",
        "Repeal “A” there is “B”",
        "Repeal “A”; otherwise do nothing “B”",
        "If the rule “B” exists, repeal “A” if the rule “C” exists",
    ],
)
def test_an_order_without_a_meaning_is_none(text):
    assert order(words(text)) is None


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Rename “A” as “B” and “C” as “D”", [["A", "B"], ["C", "D"]]),
        (
            "Replace “a” with “b” in “X”, and “c” with “d” in “Y”",
            [["a", "b", "X"], ["c", "d", "Y"]],
        ),
        ("In “X”, replace “a” with “b” and “c” with “d”", [["X", "a", "b", "c", "d"]]),
        ("Replace “a” with “b” and “c” with “d” in “Y”", [["a", "b", "c", "d", "Y"]]),
        ("Remove “a” and “b” from “X”", [["a", "b", "X"]]),
        ("Remove “a” from “X” and “b” from “Y”", [["a", "X"], ["b", "Y"]]),
    ],
)
def test_what_is_ordered_twice_in_all_its_parts_is_two_clauses(text, texts):
    (clause,) = ordered(text).clauses
    assert [[part.text for part in one.parts] for one in separated(clause)] == texts
