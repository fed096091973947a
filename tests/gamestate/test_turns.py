"""Turns, with one of three actions a day, played through pages and by program: whose turn it is, what ends it, who is
skipped, and who comes back."""

import re
from datetime import timedelta

import pytest
import time_machine

from gamestate.models import LimitedAction
from gamestate.services.updating import update
from players.models import Notice
from players.notices.notice_kinds import Kind
from tests.blognomic.api.programs import ask, token_of
from tests.gamestate.services.test_clockwork import happened
from tests.gamestate.test_private_pages import browser, text_of
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.players.telling_kinds import tells
from tests.votables.table import declare as claim
from tests.votables.table import noon, seat, write
from votables.services import resolving, roster

pytestmark = pytest.mark.django_db

MINE = "turn == me -- It is not your turn."
MOVES = [
    {"name": "Dig", "does": "gold += 2"},
    {"name": "Trade", "costs": "gold: 1", "does": "silver += 3"},
    {"name": "Train", "does": "strength += 1"},
]
A_DAY = {"frequency": "daily", "limit": "of-the-day", "needs": MINE}
PASS = {"name": "Pass", "frequency": "", "needs": MINE, "does": "next turn"}
TIME_IS_UP = {
    "name": "Time is up",
    "timing": "24 hours after turn changes",
    "hiatus": "stops",
    "lines": {"does": "next turn"},
}
ABSENT = {
    "name": "Whose turn it is has gone",
    "timing": "when a player goes idle",
    "lines": {"needs": "turn == who", "does": "next turn"},
}


@pytest.fixture
def clock():
    with time_machine.travel(noon(5), tick=False) as traveller:
        yield traveller


@pytest.fixture
def island(clock):
    """Alice, the emperor and an admin, who keeps her distance, and five who play: Bobby to Frank."""
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen", "Frank")
    track(
        define("turn", "player", scope="game", blank=True),
        *(
            define(key, default=default)
            for key, default in {"gold": "5", "silver": "0", "strength": "0"}.items()
        ),
        define("points", default="0"),
        define("skips", default="0"),
        by=alice,
        at=noon(1),
    )
    return alice, *others


def declare(alice, *forms, programs=()) -> None:
    """Declare actions, by page and by program."""
    for sent in forms:
        response = browser(alice).post("/gamestate/actions/new/", sent)
        assert response.status_code == 302, text_of(response)
    program = token_of(alice, at=noon(5))
    for sent in programs:
        answer = ask("POST", "/actions", {"frequency": "", **sent}, token=program)
        assert answer.status_code == 201, answer.content


def give_turn(alice, player) -> None:
    update(leave=GIVEN, by=alice, at=noon(5), steps=[put("turn", player.name)])


def take(player, name: str) -> str:
    """A player presses the button of an action; what the page says that stops it, "" where nothing does."""
    action = LimitedAction.objects.get(name=name)
    response = browser(player).post(f"/gamestate/actions/{action.pk}/take/", {"act": "take"})
    return "" if response.status_code == 302 else text_of(response)


