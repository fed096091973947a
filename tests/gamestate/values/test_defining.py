"""What is tracked, its rows and pages: made, changed, and taken away."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from gamestate.values.planning import work_out
from gamestate.values.plans import OldPage, Submitted
from gamestate.values.state import Page
from gamestate.values.steps import Step, read_step

from .a_game import BEN, CAT, LAW, changed, game, plan_of, put, trouble


def test_what_is_made_and_taken_away_again_leaves_no_trace_nor_do_its_values():
    define = read_step(
        {"do": "define", "path": "luck", "scope": "player", "definition": {"name": "Luck", "kind": "whole"}}
    )
    assert changed(define, put("luck", "5", BEN), Step("retire", "luck"), put("pot", "+1", "game")) == [
        ("4", "game", 100, 101)
    ]


def test_new_rows_and_tables_are_not_taken_away_by_the_act_that_makes_them():
    table = read_step({"do": "define-table", "path": "goods", "definition": {"name": "Goods"}})
    assert trouble(table, Step("retire-table", "goods")) == [(1, "", "wrong")]
    row = Step("add-row", "places", name="Hill")
    steps = (row, put("place", "Hill", BEN), Step("retire-row", "places", ("row=Hill",)))
    assert trouble(*steps) == [(2, "", "wrong")]


def test_rows_are_made_named_moved_and_referred_to():
    steps = [
        read_step({"do": "add-row", "path": "places", "name": "Cellar"}),
        put("places.size", "2", "row=cellar"),
        put("place", "Cellar", BEN),
    ]
    plan = work_out(game(), steps, tracker=LAW)
    assert plan.troubles == ()
    assert [(each.about, each.id, each.holder, each.new) for each in plan.alterations] == [
        ("row", "new-0", "", {"name": "Cellar", "order": 3}),
        ("value", "5", "row:new-0", 2),
        ("value", "6", BEN, "new-0"),
    ]


def test_nothing_is_named_twice_at_a_time():
    twice = [
        read_step(
            {"do": "define", "path": "pot", "scope": "player", "definition": {"name": "Pot", "kind": "text"}}
        ),
        read_step({"do": "add-row", "path": "places", "name": "ROAD"}),
        read_step({"do": "define-table", "path": "places", "definition": {"name": "Places"}}),
    ]
    assert trouble(*twice) == [(0, "", "wrong"), (1, "", "wrong"), (2, "", "wrong")]


def test_a_table_that_something_refers_to_stays():
    retire = read_step({"do": "retire-table", "path": "places"})
    assert trouble(retire) == [(0, "", "wrong")]
    assert [(each.about, each.id, each.new) for each in plan_of(Step("retire", "place"), retire)] == [
        ("variable", "6", None),
        ("variable", "5", None),
        ("row", "7", None),
        ("row", "8", None),
        ("table", "1", None),
    ]


def test_a_changed_kind_reads_the_old_values_anew():
    as_text = read_step(
        {"do": "alter", "path": "gold", "definition": {"name": "Gold", "kind": "text", "blank": True}}
    )
    assert [each.new for each in plan_of(as_text)][1:] == ["10", "20", "30"]


@pytest.mark.parametrize(("invalid", "expected"), [("default", 0), ("nearest", 25), ("law", 0), ("keep", 30)])
def test_values_that_become_invalid(invalid, expected):
    alter = read_step(
        {
            "do": "alter",
            "path": "gold",
            "definition": {"name": "Gold", "kind": "whole", "ceiling": "25"},
            "invalid": invalid,
        }
    )
    values = [each for each in plan_of(alter) if each.about == "value"]
    assert [(each.holder, each.new) for each in values] == [(CAT, expected)]
    assert bool(values[0].refused) == (invalid == "keep")


def test_a_page_that_somebody_else_changed_is_in_conflict():
    write = read_step({"do": "page", "path": "map", "name": "Map", "to": "There"})
    assert trouble(write, seen={"page/1": 8}) == [(0, "", "conflict")]
    assert trouble(write, seen={"page/1": 9}) == []


SUBMITTED = Submitted(
    datetime(2026, 3, 2, 12, tzinfo=UTC),
    {
        "map": OldPage(Page("1", "map", "Old map", "There", 4), datetime(2026, 3, 1, tzinfo=UTC)),
        "gone": OldPage(Page("2", "gone", "Gone", "Was here", 5), datetime(2026, 3, 1, tzinfo=UTC)),
    },
)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("map", ("1", {"title": "Map", "text": "Here"}, {"title": "Old map", "text": "There"})),
        ("gone", ("2", None, {"title": "Gone", "text": "Was here"})),
        ("new", ("3", {"title": "New", "text": "Just made"}, {"title": "New", "text": ""})),
    ],
)
def test_a_page_goes_back_to_how_it_stood_at_submission_or_is_blanked(key, expected):
    before = replace(game(), pages={**game().pages, "3": Page("3", "new", "New", "Just made", 11)})
    plan = work_out(before, [Step("revert-page", key)], tracker=LAW, submitted=SUBMITTED)
    (each,) = plan.alterations
    assert (each.id, each.old, each.new) == expected
    assert plan.state.page_of(key).text == expected[2]["text"]


def test_a_page_that_there_is_not_and_was_not_goes_back_to_nothing():
    step = Step("revert-page", "unknown")
    assert trouble(step, submitted=SUBMITTED) == [(0, "", "wrong")]
    assert trouble(Step("revert-page", "map")) == [(0, "", "wrong")]
