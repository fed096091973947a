"""What steps do to a state: whole plans, and what holds for any steps."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gamestate.values.planning import work_out
from gamestate.values.state import Cell
from gamestate.values.steps import Restore, Step

from .a_game import ANN, BEN, CAT, LAW, game


def test_steps_worked_out_apart_call_new_things_by_other_names():
    row = Step("add-row", "places", name="Hill")
    one = work_out(game(), [row], tracker=LAW, first=300)
    two = work_out(one.state, [Step("add-row", "places", name="Lake")], tracker=LAW, first=301)
    assert [each.name for each in two.state.rows_of("1")] == ["Forest", "Road", "Hill", "Lake"]
    assert {"new-300", "new-301"} <= set(two.state.rows)


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
    values = {(each.id, each.holder): each.new for each in plan.alterations}
    for target in before.cells.keys() | plan.state.cells.keys():
        old = before.cells.get(target, Cell()).value
        new = plan.state.cells.get(target, Cell()).value
        assert values.get(target, old) == new
    back = [Restore("value", each.id, each.holder, each.old) for each in plan.alterations]
    undone = work_out(plan.state, back, tracker=LAW)
    for target in undone.state.cells:
        assert undone.state.cells[target].value == before.cells.get(target, Cell()).value
