"""Updates at the same moment, each on a connection of its own, on SQLite and on PostgreSQL: nothing is lost."""

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.models import Dispute, Entry, Update
from gamestate.queries.planning import UpdateRefused
from gamestate.queries.snapshot import state_now
from gamestate.services.undoing import undo
from gamestate.services.updating import update
from gamestate.values.plans import seen_key
from players.models import Player
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat
from tests.votables.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen", "Frank", "Grace", "Helen")


@pytest.fixture
def people() -> list[Player]:
    alice, *others = seat(*NAMES)
    track(define("wealth", default="5"), define("pot", scope="game"), by=alice, at=noon(1))
    return [alice, *others]


def again(player: Player) -> Player:
    return Player.objects.get(pk=player.pk)


def test_everybody_adds_to_one_number_and_all_of_it_is_there(people):
    answers = at_once(
        *(
            lambda who=who: update(leave=GIVEN, by=again(who), at=noon(2), steps=[put("pot", "+1")])
            for who in people
        )
    )
    assert all(isinstance(answer, Update) for answer in answers)
    assert shown("pot") == {"the game": "8"}
    log = list(
        Entry.objects.filter(variable__key="pot", about="value").order_by("pk").values_list("old", "new")
    )
    assert log == [(None, 0), *((number, number + 1) for number in range(8))]


def test_of_those_who_set_one_value_that_they_have_seen_one_is_saved(people):
    _, bobby, *_ = people
    state = state_now()
    variable, holder = state.variable_of("wealth"), whose(bobby)[0]
    seen = {seen_key(variable.id, holder): state.cell(variable, holder).last}

    def write(who: Player, value: int) -> Update:
        return update(
            leave=GIVEN,
            by=again(who),
            at=noon(2),
            steps=[put("wealth", str(value), *whose(bobby))],
            seen=seen,
        )

    answers = at_once(
        *(lambda who=who, value=value: write(who, value) for value, who in enumerate(people, start=10))
    )
    saved = [answer for answer in answers if isinstance(answer, Update)]
    lost = [answer for answer in answers if isinstance(answer, UpdateRefused)]
    assert (len(saved), {one.status for one in lost}) == (1, {409})
    assert shown("wealth")["Bobby"] == str(10 + [answer in saved for answer in answers].index(True))


def test_an_update_is_undone_once_whoever_else_undoes_it(people):
    _, bobby, carol, david, *_ = people
    made = update(
        leave=GIVEN, by=bobby, at=noon(2), steps=[put("wealth", "-6", *whose(bobby))], insist="Debt"
    )
    answers = at_once(
        lambda: undo(leave=GIVEN, updates=[made], by=again(carol), at=noon(3), why="No debt"),
        lambda: undo(leave=GIVEN, updates=[made], by=again(david), at=noon(3), why="No debt"),
    )
    assert sorted(isinstance(answer, RuleBroken) for answer in answers) == [False, True]
    assert shown("wealth")["Bobby"] == "5"
    assert Dispute.objects.get().outcome == Dispute.Outcome.UNDONE
