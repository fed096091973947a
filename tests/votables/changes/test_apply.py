"""What changes come to, one after the other: conditions not met, what builds on what is left out."""

import pytest

from ruleset.queries import law_at
from tests.votables.table import noon, propose
from votables.changes.apply import BUILDS_ON, UNMET
from votables.changes.outcome import outcome_of
from votables.changes.preview import missing_tags
from votables.changes.rule_places import rule_places

from .carried import WITH_CASES, enact, new, seat_with, shape, standing

pytestmark = pytest.mark.django_db


def test_what_builds_on_a_rule_that_is_left_out_is_left_out_too():
    players, keys = seat_with(WITH_CASES)
    hangs = {"kind": "rule", "words": "Birds", "negated": False}
    changes = [
        new(keys["Dynastic Rules"], "Aviary", when=hangs),
        new("new-0", "Owls"),
        new("new-1", "Snowy Owls"),
        new(keys["Dynastic Rules"], "Dogs", after="new-0"),
    ]
    post = propose(players[1], noon(1), "Birds", changes=changes)
    outcome = outcome_of(post, at=noon(1))
    assert [effect.skipped for effect in outcome.effects] == [
        "its condition is not met",
        "the new rule that it builds on is left out",
        "the new rule that it builds on is left out",
        "",
    ]
    assert outcome.misfits == []
    assert [(place.label, place.parent == keys["Dynastic Rules"]) for place in rule_places(outcome)[-4:]] == [
        ("4.1 Words", False), ("Aviary (new)", True), ("Owls (new)", False), ("Snowy Owls (new)", False)
    ]  # fmt: skip


def test_what_a_change_would_do_if_its_condition_were_met_is_told_and_counts_as_amended():
    players, keys = seat_with(WITH_CASES)
    hangs = {"kind": "comments", "words": "yes", "least": 2, "negated": False}
    changes = [
        new(keys["Core Rules"], "Birds", when=hangs),
        new("new-0", "Owls"),
        {"op": "rename", "rule": keys["Cats"], "base": "Cats", "title": "Lions"},
        {"op": "rename", "rule": keys["Words"], "base": "Words", "title": "Lexicon", "when": hangs},
    ]
    post = propose(players[1], noon(1), "Birds", changes=changes)
    assert post.amends == ["core", "appendix", "dynastic"]
    outcome = outcome_of(post, at=noon(1))
    assert [
        (effect.skipped, [(one.after.number, one.after.node.title) for one in effect.differences])
        for effect in outcome.effects
    ] == [
        (UNMET, [("1.2", "Birds")]), (BUILDS_ON, [("1.2.1", "Owls")]), ("", [("2.1", "Lions")]),
        (UNMET, [("4.1", "Lexicon")]),
    ]  # fmt: skip
    assert [tag.name for tag in missing_tags([], outcome, law_at(noon(1)))] == ["Core", "Appendix"]
    enact(post, players, noon(2))
    assert [title for _, title in shape(standing(noon(2)))] == [
        "Core Rules", "Quorum", "Dynastic Rules", "Lions", "Special Case", "Nap [Active]", "Appendix", "Words"
    ]  # fmt: skip
