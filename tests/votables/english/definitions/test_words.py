"""Words that definitions are written in."""

import re

import pytest

from votables.english.definitions.words import NAME, NUMBER, bare, number, plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“A” ‘b’ −2\u00a0c", "\"A\" 'b' -2 c"),
        ("**Ada** and __Bo__", "  Ada   and   Bo  "),
        ("`Flour` of [Ada](a/b)", " Flour  of  Ada      "),
        ("** a ** b_c", "   a    b_c"),
    ],
)
def test_plain_text_is_as_long_as_it_was(text, expected):
    assert plain(text) == expected
    assert len(expected) == len(text)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("seven", 7),
        ("Forty-Two", 42),
        ("a dozen", 12),
        ("nothing", 0),
        ("-3", -3),
        ("–3", -3),
        ("minus three", -3),
        ("negative 4", -4),
        ("1,000", 1000),
        (" 98.6 ", 98.6),
        ("50%", None),
        ("many", None),
        ("3.", None),
        ("", None),
    ],
)
def test_numbers_as_they_are_written(written, value):
    assert (number(written), type(number(written))) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("the Eggs", "egg"),
        ("A  Jetty", "jetty"),
        ("jetties", "jetty"),
        ("Ties", "tie"),
        ("Glass", "glass"),
        ("Ann", "ann"),
    ],
)
def test_names_are_compared_without_article_and_plural(name, same):
    assert bare(name) == same


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        (NAME, "Keeper of the Keys and more", "Keeper of the Keys"),
        (NAME, "Bag Limit 2 is", "Bag Limit 2"),
        (NAME, "bag", None),
        (NUMBER, "-1,000.5 a", "-1,000.5"),
        (NUMBER, "50% of", "50%"),
        (NUMBER, "twenty-one", "twenty-one"),
        (NUMBER, "tension", None),
    ],
)
def test_names_and_numbers_are_found(pattern, text, expected):
    match = re.match(pattern, text)
    assert (match and match.group()) == expected
