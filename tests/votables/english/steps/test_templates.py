"""Templates of phrases, and every way to read a sentence by them."""

import pytest

from votables.english.reading_parts import Unclear
from votables.english.steps.templates import MOST_READINGS, Parser, template
from votables.english.steps.words import tokens


def word(parser, start):
    return [(parser.tokens[start].text, start + 1)] if parser.tokens[start : start + 1] else []


@pytest.mark.parametrize(
    ("written", "text", "expected"),
    [
        ("(hello|Good day) [my dear] {word}", "hello Ada", {"word": "Ada"}),
        ("(hello|Good day) [my dear] {word}", "good DAY my dear Ada", {"word": "Ada"}),
        ("(hello|Good day) [my dear] {word}", "hello my Ada", None),
        ("(hello|Good day) [my dear] {word}", "hello Ada Lee", None),
        ("(hello|Good day) [my dear] {word}", "hello", None),
        ("{word:giver} gives {word:taker} {word}", "Ada gives Bo 2", {"giver": "Ada", "taker": "Bo", "word": "2"}),
        ("{word} 's hat", "Ada's hat", {"word": "Ada"}),
        ("a < {word} >", "a (cat)", {"word": "cat"}),
        ("[(a|b)|c d] {word}", "c d e", {"word": "e"}),
        ("[(a|b)|c d] {word}", "e", {"word": "e"}),
        ("hello", '"hello"', None),
    ],
)  # fmt: skip
def test_a_phrase_is_read_as_it_is_written(written, text, expected):
    assert [dict(each) for each in [expected] if each is not None] == _all(written, text)


def _all(written, text):
    rule = template(written, lambda **slots: tuple(slots.items()))
    return [dict(each) for each in Parser(tokens(text), {"all": [rule]}, {"word": word}).readings("all")]


def test_every_way_to_read_is_found_and_each_but_once():
    rules = {
        "all": [template("{some} {some:other}", lambda some, other: (some, other)), template("a a a", lambda: "three")],
        "some": [template("a [a]", lambda: "a"), template("a a", lambda: "two"), template("a", lambda: "a")],
    }  # fmt: skip
    results = Parser(tokens("a a a"), rules, {}).readings("all")
    assert (len(results), set(results)) == (4, {("a", "a"), ("two", "a"), ("a", "two"), "three"})


def test_what_is_built_as_nothing_is_no_reading():
    rules = {"all": [template("{word}", lambda word: word if word == "a" else None)]}
    assert [Parser(tokens(text), rules, {"word": word}).readings("all") for text in "ab"] == [["a"], []]


def test_a_phrase_that_begins_with_itself_has_no_end():
    rules = {"all": [template("{all} a", lambda all: 1), template("a", lambda: 2)]}
    assert Parser(tokens("a"), rules, {}).readings("all") == [2]


def test_a_phrase_is_found_at_a_place():
    rules = {"all": [template("a", lambda: 1), template("a b", lambda: 2)]}
    assert Parser(tokens("b a b"), rules, {}).at("all", 1) == [(1, 2), (2, 3)]
    assert Parser(tokens("b a b"), rules, {}).at("all", 3) == []


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ("(a|b c) d", {"a", "b"}),
        ("[a] (b|[c] d)", {"a", "b", "c", "d"}),
        ("[a]", None),
        ("[a] {word}", None),
        ("({word}|a)", None),
        ("< a", {"("}),
    ],
)
def test_it_is_known_with_which_words_a_template_begins(written, first):
    assert template(written, dict).first == first


def test_a_bracket_that_is_not_opened_is_refused():
    with pytest.raises(ValueError, match="not opened"):
        template("a) b", dict)


def test_a_sentence_of_too_many_readings_is_asked_about():
    ways = [template("a", lambda at=at: at) for at in range(MOST_READINGS + 1)]
    assert len(Parser(tokens("a"), {"all": ways[1:]}, {}).readings("all")) == MOST_READINGS
    with pytest.raises(Unclear, match="too many ways"):
        Parser(tokens("a"), {"all": ways}, {}).readings("all")


def test_a_sentence_that_is_too_tangled_is_asked_about():
    with pytest.raises(Unclear, match="too tangled"):
        _all("[a]" * 40 + "{word}" * 3 + "z", "a " * 300)
