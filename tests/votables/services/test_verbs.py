"""What carries out and undoes changes of each kind."""

import pytest

from votables.changes.kinds import KINDS
from votables.changes.post_types import POST_TYPES
from votables.changes.roster import ROSTER
from votables.services import post_type_changes, roster_changes
from votables.services.verbs import verb_of

VERBS = ("carry_out", "undo", "redo", "stay")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in (ROSTER, POST_TYPES)])
def test_a_kind_does_itself_what_takes_no_service(kind, verb):
    assert verb_of(kind, verb) == getattr(kind, verb)


def test_services_of_votables_come_before_what_a_kind_says_and_it_has_the_rest():
    assert [verb_of(ROSTER, verb) for verb in VERBS] == [getattr(roster_changes, verb) for verb in VERBS]
    assert [verb_of(POST_TYPES, verb) for verb in VERBS] == [
        post_type_changes.carry_out, post_type_changes.undo, post_type_changes.redo, POST_TYPES.stay,
    ]  # fmt: skip
