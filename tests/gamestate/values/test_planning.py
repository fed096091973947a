"""What steps do to a state: whole plans, each kind of trouble, and properties that hold for any steps."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamestate.values.definitions import Definition, TableDefinition, read_definition
from gamestate.values.errors import ValueRefused
from gamestate.values.planning import work_out
from gamestate.values.plans import Alteration, OldPage, Submitted, seen_key, sees_what_is_public
from gamestate.values.state import Cell, Page, Person, Row, State, Table, Variable, people_in_order
from gamestate.values.steps import Restore, Step, read_step
from ruleset.law import load

LAW = load("ruleset-211").tracker
MERCIFUL = load("ruleset-86").tracker
ANN, BEN, CAT = "player:1", "player:2", "player:3"


def definition(name: str, kind: str = "whole", **parts: object) -> Definition:
    return read_definition({"name": name, "kind": kind, **parts})


def variable(key: str, name: str, scope: str = "player", table: str = "", **parts: object) -> Variable:
    return Variable(key, name, scope, table, definition(name.capitalize(), **parts))


def game() -> State:
    """Ann (the emperor), Ben and Cat; gold and heat of each, loyalty that is hidden, the game's pot, two places."""
    variables = [
        variable("1", "gold"),
        variable("2", "heat", kind="decimal", places=1, floor=None),
        variable("3", "loyalty", audience="emperor"),
        variable("4", "pot", scope="game"),
        variable("5", "size", scope="row", table="1"),
        variable("6", "place", kind="row", refers="places", blank=True),
    ]
    cells = {
        ("1", ANN): Cell(10, 1),
        ("1", BEN): Cell(20, 2),
        ("1", CAT): Cell(30, 3),
        ("2", BEN): Cell("98.6", 4),
        ("3", BEN): Cell(5, 5),
        ("4", "game"): Cell(100, 6),
        ("5", "row:7"): Cell(3, 7),
        ("6", BEN): Cell(7, 8),
    }
    return State(
        variables={each.id: each for each in variables},
        tables={"1": Table("1", "places", TableDefinition("Places"))},
        rows={"7": Row("7", "1", "Forest", 1), "8": Row("8", "1", "Road", 2)},
        pages={"1": Page("1", "map", "Map", "Here", 9)},
        cells=cells,
        people=people_in_order(
            [Person(1, "Ann", True, is_emperor=True), Person(2, "Ben", True), Person(3, "cat", True)]
        ),
    )


def changed(*steps: Step, **more: object) -> list[tuple[str, str, object, object]]:
    plan = work_out(game(), steps, tracker=LAW, **more)
    assert plan.troubles == ()
    return [(each.id, each.holder, each.old, each.new) for each in plan.alterations]


def trouble(*steps: Step, **more: object) -> list[tuple[int, str, str]]:
    plan = work_out(game(), steps, **{"tracker": LAW, **more})
    return [(each.place, each.holder, each.kind) for each in plan.troubles]


def put(path: str, to: str, *of: str) -> Step:
    return Step.set(path, of, to)


def test_steps_follow_one_another_and_come_to_one_alteration_each():
    assert changed(put("gold", "+5", BEN), put("gold", "*2", BEN), put("pot", "=pot-1", "game")) == [
        ("1", BEN, 20, 50),
        ("4", "game", 100, 99),
    ]


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


def test_what_comes_to_nothing_is_no_alteration():
    assert changed(put("gold", "+1", BEN), put("gold", "-1", BEN), put("gold", "30", CAT)) == []


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


def test_steps_worked_out_apart_call_new_things_by_other_names():
    row = Step("add-row", "places", name="Hill")
    one = work_out(game(), [row], tracker=LAW, first=300)
    two = work_out(one.state, [Step("add-row", "places", name="Lake")], tracker=LAW, first=301)
    assert [each.name for each in two.state.rows_of("1")] == ["Forest", "Road", "Hill", "Lake"]
    assert {"new-300", "new-301"} <= set(two.state.rows)


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


def plan_of(*steps: Step | Restore) -> tuple[Alteration, ...]:
    plan = work_out(game(), steps, tracker=LAW)
    assert plan.troubles == ()
    return plan.alterations


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


