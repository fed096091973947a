"""Sentences that order nothing on the gamestate."""

import pytest

from votables.english.steps.lexicon import Lexicon
from votables.english.steps.talk import is_amendment, is_talk, mentions
from votables.english.steps.words import plain, tokens

from .bakery import scene

NAMES = Lexicon(scene())


def words(text):
    return tokens(plain(text))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada rests", True),
        ("so many eggs", True),
        ("the Big Bess of them", True),
        ("the ovens", True),
        ("each Baker", True),
        ("the Miller", True),
        ("fast asleep", True),
        ("in Frost", True),
        ("a brick", False),
        ("say “Ada”", False),
        ("we all rest", False),
    ],
)
def test_whether_a_sentence_names_anything_of_the_gamestate(text, names):
    assert mentions(words(text), NAMES) is names


@pytest.mark.parametrize(
    "text",
    [
        "I think that Ada has too little Flour",
        "Is Ada asleep?",
        "This would be fairer to Ada",
        "it is what it is",
        "nobody cares about cake",
        "So be it",
        "Thanks to Ada",
    ],
)
def test_talk_is_known(text):
    assert is_talk(words(text), NAMES)


@pytest.mark.parametrize(
    "text",
    [
        "Ada should have more Flour",
        "I give Ada 2 Flour",
        "It was changed by Ada",
        "we gain more if the vote goes well",
        "Give more",
        "upon enactment it rains",
        "the quorum rises",
        "all of us must rest",
        "Frobnicate Ada",
    ],
)
def test_what_may_be_an_order_is_no_talk(text):
    assert not is_talk(words(text), NAMES)


@pytest.mark.parametrize(
    ("text", "amends"),
    [
        ("Repeal the rule “Tea”", True),
        ("Then, in the rule “Ada”, change “Flour” to “Salt”", True),
        ("Add a paragraph to the glossary", True),
        ("Add a rule on Flour", False),
        ("Change the text of Ada", False),
        ("Add a cake", False),
        ("We like the rule “Tea”", False),
    ],
)
def test_whether_a_sentence_changes_the_text_of_the_rules(text, amends):
    assert is_amendment(words(text), NAMES) is amends
