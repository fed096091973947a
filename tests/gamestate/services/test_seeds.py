"""The seeds of the days: drawn ahead and published as hashes."""

import hashlib
from datetime import timedelta

import pytest
import time_machine

from gamestate.models import Seed
from gamestate.services.seeds import HORIZON, LOW, publish_ahead
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


NAMES = ("Alice", "Bobby", "Carol", "David", "Ellen")


@pytest.fixture
def bobby():
    with time_machine.travel(noon(1), tick=False):
        yield seat(*NAMES)[1]


def test_seeds_are_published_a_month_ahead_each_with_its_hash(bobby):
    publish_ahead(at=noon(1))
    seeds = list(Seed.objects.all())
    today = noon(1).date()
    assert [seed.day for seed in seeds] == [today + timedelta(days=ahead) for ahead in range(HORIZON)]
    assert all(seed.hash == hashlib.sha256(bytes.fromhex(seed.secret)).hexdigest() for seed in seeds)
    assert len({seed.secret for seed in seeds}) == HORIZON
    assert {(len(seed.secret), seed.published_at) for seed in seeds} == {(64, noon(1))}


def test_seeds_that_are_published_stay_and_more_follow_when_few_are_left(bobby, django_assert_num_queries):
    publish_ahead(at=noon(1))
    first = dict(Seed.objects.values_list("day", "hash"))
    with django_assert_num_queries(1):
        publish_ahead(at=noon(1 + HORIZON - LOW))
    publish_ahead(at=noon(2 + HORIZON - LOW))
    now = dict(Seed.objects.values_list("day", "hash"))
    assert len(now) == 2 * HORIZON - LOW + 1
    assert {day: now[day] for day in first} == first
