"""Carrying out what fell due: what stops it, what it is cut to, and what it rolls."""

from datetime import timedelta

import pytest

from gamestate.leave import Given, Pause
from gamestate.models import Occurrence, Roll
from gamestate.queries.by_itself import awaited
from gamestate.services import acting
from gamestate.services.clockwork import catch_up
from gamestate.services.updating import update
from players.models import Game
from tests.gamestate.services.test_clockwork import by_itself, happened, midnight
from tests.gamestate.tracker import define, put, shown, track
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db

BEGINS, ENDS = noon(2), noon(5)


class StandingStill(Given):
    """A leave by which the game stands still from one instant to another."""

    def pause(self, at):
        stops = BEGINS <= at < ENDS
        return Pause(stops, ENDS if stops else BEGINS if at < BEGINS else None)

    def pause_over(self, since, until):
        return None if self.pause(until).stops else max(since, min(until, ENDS))

    def stood_still(self, since, until):
        return max(min(until, ENDS) - max(since, BEGINS), timedelta())


STILL = StandingStill("a test lets the game stand still")


@pytest.fixture
def tracked():
    alice, *others = seat("Alice", "Bobby", "Carol")
    track(
        define("gold", default="9"),
        define("pot", scope="game", default="0"),
        define("gold_of_all", scope="game", default="0"),
        by=alice,
        at=noon(1),
    )
    return [alice, *others]


def test_a_chain_that_would_not_end_is_stopped_and_says_so(tracked):
    alice, bobby, *_ = tracked
    flip = by_itself(alice, "Flip", "when pot == 1", does="pot = 2")
    flop = by_itself(alice, "Flop", "when pot == 2", does="pot = 1")

    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("pot", "1", "game")])

    flip.refresh_from_db(), flop.refresh_from_db()
    stopped = [one for one in (flip, flop) if one.paused_at is not None]
    assert [str(one.paused_why) for one in stopped] == [
        "It set itself off again and again at the same time, so it was stopped."
    ]
    assert len(happened()) == 40
    assert Game.objects.get().due_at is None
    acting.resume(leave=GIVEN, action=stopped[0], by=alice, at=noon(3))
    assert Game.objects.get().due_at is None


@pytest.mark.parametrize(
    ("hiatus", "days"),
    [("goes", [2, 3, 4, 5, 6]), ("lapses", [2, 6]), ("waits", [2, None, 6])],
)
@pytest.mark.parametrize("is_often", [False, True])
def test_in_a_standstill_it_goes_on_or_lapses_or_waits_until_the_end(tracked, hiatus, days, is_often):
    alice, *_ = tracked
    by_itself(alice, "Harvest", "each day", hiatus=hiatus, does="pot += 1")

    if is_often:
        catch_up(leave=STILL, at=noon(3))
        assert Game.objects.get().due_waits is (hiatus == "waits")
    catch_up(leave=STILL, at=noon(6))

    expected = [midnight(day) if day else ENDS for day in days]
    assert [at for _name, at in happened()] == expected
    assert Game.objects.get().due_waits is False


@pytest.mark.parametrize(
    ("begun", "hours", "happens"),
    [
        (noon(1), 12, noon(1, hours=12)),  # before
        (noon(1), 36, ENDS + timedelta(hours=12)),  # an end within it
        (noon(1), 24 * 6, ENDS + timedelta(days=5)),  # an end after it
        (noon(3), 24, ENDS + timedelta(days=1)),  # begun within it
        (ENDS, 24, ENDS + timedelta(days=1)),  # after
    ],
)
@pytest.mark.parametrize("often", [False, True])
def test_a_clock_that_stops_has_the_same_time_left_when_the_game_goes_on(
    tracked, begun, hours, happens, often
):
    alice, *_ = tracked
    by_itself(alice, "Late", f"{hours} hours after pot changes", hiatus="stops", does="gold_of_all += 1")
    Occurrence.objects.all().delete()  # the clock that begins when it is declared
    update(leave=GIVEN, by=alice, at=begun, steps=[put("pot", "+1", "game")])

    for hour in range(0, 24 * 14, 5) if often else [24 * 14]:
        at = max(begun, noon(1, hours=hour))
        catch_up(leave=STILL, at=at)
        named = [one.falls_at for one in awaited()]
        if BEGINS <= at < ENDS:
            assert named == []  # nobody knows while it stands still
        elif at >= ENDS:
            assert named == ([] if at >= happens else [happens])

    assert happened() == [("Late", happens)]
    game = Game.objects.get()
    assert (game.due_at, game.due_waits, game.due_runs) == (None, False, False)


def test_what_cannot_be_done_is_noted_and_tried_again_the_next_time(tracked):
    alice, *_ = tracked
    action = by_itself(alice, "Broken", "each day", does="pot = 1 / pot")

    catch_up(leave=GIVEN, at=noon(3))

    assert happened() == []
    states = [(one.state, str(one.note)) for one in action.occurrences.order_by("due_at")]
    assert states == [("stopped", states[0][1]), ("stopped", states[0][1]), ("due", "")]
    assert states[0][1] != ""


def test_gains_are_cut_to_what_fits(tracked):
    alice, *_ = tracked
    track(define("load", ceiling="5"), by=alice, at=noon(1))
    by_itself(alice, "Fill", "each day", does="for p in players: p.load += 3; p.gold -= 7")

    catch_up(leave=GIVEN, at=noon(3))

    assert (shown("load")["Bobby"], shown("gold")["Bobby"]) == ("5", "0")


def test_dice_are_rolled_with_the_seed_of_their_day(tracked):
    alice, *_ = tracked
    by_itself(alice, "Rain", "each day", does="pot += DICE6")

    catch_up(leave=GIVEN, at=noon(40))

    rolls = list(Roll.objects.order_by("number"))
    assert len(rolls) == 39
    assert [roll.at for roll in rolls] == [midnight(day) for day in range(2, 41)]
    assert shown("pot")["the game"] == str(sum(int(roll.total) for roll in rolls))
    assert {roll.update.comment for roll in rolls} == {"Rain"}
