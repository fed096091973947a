"""What became of one change, as a resolution records it."""

import pytest

from tests.votables.table import noon, propose
from votables.changes.apply import Settlement
from votables.changes.outcome import outcome_of
from votables.changes.results import became_of

from .carried import edit, new

pytestmark = pytest.mark.django_db


def told(post, settlements=None) -> list[dict[str, object]]:
    settlements = settlements or {}
    outcome = outcome_of(post, at=noon(2), settlements=settlements)
    return [became_of(effect, settlements.get(effect.place), outcome) for effect in outcome.effects]


def test_a_change_is_told_by_its_place_its_name_and_what_it_is_about(rules):
    players, keys = rules
    repeal = {"op": "repeal", "rule": keys["Dynastic Rules"], "with_subrules": True}
    post = propose(players[1], noon(1), changes=[edit(keys, "Cats purr. Dogs bark.", "Cats nap."), repeal])
    assert told(post) == [
        {"change": 0, "name": "edit", "about": "Cats"},
        {"change": 1, "name": "repeal", "about": "Dynastic Rules, Cats"},
    ]


def test_what_an_admin_put_right_or_left_out_is_told_with_why(rules):
    players, keys = rules
    dogs = [new(keys["Dynastic Rules"], title) for title in ("Dogs", "Owls")]
    post = propose(players[1], noon(1), changes=dogs)
    settled = {
        0: Settlement(text="Dogs doze.", title="Hounds", why="A slip."),
        1: Settlement(skip=True, why="It was not meant."),
    }
    first, second = told(post, settled)
    assert (first["about"], first["corrected"], first["words"], first["title"]) == (
        "Hounds", "A slip.", "Dogs doze.", "Hounds",
    )  # fmt: skip
    assert (second["skipped"], "corrected" in second) == ("It was not meant.", False)
