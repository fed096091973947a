"""The leave to change the gamestate, as the docket gives it."""

from datetime import UTC, datetime, timedelta

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.leave import TRACKED, Act
from gamestate.models import Occurrence
from gamestate.services.clockwork import catch_up
from gamestate.services.updating import update
from tests.gamestate.services.test_clockwork import by_itself, happened
from tests.gamestate.tracker import define, put, shown, track
from tests.leaves import GIVEN
from tests.votables.table import Kind, declare, event, noon, seat
from votables.queries.judge_facts import docket_at
from votables.services import resolving
from votables.services.leave import BY_THE_LAW, ByTheLawOnPage, refuse_in_standstill

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    """The players of a game in which a declaration of victory is pending from noon of day 2 on."""
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    declare(players[1], noon(2))
    return players


def test_a_standstill_stops_dynastic_actions_and_nothing_else(players):
    for act in Act:
        BY_THE_LAW.check(act, by=players[2], at=noon(2, seconds=-1))
        if act is Act.DYNASTIC:
            with pytest.raises(RuleBroken) as stopped:
                BY_THE_LAW.check(act, by=players[2], at=noon(2))
            assert stopped.value.rule == "Victory and Ascension"
        else:
            BY_THE_LAW.check(act, by=players[2], at=noon(2))


def test_admins_and_the_emperor_define_even_while_the_game_stands_still(players):
    alice, bobby, *_ = players
    BY_THE_LAW.check(TRACKED, by=alice, at=noon(2))
    with pytest.raises(RuleBroken) as refused:
        BY_THE_LAW.check(TRACKED, by=bobby, at=noon(2))
    assert (refused.value.sentence, refused.value.status) == (str(TRACKED.sentence), 403)


def test_a_page_knows_before_who_may_define(players, django_assert_num_queries):
    alice, bobby, *_ = players
    docket = docket_at(noon(2))
    leave = ByTheLawOnPage(lambda: docket)
    with django_assert_num_queries(0):
        leave.expect(TRACKED, by=alice)
        with pytest.raises(RuleBroken):
            leave.expect(TRACKED, by=bobby)
        with pytest.raises(RuleBroken):
            refuse_in_standstill(docket, noon(2))


@pytest.fixture
def hiatus():
    """A declaration of victory is pending from noon of the second day to that of the fourth, and another from the
    sixth to the seventh."""
    alice, bobby, carol, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    first = declare(bobby, noon(2))
    resolving.resolve_against_verdict(post=first, to="failed", by=alice, at=noon(4), reason="Not yet")
    second = declare(carol, noon(6))
    resolving.resolve_against_verdict(post=second, to="failed", by=alice, at=noon(7), reason="Not yet")
    return alice, bobby


@pytest.mark.parametrize(
    ("at", "stops"),
    [(noon(1), False), (noon(2), True), (noon(3), True), (noon(4), False), (noon(5), False), (noon(6), True)],
)
def test_a_pause_is_told_of_any_instant_that_has_been(hiatus, at, stops):
    assert BY_THE_LAW.pause(at).stops is stops


@pytest.mark.parametrize(
    ("since", "until", "over"),
    [
        (noon(1), noon(3), noon(1)),
        (noon(2), noon(3), None),
        (noon(2), noon(4), noon(4)),
        (noon(2), noon(9), noon(4)),
        (noon(3), noon(6, hours=1), noon(4)),
        (noon(6), noon(6, hours=23), None),
        (noon(6), noon(8), noon(7)),
    ],
)
def test_the_end_of_a_pause_is_found_among_all_that_may_end_it(hiatus, since, until, over):
    assert BY_THE_LAW.pause_over(since, until) == over


@pytest.mark.parametrize(
    ("since", "until", "days"),
    [
        (noon(0, hours=1), noon(2), 0),
        (noon(1), noon(3), 1),
        (noon(1), noon(5), 2),
        (noon(3), noon(6, hours=12), 1.5),
        (noon(1), noon(9), 3),
        (noon(3), noon(3), 0),
    ],
)
def test_how_long_the_game_stood_still_is_added_up(hiatus, since, until, days):
    assert BY_THE_LAW.stood_still(since, until) == timedelta(days=days)


def test_a_season_and_too_few_players_are_pauses_too():
    alice, bobby, *_ = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    event(bobby, Kind.IDLED, at=noon(2))
    event(bobby, Kind.UNIDLED, at=noon(3))

    assert BY_THE_LAW.pause(noon(2)).stops
    assert BY_THE_LAW.pause_over(noon(2), noon(5)) == noon(3)
    assert BY_THE_LAW.stood_still(noon(1), noon(5)) == timedelta(days=1)
    eve = datetime(2026, 12, 24, tzinfo=UTC)
    assert BY_THE_LAW.stood_still(noon(1), eve + timedelta(days=30)) == timedelta(days=4)
    assert BY_THE_LAW.pause(eve).until == eve + timedelta(days=3)


def test_a_turns_clock_stands_still_in_a_hiatus_by_the_law(hiatus):
    alice, bobby = hiatus
    track(define("turn", "player", scope="game", blank=True), by=alice, at=noon(1))
    by_itself(
        alice, "Time is up", "48 hours after turn changes", hiatus="stops", at=noon(1), does="next turn"
    )
    update(leave=GIVEN, by=alice, at=noon(1), steps=[put("turn", "Alice")])

    catch_up(leave=BY_THE_LAW, at=noon(6, hours=1))

    assert happened() == [("Time is up", noon(5))]  # 24 of 48 hours were left
    clock = Occurrence.objects.get(state="due")
    assert clock.falls_at == noon(7)
    catch_up(leave=BY_THE_LAW, at=noon(9))
    assert happened()[1:] == [("Time is up", noon(8))]
    assert shown("turn")["the game"] == "Carol"
