"""The numbers of the game that formulas of the law read: which they are, and how they stood when."""

from datetime import timedelta

import pytest

from blognomic.web.errors import RuleBroken
from gamestate.queries.numbers_for_law import values_at
from gamestate.services.updating import update
from gamestate.values.steps import read_step
from tests.gamestate.tracker import define, put, set_number, table, track
from tests.leaves import GIVEN
from tests.votables.table import noon, propose, seat

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
BIT = timedelta(microseconds=1)


def test_numbers_of_the_game_are_those_of_any_instant():
    alice, bobby, *_ = seat(*FIVE)
    track(define("gold", "decimal", scope="game", places=2, to="5"), by=alice, at=noon(1))
    update(leave=GIVEN, by=bobby, at=noon(2), steps=[put("gold", "7.25")])
    track(define("time_signature_x", scope="game", to=str(10**15)), by=alice, at=noon(2))
    update(leave=GIVEN, by=bobby, at=noon(3), steps=[put("gold", "0")])
    track(read_step({"do": "retire", "path": "gold"}), by=alice, at=noon(5))
    values = [values_at(noon(day)) for day in range(6)]
    assert values == [
        {},
        {"gold": 5},
        {"gold": 7.25, "time_signature_x": 10**15},
        {"gold": 0, "time_signature_x": 10**15},
        {"gold": 0, "time_signature_x": 10**15},
        {"time_signature_x": 10**15},
    ]
    assert [type(values[day]["gold"]) for day in (1, 2, 3)] == [int, float, int]
    assert values_at(noon(1) - BIT) == {}


def test_only_numbers_of_the_game_that_everybody_sees_are_read():
    alice, *_ = seat(*FIVE)
    track(*table("places", "Town"), by=alice, at=noon(1))
    track(
        define("open", "yes_no", scope="game", to="yes"),
        define("motto", "text", scope="game", to="7"),
        define("plots", scope="game", to="3", audience="emperor"),
        define("wealth", to="5"),
        define("places.room", to="4"),
        define("gold", scope="game", to="2"),
        by=alice,
        at=noon(1),
    )
    assert values_at(noon(1)) == {"gold": 2, "open": 1}


def test_numbers_are_read_in_one_query_however_many(django_assert_num_queries):
    alice, *_ = seat(*FIVE)
    for size in (1, 3):
        for number in range(size):
            set_number(f"n{size}_{number}", str(number), by=alice, at=noon(1))
        with django_assert_num_queries(1):
            values_at(noon(1))
    assert len(values_at(noon(1))) == 4


def test_limits_are_formulas_over_numbers_in_thirty_seven():
    """The dynasty's time signature is 6/4: 3 proposals may be pending, and 4 made in a day."""
    alice, bobby, *_ = seat(*FIVE, law="ruleset-37")
    for key, value in (("time_signature_x", "6"), ("time_signature_y", "4")):
        set_number(key, value, by=alice, at=noon(1))
    for _ in range(3):
        propose(bobby, noon(1))
    with pytest.raises(RuleBroken, match="the limit of 3 pending"):
        propose(bobby, noon(1))
    set_number("time_signature_y", "0", by=alice, at=noon(2))
    with pytest.raises(RuleBroken, match="the limit of 2 pending"):
        propose(bobby, noon(2))
