"""The parts of formulas: what each comes to, and how much work it is."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.expressions import parse, read_number
from gamestate.values.nodes import (
    Allowance,
    FormulaScope,
    LiteralNode,
    TrackedThing,
    holds,
    listed,
    number_of,
    shown,
)
from tests.gamestate.values.tabletop import Numbers, refusal

NOTHING = Numbers(lambda name: None)


def worth(text: str, **bound: object):
    return parse(text).run(NOTHING, bound=bound)


@given(st.integers(-50, 50), st.integers(-50, 50).filter(bool))
def test_what_is_left_over_has_the_sign_of_what_was_divided(number, by):
    left_over = worth("a % b", a=Fraction(number), b=Fraction(by))

    assert left_over == number - by * int(Fraction(number, by))
    assert abs(left_over) < abs(by)


@given(st.lists(st.integers(-9, 9), max_size=9))
def test_lists_are_counted_and_put_in_order(numbers):
    members = tuple(map(Fraction, numbers))

    assert worth("size(list)", list=members) == worth("count(list)", list=members) == len(numbers)
    assert worth("list.sort(n, n)", list=members) == tuple(sorted(members))
    assert worth("sum(list)", list=members) == sum(members) == worth("list.sum(n, n)", list=members)
    assert worth("list.most(n, n)", list=members) == tuple(each for each in members if each == max(members))
    assert worth("list.filter(n, n > 0) + list.filter(n, n <= 0)", list=members).count(1) == numbers.count(1)


def test_a_name_that_a_list_gives_ends_with_it():
    assert worth("[1, 2].map(p, p * 2)[1] + p", p=Fraction(10)) == 14


def test_dice_are_what_was_rolled_for_them():
    formula = parse("3DICE6 - DICE4 + floor(DICE6 / 2)")

    assert formula.dice == ("3DICE6", "DICE4", "DICE6")
    assert formula.evaluate(NOTHING, dice=[11, 4, 5]) == 9
    assert read_number("+DICE6", old=Fraction(4), facts=NOTHING, dice=[6]) == 10
    assert read_number("2DICE6 - 2", old=None, facts=NOTHING, dice=[7]) == 5
    assert refusal(formula.evaluate, NOTHING).sentence == "“3DICE6” cannot be rolled here."


def test_what_is_yes_or_no_alone_holds():
    scope = FormulaScope(NOTHING)

    assert holds(LiteralNode(True), scope)
    assert refusal(holds, LiteralNode(Fraction(1)), scope)
    assert number_of(LiteralNode(True), scope) == 1
    assert listed((), scope) == ()
    assert refusal(listed, "abc", scope).sentence == "“abc” is not a list."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "blank"),
        (True, "yes"),
        (Fraction(5, 2), "2.5"),
        ("Red", "“Red”"),
        (TrackedThing("player:3"), "player:3"),
        ((), "a list"),
    ],
)
def test_values_are_told_to_people(value, text):
    assert shown(value, FormulaScope(NOTHING)) == text


def test_work_is_allowed_up_to_a_point():
    allowance = Allowance(left=2)
    allowance.take(2)

    assert "too much work" in refusal(allowance.take).sentence


def test_all_that_is_bound_is_seen_within():
    scope = FormulaScope(NOTHING).where("a", Fraction(1))

    assert parse("a + 1").node.run(scope) == 2
