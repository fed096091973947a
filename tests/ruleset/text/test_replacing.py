"""Words of a text replaced and taken out."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from ruleset.text.replacing import as_replacement, places_of, replaced, without


@pytest.mark.parametrize(
    ("text", "words", "rest"),
    [
        ("One two three.", "two", "One three."),
        ("One two, three.", "two", "One, three."),
        ("One two.", "One", "two."),
        ("One. Two.", "Two.", "One."),
        ("One. Two.\n\nSo.", "Two.", "One.\n\nSo."),
        ("One.\n\nTwo.\n\nSo.", "Two.", "One.\n\nSo."),
        ("One.\n\nTwo.", "One.", "Two."),
        ("* a\n* b\n* c", "* b", "* a\n* c"),
        ("* a\n* b\n* c", "b", "* a\n* c"),
        ("So:\n\n* a\n* b", "* a", "So:\n\n* b"),
        ("ab(c)d", "(c)", "abd"),
        ("One", "One", ""),
    ],
)
def test_what_is_taken_out_leaves_no_gap(text, words, rest):
    at = text.index(words)
    assert without(text, (at, at + len(words))) == rest


@pytest.mark.parametrize(
    ("words", "whole", "places"),
    [
        ("an", False, [(0, 2), (9, 11), (11, 13)]),
        ("an", True, [(0, 2)]),
        ("“bananas”\nor", True, [(7, 19)]),
        ("“bananas”\nor", False, []),
    ],
)
def test_words_stand_whole_or_letter_by_letter(words, whole, places):
    assert places_of(words, 'an odd "bananas" or', whole=whole) == places


def test_whole_words_that_go_take_their_blank_along():
    assert replaced("a b c", [(2, 3)], "", whole=True) == "a c"
    assert replaced("a b c", [(2, 3)], "", whole=False) == "a  c"
    assert replaced("a b a", [(0, 1), (4, 5)], "d", whole=True) == "d b d"


@pytest.mark.parametrize(
    ("old", "new", "span", "words"),
    [
        ("Two loaves. Six buns.", "Two loaves. Six pies.", None, ("buns.", "pies.")),
        ("Two loaves. Six buns.", "Two loaves. Six pies.", (16, 20), ("buns", "pies")),
        ("a b, a c, a d", "a b, x c, a d", (5, 6), ("b, a c,", "b, x c,")),
        ("One.\n\nTwo.\n\nSo.", "One.\n\nSo.", (6, 10), ("Two.", "")),
        ("* a\n* b\n* c", "* a\n* c", (4, 7), ("* b", "")),
        ("| a | 8 |\n| b | 8 |", "| a | 8 |\n| b | 9 |", (16, 17), ("b | 8 |", "b | 9 |")),
        ("a a a a", "a a b a", (4, 5), ("a a a a", "a a b a")),
        ("a\n\na", "a\n\nb", (3, 4), None),
        ("a", "a", None, None),
        ("", "a", None, None),
    ],
)
def test_as_few_words_are_replaced_as_tell_the_place(old, new, span, words):
    assert as_replacement(old, new, span) == words


SOME = some.lists(some.sampled_from(["a", "b,", "c.", "“d”", "\n\n", "\n* ", "1", "1.5"]), max_size=12).map(
    " ".join
)


@given(SOME, SOME)
def test_what_is_replaced_makes_the_new_text(old, new):
    words = as_replacement(old, new)
    if words is not None:
        (place,) = places_of(words[0], old, whole=True)
        assert replaced(old, [place], words[1], whole=True) == new
