"""Where quoted words stand in a text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleset.text.quoted_words import Flat, flat, nearest, spans


@given(st.text(alphabet=" \n\t\u00a0\u2003ab“”’`«\x1c", max_size=60))
def test_each_character_that_is_compared_stands_where_it_is_said_to(text):
    compared = Flat.of(text)
    assert compared.text == flat(text)
    assert compared.places[-1] == len(text)
    assert [flat(text[place]) for place in compared.places[:-1]] == list(compared.text)
    assert list(compared.places) == sorted(set(compared.places))


@pytest.mark.parametrize(
    ("words", "text", "expected", "within"),
    [
        ("a “b” c", 'x a  "b"\nc y', ['a  "b"\nc'], 0),
        ("cat", "cat, cats, concat, cat", ["cat", "cat"], 2),
        ("9", "9.5 and 1,900 and 9.", ["9"], 2),
        ("Cat", "cat", [], 0),
        (" ", "a b", [], 0),
    ],
)
def test_words_are_found_whole_whatever_their_marks_and_white_space(words, text, expected, within):
    some, parts = spans(words, text)
    assert ([text[start:end] for start, end in some], parts) == (expected, within)


def test_what_is_most_like_the_words_is_offered_or_nothing():
    assert nearest("Four votes", "Each Baker has four votes a day.") == "four votes"
    assert nearest("five penguins", "Each Baker has four votes a day.") == ""
