"""Things that happen by themselves: at their exact instant though nobody is there, in order, and once."""

import time
from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.models import LimitedAction, Occurrence, Update
from gamestate.queries.by_itself import by_themselves
from gamestate.services import acting, clockwork, performing
from gamestate.services.clockwork import catch_up
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from players.models import Game, Player
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    return seat("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def tracked(players):
    alice, *_ = players
    track(define("gold", default="9"), define("pot", scope="game", default="0"), by=alice, at=noon(1))
    return players


def by_itself(by, name, when, *, at=None, hiatus="waits", place=100, leave=GIVEN, **lines):
    return acting.declare(
        leave=leave,
        by=by,
        at=at or noon(1),
        name=name,
        frequency="",
        timing=when,
        hiatus=hiatus,
        place=place,
        lines=lines,
    )


def happened() -> list[tuple[str, object]]:
    """What happened by itself, and when: in the order of the log."""
    return list(Update.objects.filter(kind="upkeep").order_by("pk").values_list("comment", "at"))


def midnight(day: int):
    return noon(day) - timedelta(hours=12)


def test_it_happens_at_its_exact_instant_though_nobody_was_there(tracked):
    alice, *_ = tracked
    by_itself(alice, "Harvest", "each day", does="for p in players: p.gold += 1")

    catch_up(leave=GIVEN, at=noon(4))

    assert happened() == [("Harvest", midnight(day)) for day in (2, 3, 4)]
    assert (shown("gold")["Bobby"], shown("gold")["Carol"]) == ("12", "12")
    assert Game.objects.get().due_at == midnight(5)
    catch_up(leave=GIVEN, at=noon(4))
    assert len(happened()) == 3


def test_whoever_changes_the_game_finds_it_done_before(tracked):
    alice, bobby, *_ = tracked
    by_itself(alice, "Harvest", "each day", does="for p in players: p.gold = 2 * p.gold")

    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("gold", "+1", *whose(bobby))])

    assert shown("gold")["Bobby"] == "19"
    assert [one.comment for one in Update.objects.order_by("-pk")[:2]] == ["", "Harvest"]


def test_what_falls_on_one_instant_is_done_in_its_order_with_its_conditions_between(tracked):
    alice, *_ = tracked
    by_itself(alice, "Third", "each day", needs="pot == 2", does="pot = 30")
    by_itself(alice, "First", "each day", place=1, does="pot = 1")
    by_itself(alice, "Never", "each day", needs="pot == 0 -- The pot is full.", does="pot = 100")
    by_itself(alice, "Second", "each day", place=2, does="pot += 1")

    catch_up(leave=GIVEN, at=noon(2))

    assert [name for name, _at in happened()] == ["First", "Second", "Third"]
    assert shown("pot")["the game"] == "30"
    never = Occurrence.objects.get(action__name="Never", state="lapsed")
    assert str(never.note) == "The pot is full."


def test_a_condition_that_becomes_true_sets_off_what_waits_for_it(tracked):
    alice, bobby, *_ = tracked
    by_itself(
        alice, "Tax", "when players.exists(p, p.gold >= 20)", does="pot = 1\nfor p in players: p.gold = 0"
    )
    later = by_itself(alice, "Feast", "2 hours after pot > 0", does="pot = 0")

    made = update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("gold", "25", *whose(bobby))])

    assert happened() == [("Tax", noon(2))]
    assert (shown("gold")["Bobby"], shown("gold")["Carol"], shown("pot")["the game"]) == ("0", "0", "1")
    assert Game.objects.get().due_at == noon(2, hours=2)
    tax = Update.objects.get(comment="Tax")
    undo(leave=GIVEN, updates=[made], by=bobby, at=noon(2, hours=1), why="A mistake")
    assert (shown("gold")["Bobby"], shown("gold")["Carol"], shown("pot")["the game"]) == ("9", "9", "0")
    assert tax.entries.filter(undone_by__isnull=True).count() == 0
    assert (later.occurrences.get().state, Game.objects.get().due_at) == ("lapsed", None)


def test_a_condition_counts_when_it_becomes_true_and_not_while_it_is(tracked):
    alice, bobby, *_ = tracked
    by_itself(alice, "Bell", "when pot >= 3", does="for p in players: p.gold += 1")
    for hours, to in enumerate(("2", "3", "4", "0", "5")):
        update(leave=GIVEN, by=bobby, at=noon(2, hours=hours), steps=[put("pot", to, "game")])

    assert [at for _name, at in happened()] == [noon(2, hours=1), noon(2, hours=4)]


