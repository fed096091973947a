"""What happens by itself, in the browser and for programs: declared, foreseen, done before anything is shown."""

from datetime import timedelta

import pytest
import time_machine

from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.queries.by_itself import forecast_now
from gamestate.services.clockwork import catch_up
from tests.blognomic.shown import words_shown
from tests.gamestate.services.test_clockwork import by_itself, happened, midnight
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables.table import declare as claim
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def players(clock):
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", default="5"), define("pot", scope="game", default="0"), by=alice, at=noon(1))
    return [alice, *others]


HARVEST = {
    "name": "Harvest",
    "frequency": "",
    "when": "each day",
    "hiatus": "waits",
    "place": "",
    "does": "for p in players: p.gold += 1",
}


def test_it_is_declared_foreseen_and_done_by_whoever_reads_first(players, clock):
    alice, *_ = players
    assert browser(alice).post("/gamestate/actions/new/", HARVEST)["Location"] == "/gamestate/actions/"
    assert LimitedAction.objects.get().place == 100
    page = text_of(browser().get("/gamestate/"))
    assert "What happens by itself next" in page and "Harvest" in page
    assert "Take it" not in text_of(browser(alice).get("/gamestate/actions/"))

    clock.move_to(noon(7))
    page = text_of(browser().get("/gamestate/"))
    assert shown("gold")["Bobby"] == "7"
    assert happened() == [("Harvest", midnight(6)), ("Harvest", midnight(7))]
    assert browser().get("/gamestate/").status_code == 200 and len(happened()) == 2


def test_a_page_that_was_kept_is_not_given_out_once_something_is_due(players, clock):
    alice, *_ = players
    by_itself(alice, "Rain", "every hour", at=noon(5), does="pot += 1")
    reader = browser()
    before = text_of(reader.get("/gamestate/"))
    assert text_of(reader.get("/gamestate/")) == before
    clock.move_to(noon(5) + timedelta(hours=1, seconds=1))

    assert ">1<" in text_of(reader.get("/gamestate/")).replace(" ", "").replace("\n", "")
    assert Update.objects.get(kind="upkeep").at == noon(5, hours=1)


def test_an_open_page_is_told_of_a_new_version(players, clock):
    alice, *_ = players
    by_itself(alice, "Rain", "every hour", at=noon(5), does="pot += 1")
    version = browser().get("/live/version/?seen=0").json()["version"]
    assert browser().get(f"/live/version/?seen={version}").status_code == 204
    clock.move_to(noon(5) + timedelta(hours=1, seconds=1))

    assert browser().get(f"/live/version/?seen={version}").json()["version"] > version
    assert happened() == [("Rain", noon(5, hours=1))]


def test_what_asks_something_waits_for_the_emperor(players, clock):
    alice, bobby, *_ = players
    by_itself(alice, "Gift", "each day", at=noon(5), asks="to_whom: player", does="to_whom.gold += 10")
    clock.move_to(noon(6))
    page = text_of(browser(alice).get("/gamestate/actions/"))
    (due,) = Occurrence.objects.filter(state="asks")
    path = f"/gamestate/actions/due/{due.pk}/"
    assert path in page

    assert browser(bobby).get(path).status_code == 403
    assert '<option value="Carol">' in text_of(browser(alice).get(path))
    assert browser(alice).post(path, {"answer-to_whom": "Nobody"}).status_code == 400
    assert browser(alice).post(path, {"answer-to_whom": "Carol"})["Location"].startswith("/gamestate/log/")
    assert shown("gold")["Carol"] == "15"
    assert browser(alice).post(path, {"answer-to_whom": "Carol"}).status_code == 409
    assert Update.objects.get(kind="upkeep").by == alice


