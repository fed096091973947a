"""Steps that a person carries out."""

import pytest

from tests.votables.changes.carried import enact
from tests.votables.table import noon, propose
from votables.services import resolving
from votables.services.enacting import NeedsSettling

pytestmark = pytest.mark.django_db


def test_a_step_by_hand_is_ticked_off_first(rules):
    players, _ = rules
    post = propose(players[1], noon(1), changes=[{"op": "step", "text": "Thank everybody."}])
    with pytest.raises(NeedsSettling, match="Thank everybody"):
        enact(post, players, noon(2))
    assert (
        resolving.resolve(post=post, to="enacted", by=players[0], at=noon(2), ticked=[0]).to_status
        == "enacted"
    )