def test_at_once_and_once_only(tracked):
    alice, *_ = tracked
    by_itself(alice, "Start", "at once", at=noon(2), does="pot = 7")
    by_itself(alice, "Party", "on 2026-03-15 at 18:00", at=noon(2), does="pot += 1")
    assert shown("pot")["the game"] == "7"

    catch_up(leave=GIVEN, at=noon(30))

    assert [name for name, _at in happened()][0] == "Start"
    assert Game.objects.get().due_at is None


@pytest.mark.parametrize(
    ("when", "lines", "sentence"),
    [
        ("sometimes", {"does": "pot = 1"}, "“sometimes” does not say when."),
        ("each day", {}, "Say in “Does” what happens by itself."),
        ("each day", {"does": "me.gold = 1"}, "Nothing called “me” is tracked."),
        ("each day", {"does": "who.gold = 1"}, "Nothing called “who” is tracked."),
        ("when silver > 1", {"does": "pot = 1"}, "Nothing called “silver” is tracked."),
        ("each day", {"does": "pot = 1", "costs": "gold: 1"}, "An action that happens by itself has no costs."),
    ],
)  # fmt: skip
def test_what_means_nothing_cannot_be_declared(tracked, when, lines, sentence):
    with pytest.raises(RuleBroken, match=sentence):
        by_itself(tracked[0], "Odd", when, **lines)
    assert not LimitedAction.objects.exists()


def test_nobody_takes_what_happens_by_itself_and_a_paused_one_does_not(tracked):
    alice, bobby, *_ = tracked
    action = by_itself(alice, "Harvest", "each day", does="pot += 1")
    with pytest.raises(RuleBroken, match="Harvest happens by itself. Nobody takes it."):
        acting.take(leave=GIVEN, action=action, by=bobby, at=noon(1))
    acting.pause(leave=GIVEN, action=action, by=alice, at=noon(1, hours=1), why="The rule says otherwise")
    catch_up(leave=GIVEN, at=noon(3))
    assert happened() == []
    acting.resume(leave=GIVEN, action=action, by=alice, at=noon(3))
    catch_up(leave=GIVEN, at=noon(5))
    assert [at for _name, at in happened()] == [midnight(4), midnight(5)]
    acting.retire(leave=GIVEN, action=action, by=alice, at=noon(5))
    assert (Game.objects.get().due_at, list(by_themselves())) == (None, [])


def test_whatever_stops_it_in_the_middle_leaves_whole_steps(tracked, monkeypatch):
    alice, *_ = tracked
    by_itself(alice, "Harvest", "each day", does="for p in players: p.gold += 1\npot += 1")
    monkeypatch.setattr(clockwork, "MOST_IN_A_ROW", 1)
    whole, writes = performing.fill, []

    def stopped(*args, **kwargs):
        made = whole(*args, **kwargs)
        writes.append(made)
        if len(writes) == 2:
            raise KeyboardInterrupt
        return made

    monkeypatch.setattr(performing, "fill", stopped)
    with pytest.raises(KeyboardInterrupt):
        catch_up(leave=GIVEN, at=noon(4))
    assert happened() == [("Harvest", midnight(2))]
    assert (shown("pot")["the game"], shown("gold")["Bobby"]) == ("1", "10")
    catch_up(leave=GIVEN, at=noon(4))

    assert [at for _name, at in happened()] == [midnight(day) for day in (2, 3, 4)]
    assert (shown("pot")["the game"], shown("gold")["Bobby"]) == ("3", "12")


@pytest.mark.sweep
def test_two_thousand_players_take_seconds(tracked):
    alice, *_ = tracked
    Player.objects.bulk_create(
        Player(name=f"P{number}", name_key=f"p{number}", email=f"p{number}@example.org", standing="active",
               standing_since=noon(0), registered_at=noon(0))
        for number in range(2000)
    )  # fmt: skip
    track(define("silver", default="1"), by=alice, at=noon(1))
    by_itself(
        alice, "Harvest", "each day", does="for p in players: p.silver += 1\npot = players.sum(p, p.silver)"
    )
    began = time.process_time()
    catch_up(leave=GIVEN, at=noon(4))

    assert time.process_time() - began < 10
    assert len(happened()) == 3 and shown("pot")["the game"] == str(2004 * 4)
