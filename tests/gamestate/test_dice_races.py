"""People who roll at the same moment, each on a connection of their own."""

import pytest
import time_machine

from gamestate.models import Roll, Seed
from gamestate.queries.rolling import verified
from gamestate.services.rolling import roll_on_page
from players.models import Player
from tests.leaves import GIVEN
from tests.votables.table import noon, seat, write
from tests.votables.test_races import at_once
from votables.services.commenting import comment

pytestmark = pytest.mark.django_db(transaction=True)
NOW = noon(1)


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False):
        yield


def test_rolls_at_the_same_moment_are_numbered_one_by_one():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    post = write(players[0], NOW)

    def on_the_page(number: int) -> list[int]:
        by = Player.objects.get(pk=players[number % 5].pk)
        made = roll_on_page(leave=GIVEN, text="DICE6 and 2DICE6", by=by, at=NOW)
        return [roll.number for roll in made]

    def in_a_comment(number: int) -> list[int]:
        by = Player.objects.get(pk=players[number % 5].pk)
        written = comment(post=post, by=by, at=NOW, text="CARD, CARD")
        return sorted(
            Roll.objects.filter(where="comment", where_pk=written.pk).values_list("number", flat=True)
        )

    answers = at_once(
        *(lambda number=number: (on_the_page, in_a_comment)[number % 2](number) for number in range(8))
    )
    assert sorted(answers) == [[number, number + 1] for number in range(1, 17, 2)]
    checked = verified(at=None)
    assert (checked.rolls, checked.drawn, checked.faults) == (16, 16, ())
    assert Seed.objects.count() == 31
