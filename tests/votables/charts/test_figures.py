"""What the charts count, on a small invented history."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import Dynasty, Player
from tests.votables.table import BEGINNING, Kind, event, join, noon, person, seat
from votables.charts.figures import (
    BUCKETS,
    Figures,
    OfDynasty,
    OfMonth,
    OfYear,
    Took,
    figures,
    sign_of_figures,
)
from votables.models import Post, PostVersion

pytestmark = pytest.mark.django_db

NOW = noon(60)  # 1 May 2026
OLD = datetime(2024, 11, 5, tzinfo=UTC)


def proposal(
    by: Player, at: datetime, status: str, hours: float = 0, category: str = "proposal", **more: object
) -> Post:
    """A matter of the past that was pending for so many hours."""
    resolved = None if status == "pending" else at + timedelta(hours=hours)
    return Post.objects.create(
        author=by, posted_at=at, matter_since=at, title="Cats", category=category, status=status,
        resolved_at=resolved, **more,
    )  # fmt: skip


@pytest.fixture
def past() -> list[Player]:
    """Two dynasties, of which the first two of three had no proposals before it; three players who come and go."""
    alice, bobby = seat("Alice", "Bobby")
    carol = join("Carol", at=noon(3))
    Dynasty.objects.update(number=3)
    Dynasty.objects.create(number=2, name="The Second", started_at=datetime(2024, 11, 1, tzinfo=UTC))
    Dynasty.objects.create(number=1, name="The First", started_at=datetime(2024, 1, 1, tzinfo=UTC))
    for hours, status in ((3, "illegal"), (5.99, "failed"), (6, "enacted"), (47, "enacted")):
        proposal(alice, OLD, status, hours)
    proposal(bobby, noon(1), "enacted", 24)
    proposal(alice, noon(35), "failed", 30_000)
    proposal(alice, noon(36), "pending")
    proposal(carol, noon(36), "enacted", 2, category="cfj")
    proposal(carol, noon(36), "enacted", 2, removed_at=noon(40))
    Post.objects.create(author=carol, posted_at=noon(37), title="Talk")
    event(bobby, Kind.IDLED, at=noon(10))
    event(bobby, Kind.UNIDLED, at=noon(11))
    event(carol, Kind.IDLED, at=noon(12))
    event(carol, Kind.LEFT, at=noon(13))
    event(bobby, Kind.ADMIN, at=noon(14))
    event(alice, Kind.IDLED, at=noon(31))
    return [alice, bobby, carol]


def span(**parts: float) -> timedelta:
    return timedelta(**parts)


def test_the_figures_are_those_of_the_history(past):
    numbers = figures(NOW)
    dynasty = Dynasty.objects.get(number=3)
    assert numbers.dynasties == (
        OfDynasty(2, "The Second", datetime(2024, 11, 1, tzinfo=UTC), 2, 1, 1, 0),
        OfDynasty(3, str(dynasty), dynasty.started_at, 1, 1, 0, 1),
    )
    assert [one.rate for one in numbers.dynasties] == [67, 50]
    before = [(2024, 11, 0, 1), (2024, 12, 0, 0), *((2025, month, 0, 0) for month in range(1, 13))]
    since = [(2026, 1, 0, 0), (2026, 2, 0, 0), (2026, 3, 3, 1), (2026, 4, 2, 1), (2026, 5, 1, 0)]
    assert numbers.months == tuple(OfMonth(*each) for each in before + since)
    assert numbers.years == (
        OfYear(2024, 4, span(hours=3), span(hours=5.99), span(hours=6)),
        OfYear(2026, 2, span(hours=24), span(hours=24), span(hours=30_000)),
    )
    counts = {0: (0, 1, 1), 6: (1, 0, 0), 24: (1, 0, 0), 42: (1, 0, 0), 114: (0, 1, 0)}
    assert numbers.took == tuple(
        Took(6 * place, *counts.get(6 * place, (0, 0, 0))) for place in range(BUCKETS)
    )


def test_nothing_that_has_happened_makes_no_figures(db):
    assert figures(NOW) == Figures((), (), (), ())


def test_a_game_that_has_just_begun_has_players_and_nothing_else():
    seat("Alice", "Bobby")
    assert figures(BEGINNING) == Figures((), (OfMonth(2026, 3, 2, 0),), (), ())


def test_what_happens_later_is_not_counted_among_players(past):
    join("David", at=noon(70))
    assert figures(NOW).months[-1] == OfMonth(2026, 5, 1, 0)


@pytest.mark.parametrize("size", [1, 12])
def test_the_figures_take_as_many_queries_of_a_long_history_as_of_a_short_one(size):
    alice, *_ = seat("Alice", "Bobby")
    for number in range(size):
        proposal(alice, noon(number), "enacted", 30)
        join(f"Player {number}", at=noon(31 * number))
        Dynasty.objects.create(number=number + 2, name="Another", started_at=noon(number, hours=1))
    with CaptureQueriesContext(connection) as queries:
        figures(noon(400))
    assert len(queries) == 5


def test_their_sign_is_another_after_each_thing_that_they_are_made_from(past):
    alice, bobby, _ = past
    signs = [sign_of_figures(NOW)]
    post = proposal(alice, noon(50), "pending")
    PostVersion.objects.create(post=post, number=1, kind="published", at=noon(50), by=alice, title="Cats")
    signs.append(sign_of_figures(NOW))
    event(bobby, Kind.IDLED, at=noon(51))
    signs.append(sign_of_figures(NOW))
    Dynasty.objects.create(number=4, name="The Fourth", started_at=noon(52))
    signs += [sign_of_figures(NOW), sign_of_figures(NOW + timedelta(days=1))]
    assert len(set(signs)) == len(signs)
    person("Erin")
    assert sign_of_figures(NOW) == signs[-2]
