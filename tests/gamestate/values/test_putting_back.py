"""Undoing: what an entry of the log found is put back, or refused where something else stands there."""

import pytest

from gamestate.values.planning import work_out
from gamestate.values.state import State
from gamestate.values.steps import Restore, Step

from .a_game import BEN, LAW, game, put


def there_and_back(*steps: Step) -> State:
    """How things stand once an act is done and all its alterations are undone."""
    before = game()
    plan = work_out(before, steps, tracker=LAW)
    undo = [Restore(each.about, each.id, each.holder, each.old) for each in reversed(plan.alterations)]
    undone = work_out(plan.state, undo, tracker=LAW, shelf=shelf_of(before))
    assert [each.sentence for each in undone.troubles] == []
    return undone.state


def shelf_of(state: State) -> dict:
    kinds = {"variable": state.variables, "table": state.tables, "row": state.rows, "page": state.pages}
    return {(about, key): one for about, some in kinds.items() for key, one in some.items()}


@pytest.mark.parametrize(
    "steps",
    [
        [put("gold", "+5", BEN), put("pot", "*2", "game")],
        [Step("retire", "gold")],
        [Step("retire-row", "places", ("row=Road",))],
        [Step("retire", "place"), Step("retire-table", "places")],
        [Step("retire-page", "map")],
        [Step("page", "map", name="Chart", to="There")],
        [Step("alter-row", "places", ("row=Road",), name="Lane")],
        [Step("add-row", "places", name="Hill")],
    ],
)
def test_what_was_done_is_undone(steps):
    before, after = game(), there_and_back(*steps)
    assert dict(after.variables) == dict(before.variables)
    assert (after.tables, after.rows, after.pages) == (before.tables, before.rows, before.pages)
    assert {key: cell.value for key, cell in after.cells.items() if cell.value is not None} == {
        key: cell.value for key, cell in before.cells.items()
    }


@pytest.mark.parametrize(
    ("step", "again", "sentence"),
    [
        (
            Step("retire-row", "places", ("row=Road",)),
            Step("add-row", "places", name="ROAD"),
            "There is a new row called “Road” now.",
        ),
        (
            Step("retire-page", "map"),
            Step("page", "map", name="Map", to=""),
            "There is a new page called “map” now.",
        ),
    ],
)
def test_nothing_comes_back_over_what_has_taken_its_place(step, again, sentence):
    before = game()
    plan = work_out(before, [step], tracker=LAW)
    (gone,) = [each for each in plan.alterations if each.about in ("row", "page")]
    state = work_out(plan.state, [again], tracker=LAW).state
    undone = work_out(
        state, [Restore(gone.about, gone.id, "", gone.old)], tracker=LAW, shelf=shelf_of(before)
    )
    assert [each.sentence for each in undone.troubles] == [sentence]


@pytest.mark.parametrize("about", ["value", "variable", "table", "row", "page"])
def test_what_nobody_kept_cannot_be_brought_back(about):
    definition = {"name": "X", "kind": "whole"} if about in ("variable", "table") else {}
    undone = work_out(game(), [Restore(about, "99", "", definition)], tracker=LAW)
    assert [each.kind for each in undone.troubles] == ["wrong"]
    assert undone.alterations == ()
