"""The form of one step of the tracker that is no definition."""

import pytest

from gamestate.queries.snapshot import state_now
from tests.gamestate.tracker import define, track
from tests.votables.table import noon, seat
from votables.changes.kinds.gamestate.forms import StepForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def state():
    alice, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", to="5"), define("heat", scope="game", to="1"), by=alice, at=noon(1))
    return state_now(pages=True)


@pytest.mark.parametrize(
    ("do", "path", "fields"),
    [
        ("set", "gold", ["of", "to"]),
        ("reset", "gold", ["of"]),
        ("page", "", ["name", "key", "to"]),
        ("retire", "gold", []),
    ],
)
def test_only_what_a_step_says_is_asked_for(state, do, path, fields):
    assert list(StepForm(do=do, path=path, state=state).fields) == fields


def test_groups_come_before_people_and_what_is_the_games_is_nobodys(state):
    whose = StepForm(do="set", path="gold", state=state).fields["of"].choices
    assert [value for value, _ in whose][:4] == ["players", "subjects", "idle", "everyone"]
    assert [label for value, label in whose][4:] == ["Alice", "Bobby", "Carol", "David", "Ellen"]
    field = StepForm(do="set", path="heat", state=state).fields["of"]
    assert (field.widget.is_hidden, field.initial) == (True, ["game"])


def test_it_gives_the_step_with_line_ends_as_they_are_kept(state):
    form = StepForm({"key": "map", "name": "Map", "to": "Land.\r\nSea."}, do="page", path="", state=state)
    assert form.is_valid(), form.errors
    assert form.step() == {"do": "page", "path": "map", "to": "Land.\nSea.", "name": "Map"}


def test_a_number_is_needed_where_a_number_is_tracked(state):
    form = StepForm({"of": ["players"], "to": ""}, do="set", path="gold", state=state)
    assert list(form.errors) == ["to"]
