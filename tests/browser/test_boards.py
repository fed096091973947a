"""A game on 25 squares, one each, played on the board: at a desk, on a phone, without scripts, by keys."""

import pytest

from gamestate.services.acting import declare
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon

from .hand import expect
from .playing import PHONE, Tab

ONE_EACH = "square == null || players.count(p, p.square == square) <= 1"
FREE = "where: squares among neighbours(square).filter(s, !players.exists(p, p.square == s))"


@pytest.fixture
def take(five, clock) -> str:
    """Where Bobby, on B2, walks one square further; Carol stands on C2."""
    alice, bobby, carol, *_ = five
    drawn = {"name": "Squares", "look": "grid", "across": 5}
    track(
        read_step({"do": "define-table", "path": "squares", "definition": drawn}),
        *table("squares", *(f"{letter}{number}" for letter in "ABCDE" for number in range(1, 6)))[1:],
        define("square", "row", refers="squares", blank=True, must=ONE_EACH),
        by=alice,
        at=noon(0),
    )
    for player, name in ((bobby, "B2"), (carol, "C2")):
        update(leave=GIVEN, by=player, at=noon(0), steps=[put("square", name, *whose(player))])
    lines = {"asks": FREE, "does": "square = where"}
    walk = declare(leave=GIVEN, by=alice, at=noon(0), name="Walk", frequency="", lines=lines)
    return f"/gamestate/actions/{walk.pk}/take/"


def walked(window: Tab) -> str:
    window.press("Take it", within="main").says("Walk")
    return shown("square")["Bobby"]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "how", [{}, PHONE, {"java_script_enabled": False}], ids=["desk", "phone", "no scripts"]
)
def test_a_place_is_chosen_by_a_click_on_the_board(five, tab, take, how):
    window = tab("Bobby", take, **how).fits()
    expect(window.page.locator(".drawn-table a")).to_have_count(3)
    window.follow("B3", within=".drawn-table").fits()
    expect(window.page.locator("input[type=radio][value=B3]")).to_be_checked()
    expect(window.page.locator(".drawn-table .c-chosen")).to_have_count(1)
    assert walked(window) == "B3"
    board = window.go("/gamestate/tables/squares/").fits().page.locator(".drawn-table")
    expect(board.get_by_role("link", name="B3: Bobby", exact=True)).to_be_visible()


@pytest.mark.sweep
def test_a_place_is_chosen_by_the_keyboard_and_shows_the_focus(five, tab, take):
    window = tab("Bobby", take)
    window.tab_to("A2", "Enter", role="link")
    expect(window.page.locator("input[type=radio][value=A2]")).to_be_checked()
    assert walked(window) == "A2"
