"""The reader of laws: any document is read or refused with its line, and what is read is read again as it was."""

import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ruleset.law import SHIPPED, ExpressionError, LawError, document, parse
from ruleset.law.expressions import compile_condition, compile_number
from ruleset.law.line_numbers import lines_of
from ruleset.law.vocabulary import Vocabulary

from .pumping import FEW, SOME, grows_too_fast, pumped

DOCUMENTS = st.sampled_from([document(name) for name in SHIPPED])
NOTATION = st.sampled_from(
    ["a", "b.c", '"d"', "'e'", "=", " = ", "1", "-1", "1.5", "true", "1979-05-27", '"x"', '"""', "'''", "[", "]", "[[",
     "]]", "{", "}", ",", ".", "\n", "\r\n", "# c\n", "\\", "\\u0041", "[t]\n", "[[u]]\n", "[kinds.x]\n", "é", "\x00",
     "\ud800", "0x1F", "inf", "nan", "1_000", " "]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**10) | st.text(max_size=6) | st.just("n > 0"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)
VOCABULARY = Vocabulary(
    kinds=("proposal", "cfj"),
    icons=("for", "against"),
    hours=("minimum", "long"),
    special_cases=("Dormancy",),
)
SAMPLES = {**VOCABULARY.matter, "open": (0, 1), "hours": VOCABULARY.hours[0:1]}
TERMS = st.sampled_from(
    ["n", "q", "0", "1", "12", "'core'", '"cfj"', "kind", "amends", "illegal", "changes_nothing", "hiatus", "true",
     "false", "null", "special['Dormancy']", "size(amends)", "open >= hours.minimum", "open > hours.long", "[1, 2]",
     "{'a': 1}", "1.5", "1u", "b'x'", "amends.exists(p, p == 'core')", "amends.all(p, true)", "amends.map(p, p)",
     "values.x", "int(1)", "duration('1s')", "9" * 12, "unknown"]
)  # fmt: skip
OPERATORS = st.sampled_from("+ - * / % < <= > >= == != && || in , . ? : = //".split())
EXPRESSIONS = st.recursive(
    TERMS,
    lambda inner: (
        st.tuples(inner, OPERATORS, inner).map(" ".join)
        | inner.map(lambda one: f"({one})")
        | inner.map(lambda one: f"!{one}")
        | inner.map(lambda one: f"-{one}")
        | st.tuples(inner, inner, inner).map(lambda three: "{} ? {} : {}".format(*three))
        | st.tuples(inner, inner).map(lambda two: "{}[{}]".format(*two))
    ),
    max_leaves=8,
)
TOKENS = st.sampled_from(
    [
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        "\\",
        "\n",
        " ",
        "&",
        "|",
        "!",
        "\x00",
        "\ud800",
        "é",
        "@",
        "0",
        "9",
        "n",
    ]
)


def read(text: str) -> None:
    """Read what may be a law: as it is when it is one, and refused with its line else."""
    try:
        law = parse(text, source="house.toml", probe=False)
    except LawError as error:
        assert error.source == "house.toml"
        assert error.problem
        assert error.line is None or 1 <= error.line <= text.count("\n") + 2
    else:
        assert law.text == text
        assert parse(text, source="house.toml", probe=False) == law


def written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)} = {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(letter):08x}" for letter in value) + '"'
    return str(value or 0)


@SOME
@given(st.data(), DOCUMENTS)
def test_a_law_with_other_values_in_some_places_is_read_or_refused(data, text):
    lines = text.split("\n")
    places = [place for place, line in enumerate(lines) if " = " in line and not line.startswith(("#", "["))]
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.sampled_from(places))
        key, _, _ = lines[place].partition(" = ")
        lines[place] = data.draw(st.just("") | VALUES.map(lambda value: f"{key} = {written(value)}"))  # noqa: B023
    read("\n".join(lines))


@given(st.lists(NOTATION, max_size=40).map("".join) | st.text(max_size=100))
def test_any_text_is_no_law_and_refused_by_its_line(text):
    read(text)


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4))
def test_every_key_of_any_document_has_its_line(values):
    text = "\n".join(f"{written(key)} = {written(value)}" for key, value in values.items())
    assert tomllib.loads(text).keys() == values.keys()
    lines = lines_of(text)
    # A key stands in it as it was typed, which here is in letters by their numbers.
    assert [lines[(written(key)[1:-1],)] for key in values] == list(range(1, len(values) + 1))


@given(EXPRESSIONS | st.lists(TERMS | OPERATORS | TOKENS, max_size=20).map("".join) | st.text(max_size=60))
def test_any_expression_is_compiled_or_refused_with_a_sentence(source):
    for compiled, kind in ((compile_condition, bool), (compile_number, int)):
        try:
            expression = compiled(source, samples=SAMPLES)
        except ExpressionError as error:
            assert str(error)
        else:
            facts = {name: SAMPLES[name][0] for name in expression.variables}
            if kind is bool:
                usual = {n: tuple(v.items()) if type(v) is dict else frozenset(v) if type(v) is list else v
                         for n, v in facts.items()}  # fmt: skip
                assert type(expression.holds_for(usual)) is bool
            assert {mark.hours for mark in expression.marks} <= {"minimum", "long"}


@FEW
@given(pumped(NOTATION))
def test_the_work_is_in_proportion_to_the_document(text):
    for place in ("{}", "name = {}", "name = '{}'"):
        assert grows_too_fast(lambda words: parse(words, source="x"), lambda n: place.format(text(n))) == ""  # noqa: B023


@FEW
@given(pumped(TERMS | OPERATORS | TOKENS))
def test_the_work_is_in_proportion_to_the_expression(text):
    assert grows_too_fast(lambda words: compile_condition(words, samples=SAMPLES), text) == ""
