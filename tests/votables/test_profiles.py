"""What a profile says that somebody did."""

import pytest

from votables.queries.profiles import facts_of_profile, profile_of
from votables.services import resolving

from .table import HOUR, noon, propose, seat, vote, write

pytestmark = pytest.mark.django_db

FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")


def test_a_profile_counts_what_somebody_did_and_how_it_went(django_assert_num_queries):
    alice, bobby, carol, david, ellen = seat(*FIVE)
    for day, votes in ((1, {"for": [alice, carol]}), (2, {"against": [alice, carol, david]})):
        post = propose(bobby, noon(day))
        vote(post, noon(day), **votes)
        resolving.resolve(post=post, to="enacted" if day == 1 else "failed", by=alice, at=noon(day + 1))
    pending = propose(bobby, noon(4))
    talk = write(bobby, noon(4))
    facts = facts_of_profile(bobby)
    with django_assert_num_queries(1):
        profile = profile_of(bobby, facts)
    assert profile.outcomes == {"enacted": 1, "failed": 1, "pending": 1}
    assert profile.posts[:2] == [talk, pending]
    assert (profile.votes, len(profile.ballots), profile.comments) == ({"for": 2}, 2, 0)
    assert [event.kind for event in profile.events] == ["joined"]
    assert profile_of(carol, facts_of_profile(carol)).votes == {"for": 1, "against": 1}
    assert [reign.player for reign in profile_of(alice, facts_of_profile(alice)).reigns] == [alice]


def test_an_overturned_vote_counts_once():
    alice, bobby, carol, *_ = seat(*FIVE)
    post = propose(bobby, noon(1))
    vote(post, noon(1), **{"for": [alice, carol]})
    first = resolving.resolve(post=post, to="enacted", by=alice, at=noon(2))
    resolving.overturn(post=post, to="pending", seen=first.pk, by=alice, at=noon(2), reason="Again")
    assert profile_of(carol, facts_of_profile(carol)).votes == {}
    resolving.resolve(post=post, to="enacted", by=alice, at=noon(2) + HOUR)
    assert profile_of(carol, facts_of_profile(carol)).votes == {"for": 1}
