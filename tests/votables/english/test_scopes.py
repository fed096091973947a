"""Where a clause works."""

import pytest

from votables.english.amender import Amender
from votables.english.reading_parts import Unclear
from votables.english.scopes import Scope, located_words, missing, occurs, regions, rules_in, scope

from .rulebook import TREE, parts, phrase

RULES = ["1.1", "1.2", "2.1", "3.1", "3.1.1", "3.1.2", "3.2", "3.3"]


def where(text, context=""):
    amender = Amender(TREE, 0, context)
    amendment = parts(text)
    return scope(amendment, amender), amender.context, [one.text or one.noun for one in amendment.rest]


@pytest.mark.parametrize(
    ("text", "keys", "inner", "everywhere", "rest"),
    [
        ("In the rule “Bread”, delete “a”", ("3.2",), [], False, ["a"]),
        ("In “Bread”, delete “a”", ("3.2",), [], False, ["a"]),
        ("In rule 3.2, delete “a”", ("3.2",), [], False, ["a"]),
        ("In the rules “Bread” and “Prices”, delete “a”", ("3.2", "3.3"), [], False, ["a"]),
        ("Throughout the ruleset, delete “a”", (), [], True, ["a"]),
        ("In the core rules, delete “a”", ("1.1", "1.2"), [], True, ["a"]),
        ("In all rules, delete “a”", (), [], True, ["a"]),
        ("In the second sentence of “Bread”, delete “a”", ("3.2",), ["sentence"], False, ["a"]),
        (
            "In the sentence “One loaf.” of the list in “Ovens”, delete “a”",
            ("3.1",),
            ["list", "sentence"],
            False,
            ["a"],
        ),
        ("In “Each Baker has four votes”, delete “a”", (), [""], False, ["a"]),
        ("In the text of “Bread”, delete “a”", ("3.2",), [], False, ["a"]),
        ("Amend rule 3.2", ("3.2",), [], False, []),
        ("Amend the rule “Bread”", ("3.2",), [], False, []),
        ("In the words “four votes”, delete “a”", (), ["text"], False, ["a"]),
        ("To the end of “Bread”, add “a”", ("3.2",), [], False, ["end", "a"]),
        ("Delete “a”", (), [], False, ["a"]),
    ],
)
def test_where_a_clause_works(text, keys, inner, everywhere, rest):
    scope, context, left = where(text)
    assert (scope.keys, [one.noun for one in scope.inner], scope.everywhere, left) == (
        keys,
        inner,
        everywhere,
        rest,
    )
    assert context == (keys[0] if len(keys) == 1 else "")


def test_all_its_subrules_are_those_of_the_rule_that_was_spoken_of():
    assert where("In all subrules, delete “a”", "3.1")[0].keys == ("3.1.1", "3.1.2")


@pytest.mark.parametrize(
    ("scope", "context", "keys"),
    [
        (Scope(("3.2", "1.1")), "3.1", ["3.2", "1.1"]),
        (Scope(()), "3.1", ["3.1"]),
        (Scope(()), "gone", RULES),
        (Scope(()), "", RULES),
        (Scope((), (), True), "3.1", RULES),
    ],
)
def test_the_rules_of_a_scope(scope, context, keys):
    assert [node.key for node in rules_in(scope, Amender(TREE, 0, context))] == keys


@pytest.mark.parametrize(
    ("key", "inner", "expected"),
    [
        ("3.2", [], ["One loaf. Two loaves.\n\nThree loaves.\n\nFour loaves."]),
        ("3.2", ["the first paragraph", "the second sentence"], ["Two loaves."]),
        ("3.2", ["the first two paragraphs"], ["One loaf. Two loaves.", "Three loaves."]),
        ("3.2", ["all paragraphs"], ["One loaf. Two loaves.", "Three loaves.", "Four loaves."]),
        ("3.2", ["“Two loaves”"], ["Two loaves"]),
        ("3.1", ["the list", "the item “Blue”"], ["* Blue: cold"]),
    ],
)
def test_the_parts_of_a_text_in_which_a_clause_works(key, inner, expected):
    amender = Amender(TREE, 0)
    node = amender.rule(key)
    spans = regions(node, Scope((key,), tuple(phrase(one) for one in inner)), amender)
    assert [node.text[slice(*span)] for span in spans] == expected


def test_the_same_sentence_is_the_one_spoken_of_before():
    amender = Amender(TREE, 0)
    node, same = amender.rule("3.2"), Scope(("3.2",), (phrase("the same sentence"),))
    with pytest.raises(Unclear, match="Say which one"):
        regions(node, same, amender)
    amender.unit = "Two loaves."
    assert regions(node, same, amender) == [(10, 21)]


def test_one_place_is_meant():
    amender = Amender(TREE, 0)
    with pytest.raises(Unclear, match="“loaves” is there 3 times"):
        regions(amender.rule("3.2"), Scope(("3.2",), (phrase("“loaves”"),)), amender)


def test_words_stand_there_at_least_once():
    assert located_words("Two", "One. Two. Two.", (0, 9)) == [(5, 8)]
    with pytest.raises(Unclear):
        located_words("Two", "One. Two.", (0, 4))


def test_for_words_that_are_not_there_the_nearest_are_offered():
    text = "Each Baker has four votes a day."
    assert missing("Four votes", text).better("Delete “Four votes”.") == ("Delete “four votes”.",)
    assert missing("penguins", text).better("Delete “penguins”.") == ()
    assert "longer words" in missing("Bake", text).why
    assert "“a” is there 2 times" in occurs("a", 2).why
