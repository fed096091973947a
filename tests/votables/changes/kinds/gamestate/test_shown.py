"""What one step of the tracker does, as pages of matters show it."""

import pytest

from gamestate.queries.snapshot import state_now
from gamestate.values.steps import read_step
from ruleset.law import load
from tests.gamestate.tracker import define, put, track, whose
from tests.votables.table import noon, seat
from votables.changes.kinds.gamestate.shown import LONG, ShownSteps, ShownValue, shown_tracking, whole_page
from votables.changes.kinds.gamestate.steps import carry_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("gold", to="5"),
        define("motto", "text", scope="game", to="Honk"),
        define("plots", to="9", audience="emperor"),
        by=players[0],
        at=noon(1),
    )
    return players, state_now(pages=True)


def shown(state, step) -> ShownSteps:
    return shown_tracking(step, carry_out([step], state, tracker=load("ruleset-211").tracker, first=0), "So")


def test_a_step_that_does_not_fit_shows_what_it_says_alone(game):
    players, _ = game
    assert shown_tracking(put("gold", "7", *whose(players[1])), None, "Gold 7") == ShownSteps("Gold 7")


def test_values_are_shown_with_whose_they_are_before_and_after(game):
    players, state = game
    effect = shown(state, put("gold", "+2", *whose(players[1], players[2])))
    assert effect.values == [ShownValue("Gold", name, "5", "7") for name in ("Bobby", "Carol")]
    assert (effect.said, effect.changes_nothing, effect.is_long) == ("So", False, False)
    assert shown(state, put("gold", "5", *whose(players[1]))).changes_nothing


def test_a_long_text_is_shown_cut_off(game):
    _, state = game
    (value,) = shown(state, put("motto", "x" * (LONG + 1))).values
    assert (value.old, len(value.new), value.new[-1]) == ("Honk", LONG, "…")


def test_a_hidden_value_is_not_in_what_is_shown_of_its_revealing(game):
    _, state = game
    effect = shown(state, read_step({"do": "reveal", "path": "plots"}))
    assert {(one.old, one.new, str(one.note)) for one in effect.values} == {
        ("hidden", "hidden", "everybody sees it once this is enacted")
    }


def test_definitions_that_come_and_go_are_told_in_words(game):
    _, state = game
    (comes,) = shown(state, define("luck", default="3")).definitions
    assert (comes.name, comes.old) == ("Luck", [])
    assert comes.new[:2] == ["for each player", "whole number"]
    (goes,) = shown(state, read_step({"do": "retire", "path": "gold"})).definitions
    assert (goes.name, goes.new) == ("Gold", [])
    assert goes.old[:2] == ["for each player", "whole number"]


def test_a_page_is_shown_by_the_words_that_come_and_go(game):
    _, state = game
    effect = shown(state, read_step({"do": "page", "path": "map", "name": "Map", "to": "A <b>lake</b>."}))
    assert "A &lt;b&gt;lake&lt;/b&gt;." in effect.page
    assert whole_page("Map", "A lake.") == "# Map\n\nA lake."
