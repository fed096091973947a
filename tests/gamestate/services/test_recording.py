"""Writing an update down, and what the tracker refuses in it."""

import pytest

from gamestate.models import Dispute
from gamestate.queries.planning import COMMENT_LENGTH
from gamestate.queries.snapshot import state_now
from gamestate.services.recording import mark_refused, record
from gamestate.values import planning
from gamestate.values.plans import sees_everything
from ruleset.law import load
from tests.gamestate.tracker import define, put, shown, track, whose
from tests.votables.table import noon, seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def players():
    players = seat("Alice", "Bobby", "Carol", "David", "Ellen")
    track(define("gold", default="5", ceiling="9", above="refuse"), by=players[0], at=noon(1))
    return players


def recorded(player, typed: str, comment: str = ""):
    """An update of the player's gold, and the plan that it was, insisted on."""
    before = state_now()
    steps = [put("gold", typed, *whose(player))]
    law = load("ruleset-211").tracker
    plan = planning.work_out(before, steps, tracker=law, sight=sees_everything, insist=True)
    assert not plan.troubles
    return record(plan, before=before, kind="update", by=player, at=noon(2), comment=comment), plan


def test_an_update_has_its_comment_rendered_and_how_things_stood(players):
    bobby = players[1]
    made, _ = recorded(bobby, "+2", "  A *windfall*. ")
    assert (made.comment, made.by, made.at, made.kind) == ("A *windfall*.", bobby, noon(2), "update")
    assert "<em>windfall</em>" in made.html
    assert list(made.entries.values_list("old", "new")) == [(5, 7)]
    assert shown("gold")["Bobby"] == "7"


def test_an_update_without_a_comment_has_nothing_to_render(players):
    made, _ = recorded(players[1], "+2", "   ")
    assert (made.comment, made.html) == ("", "")


def test_only_a_value_that_the_tracker_refuses_is_marked(players):
    alice, bobby, carol, *_ = players
    made, plan = recorded(bobby, "7")
    mark_refused(made, plan, by=bobby, why="It is legal.")
    assert not Dispute.objects.exists()
    made, plan = recorded(carol, "12")
    mark_refused(made, plan, by=carol, why=" It is legal. " + "x" * COMMENT_LENGTH)
    dispute = Dispute.objects.get()
    assert (dispute.update, dispute.kind, dispute.by, dispute.at) == (
        made,
        Dispute.Kind.REFUSED,
        carol,
        noon(2),
    )
    assert (str(dispute.why)[:12], len(str(dispute.why))) == ("It is legal.", COMMENT_LENGTH)
