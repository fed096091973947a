"""The word that a disputed update of the tracker stands."""

import pytest

from gamestate.models import Dispute
from gamestate.services.undoing import dispute
from gamestate.services.updating import update
from tests.gamestate.tracker import define, put, track
from tests.leaves import GIVEN
from tests.votables.changes.carried import FIVE, enact, look
from tests.votables.table import noon, propose, seat
from votables.changes.change import stored_changes
from votables.changes.outcome import outcome_of_changes
from votables.services import resolving

pytestmark = pytest.mark.django_db


def test_a_disputed_update_is_upheld_and_disputed_again_when_that_is_overturned():
    players = seat(*FIVE)
    alice, bobby, carol, *_ = players
    track(define("gold", scope="game", to="5"), by=alice, at=noon(1))
    made = update(leave=GIVEN, by=bobby, at=noon(1), steps=[put("gold", "9")], comment="Mine")
    dispute(leave=GIVEN, update=made, by=carol, at=noon(1), why="No rule says so.")
    post = propose(bobby, noon(1), "Upheld", changes=[{"op": "uphold", "update": made.pk}])
    assert "gamestate" in post.amends
    (effect,) = look(post, noon(1)).now
    assert effect.effect.done.disputes == ("Carol: No rule says so.",)
    enacted = enact(post, players, noon(2))
    upheld = Dispute.objects.get()
    assert (upheld.outcome, upheld.settled_by, upheld.link) == ("upheld", alice, post.get_absolute_url())
    assert {"upheld": made.pk} in enacted.consequences
    undone = resolving.overturn(post=post, to="failed", seen=enacted.pk, by=alice, at=noon(3), reason="No.")
    upheld.refresh_from_db()
    assert (upheld.outcome, upheld.settled_at, upheld.link) == ("", None, "")
    assert undone.consequences == [{"of": 1, "reopened": made.pk}]


def test_upholding_what_nobody_disputes_is_a_misfit():
    players = seat(*FIVE)
    made = track(define("gold", scope="game", to="5"), by=players[0], at=noon(1))
    reasons = [
        outcome_of_changes(stored_changes([{"op": "uphold", "update": key}]), at=noon(1))
        .misfits[0]
        .misfit.reason
        for key in (made.pk, made.pk + 1)
    ]
    assert reasons == ["Nobody disputes this update any more.", "There is no such update."]