def test_it_is_paused_with_a_reason_and_resumed(players, clock):
    alice, *_ = players
    action = by_itself(alice, "Harvest", "each day", at=noon(5), does="pot += 1")
    path = f"/gamestate/actions/{action.pk}"
    assert browser(alice).post(f"{path}/pause/", {"why": ""}).status_code == 400
    browser(alice).post(f"{path}/pause/", {"why": "The rule says otherwise"})
    clock.move_to(noon(8))
    page = text_of(browser().get("/gamestate/actions/"))
    assert "Paused: The rule says otherwise" in page and not happened()
    browser(alice).post(f"{path}/resume/")
    clock.move_to(noon(9))
    browser().get("/")
    assert happened() == [("Harvest", midnight(9))]


def test_the_next_time_of_each_stands_below_the_values(players, clock):
    alice, *_ = players
    by_itself(alice, "Rain", "every hour", at=noon(5), does="pot += 1")
    by_itself(alice, "Harvest", "each day", at=noon(5), does="pot += 1")

    page = text_of(browser().get("/gamestate/"))
    assert page.count("#action-") == 2
    assert page.index("of-the-game") < page.index("What happens by itself next") < page.index("tracker-foot")


def test_programs_read_the_forecast(players, clock):
    alice, *_ = players
    by_itself(alice, "Second", "each day", at=noon(5), does="pot += 1")
    by_itself(
        alice, "First", "each day", at=noon(5), place=1, needs="pot > 0 -- The pot is empty.", does="pot = 0"
    )

    rows = browser().get("/api/v1/actions/forecast").json()
    assert [(one["name"], one["why_not"]) for one in rows[:4]] == [
        ("First", "The pot is empty."), ("Second", ""), ("First", ""), ("Second", ""),
    ]  # fmt: skip
    (first, _second) = browser().get("/api/v1/actions/by-itself").json()
    assert (first["name"], first["timing"], first["place"], first["waits"]) == ("First", "each day", 1, False)


def test_what_is_foreseen_is_what_then_happens(players):
    alice, *_ = players
    by_itself(
        alice, "Grow", "every 5 hours", at=noon(5), does="for p in players: p.gold += floor(p.gold / 2)"
    )
    by_itself(
        alice,
        "Tax",
        "when players.sum(p, p.gold) > 60",
        at=noon(5),
        does="for p in players: p.gold -= 6\npot += 1",
    )
    by_itself(alice, "Feast", "2 hours after pot == 1", at=noon(5), does="pot = 0")
    by_itself(alice, "Rest", "every 5 hours", at=noon(5), needs="pot == 1", does="pot = 2")

    forecasts = [one for one in forecast_now(None) if one.plan is not None]
    catch_up(leave=GIVEN, at=forecasts[-1].at)

    assert [(one.action.name, one.at) for one in forecasts] == happened()
    values = [{(int(each.id), each.holder): each.new for each in one.plan.alterations} for one in forecasts]
    logged = [
        {
            (each.variable_id, f"player:{each.player_id}" if each.player_id else "game"): each.new
            for each in made.entries.all()
        }
        for made in Update.objects.filter(kind="upkeep").order_by("pk")
    ]
    assert values == logged and len(values) >= 3


def foreseen() -> str:
    """What the page of the values says of what happens by itself."""
    page = words_shown(text_of(browser().get("/gamestate/")))
    return page.partition("What happens by itself next")[2].partition("Download")[0]


@pytest.mark.parametrize(
    ("hiatus", "shown", "hidden"),
    [
        ("waits", "when the game goes on", "9 March 2026, 00:00 UTC"),
        ("lapses", "unless the game still stands still", "when the game goes on"),
        ("goes", "9 March 2026, 00:00 UTC", "the game"),
    ],
)
def test_while_the_game_stands_still_what_waits_names_no_instant(players, clock, hiatus, shown, hidden):
    alice, bobby, *_ = players
    by_itself(alice, "Harvest", "each day", at=noon(5), hiatus=hiatus, does="pot += 1")
    clock.move_to(noon(6))
    browser().get("/")
    assert "9 March 2026, 00:00 UTC" in foreseen()
    claim(bobby, noon(6))
    page = foreseen()
    assert shown in page and hidden not in page, page
