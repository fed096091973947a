"""When sealed orders open, as a function of the call and the instant."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from gamestate.private.opening import is_complete, is_sealed, opened, waiting_for
from tests.votables.table import noon

BIT = timedelta(microseconds=1)


@dataclass
class Called:
    opening: str = "all"
    opens_at: datetime | None = None
    opened_at: datetime | None = None
    called_off_at: datetime | None = None


@pytest.mark.parametrize(
    ("call", "since"),
    [
        (Called(), None),
        (Called(opened_at=noon(1)), noon(1)),
        (Called(opened_at=noon(2) + BIT), None),
        (Called("at", noon(2)), noon(2)),
        (Called("at", noon(2) + BIT), None),
        (Called("either", noon(3)), None),
        (Called("either", noon(3), opened_at=noon(1)), noon(1)),
        (Called("either", noon(1), opened_at=noon(2)), noon(1)),
        (Called("all", noon(1)), None),
        (Called("at", noon(1), called_off_at=noon(0)), None),
    ],
)
def test_orders_are_open_at_noon_of_day_two_since(call, since):
    assert opened(call, noon(2)) == since
    assert is_sealed(call, noon(2)) == (since is None and call.called_off_at is None)


@pytest.mark.parametrize(
    ("handed_in", "playing", "waiting", "complete"),
    [
        ({1, 2}, {1, 2, 3}, [3], False),
        ({1, 2, 3}, {1, 2, 3}, [], True),
        ({1, 2}, {1, 2}, [], True),
        ({1}, {2, 3}, [2, 3], False),
        ({1}, set(), [], True),
        (set(), set(), [], False),
        (set(), {1, 2, 3}, [1, 2, 3], False),
    ],
)
def test_all_are_in_when_nobody_who_plays_is_waited_for(handed_in, playing, waiting, complete):
    arguments = {"handed_in": handed_in, "playing": playing}
    assert waiting_for([1, 2, 3], **arguments) == waiting
    assert is_complete([1, 2, 3], **arguments) is complete
