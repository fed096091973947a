"""What holds of upkeep whatever it is: the forecast is what then happens, however often somebody looks it comes to the
same, and a game that is exported with upkeep that is due has it when it is imported."""

import json
from datetime import timedelta
from random import Random

import pytest

from blognomic.transfer.checking import found
from blognomic.transfer.game_file.exporting import export_game
from blognomic.transfer.game_file.loading import import_game
from gamestate.models import LimitedAction, Occurrence
from gamestate.queries.by_itself import forecast
from gamestate.queries.snapshot import law_newest, state_now
from gamestate.services.clockwork import catch_up
from players.models import Game, Player
from tests.gamestate.services.test_clockwork import by_itself, happened
from tests.gamestate.services.test_performing import STILL
from tests.gamestate.tracker import define, shown, track
from tests.leaves import GIVEN
from tests.votables import rich_game
from tests.votables.table import noon, seat
from votables.judge.gamefile import read_object

pytestmark = pytest.mark.django_db

WHENS = (
    "each day",
    "every 7 hours",
    "every 2 days at 05:00",
    "every Monday and Thursday at 18:00",
    "on 2026-03-06 at 18:00",
    "when pot >= 20",
    "when pot % 7 == 3",
    "9 hours after pot > 12",
    "when pot changes",
    "11 hours after pot changes",
    "30 hours after players.exists(p, p.gold > 12)",
    "at once",
)
DOES = (
    "pot += 1",
    "pot += 5\nfor p in players: p.gold += 1",
    "for p in players: p.gold = floor(p.gold / 2)\npot -= 3",
    "if pot > 30: pot = 0\notherwise: pot += 2",
    "next turn\nturn.gold += 4",
)
NEEDS = ("", "", "pot < 25 -- The pot is full.")


def let_happen(random: Random, *, hiatus: bool = False) -> None:
    """Declare some of all this."""
    alice = seat("Alice", "Bobby", "Carol", "David")[0]
    track(
        define("gold", default="9"),
        define("pot", scope="game", default="0", floor="0"),
        define("turn", "player", scope="game", blank=True),
        by=alice,
        at=noon(1),
    )
    for number in range(random.randint(2, 5)):
        when = random.choice(WHENS)
        how = [each for each in LimitedAction.Hiatus.values if " after " in when or each != "stops"]
        by_itself(
            alice,
            f"Number {number}",
            when,
            hiatus=random.choice(how) if hiatus else "waits",
            place=random.choice((1, 100)),
            needs=random.choice(NEEDS),
            does=random.choice(DOES),
        )


def standing() -> list[dict[str, str]]:
    return [dict(shown(path)) for path in ("gold", "pot", "turn")]


def became() -> list[tuple[object, ...]]:
    """What became of all that fell due."""
    rows = Occurrence.objects.exclude(state__in=["due", "waits"]).order_by("falls_at", "action__place", "pk")
    return [
        (one.action.name, one.falls_at, one.state, str(one.note)) for one in rows.select_related("action")
    ]


SEEDS = [*range(6), *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(6, 60))]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_foreseen_is_what_then_happens(seed):
    let_happen(Random(seed))
    in_force = law_newest()
    forecasts = forecast(state_now(), in_force.law.tracker, most=20)
    before, written = became(), len(happened())
    last = forecasts[-1].at if forecasts else noon(9)
    whole = [one for one in forecasts if one.at < last]  # of the last instant something may have been cut off

    catch_up(leave=GIVEN, at=last - timedelta(microseconds=1))

    since = [one for one in became() if one not in before]
    later = [(name, at, why if state == "lapsed" else "") for name, at, state, why in since]
    assert sorted(later) == sorted((one.action.name, one.at, one.why_not) for one in whole)
    in_order = [(one.action.name, one.at) for one in whole if one.plan is not None and one.plan.alterations]
    assert happened()[written:] == in_order
    planned = [one.plan for one in whole if one.plan is not None]
    if planned:
        assert standing() == [dict(shown(path, planned[-1].state)) for path in ("gold", "pot", "turn")]


@pytest.mark.parametrize("seed", SEEDS)
def test_it_comes_to_the_same_however_often_somebody_looks(seed):
    outcomes = []
    for times in (1, 40):
        random = Random(seed)
        if times > 1:
            rich_game.empty()
        let_happen(random, hiatus=True)
        for at in sorted(
            [noon(8), *(noon(1, minutes=random.randrange(60 * 24 * 7)) for _ in range(times - 1))]
        ):
            catch_up(leave=STILL, at=at)
        outcomes.append((happened(), became(), standing()))
    assert outcomes[0] == outcomes[1]


def test_a_game_is_exported_and_imported_with_what_is_due():
    let_happen(Random("exported"))
    by_itself(Player.objects.first(), "Harvest", "each day", does="for p in players: p.gold += 2")
    document = "".join(export_game(at=noon(6)))
    assert Game.objects.get().due_at < noon(6)
    assert list(found()) == []
    catch_up(leave=GIVEN, at=noon(6))
    here = happened(), standing()
    assert len(here[0]) > 4

    rich_game.empty()
    import_game(read_object(json.loads(document)), at=noon(6))
    assert list(found()) == []
    catch_up(leave=GIVEN, at=noon(6))
    assert (happened(), standing()) == here
