"""Whom a matter reckons with: the pending ones that may yet pass, and no others."""

import pytest

from tests.gamestate.tracker import define, track
from votables.changes.preview import preview_of
from votables.queries.judge_facts import docket_at
from votables.services import resolving

from .changes.carried import sets
from .table import noon, propose, seat, vote

pytestmark = pytest.mark.django_db
FIVE = ("Alice", "Bobby", "Carol", "David", "Ellen")
# How the first of two matters fares: whose vote it gets, and how many days after it one looks.
FARING = {
    "vetoed": ({"veto": "Alice"}, 1),
    "withdrawn": ({"against": "Bobby"}, 1),
    "failable": ({"against": "Alice Carol David Ellen"}, 1),
    "stale": ({}, 8),
    "unpopular": ({}, 3),
    "marked as illegal": ({}, 1),
    "open": ({}, 1),
    "popular": ({"for": "Alice Carol David"}, 1),
    "enactable": ({"for": "Alice Carol David"}, 2),
}
PASSING = {"open", "popular", "enactable"}


@pytest.mark.parametrize("faring", FARING)
def test_only_a_matter_that_may_yet_pass_is_ahead_of_another_or_its_rival(faring):
    alice, bobby, carol, *_ = players = seat(*FIVE)
    named = {player.name: player for player in players}
    track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    first = propose(bobby, noon(1), "Double", changes=[sets("gold", "*2")])
    votes, days = FARING[faring]
    if votes:
        vote(first, noon(1), **{icon: [named[name] for name in who.split()] for icon, who in votes.items()})
    if faring == "marked as illegal":
        resolving.mark_illegal(post=first, by=alice, at=noon(1), reason="Two at once.")
    second = propose(carol, noon(days), "More", changes=[sets("gold", "+1")])
    preview = preview_of(second, docket_at(noon(days)))
    counted = [first] if faring in PASSING else []
    assert ([one.post for one in preview.rivals], preview.ahead) == (counted, counted)
    assert (preview.later is not None) == bool(counted)
