"""Things that happen by themselves, with whoever else is there at that moment: once, and in order."""

import pytest

from gamestate.models import Occurrence, Update
from gamestate.services.clockwork import catch_up
from gamestate.services.updating import update
from players.models import Player
from tests.gamestate.services.test_clockwork import by_itself, happened, midnight
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat
from tests.votables.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_several_at_once_do_it_once_and_in_order():
    alice, bobby, *others = seat("Alice", "Bobby", "Carol", "David")
    track(define("gold", default="1"), by=alice, at=noon(1))
    by_itself(alice, "Double", "each day", place=2, does="for p in players: p.gold = 2 * p.gold")
    by_itself(alice, "Add", "each day", place=1, does="for p in players: p.gold += 1")

    answers = at_once(
        *(lambda: catch_up(leave=GIVEN, at=noon(4)) for _turn in range(5)),
        lambda: update(leave=GIVEN, by=again(bobby), at=noon(4), steps=[put("gold", "+1000", *whose(bobby))]),
        lambda: update(leave=GIVEN, by=again(bobby), at=noon(4), steps=[put("gold", "+1000", *whose(bobby))]),
    )

    assert [answer for answer in answers if isinstance(answer, BaseException)] == []
    assert happened() == [(name, midnight(day)) for day in (2, 3, 4) for name in ("Add", "Double")]
    assert (shown("gold")["Carol"], shown("gold")["Bobby"]) == ("22", "2022")
    assert Occurrence.objects.filter(state="done").count() == 6
    assert list(Update.objects.order_by("pk").values_list("at", flat=True)) == sorted(
        Update.objects.values_list("at", flat=True)
    )
