"""Sentences that lead to a list of steps, and words in brackets."""

import pytest

from votables.english.steps.combining import AtOnce, ForEach, If, InOrder, Nothing, Repeat
from votables.english.steps.deeds import ChangeAmount
from votables.english.steps.leads import Lead, rows_of, with_otherwise, without_brackets
from votables.english.steps.listing import AddRow
from votables.english.steps.obstacles import NotUnderstood
from votables.english.steps.predicates import Not, RowExists
from votables.english.steps.values import Just
from votables.english.steps.words import StepWord, tokens

from .bakery import ADA, named, of

MORE, ROW = ChangeAmount(of("Flour", ADA), "add", Just(2)), AddRow("Ovens", "Hob", ())
BELOW, NOTHING = InOrder((MORE, MORE)), Nothing()
HOB = RowExists("Ovens", "Hob")


@pytest.mark.parametrize(
    ("lead", "deed"),
    [
        (Lead("if", HOB), If(HOB, BELOW, ROW)),
        (Lead("unless", HOB), If(Not(HOB), BELOW, ROW)),
        (Lead("each", named(ADA)), ForEach(named(ADA), BELOW)),
        (Lead("repeat", Just(2)), Repeat(Just(2), BELOW)),
        (Lead("at once"), AtOnce((MORE, MORE))),
        (Lead("plain"), BELOW),
        (Lead("otherwise"), BELOW),
    ],
)
def test_what_is_done_with_the_list_below(lead, deed):
    assert lead.over(BELOW, ROW) == deed


@pytest.mark.parametrize("below", [InOrder((MORE, ROW)), MORE])
def test_what_cannot_be_done_at_once_is_asked_about(below):
    with pytest.raises(NotUnderstood):
        Lead("at once").over(below, NOTHING)


def test_otherwise_goes_on_from_a_condition():
    assert with_otherwise(If(HOB, MORE), ROW) == If(HOB, MORE, ROW)
    for deed in (MORE, If(HOB, MORE, MORE)):
        with pytest.raises(NotUnderstood):
            with_otherwise(deed, ROW)


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("Ada gains 2 (well earned) Flour", "Ada gains 2 Flour"),
        ("Ada gains 2 Flour (and so (it seems) on)", "Ada gains 2 Flour"),
        ("Ada gains 2 Flour", None),
        ("Ada gains 2 Flour (rounded up)", None),
        ("Ada gains 2 Flour (or 3)", None),
        ("Ada gains 2 Flour (well", None),
        ("(Well earned)", None),
        ("Ada gains 2 Flour ()", None),
    ],
)
def test_brackets_are_left_out_where_they_settle_nothing(text, without):
    ways = [" ".join(one.text for one in some) for some in without_brackets(tokens(text))]
    assert ways[1:] == ([without] if without else [])
    assert ways[0] == " ".join(one.text for one in tokens(text))


def rows(text):
    return [
        {head: " ".join(one.text for one in words) for head, words in row.items()}
        for row in rows_of(StepWord("quote", text, 0, len(text)))
    ]


def test_the_rows_of_a_table():
    assert rows("| Name | The  Heat |\n|:--|--:|\n| Hob | 2 |\n| Big Stove | |") == [
        {"Name": "Hob", "The Heat": "2"},
        {"Name": "Big Stove", "The Heat": ""},
    ]


def test_a_table_with_a_row_of_another_length_is_asked_about():
    with pytest.raises(NotUnderstood):
        rows("| Name | Heat |\n|---|---|\n| Hob |")
