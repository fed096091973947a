"""What the judge is told: spans have their first instant and not their last, and so has all that they bound."""

from datetime import timedelta

import pytest

from votables.judge.facts import Matter, Player, Span

from .world import BIT, HOUR, POSTED, START

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("end", "at", "covered"),
    [
        (None, START - BIT, False),
        (None, START, True),
        (None, START + 9999 * DAY, True),
        (START + DAY, START + DAY - BIT, True),
        (START + DAY, START + DAY, False),
        (START, START, False),
    ],
)
def test_a_span_has_its_first_instant_and_not_its_last(end, at, covered):
    assert Span(START, end).covers(at) is covered


@pytest.mark.parametrize(
    ("hours", "active"),
    [(-1, False), (0, True), (2, False), (3, False), (4, True), (10, False), (20, True), (21, True)],
)
def test_who_plays_and_is_not_idle_is_in_the_roster(hours, active):
    back = Span(START + 20 * HOUR)
    player = Player("A", (Span(START, START + 10 * HOUR), back), (Span(START + 2 * HOUR, START + 4 * HOUR),))
    assert player.active(START + hours * HOUR) is active


@pytest.mark.parametrize(
    ("resolved", "after", "pending"),
    [
        (None, -BIT, False),
        (None, 0 * HOUR, True),
        (None, 9999 * HOUR, True),
        (POSTED + HOUR, HOUR - BIT, True),
        (POSTED + HOUR, HOUR, False),
    ],
)
def test_a_matter_is_pending_from_its_posting_to_just_before_its_resolution(resolved, after, pending):
    status = "pending" if resolved is None else "failed"
    matter = Matter("m", "proposal", "A", POSTED, status=status, resolved=resolved)
    assert matter.pending(POSTED + after) is pending