def test_steps_are_read_back_as_they_were_written():
    for value in (
        {"do": "set", "path": "places.size", "of": ["rows", "row=Forest"], "to": "+1"},
        {"do": "reset", "path": "gold", "of": ["everyone"]},
        {"do": "retire", "path": "gold"},
        {"do": "add-row", "path": "places", "name": "Cellar", "order": 4},
        {"do": "alter-row", "path": "places", "of": ["row:7"], "name": "Woods"},
        {"do": "page", "path": "map", "name": "Map", "to": ""},
        {
            "do": "page",
            "path": "map",
            "name": "Map",
            "to": "There",
            "base": {"title": "Old map", "text": "Here"},
        },
        {"do": "revert-page", "path": "map"},
    ):
        assert read_step(value).as_json() == value
    define = {
        "do": "define",
        "path": "gold",
        "scope": "game",
        "definition": {"name": "Gold", "kind": "whole"},
    }
    assert read_step(read_step(define).as_json()) == read_step(define)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"do": "steal"},
        {"do": "set", "path": "gold", "of": [], "to": "1"},
        {"do": "set", "path": "gold", "of": ["nobody"], "to": "1"},
        {"do": "set", "path": "gold", "of": ["player:0"], "to": "1"},
        {"do": "set", "path": "gold", "of": ["player:1"] * 300, "to": "1"},
        {"do": "set", "path": "gold", "of": ["game"], "to": 5},
        {"do": "set", "path": "../gold", "of": ["game"], "to": "1"},
        {"do": "set", "path": "gold", "of": ["game"], "to": "1", "by": "me"},
        {"do": "define", "path": "a.b.c", "scope": "row", "definition": {"name": "C", "kind": "whole"}},
        {"do": "define", "path": "c", "scope": "world", "definition": {"name": "C", "kind": "whole"}},
        {"do": "define", "path": "c", "scope": "game", "definition": []},
        {"do": "alter", "path": "c", "definition": {"name": "C", "kind": "whole"}, "invalid": "explode"},
        {"do": "add-row", "path": "places", "name": " "},
        {"do": "add-row", "path": "places", "name": "X", "order": True},
        {"do": "page", "path": "map", "name": "Map", "to": "x" * 60_001},
        {"do": "page", "path": "map", "name": "Map", "to": "", "base": None},
        {"do": "page", "path": "map", "name": "Map", "to": "", "base": {"title": "Map"}},
        {"do": "page", "path": "map", "name": "Map", "to": "", "base": {"title": "Map", "text": 5}},
        {"do": "revert-page", "path": "map", "to": "Then"},
    ],
)
def test_steps_that_make_no_sense_are_refused_with_a_sentence(value):
    with pytest.raises(ValueRefused) as refused:
        read_step(value)
    assert refused.value.sentence.endswith(".")


HOLDERS = st.sampled_from([ANN, BEN, CAT, "players", "everyone", "game", "rows", "row=Forest", "player:9"])
TYPED = st.sampled_from(
    ["+5", "-3", "*2", "=gold+pot", "7", "", "=average(gold)", "nonsense", "-1000", "=1/0"]
)
SETS = st.builds(
    lambda path, of, to: Step.set(path, (of,), to),
    st.sampled_from(["gold", "heat", "pot", "places.size", "place", "loyalty", "nothing"]),
    HOLDERS,
    TYPED,
)


@settings(max_examples=200, deadline=None)
@given(st.lists(SETS, max_size=8), st.booleans(), st.booleans())
def test_a_plan_says_exactly_what_differs_and_can_be_undone(steps, at_once, insist):
    before = game()
    plan = work_out(before, steps, tracker=LAW, at_once=at_once, insist=insist)
    told = {(each.id, each.holder): each.new for each in plan.alterations}
    for target in before.cells.keys() | plan.state.cells.keys():
        old = before.cells.get(target, Cell()).value
        new = plan.state.cells.get(target, Cell()).value
        assert told.get(target, old) == new
    back = [Restore("value", each.id, each.holder, each.old) for each in plan.alterations]
    undone = work_out(plan.state, back, tracker=LAW)
    for target in undone.state.cells:
        assert undone.state.cells[target].value == before.cells.get(target, Cell()).value


def test_value_set_for_few_hides_its_variable_from_then_on():
    wealth = variable("1", "Wealth")
    before = State(variables={"1": wealth}, cells={("1", "player:7"): Cell(3)})
    assert before.hidden([wealth]) == []
    assert before.with_cells({("1", "player:7"): Cell(4, audience="emperor")}).hidden([wealth]) == [wealth]
    assert before.hidden([wealth]) == []
