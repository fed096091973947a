"""What changes are worked out on: no more is fetched than they ask for, however many they are."""

import pytest

from tests.gamestate.tracker import define, track
from tests.votables.table import noon, propose
from votables.changes.change import stored_changes
from votables.changes.conditions import MatterAsked
from votables.changes.context import Context, context_of
from votables.changes.kinds.by_hand import BY_HAND

from .carried import edit, sets

pytestmark = pytest.mark.django_db


def test_the_gamestate_is_there_where_a_change_is_about_it_and_as_it_was_then(rules):
    players, keys = rules
    track(define("luck", scope="game", to="2"), by=players[0], at=noon(1))
    of_rules = stored_changes([edit(keys, "Cats purr. Dogs bark.", "Cats nap.")])
    of_both = [*of_rules, *stored_changes([sets("luck", "5")])]
    assert context_of(of_rules, at=noon(2)).state is None
    assert [each.key for each in context_of(of_both, at=noon(2)).state.variables.values()] == ["luck"]
    assert not context_of(of_both, at=noon(0), then=True).state.variables


def test_matters_that_conditions_ask_about_are_found_at_once(rules, django_assert_num_queries):
    players, keys = rules
    posts = [propose(players[1], noon(1), title) for title in ("One", "Two")]
    values = [
        {
            "op": "step",
            "text": "Clap.",
            "when": {"kind": "matter", "post": post.pk, "status": "enacted", "negated": False},
        }
        for post in posts
    ]
    for number in (1, 2):
        changes = stored_changes(values[:number])
        with django_assert_num_queries(4):
            context = context_of(changes, at=noon(2))
        assert context.matters == {post.pk: MatterAsked(post.title, "pending") for post in posts[:number]}


def test_what_a_kind_has_found_takes_the_place_of_what_it_had_and_leaves_the_others(rules):
    before = Context(tree=None, law=None, own={BY_HAND: 1})
    after = before.with_own(BY_HAND, 2)
    assert (before.own, after.own) == ({BY_HAND: 1}, {BY_HAND: 2})
