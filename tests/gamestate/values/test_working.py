"""What is typed for values, one step after the other: formulas, bounds, conflicts and what is hidden."""

from dataclasses import replace

import pytest

from gamestate.values.planning import work_out
from gamestate.values.plans import seen_key, sees_what_is_public
from gamestate.values.state import Cell

from .a_game import ANN, BEN, CAT, LAW, MERCIFUL, changed, game, put, trouble, variable


def test_at_once_every_formula_is_computed_from_how_things_stood():
    steps = [put("gold", "-20", BEN), put("heat", "=gold", BEN)]
    assert changed(*steps, at_once=True) == [("1", BEN, 20, 0), ("2", BEN, "98.6", "20.0")]
    assert changed(*steps) == [("1", BEN, 20, 0), ("2", BEN, "98.6", "0.0")]


def test_groups_are_computed_for_each_from_how_things_stood_before_the_step():
    assert changed(put("gold", "=average(gold)", "players")) == [
        ("1", ANN, 10, 25),
        ("1", CAT, 30, 15),
    ]
    assert changed(put("gold", "+pot", "subjects")) == [("1", BEN, 20, 120), ("1", CAT, 30, 130)]


def test_an_emperor_who_is_no_player_is_left_out_of_everybody():
    plan = work_out(replace(game(), emperor_counts=False), [put("gold", "0", "players")], tracker=LAW)
    assert [each.holder for each in plan.alterations] == [BEN, CAT]


def test_below_zero_is_refused_or_set_to_zero_as_the_law_says():
    assert trouble(put("gold", "-21", BEN)) == [(0, BEN, "refused")]
    plan = work_out(game(), [put("gold", "-21", BEN)], tracker=MERCIFUL)
    assert [(each.new, bool(each.note)) for each in plan.alterations] == [(0, True)]


def test_insisting_records_a_refused_value_with_what_refused_it():
    plan = work_out(game(), [put("gold", "-21", BEN)], tracker=LAW, insist=True)
    (each,) = plan.alterations
    assert (each.new, plan.troubles) == (-1, ())
    assert "below" in each.refused
    assert trouble(put("gold", "lots", BEN), insist=True) == [(0, BEN, "wrong")]


def test_an_invalid_value_is_used_by_no_formula():
    before = game().with_cells({("1", CAT): Cell(-7, 9)})
    plan = work_out(before, [put("heat", "=gold", CAT), put("heat", "=sum(gold)", ANN)], tracker=LAW)
    assert [(each.holder, each.rule) for each in plan.troubles] == [(CAT, "Numbers and Variables")]
    assert [(each.holder, each.new) for each in plan.alterations] == [(ANN, "20.0")]


def test_insisting_on_an_item_that_is_no_choice_keeps_the_rest_of_the_list():
    colours = variable("7", "colours", kind="choices", choices=["Red", "Blue"], blank=True)
    before = game()
    before = replace(before, variables={**before.variables, "7": colours}).with_cells(
        {("7", BEN): Cell(["Red"], 10)}
    )
    step = put("colours", "+Purple", BEN)
    assert [each.kind for each in work_out(before, [step], tracker=LAW).troubles] == ["refused"]
    (each,) = work_out(before, [step], tracker=LAW, insist=True).alterations
    assert (each.new, bool(each.refused)) == (["Red", "Purple"], True)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("25", [(0, BEN, "conflict")]), ("+5", []), ("=gold+5", [(0, BEN, "conflict")]), ("20", [])],
)
def test_a_value_set_over_a_later_one_is_in_conflict_and_a_shift_is_not(typed, expected):
    assert trouble(put("gold", typed, BEN), seen={seen_key("1", BEN): 1}) == expected


def test_hidden_values_are_not_set_read_or_averaged_by_who_may_not_see_them():
    for step in (put("loyalty", "1", BEN), put("gold", "=loyalty", BEN), put("gold", "=sum(loyalty)", BEN)):
        plan = work_out(game(), [step], tracker=LAW, sight=sees_what_is_public)
        assert [each.kind for each in plan.troubles] == ["wrong"]
        assert "hidden" in plan.troubles[0].sentence
        assert "5" not in plan.troubles[0].sentence
