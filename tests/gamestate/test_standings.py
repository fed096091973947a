"""Standings: who has most, what changed since one was here, and nothing that is hidden."""

import pytest
import time_machine

from gamestate.services.updating import update
from tests.gamestate.browsers import browser, table_of, words
from tests.gamestate.tracker import define, put, track, whose
from tests.leaves import GIVEN
from tests.votables.table import noon, seat
from votables.visits.models import Visit

pytestmark = pytest.mark.django_db
PATH = "/gamestate/standings/"


@pytest.fixture
def players():
    with time_machine.travel(noon(5), tick=False):
        yield seat("Alice", "Bobby", "Carol", "David", "Ellen")


def give(player, key: str, value: str, *, day: int) -> None:
    update(leave=GIVEN, by=player, at=noon(day), steps=[put(key, value, *whose(player))])


@pytest.fixture
def gold(players):
    alice, bobby, carol, david, ellen = players
    track(
        define("gold", floor=None), define("score", formula="2 * gold", order=2),
        define("luck", audience="emperor", order=3), by=alice, at=noon(1),
    )  # fmt: skip
    for player, amount in ((bobby, "5"), (carol, "7"), (david, "5")):
        give(player, "gold", amount, day=2)
    Visit.objects.create(player=ellen, since=noon(3), seen_at=noon(5))
    give(bobby, "gold", "+4", day=4)
    give(bobby, "gold", "-1", day=4)
    give(david, "gold", "-6", day=4)


def lines(reader, query: str = "") -> list[list[str]]:
    return table_of(browser(reader).get(f"{PATH}{query}"))[1:]


def test_those_with_most_come_first_and_who_has_as_much_shares_a_place(players, gold):
    assert [line[:3] for line in lines(players[4])] == [
        ["1", "Bobby", "8"], ["2", "Carol", "7"], ["3", "Ellen", "0"], ["4", "David", "-1"],
    ]  # fmt: skip


def test_what_changed_since_ones_last_visit_stands_beside_it(players, gold):
    assert [line[3] for line in lines(players[4])] == ["+3", "0", "0", "-6"]
    assert len(lines(None)[0]) == 3  # a stranger has no last visit


def test_a_computed_number_is_ranked_without_its_changes_and_a_hidden_one_not_at_all(players, gold):
    assert [line[:3] for line in lines(players[4], "?by=score")][0] == ["1", "Bobby", "16"]
    page = browser(players[4]).get(f"{PATH}?by=score")
    assert "It is computed, so its changes are not listed." in words(page)
    assert "Luck" not in words(page)
    assert [browser(each).get(f"{PATH}?by=luck").status_code for each in (players[0], players[4])] == [
        404,
        404,
    ]


def test_without_a_number_it_says_so(players):
    assert "No number to compare" in words(browser().get(PATH))
