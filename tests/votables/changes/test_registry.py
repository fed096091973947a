"""All kinds of changes: what they are found by belongs to one of them alone."""

from collections import Counter

import pytest

from votables.changes import registry
from votables.changes.kinds.by_hand import BY_HAND
from votables.changes.kinds.gamestate.kind import GAMESTATE
from votables.changes.kinds.rules.kind import RULES
from votables.changes.kinds.upholding import UPHOLDING
from votables.changes.registry import KINDS


def test_no_two_kinds_have_an_operation_a_choice_or_a_consequence_in_common():
    for named in (
        [op for op, _ in registry.operations()],
        [choice for kind in KINDS for choice in kind.choices],
        [kind.made for kind in KINDS if kind.made],
    ):
        assert named
        assert max(Counter(named).values()) == 1


@pytest.mark.parametrize(
    ("op", "kind"),
    [("edit", RULES), ("track", GAMESTATE), ("step", BY_HAND), ("", None), (None, None), (["step"], None)],
)
def test_a_kind_is_found_by_its_operation(op, kind):
    assert registry.kind_of(op) is kind


@pytest.mark.parametrize(
    ("choice", "kind"), [("step", BY_HAND), ("track.set", GAMESTATE), ("track", None), ("", None)]
)
def test_a_kind_is_found_by_what_people_chose(choice, kind):
    assert registry.kind_offering(choice) is kind


@pytest.mark.parametrize(
    ("consequence", "kind"),
    [
        ({"update": 7}, GAMESTATE),
        ({"upheld": 7}, UPHOLDING),
        ({"change": 0, "name": "edit"}, None),
        ({}, None),
    ],
)
def test_the_maker_of_a_consequence_is_the_kind_that_undoes_it(consequence, kind):
    assert registry.maker_of(consequence) is kind
