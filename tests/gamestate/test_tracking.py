"""The game's numbers: who may set them, what they may be, and how they stood when."""

from datetime import timedelta
from decimal import Decimal

import pytest

from gamestate.models import Change
from gamestate.queries import changes_at, values_at
from gamestate.services import set_value
from players.errors import RuleBroken
from tests.votables.table import Kind, declare, event, noon, person, propose, seat
from votables.services.tracking import change_number

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
BIT = timedelta(microseconds=1)


def refused(act, **kwargs) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        act(**{"name": "gold", "value": Decimal(1), "at": noon(1), **kwargs})
    assert Change.objects.count() == 0
    return caught.value


def test_a_number_is_set_and_every_value_is_kept():
    alice, bobby, *_ = seat(*FIVE)
    for day, value in ((1, "5"), (2, "7.25"), (3, "0")):
        set_value(name="gold", value=Decimal(value), by=bobby, at=noon(day), why=f"Day {day}")
    set_value(name="time_signature_x", value=Decimal("1e15"), by=alice, at=noon(2))
    assert [values_at(noon(day)) for day in range(5)] == [
        {},
        {"gold": 5},
        {"gold": 7.25, "time_signature_x": 10**15},
        {"gold": 0, "time_signature_x": 10**15},
        {"gold": 0, "time_signature_x": 10**15},
    ]
    assert values_at(noon(1) - BIT) == {}
    assert [type(values_at(noon(day))["gold"]) for day in (1, 2)] == [int, float]
    assert [(str(change), change.by, change.why) for change in changes_at(noon(3))] == [
        ("gold = 0", bobby, "Day 3"),
        ("time_signature_x = 1000000000000000", alice, ""),
    ]


def test_numbers_are_read_in_one_query_however_many(django_assert_num_queries):
    alice, *_ = seat(*FIVE)
    for number in range(3):
        set_value(name=f"n{number}", value=Decimal(number), by=alice, at=noon(1))
    with django_assert_num_queries(1):
        assert len(changes_at(noon(1))) == 3


def test_only_somebody_in_the_roster_sets_a_number():
    alice, bobby, *_ = seat(*FIVE)
    idler = event(bobby, Kind.IDLED, at=noon(0))
    for outsider in (idler, person("Gregory")):
        assert refused(set_value, by=outsider).sentence.startswith("Only a player who is not idle")


def test_somebody_who_was_idled_a_moment_ago_sets_none():
    alice, bobby, *_ = seat(*FIVE)
    event(type(bobby).objects.get(pk=bobby.pk), Kind.IDLED, at=noon(0))
    assert bobby.is_playing
    refused(set_value, by=bobby)


@pytest.mark.parametrize(
    "name", ["", "Gold", "1gold", "_gold", "gold bars", "g" * 61, "gold\n", "größe", "g\x00"]
)
def test_a_name_is_what_a_formula_can_say(name):
    alice, *_ = seat(*FIVE)
    assert refused(set_value, by=alice, name=name).status == 400


@pytest.mark.parametrize(
    ("value", "status"),
    [("-1", 403), ("-0.000001", 403), ("1000000000000001", 400), ("1e400", 400), ("NaN", 400), ("Infinity", 400),
     ("sNaN", 400), ("0.0000001", 400), ("1e-400", 400)],
)  # fmt: skip
def test_a_number_is_within_bounds(value, status):
    alice, *_ = seat(*FIVE)
    assert refused(set_value, by=alice, value=Decimal(value)).status == status


def test_a_reason_is_a_text_that_can_be_kept():
    alice, *_ = seat(*FIVE)
    assert refused(set_value, by=alice, why="no\x00thing").status == 400


@pytest.mark.parametrize("law", ["ruleset-37", "ruleset-86", "ruleset-98", "ruleset-2019-09", "ruleset-211"])
def test_in_hiatus_no_number_changes_but_to_correct_what_is_shown(law):
    alice, bobby, *_ = seat(*FIVE, law=law)
    declare(bobby, noon(1))
    broken = refused(change_number, by=alice)
    assert "no dynastic actions are taken now" in broken.sentence
    assert change_number(name="gold", value=Decimal(1), by=alice, at=noon(1), correction=True).value == 1


def test_limits_are_formulas_over_numbers_in_thirty_seven():
    """The dynasty's time signature is 6/4: 3 proposals may be pending, and 4 made in a day."""
    alice, bobby, *_ = seat(*FIVE, law="ruleset-37")
    for name, value in (("time_signature_x", 6), ("time_signature_y", 4)):
        change_number(name=name, value=Decimal(value), by=alice, at=noon(1))
    for _ in range(3):
        propose(bobby, noon(1))
    with pytest.raises(RuleBroken, match="limit: 3 pending"):
        propose(bobby, noon(1))
    change_number(name="time_signature_y", value=Decimal(0), by=alice, at=noon(2))
    with pytest.raises(RuleBroken, match="limit: 2 pending"):
        propose(bobby, noon(2))