def panel(player) -> str:
    """What the page of the gamestate says of whose turn it is."""
    page = text_of(browser(player).get("/gamestate/"))
    section = page.partition('id="turns-title"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", "", section.partition(">")[2]).split())


def told(player) -> list[tuple[str, bool]]:
    """What a player was told of turns, and whether they have still to read it."""
    notices = Notice.objects.filter(to=player, kind="turn").order_by("pk")
    return [(str(one.sentence), one.read_at is None) for one in notices]


def turns() -> list[tuple[str, str, str | None]]:
    return [
        (one["path"], one["player"]["name"], one["ends_at"])
        for one in ask("GET", "/gamestate").json()["turns"]
    ]


def test_one_of_three_actions_a_day_and_the_turn_goes_on(island, clock):
    alice, bobby, carol, david, *_ = island
    declare(alice, *({**one, **A_DAY} for one in MOVES), PASS)
    assert panel(bobby) == "" and turns() == []  # it is nobody's turn yet
    give_turn(bobby, bobby)
    assert panel(bobby) == "Whose turn it is Turn: it is your turn"
    assert panel(carol) == "Whose turn it is Turn: Bobby"
    assert (turns(), told(bobby)) == ([("turn", "Bobby", None)], [])  # he did it himself

    assert "It is not your turn." in take(carol, "Dig")
    assert take(bobby, "Dig") == ""
    assert "You took Dig at" in take(bobby, "Trade")
    page = text_of(browser(bobby).get("/gamestate/"))
    assert "which shares its limit with Train" in page.partition("What you can do now")[2]
    assert (shown("gold")["Bobby"], shown("silver")["Bobby"]) == ("7", "0")

    assert take(bobby, "Pass") == ""
    assert turns() == [("turn", "Carol", None)]
    assert told(carol) == [("It is your turn: Turn", True)]
    assert take(carol, "Trade") == "" and take(carol, "Pass") == ""
    assert told(carol) == [("It is your turn: Turn", False)]
    assert told(david) == [("It is your turn: Turn", True)]
    assert "It is not your turn." in take(carol, "Pass")
    clock.move_to(noon(6))
    assert take(david, "Train") == ""
    assert (shown("silver")["Carol"], shown("strength")["David"]) == ("3", "1")


@tells(Kind.TURN)
def test_a_turn_ends_by_itself_and_passes_those_who_are_not_there(island, clock):
    alice, bobby, carol, *_ = island
    declare(alice, PASS, programs=[TIME_IS_UP, ABSENT])
    give_turn(alice, bobby)
    assert "Ends by itself" in panel(carol)
    assert turns() == [("turn", "Bobby", "2026-03-08T12:00:00Z")]

    clock.move_to(noon(6, hours=3))
    assert turns() == [("turn", "Carol", "2026-03-09T12:00:00Z")]  # to the minute, though nobody was there
    assert told(bobby) == [("It is your turn: Turn", False)]
    write(carol, noon(6, hours=2), asks="idle")
    roster.idle(player=carol, by=alice, at=noon(6, hours=3))
    assert turns() == [("turn", "David", "2026-03-09T15:00:00Z")]
    assert [name for name, _at in happened()] == ["Time is up", "Whose turn it is has gone"]

    clock.move_to(noon(10, hours=4))  # David, Ellen, Frank, Bobby, and past Carol
    assert turns()[0][1] == "David"
    write(carol, noon(10, hours=5), asks="unidle")
    roster.unidle(player=carol, by=alice, at=noon(11))
    clock.move_to(noon(13, hours=4))
    assert [turns()[0][1], shown("turn")["the game"]] == ["Bobby", "Bobby"]
    assert take(bobby, "Pass") == ""
    assert turns()[0][1] == "Carol"  # who has her old place again


def test_nobody_is_told_when_a_clock_ends_that_stands_still(island, clock):
    alice, bobby, carol, *_ = island
    declare(alice, PASS, programs=[TIME_IS_UP])
    give_turn(alice, bobby)

    def forecast_times() -> list[str]:
        return [one["at"] for one in ask("GET", "/actions/forecast").json()]

    assert (turns()[0][2], forecast_times()[:1]) == ("2026-03-08T12:00:00Z", ["2026-03-08T12:00:00Z"])
    clock.move_to(noon(5, hours=6))
    victory = claim(carol, noon(5, hours=6))
    for instant in (noon(5, hours=7), noon(8)):
        clock.move_to(instant)
        assert panel(carol) == "Whose turn it is Turn: Bobby. Its clock stands still with the game."
        assert (turns(), forecast_times()) == ([("turn", "Bobby", None)], [])
        page = text_of(browser(carol).get("/gamestate/actions/"))
        assert "Waits until the game goes on." in page
    resolving.resolve_against_verdict(post=victory, to="failed", by=alice, at=noon(8), reason="Not yet")
    clock.move_to(noon(8, hours=1))
    ends_at = "2026-03-11T06:00:00Z"  # 18 hours were left
    assert (turns()[0][2], forecast_times()[:1]) == (ends_at, [ends_at])
    assert "Ends by itself" in panel(carol)
    clock.move_to(noon(8, hours=18))
    assert turns()[0][1] == "Carol"


def test_whoever_is_to_be_skipped_is_and_comes_next_time(island, clock):
    alice, bobby, carol, *_ = island
    skipping = "next turn in players.filter(p, p.skips == 0)\nfor p in players: p.skips = 0"
    declare(alice, {**PASS, "does": skipping})
    give_turn(alice, bobby)
    update(leave=GIVEN, by=alice, at=noon(5), steps=[put("skips", "1", *whose(bobby, carol))])

    order = []
    for _turn in range(6):
        order.append(shown("turn")["the game"])
        assert take(next(one for one in island if one.name == order[-1]), "Pass") == ""
    assert order == ["Bobby", "David", "Ellen", "Frank", "Bobby", "Carol"]


def test_several_moves_share_points_and_a_turn_ends_with_them(island, clock):
    alice, bobby, carol, david, *_ = island
    declare(
        alice,
        {"name": "Walk", "frequency": "", "needs": MINE, "costs": "points: 1", "does": "strength += 1"},
        {"name": "Build", "frequency": "", "needs": MINE, "costs": "points: 2", "does": "silver += 1"},
        {**PASS, "does": "next turn\nturn.points = 3"},
        programs=[
            {
                "name": "All is spent",
                "timing": "when turn.points == 0",
                "lines": {"does": "next turn\nturn.points = 3"},
            }
        ],
    )
    update(leave=GIVEN, by=alice, at=noon(5), steps=[put("points", "3", *whose(bobby)), put("turn", "Bobby")])
    assert take(bobby, "Pass") == ""
    assert (turns()[0][1], shown("points")["Carol"]) == ("Carol", "3")
    assert take(carol, "Build") == ""
    assert "This costs 2 Points, and you have 1." in take(carol, "Build")
    assert turns()[0][1] == "Carol"
    assert take(carol, "Walk") == ""
    assert (turns()[0][1], shown("points")["Carol"], shown("points")["David"]) == ("David", "0", "3")
    assert happened()[-1] == ("All is spent", noon(5))
    assert take(david, "Pass") == ""  # with points left
    assert (turns()[0][1], shown("points")["David"], shown("points")["Ellen"]) == ("Ellen", "3", "3")


def test_undoing_a_pass_gives_the_turn_back_and_says_so(island, clock):
    alice, bobby, carol, *_ = island
    declare(alice, PASS)
    give_turn(bobby, bobby)
    assert take(bobby, "Pass") == ""
    clock.move_to(noon(5) + timedelta(minutes=1))
    last = LimitedAction.objects.get(name="Pass").takings.get().update
    undone = browser(carol).post(f"/gamestate/undo/?update={last.pk}", {"why": "Too early"})
    assert undone.status_code == 302
    assert turns()[0][1] == "Bobby"
    assert (told(bobby), told(carol)) == (
        [("It is your turn: Turn", True)],
        [("It is your turn: Turn", False)],
    )


def test_a_turn_that_is_hidden_is_shown_and_told_to_nobody(island, clock):
    alice, bobby, carol, *_ = island
    track(define("killer", "player", scope="game", blank=True, audience="emperor"), by=alice, at=noon(1))
    declare(alice, {"name": "Night", "frequency": "", "does": "next killer"})
    update(leave=GIVEN, by=alice, at=noon(5), steps=[put("killer", "Bobby")])

    assert (panel(carol), turns(), told(bobby)) == ("", [], [])
    assert panel(alice) == "Whose turn it is Killer: Bobby"
