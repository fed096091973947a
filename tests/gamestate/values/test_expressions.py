"""Formulas in number fields, against arithmetic done beside them."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.errors import ValueRefused
from gamestate.values.expressions import (
    FUNCTIONS,
    Formula,
    is_formula,
    is_relative,
    parse,
    read_literal,
    read_number,
)
from tests.gamestate.values.tabletop import Numbers, refusal

MINE = {"wealth": Fraction(500), "heat": Fraction(493, 5), "debt": Fraction(-7), "nil": Fraction(0)}
THEIRS = {
    "wealth": [Fraction(100), Fraction(7), Fraction(-20), Fraction(1, 2)],
    "heat": [Fraction(986, 10), Fraction(971, 10)],
    "debt": [],
}


def mine(name: str) -> Fraction:
    if name not in MINE:
        raise ValueRefused(f"There is no {name}.")
    return MINE[name]


def theirs(name: str) -> list[Fraction]:
    if name not in THEIRS:
        raise ValueRefused(f"There is no {name}.")
    return THEIRS[name]


def worth(text: str) -> Fraction:
    return parse(text).evaluate(Numbers(mine, theirs))


def typed(text: str, old: Fraction | None = None) -> Fraction:
    return read_number(text, old=old, facts=Numbers(mine, theirs))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("10-4-3", 3),
        ("100/10/2", 5),
        ("2*-3", -6),
        ("--3", 3),
        ("-+-3", 3),
        ("1/3*3", 1),
        ("0.1+0.2", Fraction(3, 10)),
        (".5", Fraction(1, 2)),
        ("=wealth/2", 250),
        (" = Wealth + WEALTH ", 1000),
        ("heat*5", 493),
        ("6 ÷ 3 × 4 − 1", 7),
        ("floor(7/2)", 3),
        ("floor(-7/2)", -4),
        ("ceil(7/2)", 4),
        ("ceil(-7/2)", -3),
        ("round(5/2)", 3),
        ("round(-5/2)", -3),
        ("round(2.4999)", 2),
        ("round(heat/7, 2)", Fraction(1409, 100)),
        ("floor(99.19, 1)", Fraction(991, 10)),
        ("ceil(99.11, 1)", Fraction(992, 10)),
        ("abs(debt)", 7),
        ("min(3, debt, wealth)", -7),
        ("max(3)", 3),
        ("sum(wealth)", Fraction(175, 2)),
        ("average(heat)", Fraction(1957, 20)),
        ("floor(average(heat))", 97),
        ("lowest(wealth)", -20),
        ("highest(wealth)", 100),
        ("count(wealth)", 4),
        ("sum(debt)+average(debt)+lowest(debt)+highest(debt)+count(debt)", 0),
    ],
)
def test_formula_comes_to_its_number(text, number):
    assert worth(text) == number


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The formula is empty."),
        ("=", "The formula is empty."),
        ("==1", "“=” means nothing in a formula."),
        ("2^9", "“^” means nothing in a formula."),
        ("٣+1", "“\u2068٣\u2069” means nothing in a formula."),
        ("1\u202e2", "“�” means nothing in a formula."),
        ("1\x00", "“�” means nothing in a formula."),
        ("2**9", "A number or a name is missing before “*”."),
        ("1+", "A number or a name is missing at the end of the formula."),
        ("(1+2", "There is a “(” without a “)” after it."),
        ("1+2)", "There is a “)” without a “(” before it."),
        ("()", "A number or a name is missing before “)”."),
        ("1 2", "A sign such as + is missing before “2”."),
        ("(1 2)", "A sign such as + is missing before “2”."),
        ("3wealth", "A sign such as + is missing before “wealth”."),
        ("1,5", "A sign such as + is missing before “,”."),
        ("1.2.3", "A sign such as + is missing before “.3”."),
        ("floor", "After floor there must be parentheses: floor(…)."),
        ("floor(1, 1, 1)", "There are too many numbers between the parentheses of floor."),
        ("abs(1, 2)", "There are too many numbers between the parentheses of abs."),
        ("floor()", "A number or a name is missing before “)”."),
        ("floor(1, 7)", "floor can keep 0 to 6 places."),
        ("round(1, 1/2)", "round can keep 0 to 6 places."),
        ("round(1, -1)", "round can keep 0 to 6 places."),
        ("sum(1)", "Put one name in the parentheses of sum: sum(wealth)."),
        ("sum(wealth+1)", "Put one name in the parentheses of sum: sum(wealth)."),
        ("sum(sum)", "Put one name in the parentheses of sum: sum(wealth)."),
        ("sum()", "Put one name in the parentheses of sum: sum(wealth)."),
        ("sum(", "Put one name in the parentheses of sum: sum(wealth)."),
        (
            "system(1)",
            "There is no function “system”; there are abs, after, answers, average, ceil, count, floor, highest, "
            "lowest, max, min, neighbours, pick, position, reachable, revealed, round, size, sum.",
        ),
        ("wealth.real", "Write a player, a row or the game before “.real”, not 500."),
        ("wealth/nil", "This would divide by zero."),
        ("1/(2-2)", "This would divide by zero."),
        ("nobody+1", "There is no nobody."),
        ("9" * 31, "A number can have at most 30 digits before its point, and after it."),
        ("0." + "3" * 31, "A number can have at most 30 digits before its point, and after it."),
        ("1" + "+1" * 150, "A formula can have at most 300 characters."),
        ("(" * 31 + "1" + ")" * 31, "A formula can have at most 30 parentheses inside each other."),
        ("abs(" * 31 + "1" + ")" * 31, "A formula can have at most 30 parentheses inside each other."),
    ],
)
def test_what_is_no_formula_is_refused_with_the_reason(text, sentence):
    assert refusal(worth, text).sentence == sentence


def test_formula_says_what_it_names():
    formula = parse("= floor(average(Heat)) + wealth - min(2, heat)")

    assert (formula.text, formula.names, formula.over_others) == (
        "= floor(average(Heat)) + wealth - min(2, heat)",
        frozenset({"heat", "wealth"}),
        frozenset({"heat"}),
    )


def test_formula_names_what_it_asks_of_others_alone():
    formula = parse("sum(heat)")

    assert (formula.names, formula.over_others) == (frozenset({"heat"}), frozenset({"heat"}))


def test_nesting_as_deep_as_allowed_is_computed():
    assert worth("(" * 30 + "1" + ")" * 30) == 1


def test_parentheses_beside_each_other_are_not_inside_each_other():
    assert worth("+".join(["(1)"] * 60)) == 60


def test_formula_as_long_as_allowed_is_computed():
    assert worth("1" + "+1" * 149 + " ") == worth("1 " + "+1" * 149) == 150


@pytest.mark.parametrize(
    ("text", "old", "number"),
    [
        ("5", None, 5),
        ("5.25", 3, Fraction(21, 4)),
        (" 5 ", 3, 5),
        ("+5", 3, 8),
        ("-3", 3, 0),
        ("−3", 3, 0),
        ("*2", 3, 6),
        ("/2", 3, Fraction(3, 2)),
        ("*2+1", 3, 7),
        ("+2*3", 3, 9),
        ("-1-1", 3, 1),
        ("- -1", 3, 4),
        ("-wealth/2", 300, 50),
        ("/(1+1)", 3, Fraction(3, 2)),
        ("+sum(heat)", 0, Fraction(1957, 10)),
        ("=-3", 10, -3),
        ("=wealth+1", 10, 501),
        ("=5", None, 5),
    ],
)
def test_number_field_takes_numbers_changes_and_formulas(text, old, number):
    assert typed(text, None if old is None else Fraction(old)) == number


@pytest.mark.parametrize(
    ("text", "old", "sentence"),
    [
        ("+5", None, "There is no number yet for “+5” to change. Write the number."),
        ("/0", 3, "This would divide by zero."),
        ("+", 3, "A number or a name is missing at the end of the formula."),
        ("1,000", 3, "Write “1,000” without a separator for thousands."),
        ("1 000", 3, "Write “1 000” without a separator for thousands."),
        (
            "2+3",
            3,
            "“2+3” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a formula =a+b.",
        ),
        (
            "NaN",
            3,
            "“NaN” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a formula =a+b.",
        ),
        (
            "1e9",
            3,
            "“1e9” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a formula =a+b.",
        ),
        (
            "٥",
            3,
            "“\u2068٥\u2069” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, "
            "a formula =a+b.",
        ),
        (
            "",
            3,
            "“” is not a number. A number is written 5 or 5.25, a change +5, -3, *2 or /2, a formula =a+b.",
        ),
        ("7" * 1_000, 3, "A number can have at most 30 digits before its point, and after it."),
        ("+" + "7" * 1_000, 3, "A formula can have at most 300 characters."),
    ],
)
def test_number_field_refuses_the_rest(text, old, sentence):
    assert refusal(typed, text, None if old is None else Fraction(old)).sentence == sentence


def test_typed_texts_are_told_apart():
    texts = ["5", "+5", "-5", "−5", " *2", "/2", "=1", " =-1", "", "x"]

    assert [(text, is_formula(text), is_relative(text)) for text in texts] == [
        ("5", False, False),
        ("+5", False, True),
        ("-5", False, True),
        ("−5", False, True),
        (" *2", False, True),
        ("/2", False, True),
        ("=1", True, False),
        (" =-1", True, False),
        ("", False, False),
        ("x", False, False),
    ]


def test_literal_has_its_sign():
    assert [read_literal(text) for text in ("-3", "−3", "+3", "3.10")] == [-3, -3, 3, Fraction(31, 10)]


# -- against arithmetic done while the text is made

Made = tuple[str, Fraction | None]
"""A text and what it comes to; None where something is divided by zero."""


def _join(parts: list[tuple[str, Made]]) -> Made:
    """Signs and operands of one rank, worked from left to right."""
    text, total = parts[0][1]
    for sign, (more, number) in parts[1:]:
        text += f" {sign}{more}"
        if total is None or number is None or (sign == "/" and number == 0):
            total = None
        else:
            total = {
                "+": lambda a, b: a + b,
                "-": lambda a, b: a - b,
                "*": lambda a, b: a * b,
                "/": lambda a, b: a / b,
            }[sign](total, number)
    return text, total


def _of(signs: str, operands: st.SearchStrategy[Made]) -> st.SearchStrategy[Made]:
    return st.lists(st.tuples(st.sampled_from(signs), operands), min_size=1, max_size=3).map(_join)


def _half_up(number: Fraction) -> Fraction:
    size = (2 * abs(number.numerator) + number.denominator) // (2 * number.denominator)
    return Fraction(size if number > 0 else -size)


ONE = {
    "floor": lambda number: Fraction(number.numerator // number.denominator),
    "ceil": lambda number: Fraction(-(-number.numerator // number.denominator)),
    "round": _half_up,
    "abs": lambda number: number if number > 0 else -number,
}


def _one(function: str, made: Made) -> Made:
    return f"{function}({made[0]})", None if made[1] is None else ONE[function](made[1])


def _many(function: str, all_made: list[Made]) -> Made:
    numbers = [number for _, number in all_made]
    pick = {"min": lambda numbers: sorted(numbers)[0], "max": lambda numbers: sorted(numbers)[-1]}[function]
    return f"{function}({', '.join(text for text, _ in all_made)})", None if None in numbers else pick(
        numbers
    )


def _negative(made: Made) -> Made:
    return f"-{made[0]}", None if made[1] is None else -made[1]


ATOMS = st.one_of(
    st.integers(0, 9999).map(lambda number: (str(number), Fraction(number))),
    st.tuples(st.integers(0, 99), st.integers(0, 99)).map(
        lambda both: (f"{both[0]}.{both[1]:02}", Fraction(both[0] * 100 + both[1], 100))
    ),
    st.sampled_from(sorted(MINE)).map(lambda name: (name, MINE[name])),
    st.sampled_from(sorted(THEIRS)).map(lambda name: (f"count({name})", Fraction(len(THEIRS[name])))),
)


def _larger(inner: st.SearchStrategy[Made]) -> st.SearchStrategy[Made]:
    enclosed = _of("+-", _of("*/", inner)).map(lambda made: (f"({made[0]})", made[1]))
    return st.one_of(
        enclosed,
        enclosed.map(_negative),
        st.builds(_one, st.sampled_from(sorted(ONE)), enclosed),
        st.builds(_many, st.sampled_from(["min", "max"]), st.lists(enclosed, min_size=1, max_size=3)),
    )


FORMULAS = _of("+-", _of("*/", st.recursive(ATOMS, _larger, max_leaves=12))).filter(
    lambda made: len(made[0]) <= 300
)


@given(made=FORMULAS)
def test_formula_agrees_with_arithmetic(made):
    text, number = made
    if number is None:
        assert refusal(worth, text).sentence == "This would divide by zero."
    else:
        assert worth(text) == number


@given(made=FORMULAS, sign=st.sampled_from("+-*/"), old=st.fractions(-1000, 1000))
def test_change_by_something_in_parentheses_agrees_with_arithmetic(made, sign, old):
    text, number = f"{sign}({made[0]})", made[1]
    if len(text) > 300:
        return
    whole = _join([("+", ("", old)), (sign, ("", number))])[1]
    if whole is None:
        assert refusal(typed, text, old).sentence == "This would divide by zero."
    else:
        assert typed(text, old) == whole


PIECES = st.one_of(
    st.sampled_from([*"()+-*/,.=0123456789 _٣²½ⅷ−×÷\u202e\x00\ud800", "wealth", "heat", *sorted(FUNCTIONS)]),
    st.characters(),
)


@given(text=st.lists(PIECES, max_size=40).map("".join), old=st.none() | st.fractions())
def test_any_text_is_a_number_or_refused_with_a_readable_sentence(text, old):
    for act in (lambda: typed(text, old), lambda: worth(text)):
        try:
            assert isinstance(act(), Fraction)
        except ValueRefused as refused:
            assert len(refused.sentence) <= 300
            assert "\u202e" not in refused.sentence and "\x00" not in refused.sentence


@pytest.mark.parametrize(
    "text",
    [
        "(" * 300,
        "-" * 299 + "1",
        "abs(" * 60,
        "max(" + "1," * 147 + "1)",
        "*".join(["a"] * 150),
        "/".join(["a"] * 150),
        "1/a+" * 70 + "1",
        "sum(a)+" * 42 + "1",
        "9" * 1_000_000,
        "=" + "9" * 1_000_000,
        " " * 1_000_000 + "x",
        "1," * 500_000,
        "1" + "_000" * 200_000,
    ],
    ids=lambda text: f"{text[:8]} of {len(text)}",
)
def test_no_text_takes_long(text):
    long_value = Fraction(10**30 - 1, 10**6)
    begun = time.process_time()
    for act in (parse, read_literal, lambda text: read_number(text, old=None, facts=Numbers(mine, theirs))):
        try:
            result = act(text)
            if isinstance(result, Formula):
                result.evaluate(Numbers(lambda name: long_value, lambda name: [long_value] * 200))
        except ValueRefused:
            continue

    assert time.process_time() - begun < 1


def test_numbers_that_grow_too_long_are_refused():
    refused = refusal(parse("a*a").evaluate, Numbers(lambda name: Fraction(2) ** 40_000))

    assert refused.sentence == "The numbers in this formula become too long."


def test_what_reveals_hidden_values_is_read_only_where_it_may_be():
    with pytest.raises(ValueRefused, match="Only what happens by itself reveals"):
        parse("gold + revealed(other.role)")
    formula = parse("gold + revealed(players.count(p, p.role == role))", may_reveal=True)
    assert (formula.reveals, formula.names) == ({"players", "role"}, {"gold", "players", "role"})
    assert parse("revealed + 1").names == {"revealed"}  # something may be tracked under such a key
