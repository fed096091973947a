"""What sets off what happens by itself: conditions, what befalls players, and the clock."""

import pytest

from gamestate.models import Occurrence, Update
from gamestate.services import acting
from gamestate.services.clockwork import catch_up
from gamestate.services.roster import joined, returned, went
from gamestate.services.undoing import undo
from gamestate.services.updating import redefine, update
from players.models import Game
from tests.gamestate.services.test_clockwork import by_itself, happened
from tests.gamestate.tracker import define, put, shown, table, track, whose
from tests.leaves import GIVEN
from tests.votables.table import Cause, Kind, event, join, noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    alice, *others = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", default="9"), define("pot", scope="game", default="0"), by=alice, at=noon(1))
    return [alice, *others]


def test_what_befalls_a_player_is_for_them(players):
    alice, bobby, *_ = players
    by_itself(alice, "Welcome", "when a player returns", does="who.gold += 5")
    by_itself(alice, "Farewell", "1 day after a player goes idle", does="who.gold = 0; pot += 1")

    event(bobby, Kind.IDLED, at=noon(2), cause=Cause.SELF)
    went(leave=GIVEN, player=bobby, at=noon(2))
    assert Game.objects.get().due_at == noon(3)
    catch_up(leave=GIVEN, at=noon(3))
    event(bobby, Kind.UNIDLED, at=noon(4), cause=Cause.SELF)
    returned(leave=GIVEN, player=bobby, idled_at=noon(2), by=alice, at=noon(4))
    catch_up(leave=GIVEN, at=noon(4))

    assert happened() == [("Farewell", noon(3)), ("Welcome", noon(4))]
    assert (shown("gold")["Bobby"], shown("gold")["Carol"], shown("pot")["the game"]) == ("5", "9", "1")


def test_whoever_joins_has_their_defaults_first(players):
    alice, *_ = players
    by_itself(alice, "Gift", "when a player joins", does="who.gold += 5")
    newcomer = join("Felix", at=noon(2))
    joined(leave=GIVEN, player=newcomer, by=alice, at=noon(2))
    catch_up(leave=GIVEN, at=noon(2))

    assert shown("gold")["Felix"] == "14"


def test_a_change_of_the_roster_may_make_a_condition_true(players):
    alice, bobby, *_ = players
    by_itself(alice, "Alone", "when size(players) <= 3", does="pot += 1")

    event(bobby, Kind.IDLED, at=noon(2), cause=Cause.SELF)
    went(leave=GIVEN, player=bobby, at=noon(2))
    catch_up(leave=GIVEN, at=noon(2))

    assert happened() == [("Alone", noon(2))]


def test_new_rows_and_definitions_may_make_a_condition_true(players):
    alice, bobby, *_ = players
    track(*table("squares", "Meadow"), by=alice, at=noon(1))
    by_itself(alice, "Full", "when size(squares) >= 2", does="pot += 1")

    made = redefine(leave=GIVEN, by=alice, at=noon(2), steps=table("squares", "Meadow", "Wood")[2:])

    assert happened() == [("Full", noon(2))]
    assert Occurrence.objects.get(state="done").set_off_by == made


def test_where_nothing_happens_by_itself_nothing_is_asked_for(players, django_assert_max_num_queries):
    alice, bobby, *_ = players
    steps = [put("gold", "+1", *whose(bobby))]
    update(leave=GIVEN, by=bobby, at=noon(2), steps=steps)
    with django_assert_max_num_queries(30):
        made = update(leave=GIVEN, by=bobby, at=noon(2), steps=steps)
    assert (made.sets_off, Update.objects.filter(kind="upkeep").exists()) == (False, False)


def test_what_was_retired_and_is_back_begins_again(players):
    alice, *_ = players
    action = by_itself(alice, "Harvest", "each day", does="pot += 1")
    acting.retire(leave=GIVEN, action=action, by=alice, at=noon(1, hours=1))
    catch_up(leave=GIVEN, at=noon(3))
    acting.revive([action], leave=GIVEN, at=noon(3))
    catch_up(leave=GIVEN, at=noon(4))

    assert len(happened()) == 1


def clocks() -> list[tuple[str, object]]:
    """What is to happen, and when."""
    return list(Occurrence.objects.filter(state="due").values_list("action__name", "falls_at"))


def test_a_clock_begins_anew_with_each_change(players):
    alice, bobby, carol, *_ = players
    track(
        define("turn", "player", scope="game", blank=True),
        define("bells", scope="game", default="0"),
        by=alice,
        at=noon(1),
    )
    by_itself(alice, "Time is up", "24 hours after turn changes", does="next turn")
    by_itself(alice, "Bell", "when turn changes", does="bells += 1")
    assert clocks() == [("Time is up", noon(2))]  # a turn that lasts by now ends, too

    first = update(leave=GIVEN, by=alice, at=noon(1, hours=6), steps=[put("turn", "Bobby")])
    assert clocks() == [("Time is up", noon(2, hours=6))]
    second = update(leave=GIVEN, by=alice, at=noon(2), steps=[put("turn", "Carol")])
    assert clocks() == [("Time is up", noon(3))]
    update(leave=GIVEN, by=alice, at=noon(2, hours=1), steps=[put("gold", "3", *whose(bobby))])
    assert clocks() == [("Time is up", noon(3))]
    undo(leave=GIVEN, updates=[second], by=alice, at=noon(2, hours=2), why="A mistake")
    assert (shown("turn")["the game"], clocks()) == ("Bobby", [("Time is up", noon(3, hours=2))])
    assert shown("bells")["the game"] == "1"  # what was undone took its bell back, and rings none
    assert first.set_off.filter(state="done").count() == 1

    catch_up(leave=GIVEN, at=noon(5))
    assert shown("turn")["the game"] == "David"
    assert [at for name, at in happened() if name == "Time is up"] == [noon(3, hours=2), noon(4, hours=2)]


def test_a_clock_begins_again_when_it_is_resumed(players):
    alice, *_ = players
    action = by_itself(alice, "Time is up", "24 hours after pot changes", does="pot += 1")
    acting.pause(leave=GIVEN, action=action, by=alice, at=noon(1, hours=6), why="A rest")
    acting.resume(leave=GIVEN, action=action, by=alice, at=noon(4))

    assert clocks() == [("Time is up", noon(5))]
