"""What definitions say must hold: bounds by formula, uniqueness and capacity, on every way in."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamestate.values.keeping import check_formulas, check_kept, problem
from gamestate.values.planning import work_out
from gamestate.values.plans import Plan, sees_everything
from gamestate.values.state import Cell, State
from gamestate.values.steps import Restore, Step, read_step
from gamestate.values.working import Working
from tests.gamestate.values.a_game import ANN, BEN, CAT, LAW, game, put, variable
from tests.gamestate.values.tabletop import refusal

ALONE = "place == null || players.count(p, p.place == place) <= 1"
ALONE_WHY = "At most one player stands on a place."


def with_place(**parts: object) -> State:
    """The game, in which `place` has these parts."""
    place = variable("6", "place", kind="row", refers="places", blank=True, **parts)
    return replace(game(), variables={**game().variables, "6": place})


def with_gold(**parts: object) -> State:
    """The game, in which `gold` has these parts, and everybody 20 of heat."""
    gold = variable("1", "gold", **parts)
    heat = {("2", holder): Cell("20.0", 4) for holder in (ANN, BEN, CAT)}
    return replace(game(), variables={**game().variables, "1": gold}, cells={**game().cells, **heat})


def done(state: State, *steps: Step | Restore, **more: object) -> Plan:
    return work_out(state, steps, tracker=LAW, **more)


def troubles(plan: Plan) -> list[tuple[int, str, str, str]]:
    return [(each.place, each.holder, each.kind, each.sentence) for each in plan.troubles]


def test_two_who_may_not_be_alike_are_refused_with_the_sentence():
    state = with_place(must=ALONE, why=ALONE_WHY)

    assert troubles(done(state, put("place", "Forest", CAT))) == [
        (0, CAT, "refused", ALONE_WHY),
        (0, BEN, "refused", ALONE_WHY),
    ] or troubles(done(state, put("place", "Forest", CAT))) == [
        (0, BEN, "refused", ALONE_WHY),
        (0, CAT, "refused", ALONE_WHY),
    ]
    assert done(state, put("place", "Road", CAT)).troubles == ()
    # only how things stand at the end counts
    assert done(state, put("place", "Forest", CAT), put("place", "Road", BEN)).troubles == ()


def test_a_condition_without_a_sentence_is_told_itself():
    plan = done(with_place(must=ALONE), put("place", "Forest", CAT))

    assert {each.sentence for each in plan.troubles} == {f"For Place this must hold: {ALONE}."}


def test_a_bound_by_formula_refuses_what_is_typed():
    state = with_gold(ceiling_formula="2 * heat", floor_formula="heat / 4")

    assert troubles(done(state, put("gold", "41", BEN))) == [
        (0, BEN, "refused", "Gold cannot be above 40: a change that would set it above 40 is refused.")
    ]
    assert troubles(done(state, put("gold", "4", BEN))) == [
        (0, BEN, "refused", "Gold cannot be below 5: a change that would set it below 5 is refused.")
    ]
    assert done(state, put("gold", "40", BEN)).troubles == ()


def test_a_gain_is_cut_to_what_fits_where_the_definition_says_so():
    plan = done(with_gold(ceiling_formula="2 * heat", above="set"), put("gold", "+90", BEN))

    (cut,) = plan.alterations
    assert (plan.troubles, cut.new, str(cut.note)) == (
        (),
        40,
        "set to 40: Gold cannot be above 40",
    )


def test_what_a_bound_is_made_of_cannot_be_taken_away_under_it():
    state = with_gold(ceiling_formula="2 * heat")

    assert troubles(done(state, put("heat", "9.5", CAT))) == [
        (0, CAT, "refused", "Gold cannot be above 19: a change that would set it above 19 is refused.")
    ]


def test_what_was_so_before_hinders_nothing_else():
    crowded = with_place(must=ALONE, why=ALONE_WHY)
    crowded = replace(crowded, cells={**crowded.cells, ("6", CAT): Cell(7, 9)})

    assert done(crowded, put("gold", "+1", ANN)).troubles == ()
    assert done(crowded, put("place", "Road", CAT)).troubles == ()
    assert done(crowded, put("place", "Forest", ANN)).troubles != ()


def test_who_insists_has_it_recorded_and_marked():
    plan = done(with_place(must=ALONE, why=ALONE_WHY), put("place", "Forest", CAT), insist=True)

    assert (plan.troubles, [each.refused for each in plan.alterations]) == ((), [ALONE_WHY])


def test_undoing_and_new_players_rows_are_looked_at_too():
    state = with_place(must=ALONE, why=ALONE_WHY)

    assert done(state, Restore("value", "6", CAT, 7)).troubles != ()
    two = {"must": "size(places) <= 2", "why": "Two places at most."}
    size = variable("5", "size", scope="row", table="1", **two)
    full = replace(state, variables={**state.variables, "5": size})
    plan = done(full, read_step({"do": "add-row", "path": "places", "name": "Inn"}))
    assert {each.sentence for each in plan.troubles} == {"Two places at most."}


def test_a_definition_that_not_all_meet_is_refused():
    step = read_step(
        {
            "do": "alter",
            "path": "gold",
            "definition": {
                "name": "Gold",
                "kind": "whole",
                "must": "players.sum(p, p.gold) <= 59",
                "why": "59.",
            },
        }
    )

    assert {each.sentence for each in done(game(), step).troubles} == {"59."}


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"must": "gold"}, "A condition is met or not, such as gold > 3; this is 10."),
        ({"must": "silver > 2"}, "Formulas here do not know “silver”."),
        ({"ceiling_formula": "silver"}, "Formulas here do not know “silver”."),
    ],
)
def test_formulas_that_mean_nothing_are_refused(parts, sentence):
    work = Working(with_gold(**parts), LAW, sees_everything, False, {}, False, {})

    assert refusal(check_formulas, work, work.state.variables["1"]).sentence == sentence


def test_nothing_is_looked_at_where_nothing_must_hold():
    work = Working(game(), LAW, sees_everything, False, {}, False, {})
    work.set_value(work.state.variables["1"], BEN, "999999")

    check_kept(work)

    assert (work.troubles, problem(work.state, work.state.variables["1"], BEN)) == ([], "")


PLACES = st.sampled_from(["Forest", "Road", "Inn", ""])


@given(st.lists(st.tuples(st.sampled_from([ANN, BEN, CAT]), PLACES), max_size=12))
def test_no_sequence_of_updates_puts_two_on_one_place(entries):
    inn = read_step({"do": "add-row", "path": "places", "name": "Inn"})
    state = done(with_place(must=ALONE, why=ALONE_WHY), inn).state
    for holder, place in entries:
        plan = done(state, put("place", place, holder))
        state = state if plan.troubles else plan.state
        places = [state.value(state.variables["6"], one) for one in (ANN, BEN, CAT)]
        taken = [each for each in places if each is not None]
        assert len(taken) == len(set(map(str, taken)))


@given(st.lists(st.tuples(st.sampled_from(["gold", "heat"]), st.integers(-40, 40)), max_size=12))
def test_no_sequence_of_updates_breaks_a_bound_by_formula(entries):
    state = with_gold(ceiling_formula="2 * heat", above="set")
    for path, change in entries:
        plan = done(state, put(path, f"{change:+d}", BEN))
        state = state if plan.troubles else plan.state
        gold, heat = (state.value(state.variables[key], BEN) for key in ("1", "2"))
        assert int(gold) <= 2 * float(heat)
