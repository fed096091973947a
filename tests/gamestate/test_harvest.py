"""A weekly harvest of which some rots, played through pages and by program: it comes by itself, as the victory does."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from gamestate.models import LimitedAction, Update
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.services.test_clockwork import happened
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, shown, track
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

HARVEST = {
    "name": "Harvest",
    "frequency": "",
    "when": "every Monday at 00:00",
    "hiatus": "waits",
    "place": "",
    "does": "for p in players: p.grain = floor(p.grain * 9 / 10) + 10 * p.fields",
}
VICTORY = {
    "name": "Somebody’s barn is full",
    "timing": "when players.exists(p, p.grain >= 100)",
    "lines": {"does": "winners = players.filter(p, p.grain >= 100)"},
}
PLOUGH = {"name": "Plough a field", "frequency": "", "costs": "grain: 10", "does": "fields += 1"}
MONDAYS = [datetime(2026, 3, 9, tzinfo=UTC) + timedelta(weeks=weeks) for weeks in range(6)]


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def village(clock):
    """Alice, the emperor, and four others with two fields each; the rules' actions, declared by page and program."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(
        define("grain", default="0"),
        define("fields", default="2"),
        define("winners", "players", scope="game", blank=True),
        by=alice,
        at=noon(1),
    )
    for sent in (HARVEST, PLOUGH):
        response = browser(alice).post("/gamestate/actions/new/", sent)
        assert response.status_code == 302, text_of(response)
    program = token_of(alice, at=noon(5))
    assert ask("POST", "/actions", VICTORY, token=program).status_code == 201
    return alice, *others


def plough(player) -> int:
    """A player buys a field; answers how the page answers."""
    take = f"/gamestate/actions/{LimitedAction.objects.get(name=PLOUGH['name']).pk}/take/"
    return browser(player).post(take, {"act": "take"}).status_code


def grain(weeks: int, *, had: int, fields: int) -> int:
    """How much somebody has after so many harvests."""
    for _ in range(weeks):
        had = had * 9 // 10 + 10 * fields
    return had


def forecast_times() -> list[tuple[str, datetime]]:
    return [
        (one["name"], datetime.fromisoformat(one["at"])) for one in ask("GET", "/actions/forecast").json()
    ]


def test_a_harvest_and_a_victory_come_at_their_instants_though_nobody_is_there(village, clock):
    _alice, bobby, *_ = village
    assert plough(bobby) != 302  # nothing is harvested yet
    clock.move_to(MONDAYS[0] + timedelta(days=1))
    assert plough(bobby) == 302
    assert (shown("grain")["Bobby"], shown("fields")["Bobby"]) == ("10", "3")
    assert (shown("grain")["Carol"], happened()) == ("20", [("Harvest", MONDAYS[0])])

    to_come = [*(("Harvest", monday) for monday in MONDAYS[1:5]), (VICTORY["name"], MONDAYS[4])]
    assert forecast_times() == to_come
    page = text_of(browser().get("/gamestate/"))
    assert VICTORY["name"] in page.split("What happens by itself next")[1]

    clock.move_to(MONDAYS[4] + timedelta(days=2, hours=7))
    winners = re.search(
        r">Winners</a>\s*</dt>\s*<dd[^>]*>\s*(.*?)\s*</dd>", text_of(browser().get("/gamestate/"))
    )
    assert winners[1] == "Bobby"
    assert happened() == [("Harvest", MONDAYS[0]), *to_come]
    assert shown("grain")["Bobby"] == str(grain(4, had=10, fields=3)) == "109"
    assert shown("grain")["Carol"] == str(grain(4, had=20, fields=2)) == "81"
    announced, *harvests = ask("GET", "/gamestate/updates").json()["items"][:5]
    assert (announced["comment"], announced["at"], announced["changes"][0]["after"]) == (
        VICTORY["name"], "2026-04-06T00:00:00Z", ["Bobby"],
    )  # fmt: skip
    assert [one["at"] for one in harvests] == [f"{day:%Y-%m-%dT%XZ}" for day in reversed(MONDAYS[1:5])]
    assert text_of(browser().get("/gamestate/log/")).count(f">{VICTORY['name']}<") == 1

    # The barn stays full, which is announced once.
    clock.move_to(MONDAYS[5] + timedelta(hours=1))
    browser().get("/")
    assert happened()[-1] == ("Harvest", MONDAYS[5])
    assert [name for name, _at in happened()].count(VICTORY["name"]) == 1


def test_whoever_undoes_the_harvest_takes_back_the_victory_that_it_set_off(village, clock):
    _alice, bobby, *_ = village
    clock.move_to(MONDAYS[0] + timedelta(days=1))
    plough(bobby)
    clock.move_to(MONDAYS[4] + timedelta(hours=1))
    browser().get("/")
    last = Update.objects.filter(comment="Harvest").latest("pk")
    undone = browser(bobby).post(f"/gamestate/undo/?update={last.pk}", {"why": "It hailed"})
    assert undone.status_code == 302, text_of(undone)
    assert (shown("winners")["the game"], shown("grain")["Bobby"]) == ("", str(grain(3, had=10, fields=3)))
    clock.move_to(MONDAYS[5] + timedelta(hours=1))
    browser().get("/")
    assert happened()[-2:] == [("Harvest", MONDAYS[5]), (VICTORY["name"], MONDAYS[5])]
