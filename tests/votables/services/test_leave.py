"""The leave to change the gamestate, as the docket gives it."""

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.leave import TRACKED, Act
from tests.votables.table import declare, noon, seat
from votables.queries.judge_facts import docket_at
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
    held = docket_at(noon(2))
    leave = ByTheLawOnPage(lambda: held)
    with django_assert_num_queries(0):
        leave.expect(TRACKED, by=alice)
        with pytest.raises(RuleBroken):
            leave.expect(TRACKED, by=bobby)
        with pytest.raises(RuleBroken):
            refuse_in_standstill(held, noon(2))
