"""The rules return to what they said after an earlier revision."""

import pytest

from ruleset.queries import revision_at, tree_after
from tests.votables.changes.carried import edit, enact, standing
from tests.votables.table import noon, propose, vote
from votables.services import resolving

pytestmark = pytest.mark.django_db


def test_the_rules_return_to_a_named_revision(rules):
    players, keys = rules
    before = revision_at(noon(1))
    first = propose(players[1], noon(1), "First", changes=[edit(keys, "Cats purr. Dogs bark.", "Nothing.")])
    enact(first, players, noon(2))
    back = propose(players[2], noon(2), "Back", changes=[{"op": "revert", "revision": before.pk}])
    vote(back, noon(2), **{"for": [players[0], players[1]]})
    resolving.resolve(post=back, to="enacted", by=players[0], at=noon(3))
    assert standing(noon(3)) == tree_after(before.pk)
