"""Tables that are drawn, in the browser: as a grid, a map, a track, cards; and a game on 25 squares."""

import re

import pytest
import time_machine

from gamestate.models import LimitedAction, Update, Variable
from gamestate.services.showing import show
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from tests.blognomic.api.programs import ask, token_of
from tests.blognomic.html import read
from tests.gamestate.browsers import browser, words
from tests.gamestate.test_private_pages import text_of
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db
NOW = noon(5)
LETTERS = "ABCDE"
SQUARES = [f"{letter}{number}" for letter in LETTERS for number in range(1, 6)]
ONE_EACH = "square == null || players.count(p, p.square == square) <= 1"
NEXT_TO_MINE = "where: squares among neighbours(square).filter(s, !players.exists(p, p.square == s))"


@pytest.fixture
def players():
    with time_machine.travel(NOW, tick=False):
        yield seat("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def squares(players):
    """25 squares, one for each, made in the forms that the emperor has; Bobby on B2, Carol on C2."""
    alice, bobby, carol, *_ = players
    emperor = browser(alice)
    made = {"name": "Squares", "key": "squares", "look": "grid", "across": "5", "rows": "\n".join(SQUARES)}
    assert emperor.post("/gamestate/new-table/", made).status_code == 302
    track(
        define("square", "row", refers="squares", blank=True, must=ONE_EACH, why="Somebody stands there."),
        by=alice,
        at=noon(4),
    )
    move = {"name": "Walk", "frequency": "", "asks": NEXT_TO_MINE, "does": "square = where"}
    assert emperor.post("/gamestate/actions/new/", move).status_code == 302
    for player, name in ((bobby, "B2"), (carol, "C2")):
        update(leave=GIVEN, by=player, at=noon(4), steps=[put("square", name, *whose(player))])
    return LimitedAction.objects.get()


def places(page: str) -> dict[str, str]:
    """The places of the board by name, each with where it leads ("" for nowhere)."""
    assert read(page).faults == []
    drawn = re.findall(r"<(a|g) (?:href=\"([^\"]*)\" )?[^>]*?aria-label=\"([^\"]*)\"", page)
    return {name: href for _tag, href, name in drawn}


def test_25_squares_are_walked_on_by_page_and_program_and_hold_one_each(players, squares):
    _alice, bobby, carol, *_ = players
    take = f"/gamestate/actions/{squares.pk}/take/"
    page = text_of(browser(bobby).get(take))
    led = {name: href for name, href in places(page).items() if href}
    assert set(led) == {"A2", "B1", "B3"}  # C2 is Carol's
    assert places(page)["B2: Bobby"] == "" and places(page)["C2: Carol"] == ""

    page = text_of(
        browser(bobby).get(f"{take}{led['B3']}")
    )  # without a script, a click opens the form with it
    assert re.search(r'<input[^>]*type="radio"[^>]*value="B3"[^>]*checked', page)
    assert browser(bobby).post(take, {"answer-where": "B3", "act": "take"}).status_code == 302
    refused = browser(bobby).post(take, {"answer-where": "E5", "act": "take"})
    assert refused.status_code == 400 and shown("square")["Bobby"] == "B3"

    path, program = f"/actions/{squares.pk}/take", token_of(carol, at=NOW)
    assert ask("POST", path, {"answers": {"where": "B2"}}, token=program).status_code == 201
    assert ask("POST", path, {"answers": {"where": "B3"}}, token=program).status_code == 400
    assert {name: shown("square")[name] for name in ("Bobby", "Carol")} == {"Bobby": "B3", "Carol": "B2"}

    before = Update.objects.count()
    field = {f"{Variable.objects.get(key='square').pk}/player:{bobby.pk}@": "B2"}
    by_hand = browser(bobby).post("/gamestate/edit/", field | {"act": "save"})
    assert (by_hand.status_code != 302, Update.objects.count()) == (True, before)


def test_the_page_of_a_table_draws_it_with_everybody_who_stands_there(players, squares):
    drawn = places(text_of(browser().get("/gamestate/tables/squares/")))
    assert len(drawn) >= 25
    assert [name for name in drawn if ":" in name] == ["B2: Bobby", "C2: Carol"]
    page = text_of(browser().get("/gamestate/tables/squares/"))
    assert all(f'id="{href[1:]}"' in page for href in drawn.values() if href.startswith("#row-"))


def drawn_as(players, **look: object) -> None:
    """Three towns drawn so, with how far right and down they are, and the roads from them."""
    made = read_step({"do": "define-table", "path": "towns", "definition": {"name": "Towns", **look}})
    track(
        made,
        *table("towns", "York", "Bath", "Ely")[1:],
        define("towns.right", floor=None),
        define("towns.down", floor=None),
        define("towns.roads", "texts"),
        define("town", "row", refers="towns", blank=True),
        by=players[0],
        at=noon(4),
    )

    for town, right, down, roads in (
        ("York", "0", "0", "Bath"),
        ("Bath", "3", "2", ""),
        ("Ely", "1", "2", "York"),
    ):
        steps = [put("towns.right", right, f"row={town}"), put("towns.down", down, f"row={town}")]
        steps.append(put("towns.roads", roads, f"row={town}"))
        update(leave=GIVEN, by=players[0], at=noon(4), steps=steps)
    update(leave=GIVEN, by=players[1], at=noon(4), steps=[put("town", "Bath", *whose(players[1]))])


@pytest.mark.parametrize(
    ("look", "lines"),
    [
        ({"look": "map", "x": "right", "y": "down", "links": "roads"}, 2),
        ({"look": "track"}, 2),
        ({"look": "cards", "across": 2}, 0),
        ({"look": "grid", "across": 2}, 0),
    ],
)
def test_each_look_draws_every_row_once_and_its_connections(players, look, lines):
    drawn_as(players, **look)
    page = text_of(browser().get("/gamestate/tables/towns/"))
    assert {"York", "Bath: Bobby", "Ely"} <= set(places(page))
    assert page.count('class="c-way"') == lines


def test_who_stands_where_in_secret_is_drawn_for_whom_it_is_shown_alone(players):
    alice, bobby, carol, *_ = players
    drawn_as(players, look="track")
    track(define("lair", "row", refers="towns", blank=True, audience="emperor"), by=alice, at=noon(4))

    update(leave=GIVEN, by=alice, at=noon(4), steps=[put("lair", "York", *whose(carol))])
    path = "/gamestate/tables/towns/"
    assert "York: Carol" in places(text_of(browser(alice).get(path)))
    for viewer in (bobby, carol, None):
        assert "York" in places(text_of(browser(viewer).get(path) if viewer else browser().get(path)))
    show(leave=GIVEN, variable=Variable.objects.get(key="lair"), to=bobby, by=alice, at=NOW)
    assert "York: Carol" in places(text_of(browser(bobby).get(path)))


def test_a_table_without_a_look_or_rows_is_a_table_alone(players):
    track(*table("towns", "York"), by=players[0], at=noon(4))
    assert "chart-board" not in text_of(browser().get("/gamestate/tables/towns/"))
    empty = read_step(
        {"do": "define-table", "path": "ports", "definition": {"name": "Ports", "look": "track"}}
    )
    track(empty, by=players[0], at=noon(4))
    page = browser().get("/gamestate/tables/ports/")
    assert "chart-board" not in text_of(page) and "It has no rows yet" in words(page)


def test_a_map_without_places_is_refused_in_the_form(players):
    emperor = browser(players[0])
    made = {"name": "Towns", "key": "towns", "look": "map"}
    response = emperor.post("/gamestate/new-table/", made)
    assert response.status_code == 400
    assert "A map needs the columns that say where a row is." in words(response)
