"""The words of instructions by their class."""

import pytest

from votables.english.atoms import KnownNames, tokens
from votables.english.word_classes import classes, classified, may_name

NAMES = KnownNames.of([("Tea Bar", "rule"), ("Price", "part"), ("Ada", "player")])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Please replace the words “a” with “b”.",
            ["REPLACE replace", "TEXT words", "QUOTE a", "WITH with", "QUOTE b"],
        ),
        (
            "strike out “a” so that it reads 2.1",
            ["REMOVE strike out", "QUOTE a", "READ so that it reads", "NUMBER 2.1"],
        ),
        (
            "Tea Bar, Price & Ada (x)",
            ["NAME Tea Bar", "COMMA ,", "PART Price", "AND &", "WORD Ada", "OPEN (", "WORD x", "CLOSE )"],
        ),
        ("it is to be replaced", ["IT it", "REPLACE replaced"]),
        ("it should be set", ["IT it", "SET should be set"]),
        ("it is", ["IT it", "CONTAINS is"]),
        ("to replace", ["TO to", "REPLACE replace"]),
        ("it is good", ["IT it", "CONTAINS is", "WORD good"]),
        ("if there doesn’t exist", ["IF if", "WORD there", "THERE_IS_NOT doesn’t exist"]),
        ("where it says **a** [Active]: - “b”;", ["STRONG a", "TAG Active", "QUOTE b", "SEMICOLON ;"]),
        ("", []),
    ],
)
def test_words_have_their_classes_and_phrases_are_one(text, expected):
    assert [f"{kind} {one.text}" for kind, one in classified(tokens(text, NAMES))] == expected


def test_a_phrase_has_the_place_of_all_its_words():
    text = "now strike  out it"
    (_kind, phrase), _it = classified(tokens(text, NAMES))
    assert text[phrase.start : phrase.end] == "strike  out"


def test_a_capital_word_may_be_a_name_where_it_says_nothing_by_itself():
    names = [may_name(word) for word in ("Replace", "the", "Rule", "Bread", "strike out", "Single")]
    assert names == [False, False, False, True, True, True]


def test_the_grammar_may_speak_of_every_class():
    assert {"REPLACE", "QUOTE", "NAME", "PART", "BARE", "WORD", "COMMA", "THERE_IS"} <= set(classes())
